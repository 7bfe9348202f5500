"""Stratego between two browsers: commitments, fights, and boards opened at the end."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import expect

from engine.core.contract import Action
from engine.core.errors import IllegalAction
from tests.e2e.far_game import decide, ended
from tests.e2e.far_pair import PATIENCE_MS, Player
from tests.e2e.harness import boot, press, press_all
from tests.fixtures.says import game_says


def left(number: int, known: int) -> str:
    """Return how the goal counts the pieces that are left, and those of them that are revealed."""
    goal = game_says("stratego", "goal.two", rival="", n=number, known=known)
    return goal.split(". ")[1]


RED = "flag:a1 bomb:b1 spy:c4 marshal:b4 general:e4 miner:f4 scout:a4 scout:j4"
BLUE = "flag:h10 bomb:i10 spy:c7 marshal:a7 general:e7 miner:f7 scout:b7 scout:i7"
# What each side knows after the scout of a4 has fallen to the marshal of a7.
KNOWN = {True: left(8, 1), False: left(7, 0)}


def seated(ana: Player, blas: Player) -> None:
    """Let Ana invite to a game of barrage as Red, and Blas sit down."""
    boot(ana.page)
    press_all(ana.page, ("act:game:stratego", "preset:barrage", "act:invite"))
    blas.sit(ana.make("Ana", 0))


def place(me: Player, army: str) -> None:
    for put in army.split():
        kind, square = put.split(":")
        decide(me.page, (f"kind:{kind}", f"sq:{square}"))
    press(me.page, "act:ready")


def opened(me: Player) -> list[Action]:
    """Return the decisions of the stored game, once the opened boards are stored."""
    for _ in range(100):
        with suppress(IllegalAction):
            return me.played()
        me.page.wait_for_timeout(100)
    return me.played()


def test_two_pages_play_a_fight_and_open_both_boards(pair: list[Player]) -> None:
    """The defender's page answers by itself; both are reopened after the fight; after a resignation
    both boards are opened."""
    ana, blas = pair
    seated(ana, blas)
    for number, (me, army) in enumerate(zip(pair, (RED, BLUE), strict=True)):
        place(me.turn(number), army)
    ana.turn(0).move("a4a7")
    for me in pair:
        me.turn(1)
        expect(me.page.locator("body")).to_contain_text(KNOWN[me is ana], timeout=PATIENCE_MS)
        expect(me.reopen().turn(1).page.locator("body")).to_contain_text(KNOWN[me is ana])
    press_all(blas.page, ("act:resign", "act:resign-yes"))
    ended(ana, blas, "1-0")
    assert opened(ana) == opened(blas) and opened(ana)[0][0] == "put"
