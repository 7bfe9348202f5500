"""Floods by somebody with the invitation, replayed and foreign letters: the table stays playable,
memory and storage stay bounded."""

from __future__ import annotations

from random import Random

import pytest

from engine.far.letter import Join, Letter, LetterPart, Parent, Says
from engine.far.limits import (
    MAX_ASIDE,
    MAX_CANDIDATES,
    MAX_EARLY,
    MAX_STRANGE,
    MAX_WAITING,
)
from tests.far.devices import Curve, keys_of, met, table
from tests.far.devices import Device as Player
from tests.far.test_table import same
from tests.far.world import RELAYS, Device, relays, two
from ui.far.seat_store import to_text

CURVE = Curve()


def join(table_id: bytes, name: str, at: int, seat: int = 1) -> Letter:
    keys = keys_of(name)
    public = CURVE.public(keys.secret)
    letter = Letter(table_id, seat, 0, at, (), (Join(name, public, public),))
    return letter.write(CURVE, keys.secret)


def mail_of(letter: Letter) -> str:
    """Return the mail key that a join letter names, as the author of its event."""
    part = letter.parts[0]
    assert isinstance(part, Join)
    return part.mail.hex()


def after(letter: Letter, name: str, part: LetterPart) -> Letter:
    parents = (Parent(letter.seat, letter.n + 1, letter.digest),)
    found = Letter(letter.table, letter.seat, letter.n + 1, letter.at, parents, (part,))
    return found.write(CURVE, keys_of(name).secret)


def test_candidates_and_their_letters_are_bounded_and_the_earliest_stay() -> None:
    ana = Player(table(), 0, "Ana")
    joins = [join(ana.terms.id, f"Eva {n}", 1000 + n) for n in range(60)]
    Random(1).shuffle(joins)
    for letter in joins:
        ana.log.receive(letter.data)
    assert [one.at for one in ana.log.candidates()] == [1000 + n for n in range(MAX_CANDIDATES)]
    last = ana.log.candidates()[0]
    for number in range(100):
        last = after(last, "Eva 0", Says("x" * 200 + str(number)[:0]))
        ana.log.receive(last.data)
    assert len(ana.log._graph.letters) <= MAX_CANDIDATES + MAX_EARLY
    assert ana.log.kept() == []  # nothing of theirs is stored


def test_the_accepted_join_enters_whatever_came_before() -> None:
    ana, blas = met()
    eva = Player(ana.terms, -1, "Eva")
    for number in range(60):
        eva.log.receive(join(ana.terms.id, f"Eva {number}", number).data)
    eva.take(*ana.log.chain(0))
    assert eva.log.accepted == blas.public
    assert eva.log.heads() == ana.log.heads()


def test_letters_of_strangers_that_wait_are_bounded_and_leave_others_alone() -> None:
    ana, blas = met()
    base = [*ana.log.order()]
    words = [ana.write(Says(str(number))) for number in range(MAX_WAITING)]
    for letter in words[1:]:
        assert blas.log.receive(letter.data).what == "waiting"
    for number in range(300):
        found = Letter(ana.terms.id, 0, 900 + number, 0, (Parent(0, 900 + number, bytes(16)),),
                       (Says("x"),)).write(CURVE, keys_of("Eva").secret)  # fmt: skip
        assert blas.log.receive(found.data).why == "forged"
    blas.take(words[0])
    assert len(blas.course.said) == len(words)
    early = Player(ana.terms, 0, "Ana")
    for number in range(300):
        found = Letter(ana.terms.id, 1, 5 + number, 0, (Parent(1, 5 + number, bytes(16)),),
                       (Says("x"),)).write(CURVE, keys_of("Eva").secret)  # fmt: skip
        early.log.receive(found.data)
    assert sum(map(len, early.log._waiting.values())) <= MAX_STRANGE
    early.take(*base)
    assert early.log.accepted == blas.public


def test_junk_that_is_set_aside_is_bounded() -> None:
    ana, _ = met()
    for number in range(200):
        ana.log.receive(Random(number).randbytes(100_000 if number % 20 == 0 else 200))
    assert len(ana.log.aside) == MAX_ASIDE
    assert sum(len(one.data) for one in ana.log.aside) < MAX_ASIDE * 8_193


