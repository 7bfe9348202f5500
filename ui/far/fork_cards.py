"""Forks as players see them: two versions of what somebody has written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import Action, State
from engine.far.letter import Accept, EventsLetter, Letter, Says, Sealed
from engine.match.match import table_options
from ui.far.phrases import worded
from ui.far.positions import public_index
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.play import FarPlay

RECENT = 3  # letters of a seat for which a settled fork is still mentioned
SHOWN = 4  # versions that are shown


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
    return el(
        "div",
        {"class": "far-card far-fork", "role": "group"},
        el("h2", None, open_fork_words(side, voice)),
        el("p", None, voice.t(about, who=voice.name(1 - first.seat))),
        el("ul", None, [el("li", None, one) for one in words]),
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
    if not recent or side.forks_read >= len(side.log.forks):
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
