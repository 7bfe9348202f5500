"""The chase rule (rulebook 5.30) against a second implementation of its words, which keeps whole
histories instead of the engine's last steps."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core.contract import Action
from engine.games.stratego.rules.movement import legal, steps
from engine.games.stratego.rules.pieces import owner_of
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import field, lost, position, state_of, turns

Placement = dict[int, int]  # cell → number of a piece


class Ply(NamedTuple):
    """One action: its side, and where every piece stood before and after it."""

    side: int
    action: Action
    before: Placement
    after: Placement


class History:
    """A whole game; pieces have numbers, so that two of a type are not confused."""

    def __init__(self, state: StrategoState) -> None:
        self.edges = state.game.tables.edges
        self.now: Placement = {cell: n for n, cell in enumerate(_occupied(state))}
        self.sides = {n: owner_of(state.board[cell]) for cell, n in self.now.items()}
        self.plies: list[Ply] = []

    def add(self, side: int, action: Action, state: StrategoState) -> None:
        after = dict(self.now)
        if action[0] == "relay":
            after[action[1]], after[action[2]] = after[action[2]], after[action[1]]
        elif action[0] in ("move", "attack"):
            mover = after.pop(action[1])
            defender = after.pop(action[2], -1)
            piece = state.board[action[2]]
            if piece:
                after[action[2]] = mover if owner_of(piece) == side else defender
        self.plies.append(Ply(side, action, self.now, after))
        self.now = after

    def enemies_next_to(self, side: int, cell: int, placed: Placement) -> set[int]:
        return {c for c in self.edges[cell] if c in placed and self.sides[placed[c]] != side}

    def threatens(self, side: int, action: Action, placed: Placement) -> bool:
        return action[0] == "move" and bool(self.enemies_next_to(side, action[2], placed))

    def chase(self, side: int) -> list[Ply]:
        """Return the running chase of a side to act: its own plies, the first one first."""
        run: list[Ply] = []
        at = len(self.plies)
        while at >= 2:
            own, reply = self.plies[at - 2 : at]
            hunted = self.enemies_next_to(side, own.action[2], own.after)
            if not self.threatens(side, own.action, own.after) or reply.action[0] != "move":
                break
            fled = reply.action[1] in hunted and reply.action[2] not in self.edges[own.action[2]]
            if not fled or len(reply.after) != len(own.before):
                break
            run.insert(0, own)
            at -= 2
        return run

    def barred(self, side: int, actions: list[Action]) -> set[Action]:
        """Return what the rule forbids of the actions that the range rules allow."""
        run = self.chase(side)
        out = set()
        for action in actions:
            if not run or action[0] != "move":
                continue
            placed = dict(self.now)
            placed[action[2]] = placed.pop(action[1])
            last = run[-1].action
            if self.threatens(side, action, placed) and any(placed == ply.after for ply in run):
                if (action[1], action[2]) != (last[2], last[1]):
                    out.add(action)
        return out


def _occupied(state: StrategoState) -> list[int]:
    return [cell for cell, piece in enumerate(state.board) if piece]


def _likely(history: History, state: StrategoState, rng: Random) -> Action:
    """Choose mostly hunting and fleeing moves, so that chases are long."""
    side, actions = state.turn, state.legal_actions()
    moves = [action for action in actions if action[0] == "move"]
    if moves and rng.random() < 0.97:
        near = [a for a in moves if history.enemies_next_to(side, a[1], history.now)]
        hunt = [a for a in moves if history.enemies_next_to(side, a[2], history.now)]
        flee = [a for a in near if not history.enemies_next_to(side, a[2], history.now)]
        actions = (flee if side else hunt) or moves
    return rng.choice(actions)


PIECES = {
    "classic": ("r2e5 r9f4 b4e7 b5d3", {"background": "rFa1 bFj10"}),
    "hex10": ("r2e4 r9f4 b4e7 b2d3", {"background": "rFa1 bFj10"}),
    "tri10": ("r2e4 r9f5 b4e7 b5f4", {"background": "rFa1 bFk10"}),
}


@pytest.mark.parametrize("board", PIECES)
def test_5_30_the_engine_bars_what_the_words_bar(board: str) -> None:
    """Compare after every ply of games full of chases; `met` counts each case."""
    pieces, more = PIECES[board]
    options: dict[str, Any] = {"chase_rule": True, "two_square": "off", "no_capture_limit": 0}
    met = {"chase": 0, "barred": 0}
    for seed in range(25):
        rng = Random(seed)
        state = state_of(pieces, board=board, **options, **more)
        history = History(state)
        for _ in range(80):
            if state.result is not None or state.announces():
                break
            side = state.turn
            free = list(dict.fromkeys(steps(state.game.tables, state.board, side)))
            barred = history.barred(side, free)
            assert set(free) - set(legal(state)) == barred, (seed, state.to_text())
            run = history.chase(side)
            met["chase"] += len(run) > 1
            met["barred"] += bool(barred)
            action = _likely(history, state, rng)
            state.apply(action)
            while state.result is None and state.asked != "turn":
                state.apply(state.legal_actions()[0])
            history.add(side, action, state)
    assert met["chase"] > 50 and met["barred"] > 1, met


def test_5_30_a_placement_after_a_reply_may_come_back() -> None:
    """The scout goes e2-e3-e4-e2 while f3 goes to f4 and back: the placement after f2-f3 recurs."""
    state = state_of("r2e1 b4f2 b5d2", chase_rule=True)
    after = play(state, "e1-e2 f2-f3").to_text().split()[0]
    state = play(state, "e1-e2 f2-f3 e2-e3 f3-f4 e3-e4 f4-f3")
    assert field(state, 8) == "chs.r=e1e2.f2f3.e2e3.f3f4.e3e4.f4f3"
    assert play(state, "e4-e2").to_text().split()[0] == after


def test_5_30_stepping_back_is_always_allowed() -> None:
    """Red's 9 runs after a blue 2 round a corner."""
    words = "e4-e5 e6-f6 e5-f5"
    assert not refusal(state_of("r9e4 b2e6", chase_rule=True), words)
    state = play(state_of("r9e4 b2e6", chase_rule=True), "e4-e5 e6-f6 e5-f5 f6-e6")
    assert field(state, 8) == "chs.r=e4e5.e6f6.e5f5.f6e6"
    assert "f5-e5" in turns(state), "stepping back is always allowed"
    game, text = position(
        "r9f5 b2f6",
        rest="- 4 4 - - chs.r=e4e5.e6e7.e5f5.e7f7.f5f4.f7f6",
        chase_rule=True,
    )
    assert game.state_from_text(text).to_text() == text


def test_5_30_s34_a_placement_may_not_come_back() -> None:
    """Around four cells: after a whole round the first placement would recur."""
    words = "e8-f8 f9-e9 f8-f9 e9-e8 f9-e9 e8-f8 e9-e8 f8-f9"
    state = play(state_of("r9e8 b2f9", chase_rule=True), words)
    assert refusal(state, "e8-f8") == "IllegalAction" and not refusal(state, "e8-e9")
    assert not refusal(play(state_of("r9e8 b2f9"), words), "e8-f8")
    assert not refusal(state, "j1-j2 a10-a9 e8-f8"), "another action ends the chase"


def test_s51_a_rescue_ends_a_chase_and_starts_none() -> None:
    state = lost("r5f9 b4g10", "8", rescue_rear=2, chase_rule=True)
    assert "chs.r=f9f10" in field(play(state, "f9-f10 +-"), 8)
    assert "chs.r" not in field(play(state, "f9-f10+8@c1"), 8)