@pytest.mark.parametrize("slow", [False, True])
def test_a_flood_with_the_invitation_leaves_the_table_playable(slow: bool) -> None:
    """Joins, junk and letters that wait, at once or between the moves."""
    ana, blas = two()
    terms, rng = ana.side.seat.terms, Random(5)
    stored = len(ana.stored())

    def flood(count: int) -> None:
        for _ in range(count):
            number = rng.randrange(10**6)
            letter = join(terms.id, f"Eva {number}", rng.randrange(10**6))
            junk = (letter, after(letter, f"Eva {number}", Says("x" * 200)))
            for one in (*map(lambda it: to_text(it.data), junk), to_text(rng.randbytes(60))):
                ana.world[RELAYS[0]].publish(terms.topic, one, mail_of(letter))

    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6")
    if not slow:
        flood(60)
    for number, move in enumerate(moves):
        if slow:
            flood(10)
        (ana, blas)[number % 2].play(move)
        same(ana, blas)
    assert len(ana.events) == len(moves)
    letters = [key for key in ana.entries if ":letter:" in key]
    assert len(letters) == len(ana.side.log.order()) and len(ana.stored()) < stored + 20_000
    assert len(ana.side.log._graph.letters) <= len(letters) + MAX_CANDIDATES
    assert len(ana.reopen().events) == len(moves)


# -- first come, first seated ----------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_an_inviter_who_was_away_seats_the_earliest(first: int) -> None:
    """Two people sat down meanwhile, and junk came; the others are told at once."""
    ana = Device(relays())
    address = ana.invite()
    ana.leave()
    guests = [Device(ana.world), Device(ana.world)]
    for number, guest in enumerate(guests):
        guest.clock = 100.0 if number == first else 200.0
        guest.sit(address, ("Blas", "Eva")[number])
    for number in range(30):
        late = join(guests[0].side.seat.terms.id, f"Eva {number}", 2_000_000_000_000 + number)
        for relay in ana.world.values():
            relay.publish(guests[0].side.seat.terms.topic, to_text(late.data), mail_of(late))
    ana = ana.come_back()
    assert ana.side.met and ana.side.log.accepted == guests[first].side.mine
    assert "took the seat first" in guests[1 - first].panel
    assert "took the seat first" not in guests[first].panel
    ana.play("e2e4")
    same(ana, guests[first])
    assert guests[1 - first].events == ana.events  # he looks on


def test_nobody_is_seated_before_all_mail_is_read() -> None:
    ana = Device(relays())
    address = ana.invite()
    ana.side.lines.complete = False
    blas = Device(ana.world).sit(address)
    assert not ana.side.met
    ana.side._on_report("complete", "", "")
    assert ana.side.met and blas.side.met


# -- letters of elsewhere --------------------------------------------------------------------------


def test_an_old_letter_played_again_changes_nothing() -> None:
    ana, blas = two()
    ana.play("e2e4")
    blas.play("e7e5")
    before, events = blas.stored(), list(blas.events)
    for letter in [*blas.side.log.order()]:
        assert blas.side.receive(letter.data).what == "known"
    assert blas.events == events and blas.stored() == before and not blas.side.log.forks


def test_a_letter_of_another_table_changes_nothing() -> None:
    ana, blas = two()
    other = Device(relays())
    eva = Device(other.world).sit(other.invite())
    other.play("d2d4")
    for letter in eva.side.log.order():
        found = blas.side.receive(letter.data)
        assert (found.what, found.why) == ("aside", "table")
    ana.play("e2e4")
    same(ana, blas)


def test_a_forged_letter_changes_nothing() -> None:
    ana, blas = two()
    ana.play("e2e4")
    log = ana.side.log
    forged = log.next_letter(0, (Says("I resign"),), 0).write(CURVE, keys_of("Eva").secret)
    before = blas.stored()
    assert blas.side.receive(forged.data).why == "forged" and blas.stored() == before
    ana.side.talk.say("good luck")
    assert "good luck" in blas.panel and "I resign" not in blas.panel
