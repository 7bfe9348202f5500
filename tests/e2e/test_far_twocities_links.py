"""A Tale of Two Cities by links alone: a fight and a reshuffle, and a whole game (soak) with its
letters, its certificate and `python -m engine verify`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.far_staged import Planned, plan_of, planned
from tests.e2e.harness import ROOT
from tests.e2e.test_far import Player
from tests.e2e.test_far_twocities import course, holds_no_secret
from tests.far.deck_counts import most_letters, quiet_turns

SEED, LETTERS = 1, 10_000  # a game to its end, with evasions and a second deck
# A turn of Black's with two attacks that ends with the last card of the deck, and the next card.
FIGHT = range(128, 136)


def two(new_context: NewContext, server: Servers, event: int, folder: Path) -> Planned:
    """Return two pages without relays in the middle of the planned game."""
    ana, blas = (Player(new_context, server) for _ in range(2))
    return Planned((ana, blas), planned(SEED, LETTERS), event, folder)


@pytest.mark.soak
def test_links_alone_carry_a_turn_with_a_fight_and_a_reshuffle(
    new_context: NewContext, server: Servers, tmp_path: Path
) -> None:
    """Both pages are opened anew with every link."""
    game = two(new_context, server, FIGHT.start, tmp_path)
    ana, blas = game.players
    assert game.decks() == 1
    game.until(lambda: min(game.follow()) >= FIGHT.stop)
    verbs = [event.action[0] for event in game.plan[FIGHT.start : FIGHT.stop]]
    assert verbs.count("melee") == verbs.count("dice") == 2 and game.decks() == 2
    holds_no_secret(ana, blas), holds_no_secret(blas, ana)
    for me in game.players:
        assert not course(me)[0].refused and me.watch.problems == []


@pytest.mark.soak
def test_a_whole_game_by_links_alone(
    new_context: NewContext, server: Servers, tmp_path: Path
) -> None:
    """From the first shuffle to both opened seeds. A turn takes one letter where nothing is due
    from the other side, and the table's file is a certificate that another process can verify."""
    game = two(new_context, server, 0, tmp_path)
    game.until(lambda: False)
    game.check_end()
    assert game.follow() == [len(plan_of(game.pair))] * 2
    assert game.decks() == 2 and game.evaded()
    letters, actions = game.letters(), [event.action for event in game.plan]
    turns, taken = quiet_turns(letters, actions)
    assert turns > 5 and turns <= taken <= 1.05 * turns
    assert len(letters) <= most_letters(actions, game.decks())
    verified(game.players[0].file())
    for me in game.players:
        assert not course(me)[0].refused and me.watch.problems == []


def verified(file: Path) -> None:
    """Check a certificate in a fresh process, and that one with a changed letter fails there."""
    text = file.read_text("utf-8")
    bad = file.with_suffix(".bad")
    at = len(text) // 2
    bad.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], "utf-8")
    for path, code in ((file, 0), (bad, 2)):
        command = [sys.executable, "-m", "engine", "verify", str(path)]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.returncode == code, found.stdout + found.stderr
