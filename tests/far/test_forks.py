"""Two letters for one place: what counts, on every device alike, and what is kept beside it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.far.forks import Graph, choose
from engine.far.letter import EventsLetter, Letter, LetterPart, Parent, Says, WordLetter
from engine.far.limits import MAX_BRANCHES, MAX_BYTES, MAX_LETTERS
from engine.far.order import sorted_letters
from tests.far.devices import Curve, Device, met

CURVE = Curve()


def twin(device: Device) -> Device:
    """Return a second device of the same seat, with the same letters."""
    found = Device(device.terms, device.seat, device.name)
    for letter in sorted_letters(one.data for one in device.log.kept()):
        found.log.receive(letter)
    found.course.follow(found.log)
    return found


def move(device: Device, number: int = 0) -> EventsLetter:
    course = device.course
    return EventsLetter(course.event_count, (sorted(course.match.options_now())[number],))


def split(one: LetterPart, other: LetterPart) -> tuple[Device, Device, Letter, Letter]:
    """Return Ana and Blas, and two letters of Ana's with the same number, not delivered yet."""
    ana, blas = met()
    again = twin(ana)
    return ana, blas, ana.write(one), again.write(other)


def moves(ana: Device) -> tuple[EventsLetter, EventsLetter]:
    return move(ana, 0), move(ana, 1)


def shown(device: Device) -> tuple[object, ...]:
    """Return what a device makes of its letters."""
    device.course.follow(device.log)
    chains = [[one.digest for one in device.log.chain(seat)] for seat in (0, 1)]
    course = device.course
    beside = {one.digest for one in device.log.beside()}
    return (
        chains, [*course.match.events], course.match.outcome(), course.agreements.offer,
        course.said,
        [one.digest for one in device.log.order()], beside, {*device.log.open_forks},
    )  # fmt: skip


# -- what counts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_two_words_of_one_seat_do_not_end_the_table(first: int) -> None:
    ana, blas, one, other = split(Says("from the phone"), Says("from the laptop"))
    blas.take(*(one, other)[:: 1 - 2 * first])
    assert not blas.log.open_forks and len(blas.log.forks) == 1
    assert any(one.part(Says) for one in blas.log.beside())
    low = min(one, other, key=lambda letter: letter.digest)
    assert blas.log.chain(0)[-1] == low and len(blas.course.said) == 1
    ana.take(one, other)
    blas.take(ana.write(move(ana)))
    assert len(blas.course.match.events) == 1


def test_the_only_decision_counts_whatever_its_digest() -> None:
    """Also one that follows later on its branch."""
    for number in range(8):
        ana, blas, word, _ = split(Says(f"hello {number}"), Says("x"))
        decided = ana.write(move(ana))
        again = Device(ana.terms, 0, "Ana")
        again.take(*[one for one in ana.log.order() if one not in (word, decided)])
        other = again.write(Says(f"again {number}"))
        blas.take(other, word, decided)
        assert len(blas.course.match.events) == 1 and not blas.log.open_forks
        assert blas.log.beside() == [other]


def test_an_open_fork_shows_the_lower_digest_and_stays_open_until_it_is_answered() -> None:
    ana, blas = met()
    one, other = ana.write(move(ana, 0)), twin(met()[0]).write(move(ana, 1))
    blas.take(one, other)
    assert len(blas.log.open_forks) == 1
    assert blas.log.chain(0)[-1].digest == min(one.digest, other.digest)
    ana.take(other, blas.write(move(blas)))
    assert not ana.log.open_forks and not blas.log.open_forks
    assert shown(ana) == shown(blas)


@pytest.mark.parametrize("place", range(6))
def test_what_the_other_seat_has_answered_stands(place: int) -> None:
    """Whatever comes later on the other branch, and however long it is."""
    ana, blas = met()
    again = twin(ana)
    one = ana.write(move(ana, place))
    blas.take(one)
    ana.take(blas.write(move(blas)))
    before = shown(blas)[:5]
    bait = [again.write(move(again, place + 1))]
    bait += [again.write(Says(str(number))) for number in range(20)]
    blas.take(*bait)
    ana.take(*bait)
    assert shown(blas)[:5] == before and shown(ana) == shown(blas)
    assert len(blas.log.beside()) == 21 and not blas.log.open_forks
    again.take(*ana.log.order())
    assert shown(again) == shown(ana)  # the author's device follows


