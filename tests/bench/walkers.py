"""Measure whether level 5 of Stratego notices a lone miner that walks to its flag.

    .venv/bin/python -m tests.bench.walkers [--nodes 1000] [--seed 0] [--rounds 1]
    .venv/bin/python -m tests.bench.walkers --make 10 [--seed 0]

Each ending of `walkers.json` is a position in which the flag of the side to defend is closed in by
bombs, and an enemy piece that never moved is a miner with a free way to one of them. The miner
walks to the nearest bomb, takes it and then the flag; while its way is blocked, its side plays as
`ai:3@60`. The flag stands if `ai:5` takes the miner or has not lost after DECISIONS decisions.
`--make` plants such miners in games between hunters and writes the file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.core.contract import Action
from engine.dev.match import wilson
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.pieces import BOMB, FLAG, MINER, MOVED, REVEALED, piece_of
from engine.games.stratego.rules.state import StrategoState
from engine.search.agents import make_agent

FILE = Path(__file__).parent / "walkers.json"
DECISIONS = 60  # of the defender
FROM, UNTIL = (60, 140), 220  # actions between which an ending is looked for
NEAR, FAR = 6, 13  # cells of the miner's way
LAST = 6  # of them, those on which it may meet the defender
PLANTER, DEFENDER, OTHERS = "hunter", "ai:5", "ai:3@60"


class Ending(NamedTuple):
    """A position, the side that defends, and the cell of the miner that will walk."""

    position: str
    defender: int
    walker: int


def closed_flag(state: StrategoState, side: int) -> tuple[int, set[int]]:
    """Return the cell of a side's flag and those of the bombs around it; (-1, empty) if it is not
    closed in."""
    tables, flag = state.game.tables, state.board.find(piece_of(side, FLAG))
    shut = tables.layout.lakes | tables.layout.void
    around = {cell for cell in tables.edges[flag] if cell not in shut} if flag >= 0 else set()
    if not around or any(state.board[cell] != piece_of(side, BOMB) for cell in around):
        return -1, set()
    return flag, around


def way(state: StrategoState, start: int, goals: set[int]) -> list[int]:
    """Return the cells of the shortest free way from a piece to one of some cells, both included;
    empty if there is none."""
    tables, before = state.game.tables, {start: start}
    line = [start]
    for cell in line:
        for near in tables.edges[cell]:
            free = not state.board[near] and near not in tables.layout.lakes | tables.layout.void
            if near in before or not (free or near in goals):
                continue
            before[near] = cell
            if near not in goals:
                line.append(near)
                continue
            path = [near]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
    return []


def lonely(state: StrategoState, path: list[int], defender: int) -> bool:
    """Tell whether a way is of the wanted length and passes none of the defender's pieces that can
    move before its last cells."""
    tables = state.game.tables
    able = {piece_of(defender, kind) for kind in tables.mobile}
    passed = {near for cell in path[:-LAST] for near in tables.edges[cell]}
    return NEAR <= len(path) <= FAR and not any(state.board[cell] in able for cell in passed)


def planted(state: StrategoState, defender: int, rng: Random) -> Ending | None:
    """Return the ending in which a hidden, unmoved piece with a free way is a miner: the type is
    exchanged with that of a hidden miner. None where there are none of both."""
    _, bombs = closed_flag(state, defender)
    if not bombs:
        return None
    mine = range(piece_of(1 - defender, BOMB + 1), piece_of(1 - defender, MINER + 8))
    still = [
        cell
        for cell, piece in enumerate(state.board)
        if piece in mine and not state.flags[cell] & (MOVED | REVEALED)
    ]
    walkers = [cell for cell in still if lonely(state, way(state, cell, bombs), defender)]
    miners = [cell for cell in still if state.board[cell] == piece_of(1 - defender, MINER)]
    if not walkers or not miners:
        return None
    new, walker, miner = state.clone(), rng.choice(walkers), rng.choice(miners)
    new.board[walker], new.board[miner] = state.board[miner], state.board[walker]
    return Ending(new.to_text(), defender, walker)


def make(seed: int) -> Ending | None:
    """Return the first ending in the game of hunters with this seed; None if it has none."""
    game, rng, defender = Stratego({}), Random(seed), seed % 2
    state, agents = game.initial_state(), [make_agent(PLANTER), make_agent(PLANTER)]
    start = rng.randint(*FROM)
    while state.outcome() is None and state.plies < UNTIL:
        side = state.current_player()
        if state.asked == "turn" and closed_flag(state, defender)[0] < 0:
            return None
        if state.plies >= start and side != defender and state.asked == "turn":
            if (found := planted(state, defender, rng)) is not None:
                return found
        state.apply(agents[side].choose(game, state.observation(side), rng))
    return None


def step(state: StrategoState, walker: int, defender: int) -> Action | None:
    """Return the walker's next action; None while its way is blocked."""
    flag = state.board.find(piece_of(defender, FLAG))
    bomb = piece_of(defender, BOMB)
    goals = {cell for cell in state.game.tables.edges[flag] if state.board[cell] == bomb}
    for path in (way(state, walker, {flag}), way(state, walker, goals)):
        for action in state.legal_actions():
            if path and action[1:] == (walker, path[1]):
                return action
    return None


def stands(ending: Ending, nodes: int, seed: int) -> tuple[str, int]:
    """Play an ending; return how it ended and after how many of the defender's decisions."""
    game, rng = Stratego({}), Random(seed)
    state: StrategoState = game.state_from_text(ending.position)
    me, others = make_agent(f"{DEFENDER}@{nodes}"), make_agent(OTHERS)
    identity, decided = state.ids[ending.walker], 0
    miner = piece_of(1 - ending.defender, MINER)
    while state.outcome() is None and decided < DECISIONS:
        side = state.current_player()
        if side == ending.defender:
            action = me.choose(game, state.observation(side), rng)
            decided += 1
        else:
            cells = [c for c, one in enumerate(state.ids) if one == identity]
            walker = next((c for c in cells if state.board[c] == miner), -1)
            if walker < 0:
                return "taken", decided
            planned = step(state, walker, ending.defender)
            action = planned or others.choose(game, state.observation(side), rng)
        state.apply(action)
    outcome = state.outcome()
    lost = outcome is not None and outcome.returns[ending.defender] < 0
    return "fell" if lost else "stood", decided


def write(count: int, seed: int) -> None:
    """Write the first `count` endings from this seed on."""
    found: list[Ending] = []
    while len(found) < count:
        if (one := make(seed)) is not None:
            found.append(one)
            print(f"seed {seed}: {len(found)} endings", flush=True)
        seed += 1
    FILE.write_text(json.dumps([one._asdict() for one in found], indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--make", type=int, default=0, help="write so many endings")
    parser.add_argument("--nodes", type=int, default=1000, help="of a decision")
    parser.add_argument("--rounds", type=int, default=1, help="games from each ending")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if args.make:
        write(args.make, args.seed)
        return
    endings = [Ending(**one) for one in json.loads(FILE.read_text("utf-8"))]
    stood = 0
    for number, ending in enumerate(endings * args.rounds):
        how, decided = stands(ending, args.nodes, args.seed + number)
        stood += how != "fell"
        print(f"{number:3}  {how} after {decided} decisions", flush=True)
    games = len(endings) * args.rounds
    low, high = wilson(stood / games, games)
    print(
        f"the flag stands in {stood} of {games} (95 % interval {100 * low:.0f}–{100 * high:.0f} %)"
    )


if __name__ == "__main__":
    main()
