"""The letters of a table: any order, duplicates, forks, and who has which seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.far.letter import EventsLetter, Join, Letter, Parent, Says, WordLetter
from engine.far.limits import MAX_WAITING
from engine.far.log import Log
from engine.far.order import sorted_letters
from tests.far.devices import Curve, Device, keys_of, met, table

CURVE = Curve()


def play(ana: Device, blas: Device, plies: int, seed: int = 0) -> list[Letter]:
    """Play `plies` random moves, each delivered at once; return the letters."""
    rng, found = Random(seed), []
    for _ in range(plies):
        player = ana.course.match.state.current_player()
        if player < 0:
            break
        me, other = (ana, blas) if player == ana.seat else (blas, ana)
        count = len(me.course.match.events)
        found.append(me.write(EventsLetter(count, (rng.choice(me.course.match.options_now()),))))
        assert other.take(found[-1]) == ["new"]
    return found


@pytest.mark.parametrize("inviter", [0, 1])
def test_two_devices_play_to_the_end(inviter: int) -> None:
    ana, blas = met(inviter=inviter)
    play(ana, blas, 1000, inviter)
    assert ana.course.match.over
    assert ana.course.match.events == blas.course.match.events
    assert ana.course.match.outcome() == blas.course.match.outcome()
    assert not ana.course.refused and not ana.log.aside
    names = {ana.seat: "Ana", blas.seat: "Blas"}
    assert ana.course.names == blas.course.names == [names[0], names[1]]


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_letters_may_arrive_in_any_order_and_twice(rng: Random) -> None:
    ana, blas = met()
    play(ana, blas, 9)
    blas.take(ana.write(Says("good luck")))
    ana.take(blas.write(WordLetter("draw?", 9)))
    every = [letter.data for letter in ana.log.order()] * 2
    rng.shuffle(every)
    late = Device(ana.terms, -1, "Eva")
    for data in every:
        assert late.log.receive(data).what in ("new", "known", "waiting")
    late.course.follow(late.log)
    assert late.course.match.events == ana.course.match.events
    assert (
        late.course.agreements.offer == ana.course.agreements.offer
        and late.course.said == ana.course.said
    )


def test_crossing_letters_have_the_same_order_everywhere() -> None:
    """Blas resigns while Ana's move is on its way: the move comes first."""
    ana, blas = met()
    play(ana, blas, 2)
    move = ana.write(EventsLetter(2, (ana.course.match.options_now()[0],)))
    resigned = blas.write(EventsLetter(2, (("resign", 1),)))
    ana.take(resigned)
    blas.take(move)
    assert ana.course.match.events == blas.course.match.events
    assert [event.action[0] for event in ana.course.match.events[2:]] == ["move", "resign"]
    assert not ana.course.refused and not blas.course.refused


def test_any_order_of_crossing_letters_gives_the_same_state() -> None:
    ana, blas = met()
    play(ana, blas, 3)
    said, asked = (
        ana.write(
            Says("a"),
        ),
        ana.write(WordLetter("back?", 2)),
    )
    mine = blas.write(EventsLetter(3, (blas.course.match.options_now()[3],)))
    base = [letter.data for letter in ana.log.order() if letter not in (said, asked)]
    found = set()
    for order in permutations([said, asked, mine]):
        eva = Device(ana.terms, -1, "Eva")
        for data in base:
            eva.log.receive(data)
        eva.take(*order)
        found.add(
            (tuple(eva.course.match.events), eva.course.agreements.offer, tuple(eva.course.said))
        )
    assert len(found) == 1


# -- forks and forgeries -------------------------------------------------------------------------


def test_two_letters_with_the_same_number_are_a_fork() -> None:
    ana, blas = met()
    twin = Device(ana.terms, 0, "Ana")  # an old backup of hers that is played on
    twin.take(*blas.log.order())
    options = ana.course.match.options_now()
    one = ana.write(EventsLetter(0, (options[0],)))
    other = twin.write(EventsLetter(0, (options[1],)))
    assert blas.take(one, other) == ["new", "fork"]
    assert {*blas.log.forks[0]} == {one, other} and blas.log.open_forks == (*blas.log.forks,)
    lower = min(one, other, key=lambda letter: letter.digest)
    assert blas.log.chain(0)[-1] == lower and len(blas.course.match.events) == 1
    assert other.genuine(CURVE, ana.public) and one.genuine(CURVE, ana.public)


def test_a_letter_signed_twice_counts_once() -> None:
    ana, blas = met()
    letter = ana.write(Says("hello"))
    assert blas.take(letter, letter.write(CURVE, keys_of("Ana").secret)) == ["new", "known"]


def test_a_forged_letter_is_set_aside() -> None:
    ana, blas = met()
    plain = ana.log.next_letter(0, (EventsLetter(0, (ana.course.match.options_now()[0],)),), ana.at)
    forged = plain.write(CURVE, keys_of("Eva").secret)
    found = blas.log.receive(forged.data)
    assert (found.what, found.why) == ("aside", "forged") and not blas.log.chain(0)[1:]


