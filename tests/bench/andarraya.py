"""Compare Andarraya in chess mode with python-chess.

    python -m tests.bench.andarraya [--rounds N]

Both run in this process, alternating, and every ratio is the median over the rounds of (pace of
Andarraya / pace of python-chess), so that a busy machine slows both. Workloads:

perft 4       counted leaves: the last ply is generated in full and counted, but not made
perft 3       every leaf made: clone and apply here, push and pop there
lists         the legal moves of 200 middle-game positions with nothing cached
playouts      random games from the initial position, stopped after 101 plies

Caches that either engine fills are warm after the first round, as they are in play.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from random import Random
from statistics import median

import chess

from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.state import AndarrayaState

CHESS = {
    "queen_takes_queen": "yes",
    "king_leap": "none",
    "promotion": "free",
    "move_counter": "reset",
}
WANTED = {"perft 4": 1.5, "perft 3": 1.0, "lists": 1.5, "playouts": 1.5}
POSITIONS, PLIES = 200, 101
PLAYOUTS = 40

Work = Callable[[], int]  # returns a count


def perft_theirs(board: chess.Board, depth: int, counted: bool) -> int:
    if depth == 0:
        return 1
    if depth == 1 and counted:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft_theirs(board, depth - 1, counted)
        board.pop()
    return total


def perft_made(state: AndarrayaState, depth: int) -> int:
    """Perft that also makes the last ply."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        total += perft_made(after, depth - 1)
    return total


def middle_games(game: Andarraya) -> tuple[list[AndarrayaState], list[chess.Board]]:
    """Return positions of random games after 16 to 60 plies, for both engines."""
    mine: list[AndarrayaState] = []
    theirs: list[chess.Board] = []
    rng = Random(0)
    while len(mine) < POSITIONS:
        state = game.initial_state()
        board = chess.Board()
        for _ in range(rng.randint(16, 60)):
            if state.outcome() is not None:
                break
            action = rng.choice(sorted(state.legal_actions()))
            text = game.action_text(state, action)
            castling = [m for m in board.legal_moves if board.is_castling(m)]
            board.push(
                next(m for m in castling if board.san(m).rstrip("+#") == text)
                if text[0] == "O"
                else chess.Move.from_uci(text)
            )
            state.apply(action)
        if state.outcome() is None:
            mine.append(game.state_from_text(state.to_text()))
            theirs.append(board)
    return mine, theirs


def lists_mine(states: list[AndarrayaState]) -> Work:
    """Return the workload of move lists. It clones each state, because a state caches its list."""
    return lambda: sum(len(state.clone().legal_actions()) for state in states)


def playouts_mine(game: Andarraya, seed: int) -> int:
    rng, plies = Random(seed), 0
    for _ in range(PLAYOUTS):
        state = game.initial_state()
        for _ in range(PLIES):
            if state.current_player() < 0:
                break
            state.apply(rng.choice(state.legal_actions()))
            plies += 1
    return PLAYOUTS


def playouts_theirs(seed: int) -> int:
    rng = Random(seed)
    for _ in range(PLAYOUTS):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
    return PLAYOUTS


def pairs() -> dict[str, tuple[Work, Work]]:
    """Return (Andarraya's work, python-chess's work) by name."""
    game = Andarraya(CHESS)
    start, board = game.initial_state(), chess.Board()
    mine, theirs = middle_games(game)
    return {
        "perft 4": (
            lambda: game.perft(game.initial_state(), 4),
            lambda: perft_theirs(board, 4, True),
        ),
        "perft 3": (
            lambda: perft_made(start.clone(), 3),
            lambda: perft_theirs(board, 3, False),
        ),
        "lists": (
            lists_mine(mine),
            lambda: sum(len(list(position.legal_moves)) for position in theirs),
        ),
        "playouts": (lambda: playouts_mine(game, 1), lambda: playouts_theirs(1)),
    }


def timed(work: Work) -> tuple[float, int]:
    """Return (processor time of this process in seconds, result of the work)."""
    begin = time.process_time()
    count = work()
    return time.process_time() - begin, count


def compare(name: str, mine: Work, theirs: Work, rounds: int) -> str:
    """Return one line: best pace of each, median ratio, and whether the wanted ratio is reached."""
    ratios, best = [], [float("inf"), float("inf")]
    for _ in range(rounds):
        (fast, count), (slow, count_theirs) = timed(mine), timed(theirs)
        assert count == count_theirs, (name, count, count_theirs)
        ratios.append(slow / fast)
        best = [min(best[0], fast), min(best[1], slow)]
    units = POSITIONS if name == "lists" else count
    verdict = "reached" if median(ratios) >= WANTED[name] else "MISSED"
    return (
        f"{name:9} {units / best[0]:>10,.0f}/s  python-chess {units / best[1]:>9,.0f}/s  "
        f"ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}), "
        f"wanted {WANTED[name]:.1f}: {verdict}"
    )


def profile(work: Work) -> None:
    """Print which functions take the time."""
    run = cProfile.Profile()
    run.runcall(work)
    pstats.Stats(run).sort_stats("tottime").print_stats(8)


def main() -> None:
    """Print one line per comparison, or a profile of one with --profile."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--profile", choices=sorted(WANTED), help="profile this one instead")
    arguments = parser.parse_args()
    works = pairs()
    if arguments.profile:
        profile(works[arguments.profile][0])
        return
    for name, (mine, theirs) in works.items():
        print(compare(name, mine, theirs, arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
