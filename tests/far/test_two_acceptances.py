"""An inviter who accepts a second guest for the same invitation: that is another table, and it
touches the first in no way, in the eyes of either seat and of a spectator."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.letter import Letter
from engine.far.order import sorted_letters
from engine.far.terms import Terms
from tests.far.devices import Curve, Device
from tests.far.tables import decide, mated, turn_of
from tests.far.test_certificate import checked
from tests.far.test_table import MATE as PAGE_MATE
from tests.far.test_table import turn
from tests.far.world import two
from tests.fixtures.says import says

PLIES = 14


def before_acceptance(ana: Device, name: str) -> Device:
    """Return another device of Ana's seat that has not accepted anybody yet."""
    found = Device(ana.terms, ana.seat, name)
    found.keys, found.public, found.log.mine = ana.keys, ana.public, ana.public
    found.at = ana.at
    return found


def ghost_game(ana: Device, plies: int = PLIES, late: int = 0) -> list[Letter]:
    """Return the letters of a game that Ana plays with a guest of her own. `late`: letters she
    wrote before the acceptance."""
    again = before_acceptance(ana, "Ana")
    for letter in ana.log.chain(ana.seat)[:late]:
        again.take(letter)
    ghost = Device(ana.terms, 1 - ana.seat, "Ghost")
    again.take(ghost.join())
    ghost.take(*again.log.order())
    seated = again.post(again.log.acceptance(again.log.candidates()[0], again.at))
    ghost.take(seated)
    rng = Random(1)
    while again.course.event_count < plies:
        seat = again.course.match.state.current_player()
        me, other = (again, ghost) if seat == again.seat else (ghost, again)
        decide(me, other, turn_of(me, rng))
    return again.log.order()


def standing(device: Device) -> tuple[object, ...]:
    course = device.course
    return (
        course.match.outcome(),
        [event.action for event in course.match.events],
        [one.digest for one in device.log.order()],
        device.log.accepted,
        device.log.refused,
    )


def spectator(terms: Terms, letters: Sequence[Letter], seed: int) -> Device:
    eva = Device(terms, -1, "Eva")
    mixed = [one.data for one in letters]
    Random(seed).shuffle(mixed)
    for data in sorted_letters(mixed):  # as a relay's mail is read
        eva.log.receive(data)
    eva.course.follow(eva.log)
    return eva


@pytest.mark.parametrize("plies", [0, PLIES])
def test_a_mate_stands_in_the_eyes_of_the_guest(plies: int) -> None:
    ana, blas = mated()
    before = standing(blas)
    blas.take(*ghost_game(ana, plies))
    assert standing(blas) == before and not blas.log.open_forks
    assert blas.course.match.over and blas.outcome.winner == blas.seat


def test_a_mate_stands_in_the_eyes_of_the_honest_device_of_the_inviter() -> None:
    """It has accepted this guest, and he has answered."""
    ana, _ = mated()
    before, ghosts = standing(ana), ghost_game(ana, 0)
    ana.take(*ghosts)
    assert standing(ana) == before


def test_a_guest_learns_of_a_second_acceptance_before_his_own_and_has_his_seat() -> None:
    ana, blas = mated()
    late = Device(blas.terms, blas.seat, "Blas")
    late.take(blas.log.chain(blas.seat)[0], *ghost_game(ana))
    assert late.log.refused
    late.take(*ana.log.order())
    assert standing(late) == standing(blas) and not late.log.refused


@pytest.mark.parametrize("seed", range(6))
def test_spectators_agree_in_whatever_order_the_letters_come(seed: int) -> None:
    ana, _ = mated()
    letters = [*ana.log.order(), *ghost_game(ana)]
    first, other = (spectator(ana.terms, letters, number) for number in (0, seed))
    assert standing(first) == standing(other)


def test_a_guest_who_has_not_answered_does_not_take_a_seat_that_was_answered() -> None:
    ana, blas = mated()
    letters = [*ghost_game(ana, 0), *ana.log.order()]
    assert standing(spectator(ana.terms, letters, 1))[:3] == standing(blas)[:3]


def test_the_second_acceptance_stands_in_the_certificate_and_the_game_does_not() -> None:
    ana, blas = mated()
    blas.take(*ghost_game(ana))
    text = finish(certify(blas.log))
    found = checked(text)
    assert found.failure is None and found.status == "valid"
    keys = [one.message.key for one in found.checks]
    assert "certificate.won" in keys and keys.count("certificate.fork.seated") == 1


def test_the_page_of_the_mated_inviters_guest_keeps_its_win_and_says_what_happened() -> None:
    ana, blas = two()
    for move in PAGE_MATE:
        turn(ana, blas)[0].play(move)
    ana.settle(), blas.settle()
    won, crypto, keys = blas.table.session.over, Curve(), ana.side.seat.keys
    again = Device(ana.side.seat.terms, 0, "Ana")
    again.keys, again.public = keys, crypto.public(keys.secret)
    again.log.mine = again.public
    blas.side.arrive([one.data for one in ghost_game(again)])
    assert won and blas.table.session.over and not blas.side.log.refused
    assert says("far.taken") not in blas.panel
    who = blas.side.course.names[0]
    assert says("far.fork.seated", who=who) in blas.panel
    again_open = blas.reopen()
    assert again_open.table.session.over and says("far.taken") not in again_open.panel


def test_what_is_stored_gives_the_same_table_again() -> None:
    ana, blas = mated()
    blas.take(*ghost_game(ana))
    again = Device(blas.terms, blas.seat, "Blas")
    for data in sorted_letters(one.data for one in blas.log.kept()):
        again.log.receive(data)
    again.course.follow(again.log)
    assert standing(again) == standing(blas)
    assert len(again.log.kept()) == len(blas.log.order()) + 1