def test_a_letter_with_missing_or_false_parents_is_set_aside() -> None:
    ana, blas = met()
    play(ana, blas, 4)
    plain = blas.log.next_letter(1, (Says("x"),), blas.at)
    old = tuple(one for one in plain.parents if one.seat == 1)
    letter = replace(plain, parents=old).write(CURVE, blas.keys.secret)
    assert ana.log.receive(letter.data).why == "parents"
    lies = tuple(Parent(one.seat, one.seen, bytes(16)) for one in plain.parents)
    letter = replace(plain, parents=lies).write(CURVE, blas.keys.secret)
    assert ana.log.receive(letter.data).what == "waiting"  # they may exist on another branch
    ana.course.follow(ana.log)
    assert ana.log.heads() == blas.log.heads()


def test_waiting_letters_are_limited() -> None:
    ana, blas = met()
    many = [ana.write(Says(str(n))) for n in range(MAX_WAITING + 40)]
    for letter in reversed(many[1:]):
        assert blas.log.receive(letter.data).what == "waiting"
    assert blas.take(*many)[-1] in ("new", "known")
    assert len(blas.course.said) == len(many)


# -- seats ---------------------------------------------------------------------------------------


def test_only_the_first_to_join_gets_the_seat() -> None:
    terms = table()
    ana, blas, eva = Device(terms, 0, "Ana"), Device(terms, 1, "Blas"), Device(terms, 1, "Eva")
    eva.at += 1_000
    first, second = blas.join(), eva.join()
    ana.take(first, second)
    taken = ana.post(ana.log.acceptance(ana.log.candidates()[0], ana.at))
    assert ana.log.accepted == blas.public and ana.course.names == ["Ana", "Blas"]
    assert eva.take(taken) == ["new"]  # it brings his letter along
    assert eva.take(first) == ["known"]
    assert eva.log.refused and eva.course.names == ["Ana", "Blas"] and not blas.log.refused
    late = Letter(terms.id, 1, 1, second.at, (Parent(1, 1, second.digest),), (Says("but I"),))
    assert ana.take(late.write(CURVE, eva.keys.secret)) == ["aside"]


def test_a_joining_player_may_move_before_being_accepted() -> None:
    """By links alone: the answer already contains the first move."""
    terms = table(inviter=1)
    ana, blas = Device(terms, 1, "Ana"), Device(terms, 0, "Blas")
    join = blas.join()
    move = blas.write(EventsLetter(0, (blas.course.match.options_now()[0],)))
    assert ana.take(join, move) == ["new", "new"] and not ana.course.match.events
    blas.take(ana.post(ana.log.acceptance(join, ana.at)))
    assert ana.course.match.events == blas.course.match.events and len(ana.course.match.events) == 1


def test_a_stranger_with_two_join_letters_causes_no_fork() -> None:
    terms = table()
    ana, eva = Device(terms, 0, "Ana"), Device(terms, 1, "Eva")
    twice = Letter(terms.id, 1, 0, 5, (), (Join("Eve", eva.public, eva.public),)).write(
        CURVE, eva.keys.secret
    )
    ana.take(eva.join(), twice)
    assert not ana.log.forks


# -- missing letters ------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 12), st.integers(0, 12))
def test_lacks_returns_exactly_the_missing_letters(before: int, after: int) -> None:
    ana, blas = met()
    play(ana, blas, before)
    heads = blas.log.heads()
    words = [ana.write(Says(str(n))) for n in range(after)]
    lacking = ana.log.lacks(heads)
    assert lacking == words
    blas.take(*lacking)
    assert blas.log.heads() == ana.log.heads() and not ana.log.lacks(blas.log.heads())


def test_letters_tell_what_their_author_has_seen() -> None:
    ana, blas = met()
    first = ana.write(Says("one"))
    assert first in ana.log.lacks(ana.log.seen_by(1))
    blas.take(first)
    ana.take(blas.write(Says("two")))
    assert first not in ana.log.lacks(ana.log.seen_by(1))


def test_a_device_that_lost_everything_gets_its_letters_back() -> None:
    ana, blas = met()
    play(ana, blas, 7)
    again = Device(ana.terms, 0, "Ana")
    for letter in blas.log.order():
        again.log.receive(letter.data)
    again.course.follow(again.log)
    assert again.log.heads() == ana.log.heads()
    assert again.course.match.events == ana.course.match.events


def test_a_spectators_log_needs_no_seat() -> None:
    ana, blas = met()
    eva = Log(ana.terms, CURVE)
    for letter in blas.log.order():
        eva.receive(letter.data)
    assert eva.heads() == ana.log.heads() and not eva.refused


def test_a_long_table_is_read_from_storage_in_any_order() -> None:
    ana, blas = met()
    for number in range(MAX_WAITING + 10):
        blas.take(ana.write(Says(str(number))))
        ana.take(blas.write(Says("indeed")))
    every = [letter.data for letter in ana.log.order()]
    assert len(every) > 2 * MAX_WAITING
    for kept in (every[::-1], Random(1).sample(every, len(every))):
        late = Device(ana.terms, -1, "Eva")
        for data in sorted_letters([b"damaged", *kept]):
            late.log.receive(data)
        assert late.log.heads() == ana.log.heads()
