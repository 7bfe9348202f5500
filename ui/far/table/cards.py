"""Cards of a far table: what the opponent offers, two versions of what somebody has written, and a
game broken off.

An offer says what it is. A takeback names its turn and shows the position; one beyond the asker's
own last turn is refused by default. A rematch shows every difference from the game just played.
Accepting such a takeback, or a rematch with differences, takes a second press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import Action, State
from engine.core.texts import plain_name
from engine.far.agreement import Offer
from engine.far.fold import LetterFold
from engine.far.letter import Accept, EventsLetter, Letter, Says, Sealed
from engine.far.terms import Terms
from engine.match.match import Match, table_options
from ui.far.clock.clocks import time_words
from ui.far.table.chat import worded
from ui.far.table.next_table import may_play_on
from ui.far.table.rematch import differences
from ui.render.picture import describe, scene_picture
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.table.play import FarPlay

RECENT = 3  # letters of a seat for which a settled fork is still mentioned
SHOWN = 4  # versions that are shown


def card(heading: str, *inner: object, role: str | None = None, more: str = "") -> Html:
    """Return a card with a heading. `more`: a further class."""
    box = {"class": f"far-card {more}".strip(), "role": role}
    return el("div", box, el("h2", None, heading), *inner)


# -- offers ---------------------------------------------------------------------------------------


def goes_far(side: FarPlay, offer: Offer) -> bool:
    """Return whether a takeback goes beyond the asker's own last turn."""
    return offer.what == "back" and offer.number != side.talk.number("back", offer.seat)


def offer_card(side: FarPlay, voice: Voice, offer: Offer) -> Html:
    if offer.what == "back":
        return _takeback(side, voice, offer)
    who = voice.name(offer.seat)
    return question(
        el("p", None, voice.t(f"far.asks.{offer.what}", who=who)),
        button("act:far:yes", voice.t(f"far.asks.{offer.what}.yes"), "primary"),
        button("act:far:no", voice.t(f"far.asks.{offer.what}.no"), "quiet"),
    )


def _takeback(side: FarPlay, voice: Voice, offer: Offer) -> Html:
    t, course = voice.t, side.course
    index = public_index(course, offer.number)
    if index is None:
        return question(button("act:far:no", t("far.asks.back.no"), "primary"))
    state, match = course.match.state_at(index), course.match
    turn, who = state.turn_index() + 1, voice.name(offer.seat)
    plies = len(match.events) - index
    far = goes_far(side, offer)
    key = "far.asks.back.far" if far else "far.asks.back"
    sure = side.shown.sure == offer
    yes = button("act:far:yes", t("far.asks.back.sure" if sure else "far.asks.back.yes"),
                 "quiet" if far else "primary")  # fmt: skip
    no = button("act:far:no", t("far.asks.back.no"), "primary" if far else "quiet")
    return question(
        el("p", None, t(key, who=who, turn=turn, n=plies)),
        position(side, voice, state),
        [no, yes] if far else [yes, no],
    )


def offerer(side: FarPlay, voice: Voice, terms: Terms) -> str:
    """Return the name of who offers a rematch, perhaps before both sit."""
    if side.met:
        return voice.name(side.other)
    return plain_name(terms.name) or voice.t(f"player.name.{terms.seat}")


def again_card(side: FarPlay, voice: Voice, terms: Terms, target: str) -> Html:
    """Return the card of an offered rematch. `target`: what the button presses."""
    before = side.game_before()
    found = [] if before is None else differences(voice, *before, terms)
    who = offerer(side, voice, terms)
    sure = side.shown.sure == terms.id
    key = "far.again.other" if found else "far.again"
    label = "far.again.sure" if sure and found else "far.again.yes"
    rows = [el("li", None, one) for one in found]
    return question(
        el("p", None, voice.t(key, who=who)),
        rows and el("ul", {"class": "join-options"}, rows),
        terms.past and start_picture(terms.match(), voice, 1 - terms.seat),
        button(target, voice.t(label), "quiet" if found else "primary"),
        button("act:far:decline", voice.t("far.again.no"), "quiet"),
        side.met and button("act:far:block", voice.t("far.again.never", who=who), "link"),
    )


def question(*inner: object) -> Html:
    """Return a card above the board."""
    return el("div", {"class": "question far-question", "role": "group"}, *inner)


# -- forks ----------------------------------------------------------------------------------------


def open_fork_words(side: FarPlay, voice: Voice) -> str:
    """Return the announcement of an open fork."""
    seat = side.log.open_forks[0].one.seat
    return voice.t("far.fork.mine" if seat == side.me else "far.fork", who=voice.name(seat))


def open_fork_card(side: FarPlay, voice: Voice) -> Html:
    """Return the card with all versions of an open fork, for its author and for spectators: the
    other player's device answers one by itself."""
    first = side.log.open_forks[0].one
    others = [one.other for one in side.log.open_forks if one.one == first]
    about = "far.fork.mine.about" if first.seat == side.me else "far.fork.seen"
    words = [_words(side, voice, one) for one in (first, *others)[:SHOWN]]
    return card(
        open_fork_words(side, voice),
        el("p", None, voice.t(about, who=voice.name(1 - first.seat))),
        el("ul", None, [el("li", None, one) for one in words]),
        role="group",
        more="far-fork",
    )


