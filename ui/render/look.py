"""CSS made from a game's look: its colours and the paint of its squares.

The first style sheet has the colours of all games, for the cards on the home page; a game's square
paint is loaded with its sprite.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.look import Look

# Where the colours by day and by night apply, and those of high contrast, as in
# static/css/theme.css. Night lists only what differs from day.
_USUAL = ':root:not([data-theme="contrast"])'
_CONTRAST = ':root[data-theme="contrast"]'

# Boards to choose instead of the game's own: their squares by theme. High contrast keeps its own.
BOARDS: dict[str, dict[str, dict[str, str]]] = {
    "slate": {
        "day": {"square-light": "#dbe0e2", "square-dark": "#adb9bf", "board-edge": "#3d4a52"},
        "night": {"square-light": "#4b565d", "square-dark": "#37424a", "board-edge": "#93a3ad"},
    },
    "linen": {
        "day": {"square-light": "#f0e9da", "square-dark": "#cdbfa3", "board-edge": "#5b4c36"},
        "night": {"square-light": "#5d5344", "square-dark": "#463d30", "board-edge": "#ab9a7c"},
    },
}


def board_sheet() -> str:
    """Return the rules of the boards that can be chosen, for all games and for their previews."""
    return "".join(
        _rule(f"{_USUAL.replace(':root', f':root{of}', 1)} {on}", _day_and_night(lights))
        for name, lights in BOARDS.items()
        for of, on in (
            (f'[data-board="{name}"]', "[data-game]:not([data-ground])"),
            ("", f'[data-ground="{name}"][data-ground]'),
        )
    )


def _properties(colours: Mapping[str, str]) -> dict[str, str]:
    return {f"--{name}": value for name, value in colours.items()}


def _day_and_night(lights: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    night = lights.get("night", {})
    return _properties(
        {
            name: f"light-dark({value}, {night[name]})" if name in night else value
            for name, value in lights.get("day", {}).items()
        }
    )


def paper_colours(look: Look) -> str:
    """Return the game's colours by day as a style: paper is white under any lamp."""
    day = look.colours.get("day", {})
    return ";".join(f"--{name}:{value}" for name, value in day.items())


def colour_rules(look: Look) -> str:
    """Return the custom properties of a game: by day and night, and in high contrast."""
    return _rule(f"{_USUAL} {_of(look)}", _day_and_night(look.colours)) + _rule(
        f"{_CONTRAST} {_of(look)}", _properties(look.colours.get("contrast", {}))
    )


def ground_rules(look: Look) -> str:
    """Return the rules that paint a game's squares and the drawings on them, one per line."""
    lines = []
    for style, ground in look.grounds.items():
        edge = {"stroke": ground.fill, "stroke-width": "1"} if ground.joined else {}
        lines.append(_rule(f"{_of(look)} .tile.is-{style}", {"fill": ground.fill, **edge}))
        lines.append(_rule(f"{_of(look)} .t-{style}", {"color": ground.ink}))
    return "".join(lines)


def colour_sheet(looks: Iterable[Look]) -> str:
    """Return the colour rules of several games."""
    return "".join(colour_rules(look) for look in looks)


def look_sheet(look: Look) -> str:
    """Return all rules of one game: colours and squares."""
    return colour_rules(look) + ground_rules(look)


def _of(look: Look) -> str:
    return f'[data-game="{look.game_id}"]'


def _rule(where: str, what: Mapping[str, str]) -> str:
    said = " ".join(f"{name}: {value};" for name, value in what.items() if value)
    return f"{where} {{ {said} }}\n" if said else ""
