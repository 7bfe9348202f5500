"""Played tables of devices without a page, as files, for tests of certificates."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from functools import cache
from random import Random
from typing import Any

from engine.core.contract import RESIGN, Action
from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.chance import Chain
from engine.far.letter import MAX_PARTS, Chance, EventsLetter, Letter, Says, WordLetter
from engine.match.clock import NO_CLOCK, Clock
from tests.far.devices import Device, met

Pair = tuple[Device, Device]
MATE = (("f2f3", "e7e5"), ("g2g4", "d8h4"))


def turn_of(me: Device, rng: Random) -> tuple[Action, ...]:
    """Return random decisions of a device until another seat decides; a deployment in one piece."""
    match = me.course.match
    drafted = match.game.arrangement(match.state, ())
    if drafted is not None:
        whole = match.game.arrangement(match.state, match.game.random_draft(match.state, rng))
        assert whole is not None
        return tuple(whole.actions)
    state, found = match.state.clone(), list[Action]()
    while state.current_player() == me.seat and len(found) < 40:
        found.append(rng.choice(sorted(state.legal_actions())))
        state.apply(found[-1])
    return tuple(found)


def decide(me: Device, other: Device, actions: tuple[Action, ...]) -> Letter:
    """Send these decisions, with what they hide and open."""
    letter = me.decide(actions)
    other.take(letter)
    return letter


def owed(pair: Pair) -> bool:
    """Send what devices send by themselves; return whether anything was due."""
    for me, other in (pair, pair[::-1]):
        if me.course.owes(me.seat):
            draw = me.course.draws
            other.take(me.write(Chance(draw, chain(me.keys.seed).contribution(draw))))
            return True
        if me.ended():
            other.take(me.write(WordLetter("over", me.course.event_count)))
            return True
        if due := me.course.story.to_open(me.seat):
            other.take(me.write(*(me.course.own[n] for n in due[:MAX_PARTS])))
            return True
    return False


def play_on(pair: Pair, seed: int, letters: int) -> None:
    """Play at random for so many letters, or to the end, some seconds apart."""
    rng = Random(seed)
    while len(pair[0].log.order()) < letters and not pair[0].course.over:
        for device in pair:
            device.at = max(one.at for one in pair) + rng.randrange(1_000, 20_000)
        if not owed(pair):
            seat = pair[0].course.match.state.current_player()
            me, other = pair if pair[0].seat == seat else pair[::-1]
            decide(me, other, turn_of(me, rng))
    while owed(pair):
        pass


def played(
    game_id: str, seed: int = 1, letters: int = 4_000, clock: Clock = NO_CLOCK, **options: Any
) -> Pair:
    """Return two devices that have played at random, to the end if `letters` allow."""
    pair = met(game_id, seed % 2, clock, **options)
    play_on(pair, seed, letters)
    return pair


def resigned(pair: Pair) -> Pair:
    """Let the second device resign."""
    ana, blas = pair
    ana.take(blas.write(EventsLetter(blas.course.event_count, ((RESIGN, blas.seat),))))
    while owed(pair):
        pass
    return pair


def mated() -> Pair:
    """Return a game of Andarraya of four moves, with some words, an offer and its refusal."""
    pair = met("andarraya")
    ana, blas = pair
    blas.take(ana.write(Says("hello")))
    for first, second in MATE:
        for me, other, move in ((ana, blas, first), (blas, ana, second)):
            match = me.course.match
            decide(me, other, (match.game.parse_action(match.state, move),))
        if not ana.course.over:
            blas.take(ana.write(WordLetter("draw?", ana.course.event_count)))
            ana.take(blas.write(WordLetter("draw-no", ana.course.event_count)))
    return pair


def fogged() -> Pair:
    """Return a game of Cotadrez in which both have deployed and nothing is opened."""
    pair = met("cotadrez")
    for me, other in (pair, pair[::-1]):
        decide(me, other, turn_of(me, Random(7)))
    return pair


def forked() -> Pair:
    """Return a game in which the second seat signed two letters with one number."""
    pair = met("andarraya")
    ana, _ = pair
    play_on(pair, 4, 7)
    seat = ana.course.match.state.current_player()
    me, other = pair if ana.seat == seat else pair[::-1]
    second = me.log.next_letter(me.seat, (Says("second version"),), me.at)
    other.take(me.write(Says("first version")))
    twin = second.write(me.crypto, me.keys.secret)
    assert other.log.receive(twin.data).what == me.log.receive(twin.data).what == "fork"
    play_on(pair, 5, 12)
    return pair


def strict(word: str) -> bytes:
    return urlsafe_b64decode(word + "=" * (-len(word) % 4))


@cache
def chain(seed: bytes) -> Chain:
    return Chain(seed)


def file_of(pair: Pair) -> str:
    return finish(certify(pair[0].log))
