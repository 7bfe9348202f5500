"""Compare the shortcuts of the move generator with slow and plain computations."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules import movement
from engine.games.cotadrez.rules.attacks import attacked_squares, attackers
from engine.games.cotadrez.rules.movement import Safety, legal_turns
from engine.games.cotadrez.rules.state import CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain


def battles(seed: int, games: int = 3) -> Iterator[CotadrezState]:
    """Yield positions at the start of turns from random games with random options."""
    rng = Random(seed)
    for _ in range(games):
        state = Cotadrez(Cotadrez.random_options(rng)).initial_state()
        while state.current_player() != -2 and (not state.battle or state.turns < 120):
            if state.battle and state.frame() == "turn":
                yield state
            options = state.legal_actions() or [a for a, _ in state.chance_outcomes()]
            state.apply(rng.choice(options))


class EverySquareMatters(Safety):
    """Safety check without its shortcut: it tests every action by playing it."""

    def __init__(self, t: Terrain, board: bytearray, half: int) -> None:
        super().__init__(t, board, half)
        self.screen = set(range(100))


@pytest.mark.parametrize("seed", range(4))
def test_the_safety_shortcut_finds_the_same_turns_as_testing_every_action(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in battles(seed):
        quick = set(state.legal_actions())
        with monkeypatch.context() as patch:
            patch.setattr(movement, "Safety", EverySquareMatters)
            slow = legal_turns(
                state.t,
                state.board,
                state.side,
                state.reserves[state.side] if state.game.reinforce else None,
                state.dungeons[1 - state.side],
                EverySquareMatters(state.t, state.board, state.side),
            )
        assert quick == set(slow), state.to_text()


@pytest.mark.parametrize("seed", range(4))
def test_attackers_of_a_square_match_the_squares_each_unit_attacks(seed: int) -> None:
    for state in battles(seed + 100, games=2):
        board = state.board
        units = [s for s in range(100) if board[s]]
        attacked = {s: set(attacked_squares(state.t, board, s)) for s in units}
        for target in units:
            for half in (0, 1):
                expected = sum(
                    target in attacked[s] for s in units if board[s] >> 4 == half and s != target
                )
                assert attackers(state.t, board, target, half) == expected, state.to_text()
                for limit in (1, 2):
                    found = attackers(state.t, board, target, half, limit)
                    assert min(found, limit) == min(expected, limit), state.to_text()


@pytest.mark.parametrize("seed", range(3))
def test_generated_captures_are_the_captures_among_the_legal_actions(seed: int) -> None:
    for state in battles(seed + 300, games=2):
        safety = Safety(state.t, state.board, state.side)
        rescue = state.dungeons[1 - state.side]
        found = movement.captures(state.t, state.board, state.side, rescue, safety)
        taken = [
            action
            for action in state.legal_actions()
            if action[0] in ("fire", "siege") or (action[0] == "step" and state.board[action[2]])
        ]
        assert sorted(found) == sorted(taken), state.to_text()


@pytest.mark.parametrize("seed", range(3))
def test_no_legal_action_leaves_the_own_king_attacked(seed: int) -> None:
    for state in battles(seed + 200, games=2):
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            if after.frame() == "turn" and after.result is None:
                assert not after.in_check(state.side), (state.to_text(), action)
