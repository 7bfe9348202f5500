"""Cheating clients at Stratego against a page in memory: what the honest player reads in both
languages, that the game is unharmed and goes on, and what is found at its end.

The page plays Red. The cheat plays Blue: a device of the engine that writes what it likes and hands
its letters over by link."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.core.steps import finish
from engine.far.certificate import Certificate, certify, examine
from engine.far.closed import salt
from engine.far.leaves import leaf_salt
from engine.far.letter import EventsLetter, Letter, LetterPart, Shown
from engine.far.terms import open_invitation
from engine.games.stratego.rules.pieces import NUMBER
from tests.far.armies import BLUE, RED, cell, placing, rules, step
from tests.far.devices import Curve, Device
from tests.far.test_stratego_cheats import _signed, parts_of, told
from tests.far.test_stratego_cheats import set_up as committed
from tests.far.test_stratego_page import BARRAGE
from tests.far.world import Device as Page
from tests.fixtures.says import says
from ui.far.relays.manual_mail import open_link, pack_link


class Board:
    """A page against a cheat."""

    def __init__(self) -> None:
        self.ana = Page({}, usual=())
        self.ana.controller.invite("stratego", BARRAGE, "Ana")
        self.ana.press("far-side:0", "far:make").settle()
        self.base, word = self.ana.side.invitation.split("#join=")
        self.blas = Device(open_invitation(word.split("&")[0]), 1, "Blas")
        self.blas.at = int(1000 * time.time())
        self.hand(self.blas.join())
        kinds = {cell(self.blas, word[1:]): NUMBER[word[0]] for word in RED.split()}
        home = rules(self.blas.course.match).tables.homes[0]
        put = [("put", kinds.get(one, 0)) for one in home]
        self.ana.table.session.play([*put, ("ready",)])
        self.ana.side.consider()
        self.fetch()

    def hand(self, *letters: Letter) -> None:
        """Open a link with these letters in the page."""
        self.ana.open(f"{self.base}#l={pack_link(self.blas.terms.id, letters)}")

    def fetch(self) -> None:
        """Give the cheat what the page has to send."""
        for data in open_link(self.ana.link().split("#l=")[1]).letters:
            assert self.blas.log.receive(data).what in ("new", "known"), data
        self.blas.course.follow(self.blas.log)

    def begin(self) -> Board:
        """Let Blue set up honestly, and open the boards."""
        self.hand(self.blas.decide(placing(self.blas, BLUE)))
        self.fetch()
        self.hand(self.blas.decide((("open",),)))
        return self

    def move(self, *squares: str) -> None:
        """Play a step of Red, and give it to the cheat."""
        self.ana.press(*(f"sq:{one}" for one in squares))
        self.fetch()

    def resign(self) -> None:
        self.ana.press("act:resign", "act:resign-yes")
        self.fetch()

    def events(self) -> list[Any]:
        return list(self.ana.events)

    def reads(self, key: str, **names: str) -> None:
        """Check that the page says this in both languages, also after it was opened anew."""
        for lang in ("en", "es"):
            self.ana = self.ana.reopen()
            self.ana.press("act:settings", f"set:lang={lang}", "dialog:close")
            shown = self.ana.panel + "".join(map(str, self.ana.view.slots.values()))
            assert says(key, lang, **names) in shown, lang

    def certificate(self) -> Certificate:
        return finish(examine(finish(certify(self.ana.side.log)), Curve()))


def shown(me: Device, **changed: bytes) -> Sequence[LetterPart]:
    events, opening = parts_of(me, ("show",))
    return events, replace(cast("Shown", opening), **changed)  # type: ignore[arg-type]


def other_table(me: Device) -> Sequence[LetterPart]:
    opening = cast("Shown", parts_of(me, ("show",))[1])
    foreign = salt(me.keys.seed, bytes(16), opening.n)
    return shown(me, salt=leaf_salt(foreign, opening.leaf))


FALSE: dict[str, Callable[[Device], Sequence[LetterPart]]] = {
    "false rank": lambda me: told(parts_of(me, ("show",)), ("show", ("fight", -1, 4, 2, 0))),
    "wrong salt": lambda me: shown(me, salt=bytes(32)),
    "opening of another table": other_table,
}


@pytest.mark.parametrize("how", FALSE)
def test_a_false_opening_is_refused_at_once_and_the_game_goes_on(how: str) -> None:
    board = Board().begin()
    board.move("a4", "a7")
    before, blas = board.events(), board.blas
    board.hand(blas.write(*FALSE[how](blas)))
    assert board.events() == before and not board.ana.side.course.over
    board.reads("far.refused", who="Blas")
    assert board.events() == before
    board.hand(blas.decide((("show",),)))  # the true one still counts
    assert len(board.events()) == len(before) + 1
    board.hand(blas.decide((step(blas, "e7-e6"),)))
    board.move("e4", "e5")
    board.resign()
    board.hand(blas.write(blas.course.own[1]))
    assert board.ana.side.course.over and board.certificate().status == "valid"


def test_a_replayed_letter_of_another_table_changes_nothing() -> None:
    board, other = Board().begin(), Board().begin()
    for one in (board, other):
        one.move("a4", "a7")
    before = board.events()
    strange = other.blas.decide((("show",),))  # the opening of the same piece, there
    board.hand(strange)
    assert board.events() == before
    board.hand(board.blas.decide((("show",),)))
    assert len(board.events()) == len(before) + 1


def unproved(board: Board) -> None:
    """Check that the result says that Blas has lost, whatever the moves say."""
    board.reads("table.unproved", who="Blas")
    found = board.certificate()
    assert found.status == "valid" and found.failure is None
    assert "certificate.won.board" in [check.message.key for check in found.checks]


def test_a_bomb_that_moves_is_found_at_the_end() -> None:
    board = Board().begin()
    board.move("e4", "e5")
    blas, count = board.blas, len(board.events())
    bomb = EventsLetter(blas.course.event_count, (step(blas, "i10-i9"),))
    board.hand(_signed(blas, bomb))
    assert len(board.events()) == count + 1  # some piece goes so
    board.resign()
    board.hand(_signed(blas, blas.course.own[1]))
    unproved(board)


def test_an_illegal_set_up_is_found_at_the_end() -> None:
    """An army with two marshals."""
    board = Board()
    blas = board.blas
    actions = placing(blas, BLUE.replace("9e7", "Me7"))
    page = cast("Device", SimpleNamespace(take=board.hand))
    committed(blas, page, actions, [action[1] for action in actions[:-1]])
    board.fetch()
    homes = rules(blas.course.match).tables.homes[1]
    home = sorted(one for one, put in zip(homes, actions, strict=False) if put[1])
    board.hand(_signed(blas, EventsLetter(3, (("open", ("cells", *home)),))))
    board.resign()
    board.hand(_signed(blas, blas.course.own[1]))
    unproved(board)
