"""Random positions of Andarraya: games, and few pieces at close quarters."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.contract import AnyGame, State
from engine.core.errors import BadPosition

ARMY = "qrrbbnnppppp"


def walk(game: AnyGame, rng: random.Random) -> Iterator[State]:
    """Yield a few positions of a random game, then as many at close quarters."""
    state = game.initial_state()
    for _ in range(rng.randrange(90)):
        if state.current_player() < 0:
            break
        captures = [a for a in state.legal_actions() if game.mark(state, a) == "capture"]
        actions = captures if captures and rng.random() < 0.4 else state.legal_actions()
        state.apply(rng.choice(actions))
        if state.current_player() >= 0 and rng.random() < 0.05:
            yield state
    for _ in range(6):
        found = _close(game, rng)
        if found is not None and found.current_player() >= 0:
            yield found


def _close(game: AnyGame, rng: random.Random) -> State | None:
    """Return a random position, often with kings and rooks at home; None if it is not legal."""
    cells = [[""] * 8 for _ in range(8)]
    marks = ""
    for army, rank, letters in ((str.upper, 0, "AEH"), (str.lower, 7, "aeh")):
        at_home = rng.random() < 0.6
        king = 4 if at_home else rng.randrange(8)
        cells[rank if at_home else rng.randrange(8)][king] = army("k")
        rooks = "".join(rng.sample("ah", rng.randrange(3))) if at_home else ""
        for file in rooks:
            cells[rank]["ah".index(file) * 7] = army("r")
        if at_home:
            marks += "".join(x for x in letters if x in "Ee" or x.lower() in rooks)
        for letter in rng.sample(ARMY, rng.randrange(2, 9)):
            r, f = rng.randrange(8), rng.randrange(8)
            if not cells[r][f] and not (letter == "p" and r == rank):
                cells[r][f] = army(letter)
    side = rng.choice("wb")
    text = "/".join("".join(cell or "1" for cell in row) for row in reversed(cells))
    for run in range(8, 1, -1):
        text = text.replace("1" * run, str(run))
    passed = _passed(cells, side)
    ep = rng.choice(passed) if passed else "-"
    try:
        found: State = game.state_from_text(f"{text} {side} {marks or '-'} {ep} 20 11")
        return found
    except BadPosition:
        return None


def _passed(cells: list[list[str]], side: str) -> list[str]:
    """Return the squares that a pawn of the other side may have passed just now."""
    rank, goal, pawn = (4, 5, "p") if side == "w" else (3, 2, "P")
    return [f"{'abcdefgh'[f]}{goal + 1}" for f in range(8) if cells[rank][f] == pawn]
