"""Places beside the board: reserves, captured pieces, hands, tracks, decks, dice, notes.

Generic by kind: a game says what lies where, this file says how such a place looks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from engine.core.scene import Area, Item
from engine.core.texts import Message
from ui.render.pieces import icon
from ui.words.frame import hidden
from ui.words.html import Html, el

Say = Callable[[Message], str]


def lying(item: Item) -> str:
    """What stands for a thing that cannot be pressed, where it is asked what it is."""
    return f"item:{item.glyph}"


_DRAWN = ("chip", "tag", "die")  # a press on them is a press on a picture
_NAMED = {"track": "meter", "shop": "offer", "hand": "card", "dice": "die", "budget": "tick"}
# Where the spots of a die are, by value, on a grid of three by three.
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


class AreaWriter:
    """How areas are written for one game, in one language."""

    def __init__(self, game_id: str, say: Say) -> None:
        self._game_id = game_id
        self._say = say
        self._hinted: Collection[str] = ()
        self._drawn: dict[str, tuple[object, Html]] = {}  # what was drawn last, by area
        self._things: dict[tuple[str, int], tuple[object, Html]] = {}  # and by place in an area

    def hint(self, targets: Collection[str]) -> None:
        """Things to be pointed out."""
        self._hinted = targets

    def area(
        self,
        area: Area,
        can: Collection[str] = (),
        chosen: Collection[str] = (),
        heading: str = "h3",
    ) -> Html:
        """One area. `can`: targets that may be pressed; `chosen`: those already pressed. As long as
        none of its own things has changed it is not drawn again."""
        own = [item.target for item in area.items if item.target]
        marks = [tuple(one for one in own if one in some) for some in (can, chosen, self._hinted)]
        stamp = (area, heading, *marks)
        kept = self._drawn.get(area.id)
        if kept is None or kept[0] != stamp:
            kept = self._drawn[area.id] = (stamp, self._draw(area, can, chosen, heading))
        return kept[1]

    def _draw(
        self, area: Area, can: Collection[str], chosen: Collection[str], heading: str
    ) -> Html:
        body: Html
        if area.items:
            body = el(
                "ul",
                {"class": f"items items-{area.kind}", "role": "list"},
                [
                    self._thing(area, number, fresh, item.target in can, item.target in chosen)
                    for number, (item, fresh) in enumerate(_fresh(area.items))
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
            el(heading, {"class": "area-title"}, self._say(area.title)),
            body,
        )

    def _thing(self, area: Area, number: int, fresh: int, can: bool, chosen: bool) -> Html:
        """What lies at one place. What is new comes one after the other: `fresh` is its turn, for
        the style sheet, and −1 for what was there. As long as it lies there as it did it is not
        drawn again."""
        item = area.items[number]
        stamp = (area.kind, item, fresh, can, chosen, item.target in self._hinted)
        kept = self._things.get((area.id, number))
        if kept is None or kept[0] != stamp:
            draw = _KINDS.get(area.kind, AreaWriter.chip)
            place = {"style": f"--nth:{fresh}"} if fresh >= 0 else None
            kept = (stamp, el("li", place, draw(self, item, can, chosen)))
            self._things[area.id, number] = kept
        return kept[1]

    def words(self, area: Area) -> str:
        """An area in a sentence."""
        found = [self._name(item, _NAMED.get(area.kind, "chip")) for item in area.items]
        nothing = self._say(area.empty) if area.empty is not None else "–"
        return "; ".join(found) or nothing

    def _wrap(self, item: Item, can: bool, chosen: bool, classes: str, *inner: object) -> Html:
        """A button when it can be pressed at all, otherwise a picture with a name. What stands
        written on a button is its name; `_DRAWN` are drawings, and named by `_name`."""
        drawn = classes in _DRAWN
        name = self._name(item, classes)
        words = [classes, f"side{item.side}" if item.side >= 0 else "neutral"]
        words += [f"is-{item.state}"] if item.state else []
        words += ["can"] if can else []
        words += ["hinted"] if item.target and item.target in self._hinted else []
        attributes: dict[str, object] = {"class": " ".join(words)}
        if not item.target:
            attributes |= {"role": "img", "aria-label": name, "title": name if drawn else None}
            attributes["data-about"] = lying(item) if item.glyph else None
            return el("span", attributes, *inner)
        more = self._pressing(item, can)
        attributes = {"type": "button", **attributes, "data-target": item.target, "data-drag": can}
        attributes["aria-pressed"] = "true" if chosen else "false"
        if drawn:
            attributes |= {"aria-label": name + more, "title": name}
        return el(
            "button", attributes, *inner, None if drawn or not more else hidden(f"– {more[2:]}")
        )

    def _pressing(self, item: Item, can: bool) -> str:
        """What can be done with a button, for those who do not see that it stands up."""
        words = [self._say(Message("table.press.select"))] if can else []
        words += [self._say(Message("computer.hint.mark"))] if item.target in self._hinted else []
        return "".join(f". {one}" for one in words)

    def _name(self, item: Item, kind: str) -> str:
        """All that is drawn, in words: what it is, its value or how many, its state, what it
        does."""
        what, key, value = item.label, "", item.count
        if kind == "meter" and item.value >= 0:
            key, value = "table.value.of" if item.maximum >= 0 else "table.value", item.value
        elif kind == "offer" and item.value >= 0:
            key, value = "table.value.price", item.value
        elif kind == "chip" or item.count != 1:
            key = "table.value"
        words = self._say(what)
        if key:
            words = self._say(Message(key, what=what, value=value, most=item.maximum))
        if item.state == "active":
            words = f"{words}. {self._say(Message('table.value.active'))}"
        return words if item.note is None else f"{words}. {self._say(item.note)}"

    def _more(self, item: Item) -> Html | None:
        """What it does or why not, in small."""
        if item.note is None:
            return None
        return el("small", None, self._say(item.note))

    def chip(self, item: Item, can: bool, chosen: bool) -> Html:
        """A glyph with a number: reserves, captured pieces, trays, decks. Signs are drawn by the
        style sheet: what is text on a button has to be in its name, which says it in words."""
        return self._wrap(
            item,
            can,
            chosen,
            "chip",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            _sign("b", "code", item.code) if item.code else None,
            _sign("span", "count", f"×{item.count}"),
        )

    def card(self, item: Item, can: bool, chosen: bool) -> Html:
        """A card: its picture, its name, what it does."""
        return self._wrap(
            item,
            can,
            chosen,
            "card",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "card-name"}, self._say(item.label), _pause(". ")),
            self._more(item),
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

    def faces(self, item: Item, can: bool, chosen: bool) -> Html:
        """Faces of a die and what they do."""
        drawn = [
            el("span", {"class": "die", "role": "img", "aria-label": value}, die_face(value))
            for value in range(item.value, max(item.value, item.maximum) + 1)
        ]
        return el("span", {"class": "faces"}, drawn, el("span", None, self._say(item.label)))

    def line(self, item: Item, can: bool, chosen: bool) -> Html:
        """A sentence; words need no other name."""
        words = el("span", None, self._say(item.label))
        return el("span", _worn("line", item), words, self._more(item))

    def offer(self, item: Item, can: bool, chosen: bool) -> Html:
        """Something for sale: picture, name, price (`value`), how many are left (`count`)."""
        price = None
        if item.value >= 0:
            words = hidden(self._say(Message("table.price")))
            price = el("b", {"class": "price"}, words, " ", item.value, _pause(". "))
        return self._wrap(
            item,
            can,
            chosen,
            "offer",
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "offer-name"}, self._say(item.label), _pause(",")),
            price,
            self._more(item),
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


def _sign(tag: str, css: str, text: str) -> Html:
    return el(tag, {"class": css, "aria-hidden": "true", "data-drawn": text})


def _worn(kind: str, item: Item) -> dict[str, str]:
    side = f"side{item.side}" if item.side >= 0 else "neutral"
    return {"class": " ".join([kind, side, *([f"is-{item.state}"] if item.state else [])])}


def _pause(sign: str) -> Html:
    """Between what stands apart on the page, for those who hear it in one go."""
    return el("span", {"class": "visually-hidden"}, sign)


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


def _fresh(items: Sequence[Item]) -> Iterator[tuple[Item, int]]:
    """Each with its place among the new ones; −1: it was there before."""
    fresh = 0
    for item in items:
        new = item.state == "new"
        yield item, fresh if new else -1
        fresh += new


_KINDS: dict[str, Callable[[AreaWriter, Item, bool, bool], Html]] = {
    "hand": AreaWriter.card,
    "pile": AreaWriter.tag,
    "track": AreaWriter.meter,
    "dice": AreaWriter.die,
    "faces": AreaWriter.faces,
    "note": AreaWriter.line,
    "shop": AreaWriter.offer,
    "budget": AreaWriter.tick,
}
