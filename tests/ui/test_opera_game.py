"""The judge on Morphy's Opera Game: no verdict that the game itself refutes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.analysis import Verdict, analyse
from engine.search.budget import Budget, finish
from tests.fixtures.opera import MOVES
from tests.fixtures.present import present
from tests.fixtures.sampled import sampled
from ui.learn.mistakes import stored
from ui.learn.mistakes.decisions import Past, PastDecision
from ui.learn.mistakes.judged_game import SETTLED, JudgedTurn, decisive, judged_turns

CHESS = {
    "queen_takes_queen": "yes",
    "king_leap": "none",
    "promotion": "free",
    "move_counter": "reset",
}
GAMES = pytest.mark.parametrize("name", sampled(["chess", "standard"]))
FIRST = 18  # the first sacrifice; what was judged before has nothing to show here
WHITE_GIVES = ("Nxb5", "Rxd7", "Bxd7+", "Qb8+")


@cache
def played(name: str) -> Past:
    options: dict[str, Any] = CHESS if name == "chess" else {}
    match = Match(MatchConfig("andarraya", options, ("Morphy", "Allies")), seeded(1))
    for move in MOVES:
        match.play(match.game.parse_action(match.state, move))
    return Past(match)


@cache
def judged(name: str) -> dict[str, JudgedTurn]:
    """Return the judged turns by their moves and colours; no side makes a move twice."""
    past = played(name)
    match = past.match
    verdicts: dict[PastDecision, Verdict | None] = {}
    for one in (one for seat in (0, 1) for one in past.decisions(seat)):
        if one.at < FIRST:
            continue
        seen, action = past.before(one.seat, one.at), match.events[one.at].action
        verdicts[one] = finish(analyse(match.game, seen, action, Random(one.at), Budget()))
    return {MOVES[one.at] + "bw"[one.seat == 0]: one for one in judged_turns(verdicts, True)}


@GAMES
def test_no_sacrifice_of_the_winner_is_called_a_mistake(name: str) -> None:
    turns = judged(name)
    assert [turns[f"{move}w"].mark for move in WHITE_GIVES] == [""] * len(WHITE_GIVES)


@GAMES
def test_the_curve_does_not_jump_on_a_marked_move(name: str) -> None:
    """A mark says what a turn lost, and the curve moves by no more."""
    turns = list(judged(name).values())
    for before, one in pairwise(turns):
        if one.mark:
            was = before.left if before.seat == one.seat else 1 - before.left
            assert was - one.left <= one.loss + SETTLED, one


@GAMES
def test_the_sacrifice_that_mates_stands_as_won(name: str) -> None:
    turns = judged(name)
    assert turns["Qb8+w"].left == turns["Rd8#w"].left == 1.0
    assert turns["Nxd7b"].left == 0.0
    assert turns["Bxd7+w"].left > 0.8


@GAMES
def test_a_turn_that_the_search_did_not_settle_has_no_verdict(name: str) -> None:
    turns = judged(name)
    unsettled = [one for one in turns.values() if not one.settled]
    assert turns["Qe6b"] in unsettled
    assert not any(one.mark or one.loss for one in unsettled)
    assert not set(unsettled) & set(decisive(list(turns.values())))


@GAMES
def test_a_stored_game_still_knows_which_turns_have_no_verdict(name: str) -> None:
    past, turns = played(name), list(judged(name).values())
    known = present(stored.read(past, stored.write(past, stored.Judgement({}, turns)), []))
    assert [one.settled for one in known.turns] == [one.settled for one in turns]
