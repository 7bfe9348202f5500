"""Time from dated letters: turns, claims, ends, and clients that cheat with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.contract import TIME
from engine.far.dates import LAST_FIRST, MOST_AHEAD
from engine.far.letter import Accept, EventsLetter, Letter, LetterPart, Parent, Says, WordLetter
from engine.far.timing import AHEAD, Measure, named
from engine.match.clock import DAY, HOUR, MINUTE, NO_CLOCK, SECOND, Clock, bank_of
from tests.far.devices import Device, met, table
from tests.far.test_chance import at_chance, contribution, settle
from tests.far.test_log import play

CLOCK = Clock(0, 10, 5)
LATE = 10 * MINUTE + CLOCK.grace  # after a turn has begun, of the first turn


def sat(clock: Clock = CLOCK, plies: int = 1, **options: Any) -> tuple[Device, Device]:
    """Return Ana and Blas, who is to move if `plies` is odd; no time has passed."""
    ana, blas = met(clock=clock, **options)
    play(ana, blas, plies)
    return ana, blas


def dated(device: Device, wait: int, *parts: LetterPart) -> Letter:
    """Write a letter `wait` milliseconds after the device's start."""
    return device.post(device.log.next_letter(device.seat, parts, device.at + wait))


def move(device: Device, wait: int, number: int = 0, used: int | None = None) -> Letter:
    """Decide; `used`: the time stated, by default what the dates say."""
    course = device.course
    action = course.match.options_now()[number]
    turn = course.turn
    said = 0 if turn is None else max(0, device.at + wait - turn.began)
    part = EventsLetter(course.event_count, (action,), said if used is None else used)
    return dated(device, wait, part)


def claim(device: Device, wait: int) -> Letter:
    return dated(device, wait, WordLetter("time?", device.course.event_count))


def end(device: Device, wait: int) -> Letter:
    loss = (TIME, 1 - device.seat)
    return dated(device, wait, EventsLetter(device.course.event_count, (loss,)))


def result(device: Device) -> tuple[object, ...]:
    """Return how a game stands, as the same letters must give it on every device."""
    course = device.course
    ruling = course.ruling
    return (
        tuple(course.events), course.forfeit, course.over, course.broken_off is not None,
        course.conceded,
        ruling and (ruling.verdict, ruling.letter.digest, ruling.answer and ruling.answer.digest),
        course.claim and course.claim.letter.digest, sorted(course.refused.items()),
        sorted(course.spent.items()), course.turn and (course.turn.seat, course.turn.began),
    )  # fmt: skip


def spectator(device: Device, letters: list[Letter], at_once: bool) -> tuple[object, ...]:
    """Return the result on a device that gets the letters in this order."""
    eva = Device(device.terms, -1, "Eva")
    for letter in letters:
        eva.log.receive(letter.data)
        if not at_once:
            eva.course.follow(eva.log)
    eva.course.follow(eva.log)
    return result(eva)


def agree(*devices: Device) -> str:
    """Exchange all letters, check that every device has the same result, also in other orders, and
    return its verdict."""
    every = {one.digest: one for device in devices for one in device.log.order()}
    for device in devices:
        device.take(*every.values())
    found = result(devices[0])
    rng, letters = Random(1), list(every.values())
    for number in range(8):
        rng.shuffle(letters)
        assert spectator(devices[0], letters, number % 2 == 0) == found
    assert all(result(device) == found for device in devices)
    ruling = devices[0].course.ruling
    return ruling.verdict if ruling is not None else ""


# -- honest --------------------------------------------------------------------------------------


def test_time_used_is_what_each_seat_states() -> None:
    """Dates cost nothing: neither own ones, nor those of the other seat."""
    ana, blas = sat(plies=0)
    blas.take(move(ana, 9 * MINUTE, used=75 * SECOND))
    ana.take(move(blas, 9 * MINUTE, used=5 * SECOND))
    assert ana.course.spent == blas.course.spent == {0: [75_000], 1: [5_000]}
    assert ana.course.left(0) == 10 * MINUTE - 70 * SECOND
    assert agree(ana, blas) == ""


