"""Happenings as drawn: effects over the board, results at their squares, and lines to read.

One form per kind; squares, sides and words come from the happening.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

from engine.core.scene import Item
from engine.core.telling import Happening, lines_of
from engine.core.texts import Message
from ui.render.areas import die_face
from ui.render.geometry import UNIT, Geometry
from ui.render.ground import place
from ui.render.pieces import figure
from ui.render.pieces import icon as picture
from ui.words.frame import hidden
from ui.words.html import Html, el, join, text

Say = Callable[[Message], str]

# How long each kind is shown before the next, in ms.
LENGTH = {
    "move": 260, "place": 200, "take": 240, "turn": 300, "shoot": 420, "fight": 600, "siege": 500,
    "dice": 1000, "coin": 1000, "card": 450, "meter": 260, "offer": 200, "pass": 120, "end": 600,
}  # fmt: skip
LONGEST = 3000  # ms for all effects of one telling: longer ones are sped up
HELD = ("fight", "dice", "coin", "card")  # kinds whose `shown` is displayed at their squares
MOST = 4  # of these at once: the newest
HELD_MS = 2600  # how long each stays
STRIKES = ("fight", "shoot", "take")  # kinds that give a line of steps its icon
WAYS = ("move", "take", "shoot", "fight")  # kinds that go from one square to another
NAMELESS: Mapping[int, str] = MappingProxyType({})
WAY = 2  # number of squares of such a happening
RINGS = 6  # more squares, such as those of an army, have one outline: rings would cover ranks
FACE = 0.4  # width of a face at a square, in cells of a phone

# Icons on a grid of 20, one per kind.
_ICONS = {
    "move": "M3 10h11M10 5l5 5-5 5",
    "place": "M10 3v9M6 9l4 4 4-4M4 17h12",
    "take": "M5 5l10 10M15 5 5 15",
    "turn": "M4 10a6 6 0 1 1 2 4.5M4 17v-4h4",
    "shoot": "M3 17 15 5M10 4h6v6",
    "fight": "M4 4l12 12M16 4 4 16M3 13l4 4M17 13l-4 4",
    "siege": "M4 16V6h3v2h2V6h2v2h2V6h3v10z",
    "dice": "M4 4h12v12H4zM8 8h.01M12 12h.01M12 8h.01M8 12h.01",
    "coin": "M10 3a7 7 0 1 0 .01 0M10 6v8",
    "card": "M6 3h8v14H6zM9 7h2",
    "meter": "M4 16V9M10 16V4M16 16v-5",
    "offer": "M4 4h12v8H9l-4 4v-4H4z",
    "pass": "M4 10h12",
    "end": "M5 17V3M5 4h10l-3 3 3 3H5",
}


def lengths(telling: Sequence[Happening]) -> list[int]:
    """Return how many ms each happening is shown, at most LONGEST in total."""
    wanted = [LENGTH[happening.kind] for happening in telling]
    total = sum(wanted)
    return wanted if total <= LONGEST else [one * LONGEST // total for one in wanted]


def audible(telling: Sequence[Happening]) -> list[tuple[str, int]]:
    """Return the kind of each happening and the ms after which it begins, for the sounds."""
    begin = accumulate(lengths(telling), initial=0)
    return [(one.kind, at) for one, at in zip(telling, begin, strict=False)]


def effects(geometry: Geometry, telling: Sequence[Happening]) -> Html:
    """Return the effects over the board, timed one after the other.

    The style sheet fades them out and stops their motion under `prefers-reduced-motion`.
    """
    drawn = []
    for one, length, (_, at) in zip(telling, lengths(telling), audible(telling), strict=True):
        if enters(one, telling):
            continue
        where = [geometry.centres[name] for name in one.squares if name in geometry.centres]
        form = _form(geometry, one, where)
        if form:
            style = f"--at:{at}ms;--for:{max(length, 1)}ms"
            drawn.append(el("g", {"class": f"fx fx-{one.kind}", "style": style}, form))
    return join(drawn)


def enters(happening: Happening, telling: Sequence[Happening]) -> bool:
    """Return whether this is a winner's step into the square it struck, whose arrow would cover
    that of the strike."""
    return happening.kind == "move" and any(
        other.kind in STRIKES and other.squares == happening.squares for other in telling
    )


def still(geometry: Geometry, happening: Happening) -> Html:
    """Return a happening that stays on the board: its form and a frame around each square."""
    where = [geometry.centres[name] for name in happening.squares if name in geometry.centres]
    frames = "".join(f'<circle class="around" cx="{x:g}" cy="{y:g}" r="47"/>' for x, y in where)
    form = join(Html(frames), _form(geometry, happening, where))
    return el("g", {"class": f"moment moment-{happening.kind}"}, form) if where else Html("")


def _form(geometry: Geometry, happening: Happening, where: Sequence[tuple[float, float]]) -> Html:
    if not where:
        return Html("")
    if happening.kind in ("move", "shoot") and len(where) > 1:
        return arrow(where)
    if happening.kind in ("fight", "take"):  # the first of two squares is where it comes from
        way = arrow(where) if len(where) == WAY else Html("")
        return join(way, [_burst(spot) for spot in (where[1:] if way else where)])
    if happening.kind == "siege" or len(where) > RINGS:
        squares = [name for name in happening.squares if name in geometry.centres]
        return Html(f'<path d="{geometry.outer(squares)}"/>')
    return _rings(where)


def _rings(where: Sequence[tuple[float, float]]) -> Html:
    return Html("".join(f'<circle cx="{x:g}" cy="{y:g}" r="44"/>' for x, y in where))


def _burst(spot: tuple[float, float]) -> Html:
    x, y = spot
    return Html(
        f'<path transform="translate({x:g} {y:g})" d="M-44 0H-20M44 0H20M0-44V-20M0 44V20'
        'M-31-31-15-15M31 31 15 15M31-31 15-15M-31 31-15 15"/>'
    )


def pointed(geometry: Geometry, squares: Iterable[str], css: str) -> Html:
    """Return an arrow or rings for a possible action, shown without animation."""
    where = [geometry.centres[name] for name in squares if name in geometry.centres]
    form = arrow(where) if len(where) > 1 else _rings(where)
    return el("g", {"class": f"fx-still {css}"}, form)


def arrow(where: Sequence[tuple[float, float]]) -> Html:
    """Return a line through the squares with a head that ends short of the last centre."""
    (x1, y1), (x2, y2) = where[-2], where[-1]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x, y = x2 - 22 * ux, y2 - 22 * uy
    line = " ".join(f"{a:g},{b:g}" for a, b in (*where[:-1], (x, y)))
    left, right = (
        (x - 20 * ux - 13 * uy, y - 20 * uy + 13 * ux),
        (
            x - 20 * ux + 13 * uy,
            y - 20 * uy - 13 * ux,
        ),
    )
    head = f"M{left[0]:g} {left[1]:g}L{x:g} {y:g}L{right[0]:g} {right[1]:g}"
    return Html(f'<polyline points="{line}" pathLength="1"/><path d="{head}"/>')


def icon(kind: str) -> Html:
    return Html(
        f'<svg class="told-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="{_ICONS[kind]}"/>'
        "</svg>"
    )


def lines(
    telling: Iterable[Happening],
    say: Say,
    game_id: str = "",
    names: Mapping[int, str] = NAMELESS,
    tight: bool = False,
) -> Html:
    """Return one list item per line of steps: icon, sentence or phrases, and what was thrown or
    counted. Asides are left out. Screen readers read short forms that stand for sentences only
    where the list is `tight` as these sentences. `names`: by side, what each line begins with that
    does not say who acts.
    """
    return join(
        _line(group, say, game_id, names.get(group[0].side, ""), tight)
        for group in lines_of(telling, tight)
    )


def _line(group: Sequence[Happening], say: Say, game_id: str, who: str, tight: bool) -> Html:
    first = group[0]
    kind = next((one.kind for one in group if one.kind in STRIKES), first.kind)
    side = f" side{first.side}" if first.side >= 0 else ""
    short = first.form(tight)
    plain = short is None
    brief = short is not None and not short.always
    return el(
        "li",
        {"class": f"told told-{kind}{side}{' told-brief' if brief else ''}"},
        icon(kind),
        el(
            "span",
            {"aria-hidden": "true"} if brief else None,
            unbroken(say(first.words)) if plain else _phrases(group, say, who),
        ),
        hidden(" ".join(say(one.words) for one in group)) if brief else None,
        _at_end(first, say, game_id) if plain else None,
    )


def in_words(group: Sequence[Happening], say: Say, tight: bool = False) -> str:
    """Return a line of steps as one sentence: its phrases in order, or its sentence."""
    if group[0].form(tight) is None:
        return " ".join(say(one.words) for one in group)
    said = ", ".join(say(words) for one in group for words in phrases_of(one))
    return f"{said[:1].upper()}{said[1:]}."


def _phrases(group: Sequence[Happening], say: Say, who: str) -> list[Html]:
    """Return the phrases of a line with the dice where they were thrown."""
    named = any("who" in words.params for words in phrases_of(group[0]))
    drawn = [text(f"{who}: ")] if who and not named else []
    gap = ""
    for one in group:
        if one.kind == "dice":
            drawn.append(_thrown(one))
            gap = " "
        for words in phrases_of(one):
            said = say(words) if drawn else say(words)[:1].upper() + say(words)[1:]
            drawn.append(text(f"{gap}{unbroken(said)}"))
            gap = ", "
    return drawn


def phrases_of(happening: Happening) -> tuple[Message, ...]:
    """Return the phrases of a happening's short form; none without one."""
    return happening.short.phrases if happening.short is not None else ()


