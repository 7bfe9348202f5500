"""Places beside the board: reserves, captured pieces, hands, tracks, decks, dice, notes.

Generic by kind: a game says what lies where, this file says how such a place looks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.core.scene import Area, Item
from engine.core.texts import Message
from ui.html import Html, el
from ui.render.pieces import icon

Say = Callable[[Message], str]

# Where the spots of a die are, by value, on a grid of three by three.
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


class Shelf:
    """How areas are written for one game, in one language."""

    def __init__(self, game_id: str, say: Say, title: Callable[[Area], str] | None = None) -> None:
        self._game_id = game_id
        self._say = say
        self._title = title or (lambda area: say(area.title))
        self._hinted: Collection[str] = ()
        self._mark = ""

    def hint(self, targets: Collection[str], mark: str) -> None:
        """Things to be pointed out, and the words for that."""
        self._hinted, self._mark = targets, mark

    def area(
        self,
        area: Area,
        can: Collection[str] = (),
        chosen: Collection[str] = (),
        heading: str = "h3",
    ) -> Html:
        """One area. `can`: targets that may be pressed; `chosen`: those already pressed."""
        body: Html
        if area.items:
            draw = _KINDS.get(area.kind, Shelf.chip)
            body = el(
                "ul",
                {"class": f"items items-{area.kind}", "role": "list"},
                [
                    el("li", place, draw(self, item, item.target in can, item.target in chosen))
                    for item, place in zip(area.items, _places(area.items), strict=True)
                ],
            )
        elif area.empty is not None:
            body = el("p", {"class": "nothing"}, self._say(area.empty))
        else:
            body = el("p", {"class": "nothing"}, "–")
        side = f" side{area.side}" if area.side >= 0 else ""
        return el(
            "section",
            {"class": f"area area-{area.kind}{side}", "data-area": area.id},
            el(
                heading,
                {"class": "area-title", "aria-label": self._say(area.title)},
                self._title(area),
            ),
            body,
        )

    def _wrap(self, item: Item, can: bool, chosen: bool, classes: str, *inner: object) -> Html:
        """A button when it can be pressed at all, otherwise a picture with a name."""
        name = self._name(item, classes == "chip")
        words = [classes, f"side{item.side}" if item.side >= 0 else "neutral"]
        words += [f"is-{item.state}"] if item.state else []
        words += ["can"] if can else []
        if item.target and item.target in self._hinted:
            words.append("hinted")
            name = f"{name}. {self._mark}"
        if not item.target:
            return el(
                "span",
                {"class": " ".join(words), "role": "img", "aria-label": name, "title": name},
                *inner,
            )
        return el(
            "button",
            {
                "type": "button",
                "class": " ".join(words),
                "data-target": item.target,
                "data-drag": can,
                "aria-label": name,
                "aria-pressed": "true" if chosen else "false",
                "title": name,
            },
            *inner,
        )

    def _name(self, item: Item, counted: bool) -> str:
        words = self._say(item.label)
        if item.count != 1 or counted:
            words = f"{words} ×{item.count}"
        return words if item.note is None else f"{words}. {self._say(item.note)}"

    def chip(self, item: Item, can: bool, chosen: bool) -> Html:
        """A glyph with a number: reserves, captured pieces, trays, decks."""
        return self._wrap(
            item,
            can,
            chosen,
            "chip",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "count", "aria-hidden": "true"}, item.count),
        )

    def card(self, item: Item, can: bool, chosen: bool) -> Html:
        """A card: its picture, its name, what it does."""
        return self._wrap(
            item,
            can,
            chosen,
            "card",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "card-name"}, self._say(item.label)),
            el("small", None, self._say(item.note)) if item.note else None,
            el("span", {"class": "count"}, f"×{item.count}") if item.count > 1 else None,
        )

    def tag(self, item: Item, can: bool, chosen: bool) -> Html:
        """A card of a pile that lies open: its corner, the rest when asked."""
        return self._wrap(item, can, chosen, "tag", el("span", None, item.letter))

    def meter(self, item: Item, can: bool, chosen: bool) -> Html:
        """A value on a track."""
        top = max(item.maximum, item.value, 1)
        steps = (
            [el("i", {"class": "on" if step < item.value else "off"}) for step in range(top)]
            if top <= 24
            else []
        )
        whole = f"{item.value}/{item.maximum}" if item.maximum >= 0 else str(item.value)
        numbers = str(item.value) if steps else whole  # the steps already show the maximum
        return self._wrap(
            item,
            can,
            chosen,
            "meter",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "meter-name"}, self._say(item.label)),
            el("span", {"class": "steps", "aria-hidden": "true"}, *steps),
            el("b", None, numbers),
            el("small", None, self._say(item.note)) if item.note else None,
        )

    def die(self, item: Item, can: bool, chosen: bool) -> Html:
        """A die face, or its number where it has more than six."""
        return self._wrap(item, can, chosen, "die", die_face(item.value))

    def line(self, item: Item, can: bool, chosen: bool) -> Html:
        """A sentence."""
        more = el("small", None, self._say(item.note)) if item.note else None
        return self._wrap(item, can, chosen, "line", el("span", None, self._say(item.label)), more)

    def offer(self, item: Item, can: bool, chosen: bool) -> Html:
        """Something for sale: picture, name, price (`value`), how many are left (`count`)."""
        return self._wrap(
            item,
            can,
            chosen,
            "offer",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "offer-name"}, self._say(item.label)),
            el("b", {"class": "price"}, item.value) if item.value >= 0 else None,
            el("small", None, self._say(item.note)) if item.note else None,
        )

    def tick(self, item: Item, can: bool, chosen: bool) -> Html:
        """Something a turn offers: open, spent or blocked, told by shape and words."""
        return self._wrap(
            item,
            can,
            chosen,
            "tick",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", None, self._say(item.label)),
            el("small", None, self._say(item.note)) if item.note and item.state else None,
        )


def die_face(value: int) -> object:
    """The spots of a die; its number where it has more than six faces."""
    spots = _PIPS.get(value, "")
    if not spots:
        return value
    return el(
        "svg",
        {"viewBox": "0 0 30 30", "aria-hidden": "true"},
        [
            el("circle", {"cx": 6 + 9 * (int(s) % 3), "cy": 6 + 9 * (int(s) // 3), "r": 2.8})
            for s in spots
        ],
    )


def _places(items: Sequence[Item]) -> list[dict[str, str] | None]:
    """What is new comes one after the other: its place in that order, for the style sheet."""
    found: list[dict[str, str] | None] = []
    fresh = 0
    for item in items:
        found.append({"style": f"--nth:{fresh}"} if item.state == "new" else None)
        fresh += item.state == "new"
    return found


_KINDS: dict[str, Callable[[Shelf, Item, bool, bool], Html]] = {
    "hand": Shelf.card,
    "pile": Shelf.tag,
    "track": Shelf.meter,
    "dice": Shelf.die,
    "note": Shelf.line,
    "shop": Shelf.offer,
    "budget": Shelf.tick,
}