def test_an_unanswered_claim_ends_the_game_after_the_clocks_patience() -> None:
    ana, blas = sat()
    claim(ana, LATE)
    assert ana.course.claim is not None and ana.course.claim.seat == 0
    end(ana, LATE + CLOCK.patience)
    assert agree(ana, blas) == "lost" and blas.course.events[-1].action == (TIME, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_has_no_time_left_says_so_himself(seat: int) -> None:
    """Nobody has to ask; it is the loser's own letter, so an end that does not name it is void."""
    pair = sat(plies=seat)
    loser, other = pair[seat], pair[1 - seat]
    claim(other, LATE + 5 * SECOND), end(other, LATE + CLOCK.patience + 5 * SECOND)
    dated(loser, LATE, WordLetter("time", loser.course.event_count))
    assert agree(*pair) == "" and pair[0].course.events[-1].action == (TIME, seat)


def test_nobody_runs_out_of_time_without_a_clock() -> None:
    ana, blas = sat(NO_CLOCK)
    letter = dated(blas, LATE, WordLetter("time", 1))
    assert agree(ana, blas) == "" and blas.course.refused == {letter.digest: "word"}


def test_a_move_that_the_end_names_has_answered_the_claim() -> None:
    ana, blas = sat()
    asked = claim(ana, LATE)
    blas.take(asked)
    ana.take(move(blas, LATE + SECOND))
    assert ana.course.claim is None and ana.course.left(1) == 5 * SECOND
    late = dated(ana, LATE + CLOCK.patience, EventsLetter(1, ((TIME, 1),)))
    assert agree(ana, blas) == "" and ana.course.refused == {late.digest: "illegal"}


def test_a_move_that_crossed_the_claim_leaves_no_claim() -> None:
    ana, blas = sat()
    claim(ana, LATE)
    move(blas, LATE - 20 * SECOND)
    assert agree(ana, blas) == "" and ana.course.claim is None and not ana.course.refused


def test_no_clock_runs_before_the_seat_is_taken() -> None:
    terms = table(inviter=1, clock=CLOCK)
    ana, blas = Device(terms, 1, "Ana"), Device(terms, 0, "Blas")
    blas.join()
    move(blas, 5 * MINUTE)
    ana.take(*blas.log.order())
    blas.take(ana.post(ana.log.acceptance(ana.log.candidates()[0], ana.at + 9 * MINUTE)))
    assert ana.course.spent == {} and ana.course.left(0) == 10 * MINUTE
    assert ana.course.turn is not None and ana.course.turn.began == ana.at + 9 * MINUTE


PIECES = (
    (CLOCK, 9 * MINUTE + 5 * SECOND),
    (Clock(3), 3 * DAY - MINUTE),
    (bank_of(24, 4, 3), DAY + 4 * HOUR - MINUTE),
)


def test_a_turn_sent_in_pieces_gets_one_increment_and_no_fresh_days() -> None:
    for clock, left in PIECES:
        ana, blas = met("rilatria", clock=clock)
        settle(ana, blas)
        while True:  # to a turn of several decisions
            seat = ana.course.match.state.current_player()
            me, other = (ana, blas) if seat == 0 else (blas, ana)
            assert me.course.turn is not None
            began, before = me.course.turn.began - me.at, list(me.course.spent.get(seat, ()))
            other.take(move(me, began + (not before) * MINUTE))
            if me.course.match.state.current_player() == seat and not before:
                break
        assert me.course.turn.seat == seat and me.course.turn.left == left
        other.take(move(me, began + 2 * MINUTE))
        assert me.course.spent[seat] == [2 * MINUTE]


def test_a_contribution_costs_no_time_but_may_be_claimed() -> None:
    ana, blas = at_chance(clock=CLOCK)
    assert ana.course.turn is not None and ana.course.turn.seat == 1 and ana.course.turn.owes
    before, turn = ana.course.left(1), ana.course.turn
    claim(ana, turn.began + turn.left + CLOCK.grace - ana.at)
    assert ana.course.claim is not None
    ana.take(dated(blas, LATE, contribution(blas, blas.course.draws)))
    assert before == ana.course.left(1) == blas.course.left(1) and ana.course.claim is None


# -- cheats ------------------------------------------------------------------------------------


def test_a_claim_at_once_wins_nothing() -> None:
    ana, blas = sat()
    claim(ana, SECOND)
    early = end(ana, SECOND)
    assert agree(ana, blas) == "" and blas.course.refused == {early.digest: "illegal"}
    assert not blas.course.over and blas.course.claim is None


@pytest.mark.parametrize("short", ["claim", "end"])
def test_a_claim_or_an_end_dated_a_moment_too_early_wins_nothing(short: str) -> None:
    ana, blas = sat()
    early = short == "claim"
    claim(ana, LATE - early)
    end(ana, LATE + CLOCK.patience - (not early))
    assert agree(ana, blas) == ""


def test_a_game_is_not_ended_in_the_own_turn_or_without_a_clock() -> None:
    ana, blas = sat(plies=2)
    claim(ana, LATE)
    end(ana, LATE + CLOCK.patience)
    assert agree(ana, blas) == ""
    ana, blas = sat(NO_CLOCK)
    claim(ana, LATE)
    end(ana, LATE + CLOCK.patience)
    assert agree(ana, blas) == "" and "illegal" in ana.course.refused.values()


def test_dates_in_the_future_wait_for_the_readers_clock() -> None:
    ana, blas = sat()
    claim(ana, LATE), end(ana, LATE + CLOCK.patience)
    letters, start = ana.log.order(), ana.at
    for letter in letters:
        blas.log.receive(letter.data)
    course = blas.course
    course.follow(blas.log, start + LATE - AHEAD - 1)
    assert course.claim is None and not course.over and not course.refused
    assert course.times.due == start + LATE - AHEAD
    course.follow(blas.log, start + LATE - AHEAD)
    assert course.claim is not None and not course.over
    course.follow(blas.log, start + LATE + CLOCK.patience - AHEAD)
    assert course.over and course.events[-1].action == (TIME, 1)


def test_a_date_behind_is_refused_by_the_log() -> None:
    """Nobody can say that he used less than no time."""
    ana, blas = sat(plies=0)
    blas.take(move(ana, MINUTE))
    course = blas.course
    parts = (EventsLetter(course.event_count, (course.match.options_now()[0],)),)
    plain = blas.log.next_letter(1, parts, blas.at + MINUTE)
    behind = replace(plain, at=plain.at - 1).write(blas.crypto, blas.keys.secret)
    assert ana.log.receive(behind.data).why == "date"
    assert ana.log.receive(plain.write(blas.crypto, blas.keys.secret).data).what == "new"


@pytest.mark.parametrize("loser", [0, 1])
def test_a_move_held_back_and_released_later_breaks_the_game_off(loser: int) -> None:
    """It does not name the end: nobody wins, and the board stays as it was."""
    winner, liar = sat(plies=2 - loser)[:: 1 if loser else -1]
    held = move(liar, MINUTE)
    late = LATE + 5 * SECOND  # of the second move there is an increment
    claim(winner, late), end(winner, late + CLOCK.patience)
    before = list(winner.course.events)[:-1]
    assert winner.course.match.over
    assert agree(winner, liar) == "broken"
    for course in (winner.course, liar.course):
        assert course.over and not course.match.over and course.events == before
        assert course.broken_off is not None and course.broken_off.move is not None
        assert course.broken_off.move.digest == held.digest
    winner.take(move_again(liar, 2 * MINUTE))  # he plays on alone
    assert agree(winner, liar) == "broken" and winner.course.events == before


def move_again(device: Device, wait: int) -> Letter:
    action = ("move", 0, 1)
    return dated(device, wait, EventsLetter(device.course.event_count + 1, (action,)))


def test_a_move_that_crosses_the_end_breaks_the_game_off_whether_it_names_the_claim() -> None:
    ana, blas = sat()
    blas.take(claim(ana, LATE))
    held = move(blas, LATE)
    end(ana, LATE + CLOCK.patience)
    assert agree(ana, blas) == "broken"
    assert ana.course.ruling is not None and ana.course.ruling.answer == held


def test_a_move_after_the_end_changes_nothing() -> None:
    ana, blas = sat()
    claim(ana, LATE)
    finish = end(ana, LATE + CLOCK.patience)
    action = blas.course.match.options_now()[0]
    for letter in ana.log.order():
        blas.log.receive(letter.data)
    late = dated(blas, 0, EventsLetter(1, (action,)))
    assert late.at == finish.at
    assert agree(ana, blas) == "lost" and ana.course.events[-1].action == (TIME, 1)


def test_no_date_ends_all_claims() -> None:
    """Whoever moves at the last date that can be written would never lose on time again."""
    ana, blas = sat()
    last = (1 << 48) - 1
    part = EventsLetter(1, (blas.course.match.options_now()[0],))
    plain = blas.log.next_letter(1, (part,), last)
    assert plain.at == ana.log.chain(0)[-1].at + MOST_AHEAD
    for at, why in ((last, "date"), (plain.at + 1, "date"), (plain.at, "")):
        letter = replace(plain, at=at).write(blas.crypto, blas.keys.secret)
        assert ana.log.receive(letter.data).why == why
    blas.take(letter)
    ana.course.follow(ana.log)
    move(ana, 0), blas.take(*ana.log.order())
    turn_ = ana.course.turn
    assert turn_ is not None and turn_.seat == 1
    wait = turn_.began + turn_.left + CLOCK.grace - ana.at
    claim(ana, wait)
    end(ana, wait + CLOCK.patience)
    assert agree(ana, blas) == "lost"


def test_the_first_letter_of_a_table_is_not_dated_at_the_end_of_time() -> None:
    terms = table(clock=CLOCK)
    ana, blas = Device(terms, 0, "Ana"), Device(terms, 1, "Blas")
    letter = blas.join()
    for at, why in ((LAST_FIRST + 1, "date"), (LAST_FIRST, "")):
        join = replace(letter, at=at).write(blas.crypto, blas.keys.secret)
        assert Device(terms, 0, "Ana").log.receive(join.data).why == why
        accepted = Letter(terms.id, 0, 0, at, (Parent(1, 1, join.digest),),
                          (Accept(join),))  # fmt: skip
        found = Device(terms, -1, "Eva").log.receive(
            accepted.write(ana.crypto, ana.keys.secret).data
        )
        assert found.what == ("waiting" if why else "new")


@pytest.mark.parametrize("winner", [0, 1])
def test_a_draw_accepted_but_held_back_breaks_the_game_off(winner: int) -> None:
    one, other = sat(plies=1 + winner)[:: -1 if winner else 1]
    count = one.course.event_count
    other.take(dated(one, 0, WordLetter("draw?", count)))
    dated(other, MINUTE, WordLetter("draw", count))
    late = LATE + 5 * SECOND
    claim(one, late), end(one, late + CLOCK.patience)
    assert agree(one, other) == "broken" and not one.course.match.over


def test_who_claims_for_later_and_plays_on_gains_nothing() -> None:
    """His own next letters carry the date of his claim."""
    ana, blas = sat()
    claim(ana, LATE)
    held = move(blas, MINUTE)
    ana.take(held)
    mine = move(ana, 2 * MINUTE)
    assert mine.at == ana.at + LATE and ana.course.claim is None
    assert agree(ana, blas) == "" and len(ana.course.events) == 3


def test_a_chat_from_the_future_does_not_run_the_others_clock() -> None:
    ana, blas = sat()
    blas.take(dated(ana, 9 * MINUTE, Says("tick")))
    now, part = blas.at + MINUTE, EventsLetter(1, (blas.course.match.options_now()[0],), MINUTE)
    counts = named(blas.log, 1, blas.course.times, now, (part,))
    careless, careful = (
        blas.log.next_letter(1, (part,), now, blas.log.heads(one)).at for one in (None, counts)
    )
    assert careless == blas.at + 9 * MINUTE and careful == now
    ana.take(blas.post(blas.log.next_letter(1, (part,), now, blas.log.heads(counts))))
    assert ana.course.spent == {0: [0], 1: [MINUTE]}
    late = named(blas.log, 1, blas.course.times, now + 8 * MINUTE, (part,))
    assert late is not None and late[0] == 3


def test_a_flood_of_claims_is_bounded() -> None:
    ana, blas = sat()
    for _ in range(40):
        claim(ana, LATE)
    assert len(ana.course.times.claims) == 16
    assert agree(ana, blas) == ""


# -- measures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("without", "arrived", "says", "doubtful"),
    [
        (49, 50, 1, True),  # says a minute, came after 50
        (0, 50, 1, False),  # nothing was read before
        (1, 50, 1, False),  # the page was closed meanwhile
        (49, 50, 48, False),
        (1, 2, 12, True),  # more than there was
    ],
)
def test_a_stated_time_outside_of_what_was_measured_is_doubtful(
    without: int, arrived: int, says: int, doubtful: bool
) -> None:
    began = 1_800_000_000_000
    start = began + without * MINUTE if without else 0
    for lag in (0, 60 * MINUTE):  # whatever the other's clock says
        measure = Measure(start, began + arrived * MINUTE, lag)
        assert measure.doubts(began, says * MINUTE) == doubtful