def _thrown(happening: Happening) -> Html:
    values = [item for item in happening.shown if item.value >= 0]
    dice = el(
        "span", {"class": "told-dice", "aria-hidden": "true"}, [_die(item) for item in values]
    )
    return join(Html(" "), dice, hidden(" ".join(str(item.value) for item in values)))


def unbroken(words: str) -> str:
    """Return a sentence whose numbers stay on one line: `4 → 6` never breaks at its arrow."""
    return words.replace(" → ", "\u00a0→\u00a0")


def _at_end(happening: Happening, say: Say, game_id: str) -> Html | None:
    """Return dice as dice and numbers as `4 → 6`; the sentence says the same in words."""
    drawn: list[Html] = []
    if happening.kind == "dice":
        drawn = [_die(item) for item in happening.shown if item.value >= 0]
    elif happening.kind in ("meter", "card") and game_id:
        counted = [item for item in happening.shown if item.note is not None and item.value < 0]
        drawn = [_number(item, say, game_id) for item in counted if _is_number(say, item)]
    return el("span", {"class": "told-tail", "aria-hidden": "true"}, drawn) if drawn else None


def _is_number(say: Say, item: Item) -> bool:
    return item.note is not None and item.state == "" and "→" in say(item.note)


def _die(item: Item) -> Html:
    state = f" is-{item.state}" if item.state else ""
    return el("span", {"class": f"die{state}"}, die_face(item.value))


