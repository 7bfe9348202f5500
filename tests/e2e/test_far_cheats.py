"""Cheating clients against a real page: where each is found, what the honest player reads in both
languages, and that game and storage are unharmed.

The page plays Red. The cheat plays Blue: a device of the engine (tests/far/devices.py) that writes
what it likes and hands its letters over by link."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import Event
from engine.core.steps import finish
from engine.far.certificate import Certificate, examine
from engine.far.closed import salt
from engine.far.leaves import leaf_salt
from engine.far.letter import EventsLetter, Letter, Part, Shown
from engine.far.terms import open_invitation
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import BOARD, ROOT, boot, press, press_all, screenshot, wait_for_mark
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far_stratego_games import known, set_up
from tests.e2e.test_rilatria import outcome
from tests.far.armies import BLUE, placing, step
from tests.far.devices import Curve, Device
from tests.far.test_stratego_cheats import _signed, parts_of, told
from tests.far.test_stratego_cheats import set_up as committed
from ui.far.manual_mail import open_link, pack_link

pytestmark = pytest.mark.soak
RED_TEXT = "2MS.93...2/........../........../FB........"  # as RED of tests/far/armies.py
EIGHT_DAYS_MS = 8 * 86_400_000
LATER = f"""(() => {{
  const now = Date.now;
  Date.now = () => now() + {EIGHT_DAYS_MS};
  const Real = Date;
  globalThis.Date = new Proxy(Real, {{
    construct: (kind, given) => given.length ? new kind(...given) : new kind(Real.now()),
  }});
}})()"""


class Board:
    """A real page against a cheat."""

    def __init__(self, ana: Player) -> None:
        self.ana = ana
        boot(ana.page)
        press_all(ana.page, ("act:game:stratego", "preset:barrage", "act:invite"))
        self.base, word = ana.make("Ana", 0).split("#join=")
        self.blas = Device(open_invitation(word), 1, "Blas")
        self.blas.at = int(1000 * time.time())
        self.hand(self.blas.join())
        set_up(ana, RED_TEXT)
        self.fetch()

    def hand(self, *letters: Letter) -> None:
        """Open a link with these letters in the page."""
        self.ana.open(f"{self.base}#l={pack_link(self.blas.terms.id, letters)}")

    def fetch(self) -> None:
        """Give the cheat what the page has to send."""
        address = self.ana.link()
        for data in open_link(address.split("#l=")[1]).letters:
            assert self.blas.log.receive(data).what in ("new", "known"), data
        self.blas.course.follow(self.blas.log)

    def begin(self) -> Board:
        """Let Blue set up honestly, and open the boards."""
        self.hand(self.blas.decide(placing(self.blas, BLUE)))
        self.fetch()
        self.hand(self.blas.decide((("open",),)))
        return self

    def move(self, *squares: str) -> None:
        """Play a step of Red by clicks, and give it to the cheat."""
        press_all(self.ana.turn(0).page, [f"sq:{one}" for one in squares])
        self.fetch()

    def resign(self) -> None:
        press_all(self.ana.page, ("act:resign", "act:resign-yes"))
        self.fetch()

    def events(self) -> list[Event]:
        return known(self.ana.page).events

    def reads(self, key: str, **names: str) -> None:
        """Check that the page says this in both languages, also after it was opened anew."""
        page = self.ana.page
        for lang in ("en", "es"):
            page.evaluate(SPEAK, lang)
            page.reload()
            wait_for_mark(page, BOARD)
            expect(page.locator("body")).to_contain_text(words(lang, key, **names))
            shots(page, f"far-cheat-{key}-{lang}")
        page.evaluate(SPEAK, "en")
        page.reload()
        wait_for_mark(page, BOARD)

    def certificate(self) -> Certificate:
        return finish(examine(self.ana.file().read_text("utf-8"), Curve()))


def shots(page: Page, name: str) -> None:
    """Save pictures of a wide screen, of a phone upright and of one held across."""
    wide = page.viewport_size
    assert wide is not None
    screenshot(page, name)
    for kind, (width, height) in {"upright": (390, 844), "across": (844, 390)}.items():
        page.set_viewport_size({"width": width, "height": height})
        screenshot(page, f"{name}-{kind}")
    page.set_viewport_size(wide)


SPEAK = """lang => localStorage.setItem("asedio:settings", JSON.stringify(
  {...JSON.parse(localStorage.getItem("asedio:settings") || "{}"), lang}))"""


def words(lang: str, key: str, **names: str) -> str:
    """Return a sentence of the catalogues with one player's names."""
    every: dict[str, str] = {}
    for path in ("ui/locale/table", "ui/far/locale/far"):
        every |= json.loads((ROOT / f"{path}.{lang}.json").read_text("utf-8"))
    found = every[key]
    for name, value in names.items():
        found = found.replace(f"{{{name}}}", value)
        while f"{{{name}:" in found:  # singular|plural
            before, rest = found.split(f"{{{name}:", 1)
            one, after = rest.split("}", 1)
            found = before + one.split("|")[0] + after
    return str(found)


@pytest.fixture
def board(new_context: NewContext, server: Servers) -> Board:
    return Board(Player(new_context, server))


# -- found at once ---------------------------------------------------------------------------------