# -- any order ---------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_letters_in_any_order_give_one_result(rng: Random) -> None:
    """Two clients that do anything at any date, and deliver it late or never."""
    ana, blas = met(clock=CLOCK)
    play(ana, blas, rng.randrange(3))
    dates = (0, MINUTE, LATE - 1, LATE, LATE + CLOCK.patience, LATE + 15 * MINUTE)
    deeds: list[Callable[[Device], object]] = [
        lambda one: move(one, rng.choice(dates)) if one.course.match.options_now() else None,
        lambda one: claim(one, rng.choice(dates)),
        lambda one: end(one, rng.choice(dates)),
        lambda one: (claim(one, LATE), end(one, LATE + CLOCK.patience)),
        lambda one: word(one, rng.choice(("time", "time-no", "off")), rng.choice(dates)),
        lambda one: word(one, rng.choice(("draw?", "draw", "back?", "back")), rng.choice(dates)),
    ]
    for _ in range(14):
        me, other = rng.sample([ana, blas], 2)
        rng.choice(deeds)(me)
        if rng.random() < 0.4:
            other.take(*me.log.order())
        agree_now = ana.course.ruling is not None and rng.random() < 0.3
        if agree_now:
            break
    agree(ana, blas)


def word(device: Device, said: str, wait: int) -> None:
    count = device.course.event_count
    dated(device, wait, WordLetter(said, max(0, count - said.startswith("back"))))


def test_a_bank_holds_no_more_than_its_cap() -> None:
    """However little time the moves of a seat state."""
    bank = bank_of(24, 4, 2)
    ana, blas = met(clock=bank)
    for _ in range(9):
        blas.take(move(ana, HOUR, used=0))
        ana.take(move(blas, HOUR))
    turn = blas.course.turn
    assert turn is not None and (turn.seat, turn.left) == (0, 2 * DAY)
    assert ana.course.left(0) == 2 * DAY and ana.course.left(1) == 2 * DAY
    due = turn.began + 2 * DAY + bank.grace - blas.at
    claim(blas, due - 1)
    assert blas.course.claim is None
    claim(blas, due)
    assert blas.course.claim is not None
