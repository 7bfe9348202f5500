"""Areas beside the board: reserves, captured pieces, hands, tracks, decks, dice, notes.

Generic by kind: the game says what each area contains, this module how it is drawn.
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
    """Return the id under which an item that is no button can be looked up (`data-about`)."""
    return f"item:{item.glyph}"


_DRAWN = ("chip", "tag", "die")  # shown as drawings: they need an aria-label
_NAMED = {"track": "meter", "shop": "offer", "hand": "card", "dice": "die", "budget": "tick"}
# Pips of a die by value, as cells of a 3 × 3 grid.
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


class AreaWriter:
    """Renders the areas of one game in one language; caches whole areas and single items."""

    def __init__(self, game_id: str, say: Say) -> None:
        self._game_id = game_id
        self._say = say
        self._hinted: Collection[str] = ()
        self._drawn: dict[str, tuple[object, Html]] = {}  # last markup by area id
        self._things: dict[tuple[str, int], tuple[object, Html]] = {}  # and by (area id, index)

    def hint(self, targets: Collection[str]) -> None:
        """Set the targets that are highlighted as a hint."""
        self._hinted = targets

    def area(
        self,
        area: Area,
        can: Collection[str] = (),
        chosen: Collection[str] = (),
        heading: str = "h3",
    ) -> Html:
        """Return the markup of one area.

        `can`: targets that can be selected; `chosen`: those already selected. Taken from the cache
        unless the area or one of its own targets has changed.
        """
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
        """Return the list item at index `number`, from the cache if nothing has changed.

        `fresh`: its index among the new items, −1 for an old one; the style sheet delays their
        animation by it, so that they appear one after the other.
        """
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
        """Return the contents of an area as text."""
        found = [self._name(item, _NAMED.get(area.kind, "chip")) for item in area.items]
        nothing = self._say(area.empty) if area.empty is not None else "–"
        return "; ".join(found) or nothing

    def _wrap(self, item: Item, can: bool, chosen: bool, classes: str, *inner: object) -> Html:
        """Return a button if the item has a target, otherwise a labelled image.

        A button's text is its accessible name; kinds in `_DRAWN` have no text and get an
        `aria-label`.
        """
        drawn = classes in _DRAWN
        name = self._name(item, classes)
        words = [classes, f"side{item.side}" if item.side >= 0 else "neutral"]
        words += [f"is-{item.state}"] if item.state else []
        words += ["can"] if can else []
        words += ["hinted"] if item.target and item.target in self._hinted else []
        attributes: dict[str, object] = {"class": " ".join(words)}
        if not item.target:
            attributes |= {"role": "img", "aria-label": name, "data-name": name if drawn else None}
            attributes["data-about"] = lying(item) if item.glyph else None
            return el("span", attributes, *inner)
        more = self._pressing(item, can)
        attributes = {"type": "button", **attributes, "data-target": item.target, "data-drag": can}
        attributes["aria-pressed"] = "true" if chosen else "false"
        if drawn:
            attributes |= {"aria-label": name + more, "data-name": name}
        return el(
            "button", attributes, *inner, None if drawn or not more else hidden(f"– {more[2:]}")
        )

    def _pressing(self, item: Item, can: bool) -> str:
        """Return what screen readers add to a button's name: selectable now, hinted."""
        words = [self._say(Message("table.press.select"))] if can else []
        words += [self._say(Message("computer.hint.mark"))] if item.target in self._hinted else []
        return "".join(f". {word}" for word in words)

    def _name(self, item: Item, kind: str) -> str:
        """Return everything that is drawn, in words: label, value or count, state, note."""
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
        if item.state in ("active", "low"):
            words = f"{words}. {self._say(Message(f'table.value.{item.state}'))}"
        return words if item.note is None else f"{words}. {self._say(item.note)}"

    def _more(self, item: Item) -> Html | None:
        """Return the item's note in small print; None without one."""
        if item.note is None:
            return None
        return el("small", None, self._say(item.note))

    def chip(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return a glyph with a count: reserves, captured pieces, trays, decks.

        Code and count are drawn by the style sheet (`data-drawn`): text on a button would have to
        be in its name, which says the same in words.
        """
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
        """Return a card: the sign in its corner, picture, name, what it does."""
        words = self._say(item.label)
        sign = item.letter if words.startswith(f"{item.letter} ") else ""
        return self._wrap(
            item,
            can,
            chosen,
            "card",
            el("b", {"class": "card-sign"}, sign, " ") if sign else None,
            icon(self._game_id, item.glyph, item.letter, item.side) if item.glyph else None,
            el("span", {"class": "card-name"}, words[len(sign) :].lstrip(), _pause(". ")),
            self._more(item),
            el("span", {"class": "count"}, f"×{item.count}") if item.count > 1 else None,
        )

    def tag(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return a card of an open pile: only its corner letter, with its name as a label."""
        return self._wrap(item, can, chosen, "tag", el("span", None, item.letter))

    def meter(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return a value on a track: its number, and steps if the track has at most 24."""
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
        """Return a die face; a number where the value is above six."""
        return self._wrap(item, can, chosen, "die", die_face(item.value))

    def faces(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return a range of die faces and what they do."""
        drawn = [
            el("span", {"class": "die", "role": "img", "aria-label": value}, die_face(value))
            for value in range(item.value, max(item.value, item.maximum) + 1)
        ]
        return el("span", {"class": "faces"}, drawn, el("span", None, self._say(item.label)))

    def line(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return label and note as plain text, which needs no `aria-label`."""
        words = el("span", None, self._say(item.label))
        return el("span", _worn("line", item), words, self._more(item))

    def offer(self, item: Item, can: bool, chosen: bool) -> Html:
        """Return something for sale: picture, name, price (`value`), what it does."""
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
        """Return something a turn offers: open, spent or blocked, shown by shape and words."""
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
    """Return hidden punctuation between texts that only the layout separates.

    Screen readers would otherwise read them as one.
    """
    return el("span", {"class": "visually-hidden"}, sign)


def die_face(value: int) -> object:
    """Return the pips of a die; the number itself where it is above six."""
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
    """Yield each item with its index among the new ones, −1 for an old one."""
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