def test_a_seat_cannot_take_a_move_back_by_a_fork_although_the_other_forked_long_ago() -> None:
    """Blas once spoke from two devices. Ana hears of it, later answers his lost letter and adds as
    many letters as she likes: what both have answered stands."""
    ana, blas = met()
    blas.take(ana.write(move(ana)))
    phone = twin(blas)
    mine, lost = blas.write(Says("one")), phone.write(Says("two"))
    ana.take(mine)
    blas.take(ana.write(Says("I hear one")))
    for _ in range(3):
        ana.take(blas.write(move(blas)))
        blas.take(ana.write(move(ana)))
    liar = Device(ana.terms, 0, "Ana")
    liar.take(*[one for one in phone.log.order()])
    bait = [liar.write(Says(f"rather {number}")) for number in range(40)]
    before = shown(blas)[:5]
    blas.take(lost, *bait)
    ana.take(lost, *bait)
    assert shown(blas)[:5] == before and shown(ana) == shown(blas)
    assert len(blas.log.beside()) == 41


def test_an_unanswered_crossing_word_does_not_outweigh_an_answer() -> None:
    """Ana makes as if she had not seen ten words of Blas, who answers her move; then she sends
    another move that names all ten."""
    ana, blas = met()
    liar = twin(ana)
    words = [blas.write(Says(str(number))) for number in range(10)]
    played = ana.write(move(ana, 0))
    liar.take(*words)
    other = liar.write(move(liar, 1))
    blas.take(played)
    blas.write(move(blas))
    before = shown(blas)[:5]
    blas.take(other)
    assert shown(blas)[:5] == before


def test_if_both_seats_have_forked_the_longer_pair_counts() -> None:
    ana, blas = met()
    left, right = (ana, blas), (twin(ana), twin(blas))
    for number, (one, other) in enumerate((left, right)):
        other.take(one.write(move(one, number)))
        one.take(other.write(move(other)))
    right[1].take(right[0].write(move(right[0])))
    letters = [*right[0].log.order(), *left[0].log.order()]
    for seed in range(6):
        Random(seed).shuffle(letters)
        eva = Device(ana.terms, -1, "Eva")
        eva.take(*letters)
        assert [*eva.log.order()] == [*right[0].log.order()]


def test_nothing_revives_a_game_that_somebody_has_resigned() -> None:
    for number in range(6):
        ana, blas, one, _ = split(EventsLetter(0, (("resign", 0),)), Says("x"))
        again = Device(ana.terms, 0, "Ana")
        again.take(*[it for it in ana.log.order() if it != one])
        played = again.write(move(again, number))
        blas.take(one, played)
        assert blas.course.over and not blas.log.open_forks


@pytest.mark.parametrize("seen_first", [True, False])
def test_a_draw_that_both_have_seen_stands_whatever_its_acceptor_writes_beside_it(
    seen_first: bool,
) -> None:
    """Only one seat has forked. Its other branch, which resigns, does not know the end."""
    ana, blas = met()
    blas.take(ana.write(move(ana)))
    blas.take(ana.write(WordLetter("draw?", 1)))
    ana.take(blas.write(WordLetter("draw", 1)))
    cheat = twin(blas)
    blas.take(ana.write(WordLetter("draw!", 1)))
    knows = blas.write(Says("x"))
    resigned = cheat.write(EventsLetter(1, (("resign", 1),)))
    letters = (knows, resigned) if seen_first else (resigned, knows)
    for letter in letters:
        ana.take(letter)
    outcome = ana.course.match.outcome()
    assert outcome is not None and outcome.winner is None
    assert knows in ana.log.order() and resigned not in ana.log.order()


# -- every device alike --------------------------------------------------------------------------


