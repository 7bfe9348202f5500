"""Devices without a page that play A Tale of Two Cities from a shared deck."""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, Action
from engine.far.group import Group
from engine.far.letter import Chance, EventsLetter, Letter, LetterPart
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match
from tests.far.devices import Device, met
from tests.far.groups import ToyGroup
from tests.far.tables import chain

Pair = tuple[Device, Device]
GAME = "twocities"


def cities(inviter: int = 0, group: Group | None = None, clock: Clock = NO_CLOCK) -> Pair:
    """Return two devices that have met at a table of this game."""
    return met(GAME, inviter, clock, group or ToyGroup())


def sent(me: Device, other: Device, *parts: LetterPart) -> Letter:
    """Send a letter with what rides on it."""
    letter = me.write(*me.course.riding, *parts)
    other.take(letter)
    return letter


def contribution(me: Device) -> Chance:
    draw = me.course.draws
    return Chance(draw, chain(me.keys.seed).contribution(draw))


def answered(me: Device, other: Device) -> bool:
    """Apply what rides on the next decision; send what cannot wait. Return whether a letter was
    sent."""
    while True:
        if me.course.owes(me.seat):
            part = contribution(me)
            if not me.course.foresee(part):
                sent(me, other, part)
                return True
        elif steps := me.course.deck_steps():
            if not me.course.foresee_keys():
                sent(me, other, *steps)
                return True
        else:
            return False


def settled(pair: Pair) -> None:
    """Let both devices answer until one has to decide or the game is over."""
    ana, blas = pair
    while answered(ana, blas) or answered(blas, ana):
        pass


def decided(me: Device, other: Device, actions: tuple[Action, ...]) -> Letter:
    """Send these decisions with the keys of the cards they play, and what must follow them."""
    course = me.course
    state = course.match.state.clone()
    for action in actions:
        state.apply(action)
    given: list[LetterPart] = [*course.dealing.behind(state)]
    if state.current_player() == CHANCE and not given and course.match.game.draws(state) is None:
        given.append(contribution(me))
    events = EventsLetter(course.event_count, actions)
    return sent(me, other, *course.dealing.before(actions), events, *given)


def chosen(me: Device, rng: Random) -> tuple[Action, ...]:
    """Return random decisions of a device until another decides; most moves go forward, so that
    games end."""
    state, found = me.course.match.state.clone(), []
    while state.current_player() == me.seat:
        actions = sorted(state.legal_actions())
        if actions[0][0] == "move" and rng.random() < 0.8:
            assert isinstance(state, TwoCitiesState)
            goal = state.city(1 - me.seat)
            near = [abs(a[2] // 8 - goal // 8) + abs(a[2] % 8 - goal % 8) for a in actions]
            actions = [one for one, far in zip(actions, near, strict=True) if far == min(near)]
        found.append(rng.choice(actions))
        state.apply(found[-1])
    return tuple(found)


def position(me: Device) -> TwoCitiesState:
    """Return the position as a device knows it."""
    state = me.course.match.state
    assert isinstance(state, TwoCitiesState)
    return state


def to_move(pair: Pair) -> Pair:
    """Return the device that decides, and the other one."""
    settled(pair)
    for me, other in (pair, pair[::-1]):
        if me.course.match.state.current_player() == me.seat:
            return me, other
    raise AssertionError("nobody decides")


def play_on(pair: Pair, rng: Random, letters: int = 10_000) -> None:
    """Play so many letters, or to the end with both seeds opened."""
    settled(pair)
    while not pair[0].course.over and len(pair[0].log.order()) < letters:
        me, other = to_move(pair)
        decided(me, other, chosen(me, rng))
        settled(pair)


def reopened(me: Device, group: Group | None = None) -> Device:
    """Return a device that has only the seat's keys and the letters."""
    again = Device(me.terms, me.seat, me.name, group or ToyGroup())
    again.take(*me.log.order())
    return again


def truth(pair: Pair) -> Match:
    """Return the true match, as far as either device has it, opened with both seeds."""
    seeds = {device.seat: device.keys.seed for device in pair}
    course = max(pair, key=lambda one: len(one.course.events)).course
    match, cards = course.terms.match(), iter(course.dealing.order)
    for event in course.events:
        action = event.action
        if match.game.draws(match.state) is not None:
            (number, place), seat = next(cards)
            deck = course.dealing.decks[number]
            action = (action[0], deck.card(place, seat, deck.key(seat, seeds[seat], place)))
        match.play(action)
    return match