def _number(item: Item, say: Say, game_id: str) -> Html:
    sign = picture(game_id, item.glyph, item.letter, item.side) if item.glyph else None
    words = unbroken(say(item.note)) if item.note is not None else ""
    return el("span", {"class": "told-number"}, sign, words)


# -- results at their squares ----------------------------------------------------------------------


def at_squares(
    geometry: Geometry,
    telling: Sequence[Happening],
    game_id: str,
    own: int,
    taken: Collection[str] = (),
    say: Say | None = None,
) -> Html:
    """Return fights, dice, coins and cards, each small beside the square it is about.

    What has no square is at the edge of the side that acts. Each appears with its effect and goes
    by itself; presses go through to the board. Hidden from screen readers, which have read it.
    Dice and coins are thrown for their length and lie still then; `say` puts their odds beside
    them. `taken`: the squares with pieces, of which as few as possible are covered.
    """
    drawn = []
    for one, length, (_, at) in zip(telling, lengths(telling), audible(telling), strict=True):
        if one in _worth_showing(telling, own):
            times = f"--at:{at}ms;--for:{length}ms;--held-for:{at + HELD_MS}ms"
            style = f"{_spot(geometry, one, own)};{times}"
            place_of = _above_or_below(geometry, one, taken)
            box = {"class": f"at-square shown-{one.kind}{place_of}", "style": style}
            inner = faces(one, game_id, say)
            drawn.append(el("div", {**box, "aria-hidden": "true"}, inner))
    return join(drawn[-MOST:])


