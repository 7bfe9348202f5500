"""How many letters whole games take, and the simulated network of the benchmark."""

from __future__ import annotations

from random import Random

import pytest

from engine.far.letter import EventsLetter, Letter
from tests.bench import far_cost
from tests.far.deck_counts import most_letters, quiet_turns
from tests.far.decks import cities, play_on
from tests.far.plans import PLANS, devices_of, planned
from tests.far.tables import Pair

SET_UP = ("ready", "open")
CHOICES = ("accept", "decline", "back", "closed")


def decided(pair: Pair) -> list[Letter]:
    """Return the letters with decisions after the set-up."""
    return [
        letter
        for letter in pair[0].log.order()
        for part in letter.parts
        if isinstance(part, EventsLetter) and part.actions[-1][0] not in SET_UP
    ]


def answered(letters: list[Letter]) -> int:
    """Return how many letters begin with a choice after a fight: a promotion, a rescue."""
    parts = [part for one in letters if (part := one.part(EventsLetter))]
    first = [part.actions[0][0] for part in parts]
    return sum(verb in CHOICES for verb in first)


def count(name: str, *verbs: str) -> int:
    return sum(action[0] in verbs for action in planned(name).actions)


@pytest.mark.parametrize("name", PLANS)
def test_a_turn_and_a_fight_take_one_letter_each(name: str) -> None:
    """With desertion the question and the shown attacker are letters of the same fight."""
    turns, asked = count(name, "move", "attack"), 2 * count(name, "stand", "desert")
    fights = count(name, "attack")
    over_relay, by_link = decided(devices_of(name)), decided(devices_of(name, by_link=True))
    assert len(over_relay) <= turns + fights + asked + answered(over_relay)
    if not asked:  # no answer is due inside a turn
        assert len(by_link) - answered(by_link) <= 1.05 * turns


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_of_two_cities_without_a_fight_takes_one_letter(seed: int) -> None:
    pair = cities()
    play_on(pair, Random(seed))
    course, letters = pair[0].course, pair[0].log.order()
    actions = [event.action for event in course.events]
    turns, taken = quiet_turns(letters, actions)
    assert course.over and turns > 3 and turns <= taken <= 1.05 * turns
    assert len(letters) <= most_letters(actions, len(course.dealing.decks))


def test_a_letter_takes_the_way_to_the_relay_and_from_there() -> None:
    pair = devices_of("barrage")
    letters = pair[0].log.order()
    times = far_cost.simulate(letters, 0.5, 0.0, Random(1))
    assert {round(two - one, 6) for one, two in zip(*times[:2], strict=True)} == {1.0}
    for one in far_cost.fights(pair):  # the attack and its answer
        assert len(one) == 2 and times.arrived[one[-1]] - times.written[one[0]] == pytest.approx(2)


def test_what_is_lost_arrives_later_and_in_order() -> None:
    letters = devices_of("barrage")[0].log.order()
    whole = far_cost.simulate(letters, 0.2, 0.0, Random(1))
    lost = far_cost.simulate(letters, 0.2, 0.2, Random(1))
    assert max(lost.arrived) > max(whole.arrived)
    assert lost == far_cost.simulate(letters, 0.2, 0.2, Random(1))
    for seat in (0, 1):
        arrived = [at for at, one in zip(lost.arrived, letters, strict=True) if one.seat == seat]
        assert arrived == sorted(arrived)


def test_an_event_is_as_long_as_nip44_makes_it() -> None:
    """Padded lengths of NIP-44's test vectors: 16 → 32, 33 → 64, 257 → 320, 515 → 640."""
    letter = devices_of("barrage")[0].log.order()[0]
    for text, padded in ((16, 32), (33, 64), (257, 320), (515, 640)):
        short = far_cost.content_length_of(text)
        assert short == -(-(67 + padded) // 3) * 4
    assert far_cost.event_length(letter) > far_cost.content_length(letter) + 300
