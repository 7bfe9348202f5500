"""What waits for an answer at a far table: cards above the board, and their words for the tab.

Each has a key: it is announced once, when the key is new, and can be set aside by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.match.clock import NO_CLOCK
from ui.far.lobby.blocked import blocked
from ui.far.table.cards import (
    again_card,
    offer_card,
    offerer,
    open_fork_card,
    open_fork_words,
    question,
)
from ui.far.table.panel import address_field
from ui.far.table.status import cheat_words, what_is_proved
from ui.table.voice import Voice
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.table.play import FarPlay


# Kinds of guilt (engine/far/deckproof.py) that are false shuffles.
SHUFFLES = {"pass": "shuffle", "foreign": "shuffle", "twice": "shuffle"}


class OpenQuestion(NamedTuple):
    """One question. `words`: what is announced; `title`: a few words for the page title; `draw`:
    its card with the buttons."""

    key: str
    words: str
    title: str
    draw: Callable[[], Html]


def waiting(side: FarPlay, voice: Voice) -> list[OpenQuestion]:
    """Return what waits for this device's player, most urgent first."""
    if side.free_seat.tried is not None:
        return []
    found = (
        _storage, _send, _line, _elsewhere, _fork, _offer, _claim, _may_claim, _failed, _cheated,
        _again, _taken,
    )  # fmt: skip
    every = [one for find in found for one in find(side, voice)]
    return [one for one in every if one.key not in side.shown.set_aside]


def cards(side: FarPlay, voice: Voice) -> Html:
    """Return the cards above the board; empty if nothing waits."""
    found = waiting(side, voice)
    if not found:
        return Html("")
    section = {"class": "far-asks", "aria-label": voice.t("far.questions")}
    return el("section", section, [one.draw() for one in found])


def _card(words: str, *buttons: Html | None) -> Html:
    return question(el("p", None, words), *buttons)


