"""With the options yes / none / free / reset the game is chess (6.5).

Every position of random games is compared with python-chess.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import chess
import pytest

from engine.core.contract import Action
from engine.dev.perft import count
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.text.notation import coordinate, san
from tests.fixtures.sampled import sampled
from tests.games.andarraya.table import CHESS

GAMES, PARTS = 200, 8
PERFT = Path(__file__).resolve().parents[2] / "perft" / "andarraya.txt"
MAX_NODES = 60_000  # deeper counts of the file are run by hand, with the `perft` command


def names(board: chess.Board) -> dict[str, chess.Move]:
    """Map the legal moves of python-chess by the names Andarraya gives them."""
    return {
        ("O-O" if board.is_kingside_castling(move) else "O-O-O")
        if board.is_castling(move)
        else move.uci(): move
        for move in board.legal_moves
    }


def step(game: Andarraya, state: AndarrayaState, board: chess.Board, rng: Random) -> None:
    """Compare one position and play the same random move on both boards."""
    mine: dict[str, Action] = {coordinate(action): action for action in state.legal_actions()}
    theirs = names(board)
    assert mine.keys() == theirs.keys(), f"{state.to_text()} | {board.fen()}"
    name = rng.choice(sorted(mine))
    if rng.random() < 0.1:
        assert san(state, mine[name]) == board.san(theirs[name]), state.to_text()
    board.push(theirs[name])
    state.apply(mine[name])


@pytest.mark.parametrize("part", sampled(range(PARTS), PARTS // 2))
def test_6_5_random_games_agree_with_chess(part: int) -> None:
    game = Andarraya(CHESS)
    for number in range(part, GAMES, PARTS):
        rng = Random(f"chess {number}")
        state, board = game.initial_state(), chess.Board()
        while state.outcome() is None:
            step(game, state, board, rng)
            assert (state.counter, state.side) == (board.halfmove_clock, not board.turn)
        over = state.outcome()
        assert over is not None
        assert (over.reason == "checkmate") == board.is_checkmate()
        assert (over.reason == "stalemate") == board.is_stalemate()


def lines() -> list[tuple[str, str, int, int]]:
    """Return (options word, position, depth, nodes) of each count in tests/perft/andarraya.txt."""
    found = []
    for line in PERFT.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            mode, position, *counts = (part.strip() for part in line.split(";"))
            for depth, nodes in (entry.split() for entry in counts):
                if int(nodes) <= MAX_NODES:
                    found.append((mode, position, int(depth), int(nodes)))
    return found


@pytest.mark.parametrize(("mode", "position", "depth", "nodes"), lines())
def test_perft_counts_match_the_file(mode: str, position: str, depth: int, nodes: int) -> None:
    game = Andarraya(CHESS if mode == "chess" else {})
    assert count(game, game.state_from_text(position), depth) == nodes