def false_rank(me: Device) -> Sequence[Part]:
    """The marshal says that he is a bomb."""
    return told(parts_of(me, ("show",)), ("show", ("fight", -1, 4, 2, 0)))


def shown(me: Device, **changed: bytes) -> Sequence[Part]:
    events, opening = parts_of(me, ("show",))
    return events, replace(cast("Shown", opening), **changed)  # type: ignore[arg-type]


def other_table(me: Device) -> Sequence[Part]:
    opening = cast("Shown", parts_of(me, ("show",))[1])
    foreign = salt(me.keys.seed, bytes(16), opening.n)
    return shown(me, salt=leaf_salt(foreign, opening.leaf))


FALSE: dict[str, Callable[[Device], Sequence[Part]]] = {
    "false rank": false_rank,
    "wrong salt": lambda me: shown(me, salt=bytes(32)),
    "opening of another table": other_table,
}


@pytest.mark.parametrize("how", FALSE)
def test_a_false_opening_is_refused_at_once_and_the_game_goes_on(board: Board, how: str) -> None:
    board.begin().move("a4", "a7")
    before, blas = board.events(), board.blas
    board.hand(blas.write(*FALSE[how](blas)))
    board.reads("far.refused", who="Blas")
    assert board.events() == before and outcome(board.ana.page) == ""
    board.hand(blas.decide((("show",),)))  # the true one still counts
    assert len(board.events()) == len(before) + 1
    shots(board.ana.page, "far-fight")
    board.hand(blas.decide((step(blas, "e7-e6"),)))
    board.move("e4", "e5")
    board.resign()
    board.hand(blas.write(blas.course.own[1]))
    expect(board.ana.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    assert outcome(board.ana.page) == "0-1" and board.certificate().status == "valid"
    assert board.ana.watch.problems == []


def test_a_replayed_letter_of_another_table_changes_nothing(
    board: Board, new_context: NewContext, server: Servers
) -> None:
    board.begin().move("a4", "a7")
    before = board.events()
    other = Board(Player(new_context, server)).begin()
    other.move("a4", "a7")
    strange = other.blas.decide((("show",),))  # the opening of the same piece, there
    board.ana.open(f"{board.base}#l={pack_link(board.blas.terms.id, [strange])}")
    expect(board.ana.page.locator("body")).to_contain_text(words("en", "far.aside.table"))
    assert board.events() == before
    board.hand(board.blas.decide((("show",),)))
    assert len(board.events()) == len(before) + 1


# -- found at the end ------------------------------------------------------------------------------


def unproved(board: Board) -> None:
    """Check that card, line above the board, feed and home agree that Blas has lost."""
    page = board.ana.page
    expect(page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    assert outcome(page) == "1-0"  # the moves have given Blas the game
    expect(page.locator(".result-card")).to_contain_text("Ana wins")
    board.reads("table.unproved", who="Blas")
    expect(page.locator("body")).not_to_contain_text("wins by resignation")
    press(page, "act:far:aside:failed") if page.locator(
        '[data-target="act:far:aside:failed"]:visible'
    ).count() else None
    events = board.events()
    found = board.certificate()
    assert found.status == "valid" and found.failure is None
    assert "certificate.won.board" in [check.message.key for check in found.checks]
    press(page, "act:home")
    expect(page.locator("body")).to_contain_text("won by Ana")
    assert board.events() == events and board.ana.watch.problems == []


def test_a_bomb_that_moves_is_found_at_the_end(board: Board) -> None:
    board.begin().move("e4", "e5")
    blas, count = board.blas, len(board.events())
    bomb = EventsLetter(blas.course.event_count, (step(blas, "i10-i9"),))
    board.hand(_signed(blas, bomb))
    assert len(board.events()) == count + 1  # some piece goes so
    press_all(board.ana.page, ("act:resign", "act:resign-yes"))
    board.fetch()
    board.hand(_signed(blas, blas.course.own[1]))
    unproved(board)


def test_an_illegal_set_up_is_found_at_the_end(board: Board) -> None:
    """An army with two marshals."""
    blas = board.blas
    actions = placing(blas, BLUE.replace("9e7", "Me7"))
    page = cast("Device", SimpleNamespace(take=board.hand))
    committed(blas, page, actions, [action[1] for action in actions[:-1]])
    board.fetch()
    homes = blas.course.match.game.tables.homes[1]  # type: ignore[attr-defined]
    home = sorted(one for one, put in zip(homes, actions, strict=False) if put[1])
    board.hand(_signed(blas, EventsLetter(3, (("open", ("cells", *home)),))))
    board.ana.turn(0)
    board.resign()
    board.hand(_signed(blas, blas.course.own[1]))
    unproved(board)


def test_a_win_is_not_yet_proved_until_the_winner_opens(board: Board) -> None:
    board.begin().move("e4", "e5")
    board.hand(board.blas.decide((step(board.blas, "e7-e6"),)))
    board.ana.turn(0)
    board.resign()
    assert outcome(board.ana.page) == "0-1"
    board.ana.context.add_init_script(LATER)
    board.ana.reopen()
    board.reads("far.status.proving", who="Blas")
    assert outcome(board.ana.page) == "0-1"
    assert not board.ana.page.locator('[data-target="act:far:board"]').count()