def faces(happening: Happening, game_id: str, say: Say | None) -> list[Html]:
    """Return what a happening shows: dice, pieces, coins or cards, and its odds."""
    drawn = [_token(item, game_id, happening.kind, say) for item in happening.shown]
    if happening.odds is not None and say is not None:
        drawn.append(el("small", {"class": "odds"}, say(happening.odds)))
    return drawn


def _worth_showing(telling: Sequence[Happening], own: int) -> list[Happening]:
    """Return the happenings to show: each card once, even if it is played and then removed, and
    only those of other sides; a fight by its dice or by both pieces."""
    happenings: list[Happening] = []
    cards = set()
    for happening in telling:
        if happening.kind not in HELD or not happening.shown or happening.aside:
            continue
        if happening.kind == "fight" and happenings and happenings[-1].squares == happening.squares:
            continue  # its dice are there already
        if happening.kind == "card":
            face = tuple((item.glyph, item.letter, item.label) for item in happening.shown)
            if happening.side == own or face in cards:
                continue
            cards.add(face)
        happenings.append(happening)
    return happenings


def _goal(geometry: Geometry, happening: Happening) -> str:
    """Return the square a happening is about: the last of its squares on the board."""
    return next((name for name in reversed(happening.squares) if name in geometry.centres), "")


def _spot(geometry: Geometry, happening: Happening, own: int) -> str:
    name = _goal(geometry, happening)
    if not name:
        return f"--x:0.5;--y:{1 if happening.side == own else 0};--half:0"
    x, y, half = place(geometry, name)
    return f"--x:{x:.4f};--y:{y:.4f};--half:{half:.4f}"


def _above_or_below(geometry: Geometry, happening: Happening, taken: Collection[str]) -> str:
    """Return the class of what is shown above its square: on the last row, and where fewer pieces
    stand above than below. Elsewhere it is below, where it covers no rank or mark of a neighbour:
    those are in the lower half of a square."""
    name = _goal(geometry, happening)
    if not name:
        return " of-side"
    y = geometry.centres[name][1]
    if y > geometry.height - UNIT:
        return " above"
    above, below = (_covered(geometry, name, len(happening.shown), way, taken) for way in (-1, 1))
    return " above" if above < below and y > UNIT else ""


def _covered(geometry: Geometry, name: str, faces: int, way: int, taken: Collection[str]) -> int:
    """Return how many of the taken squares some faces would cover in the row above (`way` -1) or
    below a square."""
    x, y = geometry.centres[name]
    half = FACE * UNIT * faces / 2
    middle = x + (0.5 - x / geometry.width) * 2 * half  # it is kept inside the board
    found = 0
    for one in taken:
        there_x, there_y = geometry.centres.get(one, (x, y))
        beside = abs(there_x - middle) < half + UNIT / 3
        found += beside and 0 < way * (there_y - y) < 1.2 * UNIT
    return found


def _token(item: Item, game_id: str, kind: str, say: Say | None) -> Html:
    """Return one face: a die, a piece with its number, or a card with its name's drawing; of a coin
    also whether it was called or fell."""
    state = f" is-{item.state}" if item.state else ""
    if kind == "dice" and item.value >= 0:
        return _die(item)
    side = f" side{item.side}" if item.side >= 0 else ""
    number = item.letter or (str(item.value) if item.value >= 0 else "")
    return el(
        "span",
        {"class": f"face{side}{state}"},
        _face(item, game_id, kind, side),
        el("b", None, number) if number else None,
        el("small", None, say(item.note)) if say and kind == "coin" and item.note else None,
    )


def _face(item: Item, game_id: str, kind: str, side: str) -> Html | None:
    if kind == "fight":
        outline = {"class": f"piece{side}", "viewBox": "-52 -52 104 104"}
        return el("svg", outline, figure(game_id, item.glyph, item.letter, item.side))
    return picture(game_id, item.glyph, item.letter, item.side) if item.glyph else None
