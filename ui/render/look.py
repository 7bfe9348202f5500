"""CSS made from a game's look: its colours and the paint of its squares.

index.html contains the colours of all games, for the cards on the home page; a game's square paint
is loaded with its sprite.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.look import Look

# Selectors of each theme, the same as in static/css/theme.css. "night" adds to "day": it lists only
# what differs.
_LIGHTS = {
    "day": (':root:not([data-theme="contrast"])',),
    "night": (
        "@media (prefers-color-scheme: dark)"
        ' { :root:not([data-theme="day"], [data-theme="contrast"])',
        ':root[data-theme="night"]',
    ),
    "contrast": (':root[data-theme="contrast"]',),
}


def colour_rules(look: Look) -> str:
    """Return the custom properties of a game for each theme, one rule per line."""
    return "".join(
        _rule(f"{where} {_of(look)}", {f"--{name}": value for name, value in colours.items()})
        for light, colours in look.colours.items()
        for where in _LIGHTS[light]
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
    end = " }" if where.startswith("@media") else ""
    return f"{where} {{ {said} }}{end}\n" if said else ""
