"""Happenings as drawn: effects over the board, results shown in front of it, and lines to read.

One form per kind; squares, sides and words come from the happening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from engine.core.scene import Item
from engine.core.telling import Happening
from engine.core.texts import Message
from ui.render.areas import die_face
from ui.render.geometry import Geometry
from ui.render.pieces import figure
from ui.render.pieces import icon as picture
from ui.words.html import Html, el, join

Say = Callable[[Message], str]

# How long each kind is shown before the next, in ms.
LENGTH = {
    "move": 260, "place": 200, "take": 240, "turn": 300, "shoot": 420, "fight": 600, "siege": 500,
    "dice": 600, "coin": 600, "card": 450, "meter": 260, "offer": 200, "pass": 120, "end": 600,
}  # fmt: skip
LONGEST = 3000  # ms for all effects of one telling: longer ones are sped up
HELD = ("fight", "dice", "coin", "card")  # kinds whose `shown` is displayed over the board
AT_ONCE = 2  # how many of these at once: the newest
# How long they stay, in ms: base, per letter of the sentences, at most.
HELD_MS, HELD_LETTER_MS, HELD_LONGEST = 1500, 45, 8000
WAYS = ("move", "take", "shoot")  # kinds that go from one square to another
WAY = 2  # number of squares of such a happening

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
    wanted = [LENGTH[one.kind] for one in telling]
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
        where = [geometry.centres[name] for name in one.squares if name in geometry.centres]
        form = _form(geometry, one, where)
        if form:
            style = f"--at:{at}ms;--for:{max(length, 1)}ms"
            drawn.append(el("g", {"class": f"fx fx-{one.kind}", "style": style}, form))
    return join(drawn)


def trail(geometry: Geometry, telling: Sequence[Happening]) -> Html:
    """Return arrows for earlier moves, captures and shots.

    After several moves the squares alone do not show what went where.
    """
    drawn = []
    for one in telling:
        where = [geometry.centres[name] for name in one.squares if name in geometry.centres]
        if one.kind in WAYS and len(where) == WAY:
            drawn.append(el("g", {"class": f"trail trail-{one.kind}"}, arrow(where)))
    return join(drawn)


def still(geometry: Geometry, one: Happening) -> Html:
    """Return a happening that stays on the board: its form and a frame around each square."""
    where = [geometry.centres[name] for name in one.squares if name in geometry.centres]
    frames = "".join(f'<circle class="around" cx="{x:g}" cy="{y:g}" r="47"/>' for x, y in where)
    form = join(Html(frames), _form(geometry, one, where))
    return el("g", {"class": f"moment moment-{one.kind}"}, form) if where else Html("")


def _form(geometry: Geometry, one: Happening, where: Sequence[tuple[float, float]]) -> Html:
    if not where:
        return Html("")
    if one.kind in ("move", "shoot") and len(where) > 1:
        return arrow(where)
    if one.kind in ("fight", "take"):  # the first of two squares is where it comes from
        way = arrow(where) if len(where) == WAY else Html("")
        return join(way, [_burst(spot) for spot in (where[1:] if way else where)])
    if one.kind == "siege":
        squares = [name for name in one.squares if name in geometry.centres]
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


def lines(telling: Iterable[Happening], say: Say) -> Html:
    """Return one list item per happening: icon of its kind, and sentence. Asides are left out."""
    return join(
        el(
            "li",
            {"class": f"told told-{one.kind}" + (f" side{one.side}" if one.side >= 0 else "")},
            icon(one.kind),
            el("span", None, say(one.words)),
        )
        for one in telling
        if not one.aside
    )


def popup(
    geometry: Geometry, telling: Sequence[Happening], game_id: str, say: Say, own: int
) -> Html:
    """Return the results shown in front of the board: both sides of a fight, dice or a coin.

    If there are none, the cards that others than side `own` have played. The same is written beside
    the board, so this disappears by itself, or at once with a press. What happened in the upper
    half of the board is shown over the lower half.
    """
    found = _last(_popups(telling, own), own)
    if not found:
        return Html("")
    words = [say(one.words) for one in found]
    faces = [_shown(one, said, game_id, say) for one, said in zip(found, words, strict=True)]
    where = [geometry.centres[s][1] for one in found for s in one.squares if s in geometry.centres]
    low = " low" if where and sum(where) / len(where) < geometry.height / 2 else ""
    length = min(HELD_MS + HELD_LETTER_MS * sum(map(len, words)), HELD_LONGEST)
    # Hidden from screen readers, which have read the sentences. Presses go through to the board.
    box = {"class": f"held-up{low}", "style": f"--held-for:{length}ms", "aria-hidden": "true"}
    return el("div", box, faces)


def _popups(telling: Sequence[Happening], own: int) -> list[Happening]:
    """Return the happenings to show; each card once, even if it is played and then removed."""
    shown = [one for one in telling if one.kind in HELD and one.shown and not one.aside]
    if fought := [one for one in shown if one.kind != "card"]:
        return fought
    cards: dict[object, Happening] = {}
    for one in shown:
        if one.side != own:
            cards.setdefault(tuple((t.glyph, t.letter, t.label) for t in one.shown), one)
    return list(cards.values())


def _shown(one: Happening, words: str, game_id: str, say: Say) -> Html:
    faces = [_token(item, game_id, say, one.kind) for item in one.shown]
    row = el("ul", {"class": "held-row", "role": "list"}, faces)
    return el("div", {"class": f"shown shown-{one.kind}"}, row, el("p", None, words))


def _last(shown: Sequence[Happening], own: int) -> Sequence[Happening]:
    """Return those shown at once: the newest, and before it one that side `own` took part in."""
    mine = [one for one in shown[:-1] if any(item.side == own for item in one.shown)]
    return [*(mine or shown[:-1])[1 - AT_ONCE :], *shown[-1:]]


def _token(item: Item, game_id: str, say: Say, kind: str) -> Html:
    """Return one item: face, number, label, and for a die or coin what its result does.

    For other kinds the sentence below says what it does.
    """
    number = item.letter or (str(item.value) if item.value >= 0 else "")
    side = f" side{item.side}" if item.side >= 0 else ""
    die = kind == "dice" and item.value >= 0
    does = item.note if kind in ("dice", "coin") else None
    return el(
        "li",
        {"class": f"face{side}" + (f" is-{item.state}" if item.state else "")},
        _face(item, game_id, kind, side),
        el("b", {"aria-hidden": "true" if item.letter else None}, number)
        if number and kind != "dice"
        else None,
        None if die else el("span", None, say(item.label)),
        el("small", None, say(does)) if does is not None else None,
    )


def _face(item: Item, game_id: str, kind: str, side: str) -> Html | None:
    if kind == "dice" and item.value >= 0:
        name = {"class": f"die{side}", "role": "img", "aria-label": item.value}
        return el("span", name, die_face(item.value))
    if kind == "fight":
        outline = {"class": f"piece{side}", "viewBox": "-52 -52 104 104", "aria-hidden": "true"}
        return el("svg", outline, figure(game_id, item.glyph, item.letter, item.side))
    return picture(game_id, item.glyph, item.letter, item.side) if item.glyph else None
