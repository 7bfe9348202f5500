"""Mail on relays: whose events are read, in which order joins count, what is said of a relay."""

from __future__ import annotations

import pytest

from engine.far import letter, order
from engine.far.crypto import mail_secret
from engine.far.log import Log
from tests.far.devices import Curve, Device, keys_of, met, table
from tests.far.world import RELAYS, relays, two
from tests.far.world import Device as Page
from tests.fixtures.says import says
from ui.far.relays.mail import Arrivals, authors
from ui.far.seat_store import to_text


def mail_key(name: str) -> bytes:
    return Curve().public(mail_secret(keys_of(name).secret))


def test_only_the_two_seats_are_read_once_both_are_known() -> None:
    ana, blas = met()
    both = (mail_key("Ana"), mail_key("Blas"))
    assert authors(ana.log) == authors(blas.log) == both
    watching = Log(ana.terms, Curve())
    assert authors(watching) == both[:1]  # her acceptance names him
    for one in ana.log.chain(0):
        watching.receive(one.data)
    assert authors(watching) == both


def test_inviter_reads_strangers_until_one_is_accepted() -> None:
    terms = table()
    ana, blas = Device(terms, 0, "Ana"), Device(terms, 1, "Blas")
    blas.join()
    assert authors(ana.log) == ()
    assert authors(blas.log) == (mail_key("Ana"), mail_key("Blas"))


def test_join_letter_counts_only_in_an_event_of_its_own_mail_key() -> None:
    blas = Device(table(), 1, "Blas")
    join = blas.join()
    arrivals = Arrivals()
    arrivals.add("one", f"{to_text(join.data)} {mail_key('Carla').hex()}")
    assert arrivals.take("one")[1] == []
    arrivals.add("one", f"{to_text(join.data)} {mail_key('Blas').hex()}")
    assert arrivals.take("one")[1] == [join]


def test_nobody_is_accepted_before_all_relays_are_read() -> None:
    world = relays()
    ana, blas = Page(world), Page(world)
    address = ana.invite()
    ana.side.lines.complete = False
    blas.sit(address)
    assert not ana.side.met and ana.side.log.candidates()
    ana.side._on_report("complete", "", "some")
    assert ana.side.met


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("refused", "accepts no messages"),
        ("silent", "does not confirm"),
        ("unkept", "does not store"),
        ("pow", "too much computing work"),
        ("clock", "device’s clock"),
    ],
)
def test_relay_that_takes_no_letters_is_named_with_the_reason(why: str, words: str) -> None:
    """The letter keeps and can go by link; nothing that was not kept is called stored."""
    ana, blas = two()
    blas.leave()
    ana.play("e2e4")
    assert "stored by a relay" in ana.panel
    word = to_text(ana.side.log.chain(0)[-1].data)
    for relay in RELAYS:
        ana.side._on_report("unkept", relay, word)
        ana.side._on_report("stuck", relay, why)
    assert words in ana.panel and RELAYS[0].removeprefix("wss://") in ana.panel
    assert "stored by a relay" not in ana.panel and says("far.receipt.here") in ana.panel
    assert "act:far:retry" in ana.panel and ana.link()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every letter that is parsed on its way to a log."""
    found: list[bytes] = []

    def counted(data: bytes) -> letter.Letter:
        found.append(data)
        return letter.read(data)

    monkeypatch.setattr(order, "read", counted)
    return found


def test_a_letter_is_read_once_and_drives_the_table_once(read: list[bytes]) -> None:
    """Two relays send it, and its own author gets it back from both."""
    ana, blas = two()
    ana.play("e2e4")
    side, driven = ana.side, list[int]()
    answer = side._answer_by_itself

    def drive() -> None:
        driven.append(side.course.letters)
        answer()

    side._answer_by_itself = drive
    read.clear()
    blas.play("e7e5")
    assert len(ana.events) == 2 and read == [side.log.chain(1)[-1].data]
    assert driven == [side.course.letters]


def test_a_table_that_opens_reads_each_stored_letter_once(read: list[bytes]) -> None:
    """The relays send them again."""
    ana, _ = two()
    ana.play("e2e4").leave()
    read.clear()
    ana.back()
    assert sorted(read) == sorted(one.data for one in ana.side.log.kept())