def forked(rng: Random) -> list[Letter]:
    """Return all letters of a table that was played on several devices of each seat."""
    ana, blas = met()
    devices = [ana, blas]
    found = {one.digest: one for one in ana.log.order()}
    for _ in range(rng.randrange(4, 30)):
        if len(devices) < 6 and rng.random() < 0.2:
            devices.append(twin(rng.choice(devices)))
        device = rng.choice(devices)
        if rng.random() < 0.5:
            device.take(*rng.sample([*found.values()], rng.randrange(len(found))))
            continue
        part: LetterPart = Says(str(rng.random()))
        if device.course.match.state.current_player() == device.seat and rng.random() < 0.7:
            part = move(device, rng.randrange(4))
        elif rng.random() < 0.1:
            part = EventsLetter(device.course.event_count, (("resign", device.seat),))
        elif rng.random() < 0.3:
            part = WordLetter(rng.choice(("draw?", "draw", "back?")), device.course.event_count)
        letter = device.write(part)
        found[letter.digest] = letter
    return [*found.values()]


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_same_letters_give_the_same_game_on_every_device(rng: Random) -> None:
    letters = forked(rng)
    views = []
    for _ in range(4):
        rng.shuffle(letters)
        eva = Device(met()[0].terms, -1, "Eva")
        for letter in letters:
            assert eva.log.receive(letter.data).what in ("new", "known", "waiting", "fork")
            if rng.random() < 0.3:
                eva.course.follow(eva.log)
        views.append(shown(eva))
    assert views[0] == views[1] == views[2] == views[3]
    kept = eva.log.kept()
    assert {one.digest for one in kept} == {one.digest for one in letters}
    assert len(eva.log.beside()) + len(eva.log.order()) == len(letters)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_one_seat_alone_cannot_take_from_the_other_what_it_has_answered(rng: Random) -> None:
    """Ana plays on many devices, Blas on one: all his letters stay, whatever she sends."""
    ana, blas = met()
    devices, found = [ana], [*ana.log.order()]
    for _ in range(25):
        device = rng.choice([*devices, blas, blas])
        if device is not blas and rng.random() < 0.4:
            devices.append(device := twin(device))
        device.take(*rng.sample(found, rng.randrange(len(found))))
        mine = device.course.match.state.current_player() == device.seat
        part = move(device, rng.randrange(4)) if mine else Says(str(rng.random()))
        found.append(device.write(part))
        blas.take(*rng.sample(found, rng.randrange(len(found))))
        assert {one.digest for one in found if one.seat == 1} <= {
            one.digest for one in blas.log.chain(1)
        }


# -- bounds --------------------------------------------------------------------------------------


def test_branches_letters_and_bytes_of_a_seat_are_bounded() -> None:
    ana, blas = met()
    base = [one for one in ana.log.order()]
    for number in range(MAX_BRANCHES + 20):
        again = Device(ana.terms, 0, "Ana")
        again.take(*base)
        blas.take(again.write(Says(f"branch {number}")))
    assert len(blas.log.beside()) == MAX_BRANCHES - 1
    assert blas.log.aside[-1].why == "full"
    blas.write(Says("still here"))
    assert blas.log.chain(1)[-1].parts == (Says("still here"),)


def test_a_seat_that_has_sent_too_much_is_full_and_the_other_is_not() -> None:
    ana, blas = met()
    count = 0
    letter = ana.log.chain(0)[-1]
    while count < MAX_LETTERS + 5:
        n = letter.n + 1
        parent = Parent(0, n, letter.digest)
        others = tuple(one for one in letter.parents if one.seat == 1)
        plain = Letter(ana.terms.id, 0, n, letter.at, (parent, *others), (Says("x" * 200),))
        letter, count = plain, count + 1
        if blas.log.receive(plain.data + bytes(64), trusted=True).what != "new":
            break
    assert blas.log.full(0) and blas.log.crowded(0) and not blas.log.full(1)
    sizes = [len(one.data) for one in blas.log.kept() if one.seat == 0]
    assert len(sizes) <= MAX_LETTERS and sum(sizes) <= MAX_BYTES
    graph = Graph()
    for one in blas.log.kept():
        graph.add(one)
    assert choose(graph.stretches(graph.roots.values())).chains[0] == blas.log.chain(0)
