"""Cards of what the opponent offers: draw, takeback, going on at one device, rematch.

An offer says what it is. A takeback names its turn and shows the position; one beyond the asker's
own last turn is refused by default. A rematch shows every difference from the game just played.
Accepting such a takeback, or a rematch with differences, takes a second press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.texts import plain_name
from engine.far.agreement import Offer
from engine.far.terms import Terms
from ui.far.positions import position, public_index, start_picture
from ui.far.rematch import differences
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.panel_state import ShownPlay
    from ui.far.play import FarPlay


def goes_far(side: FarPlay, offer: Offer) -> bool:
    """Return whether a takeback goes beyond the asker's own last turn."""
    return offer.what == "back" and offer.number != side.talk.number("back", offer.seat)


def offer_card(side: FarPlay, voice: Voice, offer: Offer) -> Html:
    if offer.what == "back":
        return _takeback(side, voice, offer)
    who = voice.name(offer.seat)
    return _question(
        el("p", None, voice.t(f"far.asks.{offer.what}", who=who)),
        button("act:far:yes", voice.t(f"far.asks.{offer.what}.yes"), "primary"),
        button("act:far:no", voice.t(f"far.asks.{offer.what}.no"), "quiet"),
    )


def _takeback(side: FarPlay, voice: Voice, offer: Offer) -> Html:
    t, course = voice.t, side.course
    index = public_index(course, offer.number)
    if index is None:
        return _question(button("act:far:no", t("far.asks.back.no"), "primary"))
    state, match = course.match.state_at(index), course.match
    turn, who = state.turn_index() + 1, voice.name(offer.seat)
    plies = len(match.events) - index
    far = goes_far(side, offer)
    key = "far.asks.back.far" if far else "far.asks.back"
    sure = side.sure == offer
    yes = button("act:far:yes", t("far.asks.back.sure" if sure else "far.asks.back.yes"),
                 "quiet" if far else "primary")  # fmt: skip
    no = button("act:far:no", t("far.asks.back.no"), "primary" if far else "quiet")
    return _question(
        el("p", None, t(key, who=who, turn=turn, n=plies)),
        position(side, voice, state),
        [no, yes] if far else [yes, no],
    )


def offerer(side: FarPlay | ShownPlay, voice: Voice, terms: Terms) -> str:
    """Return the name of who offers a rematch, perhaps before both sit."""
    if side.met:
        return voice.name(side.other)
    return plain_name(terms.name) or voice.t(f"player.name.{terms.seat}")


def again_card(side: FarPlay, voice: Voice, terms: Terms, target: str) -> Html:
    """Return the card of an offered rematch. `target`: what the button presses."""
    before = side.game_before()
    found = [] if before is None else differences(voice, *before, terms)
    who = offerer(side, voice, terms)
    sure = side.sure == terms.id
    key = "far.again.other" if found else "far.again"
    label = "far.again.sure" if sure and found else "far.again.yes"
    return _question(
        el("p", None, voice.t(key, who=who)),
        el("ul", {"class": "join-options"}, [el("li", None, one) for one in found])
        if found
        else None,
        start_picture(terms.match(), voice, 1 - terms.seat) if terms.past else None,
        button(target, voice.t(label), "quiet" if found else "primary"),
    )


def _question(*inner: object) -> Html:
    return el("div", {"class": "question far-question", "role": "group"}, *inner)
