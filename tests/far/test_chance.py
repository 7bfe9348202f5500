"""Chance between two devices: nobody can choose or predict it, and cheating is detected."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core.contract import CHANCE
from engine.far.chance import LENGTH, Chain, outcome, step
from engine.far.letter import Chance, EventsLetter, Join, LetterPart
from engine.match.clock import NO_CLOCK, Clock
from tests.far.devices import Device, keys_of, met, table
from tests.fixtures.sampled import sampled

GAME = "rilatria"


def contribution(device: Device, node: int) -> Chance:
    return Chance(node, Chain(device.keys.seed).contribution(node))


def answer(me: Device, other: Device) -> int:
    """Send the contributions that `me` owes; return the number of letters."""
    count = 0
    while me.course.owes(me.seat):
        other.take(me.write(contribution(me, me.course.draws)))
        count += 1
    return count


def settle(ana: Device, blas: Device) -> int:
    """Exchange contributions until none is owed; return the number of letters."""
    count = 0
    while ana.course.owes(ana.seat) or blas.course.owes(blas.seat):
        count += answer(ana, blas) + answer(blas, ana)
    return count


def play(ana: Device, blas: Device, events: int, seed: int = 0) -> tuple[int, int]:
    """Play a random game as the page would; return (letters with decisions, letters of chance
    alone)."""
    rng, decisions, alone = Random(seed), 0, 0
    alone += settle(ana, blas)
    while not ana.course.match.over and len(ana.course.events) < events:
        player = ana.course.match.state.current_player()
        me, other = (ana, blas) if player == ana.seat else (blas, ana)
        state, actions = me.course.match.state.clone(), []
        while state.current_player() == me.seat:
            actions.append(rng.choice(sorted(state.legal_actions())))
            state.apply(actions[-1])
        parts: list[LetterPart] = [EventsLetter(len(me.course.events), tuple(actions))]
        if state.current_player() == CHANCE:
            parts.append(contribution(me, me.course.draws))
        other.take(me.write(*parts))
        decisions += 1
        alone += settle(ana, blas)
        assert ana.course.events == blas.course.events
    assert not ana.course.refused and not blas.course.refused
    return decisions, alone


def test_both_devices_get_the_same_game_with_chance() -> None:
    ana, blas = met(GAME)
    decisions, alone = play(ana, blas, 160)
    assert ana.course.draws > 3 and alone <= 2 * ana.course.draws + 2
    late = Device(ana.terms, -1, "Eva")
    late.take(*ana.log.order())
    assert late.course.events == ana.course.events and decisions


def at_chance(seed: int = 0, clock: Clock = NO_CLOCK) -> tuple[Device, Device]:
    """Return a table at a chance node where Ana has contributed and Blas has not."""
    ana, blas = met(GAME, clock=clock)
    settle(ana, blas)
    rng = Random(seed)
    while not ana.course.at_chance:
        me, other = (ana, blas)
        if me.course.match.state.current_player() != me.seat:
            me, other = blas, ana
        action = rng.choice(me.course.match.options_now())
        other.take(me.write(EventsLetter(len(me.course.events), (action,))))
    blas.take(ana.write(contribution(ana, ana.course.draws)))
    return ana, blas


def why(me: Device, other: Device, part: Chance) -> str:
    """Return why the other side refuses a contribution; empty if it is accepted."""
    before = len(other.course.events)
    letter = me.write(part)
    other.take(letter)
    found = other.course.refused.get(letter.digest, "")
    assert bool(found) == (len(other.course.events) == before)
    return found


def test_a_changed_contribution_is_refused() -> None:
    ana, blas = at_chance()
    good = contribution(blas, blas.course.draws)
    bad = bytes([good.contribution[0] ^ 1]) + good.contribution[1:]
    assert why(blas, ana, Chance(good.draw, bad)) == "chance"
    assert why(blas, ana, Chance(good.draw, Chain(b"another").contribution(good.draw))) == "chance"
    assert why(blas, ana, good) == ""


def test_a_premature_contribution_is_refused() -> None:
    ana, blas = at_chance()
    node = blas.course.draws
    assert why(blas, ana, contribution(blas, node + 1)) == "ahead"
    assert why(blas, ana, contribution(blas, node)) == ""
    assert ana.course.draws == node + 1


def test_a_withheld_contribution_blocks_the_game_and_its_sender_is_known() -> None:
    ana, blas = at_chance()
    assert ana.course.owes(blas.seat) and not ana.course.owes(ana.seat)
    before = len(ana.course.events)
    other = ana.course.match.state.chance_outcomes()
    letter = blas.write(EventsLetter(before, (other[0][0],)))  # he tries to choose
    ana.take(letter)
    assert ana.course.refused[letter.digest] == "turn" and len(ana.course.events) == before


def test_nobody_can_join_without_a_chain() -> None:
    terms = table(GAME)
    ana, blas = Device(terms, 0, "Ana"), Device(terms, 1, "Blas")
    letter = blas.write(Join("Blas", blas.public, blas.public))
    ana.take(letter)
    ana.post(ana.log.acceptance(letter, ana.at))
    assert ana.course.refused[letter.digest] == "chance"


def test_a_chain_ends_in_its_published_end() -> None:
    chain = Chain(keys_of("Ana").seed)
    link = chain.contribution(0)
    assert step(link) == chain.end and step(chain.contribution(1)) == link
    assert chain.contribution(LENGTH - 1)
    for node in (-1, LENGTH):
        with pytest.raises(IndexError):
            chain.contribution(node)


@pytest.mark.parametrize("weights", sampled([(1, 1), (1, 2, 3), (1, 1, 1, 1, 1, 1), (5, 1, 30)], 2))
def test_outcomes_follow_the_weights_even_if_a_chain_is_picked(
    weights: tuple[int, ...],
) -> None:
    """Of three chains Blas takes the one whose end looks best beside Ana's. 100,000 draws stay
    within the 99.9 % bound of chi-square."""

    class Node:
        def chance_outcomes(self) -> list[tuple[tuple[str, int], int]]:
            return [(("roll", n), weight) for n, weight in enumerate(weights)]

    bound = {1: 10.83, 2: 13.82, 5: 20.52}[len(weights) - 1]
    total, count, found = sum(weights), 100_000, Counter[int]()
    done = 0
    while done < count:
        ana = Chain(b"ana %d" % done)
        blas = max(
            (Chain(b"blas %d %d" % (done, n)) for n in range(3)),
            key=lambda one: step(ana.end + one.end),
        )
        for node in range(min(LENGTH, count - done)):
            parts = [ana.contribution(node), blas.contribution(node)]
            found[outcome(Node(), parts)[1]] += 1  # type: ignore[arg-type]
            done += 1
    expected = [count * weight / total for weight in weights]
    value = sum((found[n] - one) ** 2 / one for n, one in enumerate(expected))
    assert value < bound, found