def _before(side: FarPlay, letter: Letter) -> tuple[State, tuple[Action, ...]] | None:
    """Return the position a letter decides in, and its decisions; None without any."""
    part = next((one for one in letter.parts if isinstance(one, EventsLetter)), None)
    index = None if part is None else public_index(side.course, part.count)
    if part is None or index is None:
        return None
    return side.course.match.state_at(index), part.actions


def _words(side: FarPlay, voice: Voice, letter: Letter) -> str:
    """Return what a letter says, in short."""
    for part in letter.parts:
        if isinstance(part, Says | Sealed):
            text = side.chat.text(part)
            if text is None or (side.chat.withheld and letter.seat == side.other):
                return voice.t("far.version.said")
            return voice.t("far.version.says", text=worded(voice, text))
    found = _before(side, letter)
    if found is None:
        return voice.t("far.version.other")
    (state, actions), told = found, []
    for action in actions:
        if action in table_options(state):
            return voice.t("far.version.resigns")
        if action not in state.legal_actions():
            break
        told.append(side.course.match.game.action_text(state, action))
        state.apply(action)
    return (
        voice.t("far.version.moves", moves=" ".join(told)) if told else voice.t("far.version.other")
    )


def _seats(letter: Letter) -> bool:
    """Return whether a letter gives the free seat to somebody."""
    return any(isinstance(part, Accept) for part in letter.parts)


def settled_fork_card(side: FarPlay, voice: Voice) -> Html | None:
    """Return the notice that one of two versions counts, with the words of the other; None if no
    fork was settled lately or one is open."""
    if side.log.open_forks:
        return None
    chains = [side.log.chain(seat) for seat in (0, 1)]
    recent = [
        one
        for one in side.log.forks
        if one.one.n + RECENT >= len(chains[one.one.seat]) or _seats(one.other)
    ]
    if not recent or side.shown.forks_read >= len(side.log.forks):
        return None
    last = recent[-1]
    mine = last.one.seat == side.me
    key = "far.fork.settled.mine" if mine else "far.fork.settled"
    if not mine and _seats(last.other):
        key = "far.fork.seated"  # to another guest
    other = _words(side, voice, last.other)
    return el(
        "div",
        {"class": "far-card far-fork", "role": "status"},
        el("p", None, voice.t(key, who=voice.name(last.one.seat), what=other)),
        button("act:far:forks-read", voice.t("far.fork.read"), "quiet"),
    )


# -- a game broken off ----------------------------------------------------------------------------


def broken_card(side: FarPlay, voice: Voice) -> Html | None:
    """Return the card; None if the game is not broken off."""
    end = side.course.broken_off
    if end is None or end.claim is None or end.claim.turn is None:
        return None
    claimant, other = voice.name(end.claim.seat), voice.name(end.loser)
    facts = [("claim", end.claim.letter), ("end", end.letter), ("answer", end.answer)]
    began = end.claim.turn.began
    lines = [_line(side, voice, kind, began, one) for kind, one in facts if one is not None]
    on = may_play_on(side) and button("act:far:play-on", voice.t("far.broken.on"), "primary")
    return card(
        voice.t("far.broken"),
        el("p", None, voice.t("far.broken.about", who=claimant, other=other)),
        el("ul", {"class": "far-dates"}, lines),
        el("p", {"class": "soft"}, voice.t("far.broken.dates")),
        on,
        rematch_button(side, voice),
        role="status",
    )


def rematch_button(side: FarPlay, voice: Voice, kind: str = "") -> Html | None:
    """Return the button that offers a rematch; None while the opponent has offered one."""
    if side.me < 0 or side.offered() is not None:
        return None
    return button("act:rematch", voice.t("table.rematch"), kind)


def _line(side: FarPlay, voice: Voice, kind: str, began: int, letter: Letter) -> Html:
    """Return when a letter was written by its own date, and when it came."""
    t, measure = voice.t, side.clocks.measures.of(letter)
    says = time_words(t, letter.at - began)
    words = t(f"far.broken.{kind}", who=voice.name(letter.seat), says=says)
    if measure is not None:
        came = time_words(t, max(0, measure.arrived - measure.lag - began))
        words = f"{words} {t('far.broken.came', came=came)}"
    return el("li", None, words)


# -- positions ------------------------------------------------------------------------------------


def public_index(course: LetterFold, count: int) -> int | None:
    """Return the number of the match's events after `count` public events; None if there is no
    such position."""
    index = len(course.match.events) - (course.event_count - count)
    return index if 0 <= count <= course.event_count and index >= 0 else None


def position(side: FarPlay, voice: Voice, state: State) -> Html:
    """Return a picture of a state of the running match, as this seat sees it."""
    match = side.course.match
    viewer = side.me if match.viewer is None else match.viewer
    seen = state.observation(viewer) if match.viewer is None else state
    return _picture(match, seen, viewer, voice)


def start_picture(match: Match, voice: Voice, viewer: int) -> Html:
    """Return a picture of a match's current position, as `viewer` sees it."""
    return _picture(match, match.state.observation(viewer), viewer, voice)


def _picture(match: Match, seen: State, viewer: int, voice: Voice) -> Html:
    scene = match.game.scene(seen, viewer)
    label = describe(scene, voice)
    return el("div", {"class": "far-picture"}, scene_picture(scene, match.game.info.id, label))