def _storage(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question while letters cannot be stored and so are not sent."""
    if side.held:
        words = voice.t("far.held")
        yield OpenQuestion("held", words, voice.t("far.title.unsent"), lambda: _card(words))


def _line(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question while no relay takes letters and one has not been sent."""
    state, t = side.lines.summary(), voice.t
    if state in ("stuck", "left") and side.working and side.me >= 0 and side.receipt() == "here":
        words = t(f"far.line.{state}")
        link = button("act:far:link", t("far.by_link"), "primary")
        retry = button("act:far:retry", t("far.retry"), "quiet")
        title = t("far.title.unsent")
        yield OpenQuestion(f"line {state}", words, title, lambda: _card(words, link, retry))


def _send(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield what the player of a table without relays has to do first: send his answer to the
    invitation, or his move."""
    done = side.met and side.may_decide and side.session.decider != side.me
    if side.answers or (done and not side.seat.relays and side.receipt() == "here"):
        t, waits = voice.t, side.session.decider == side.other and not side.course.over
        ending = "answer.send" if not side.met else "send.move" if waits else "send.rest"
        words = t(f"far.{ending}", who=offerer(side, voice, side.seat.terms))
        title = "far.title.unsent" if side.met else "far.title.answer"
        key = f"send {len(side.unseen())}" if side.met else "answer"
        said = side.shown.notice and voice.message(side.shown.notice)
        parts = (
            address_field(side.by_hand, t("far.link.label"), "answer") if side.by_hand else None,
            button("act:far:copy:letters", t("share.copy"), "primary"),
            button("act:far:link", t("far.by_link"), "quiet"),
            el("p", {"class": "said", "role": "status"}, said) if said else None,
        )
        yield OpenQuestion(key, words, t(title), lambda: _card(words, *parts))


def _fork(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    if side.log.open_forks:
        key = f"fork {len(side.log.forks)} {len(side.log.open_forks)}"
        words, title = open_fork_words(side, voice), voice.t("far.title.fork")
        yield OpenQuestion(key, words, title, lambda: open_fork_card(side, voice))


def _elsewhere(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question while another device of this seat answers by itself."""
    if side.met and side.may_decide and not side.course.over and not side.speaks:
        words, here = voice.t("far.elsewhere"), button("act:far:play-here", voice.t("far.here.yes"))
        title = voice.t("far.title.elsewhere")
        yield OpenQuestion("elsewhere", words, title, lambda: _card(words, here))


def _offer(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    offer = side.talk.asked()
    if offer is not None and not side.blocked:
        who = voice.name(offer.seat)
        words = voice.t(f"far.title.{offer.what}", who=who)
        key = f"{offer.what} {offer.number} {side.course.event_count}"
        yield OpenQuestion(key, words, words, lambda: offer_card(side, voice, offer))


def _claim(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question about the other player's claim on time, or the end it led to."""
    asked = side.clocks.question()
    if asked is None or asked.mine:
        return
    quiet = side.seat.terms.clock == NO_CLOCK
    words = voice.message(asked.message)
    title = voice.t("far.title.quiet" if quiet else "far.title.time")
    buttons = [button(target, voice.t(key), "primary") for target, key in asked.answers]
    key = f"claim {asked.message.key}"
    yield OpenQuestion(key, words, title, lambda: _card(words, *buttons))


def _may_claim(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    if side.clocks.may_claim():
        kind = "quiet" if side.seat.terms.clock == NO_CLOCK else "claim"
        words = voice.t(f"far.{kind}.may", who=voice.name(side.other))
        label = voice.t("far.claim" if kind == "claim" else "far.quiet")
        claim = button("act:far:time", label, "primary")
        title = voice.t(f"far.title.{'time' if kind == 'claim' else 'quiet'}")
        yield OpenQuestion("may claim", words, title, lambda: _card(words, claim))


def _failed(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield the news that a player has not proved his board or cards, and so has lost."""
    if (seat := side.course.failed) is not None:
        t, what, guilt = voice.t, what_is_proved(side.seat.terms), side.course.guilt
        kind = "board" if guilt is None else guilt.kind
        kind = SHUFFLES.get(kind, kind)
        words = t(f"far.failed.{kind}", who=voice.name(seat), other=voice.name(1 - seat))
        buttons = [button("act:far:aside:failed", t("far.fork.read"), "primary")]
        if what == "cards":
            buttons.append(button("act:far:certificate", t("far.certificate"), "quiet"))
        title = t(f"far.title.unproved.{what}")
        yield OpenQuestion("failed", words, title, lambda: _card(words, *buttons))


def _cheated(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """The other has shuffled falsely; the game stays as it is."""
    if (message := cheat_words(side)) is not None:
        t, words = voice.t, voice.message(message)
        buttons = [
            button("act:far:certificate", t("far.certificate"), "primary"),
            button("act:far:aside:cheated", t("far.fork.read"), "quiet"),
        ]
        if side.me >= 0 and side.course.dealing.opening():
            words = f"{words} {t('far.cheat.about', who=voice.name(side.other))}"
            buttons[0] = button("act:far:prove", t("far.cheat.prove"), "primary")
        title = t("far.title.cheated")
        yield OpenQuestion("cheated", words, title, lambda: _card(words, *buttons))


def _again(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question while a rematch is offered, here or while this device waits at its own."""
    terms, target = side.offered(), "act:rematch"
    if side.inviting:
        terms, target = side.free_seat.other, "act:far:sit-there"
        terms = None if terms and terms.public.hex() in blocked(side.store.storage) else terms
    elif not side.may_decide or side.blocked:
        terms = None
    if terms is not None:
        words, offered = voice.t("far.title.again", who=offerer(side, voice, terms)), terms
        draw = lambda: again_card(side, voice, offered, target)  # noqa: E731
        yield OpenQuestion(f"again {terms.id.hex()}", words, words, draw)


def _taken(side: FarPlay, voice: Voice) -> Iterator[OpenQuestion]:
    """Yield a question after another player got the seat."""
    if side.log.refused:
        words, t = voice.t("far.taken"), voice.t
        read = button("act:far:aside:taken", t("far.fork.read"), "primary")
        home = button("act:home", t("table.home"), "quiet")
        yield OpenQuestion("taken", words, t("far.title.taken"), lambda: _card(words, read, home))
