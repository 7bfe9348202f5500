"""Make the finished games with planted blunders for tests/ui/test_finished_games.py.

    python -m tests.bench.finished [GAME …]      adds what is missing in tests/fixtures/finished/

Four games of each title. In two of them one decision of `seat` is replaced by the worst one; in the
other two a strong player beats a weak one to the very end, and the blunder is the weak player's
worst decision. What counts as a blunder is not decided by the judge that the test examines, but by
two searches: plain minimax on the true position, without pruning, windows or tables, and then a far
deeper alpha-beta search, over samples of what the player could not know.

A game is stored as `link`; `at`: event of the blunder; `loss`: in value, −1…1; `wins`: events at
which the player to move had a forced win on the true board: within two own turns in Andarraya, in
this turn in Stratego and Cotadrez, with the next decision where luck plays a part.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from engine.core.contract import CHANCE, RESIGN, TERMINAL, Action, State
from engine.games import REGISTRY
from engine.match import codec
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.chances import winning_chances
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints
from engine.search.turn_search import TurnSearch

FOLDER = Path(__file__).parents[1] / "fixtures" / "finished"
STRONG, WEAK = "ai:5@250", "ai:1@60"
# Strong and weak player where two levels take an hour to the end of a game.
PAIRS = {"stratego": ("hunter", "random"), "cotadrez": ("ai:3@60", "random")}
EACH, BEFORE, AFTER = 4, 6, 4  # games; own decisions before and after a planted blunder
LEAST, CHANCES = 0.25, 0.15  # least loss of a blunder: in value, in winning chances
STRATEGO_LEAST = 0.12  # one piece of forty is worth less
DEEP, SAMPLES = 12_000, 6  # nodes that confirm it; samples where something is hidden
WIDTH, TRIED, LONGEST = 14, 10, 700  # actions of a deeper node, candidates, events of a game


def minimax(hints: Hints, state: State, me: int, turns: int, nodes: list[int]) -> float:
    """Return the value for `me` after at most `turns` more changes of the mover."""
    player = state.current_player()
    nodes[0] -= 1
    if player == TERMINAL:
        outcome = state.outcome()
        return outcome.returns[me] if outcome is not None else 0.0
    if player == CHANCE:
        outcomes = hints.outcomes(state, False) or state.chance_outcomes()[:6]
        total = sum(weight for _, weight in outcomes)
        values = ((minimax(hints, _after(state, a), me, turns, nodes), w) for a, w in outcomes[:8])
        return sum(value * weight for value, weight in values) / total
    if (turns <= 0 and not hints.pending(state)) or nodes[0] <= 0:
        return hints.static_value(state, me)
    actions = sorted(state.legal_actions())
    worth = dict(zip(actions, hints.worth(state, actions), strict=True))
    actions = sorted(actions, key=lambda one: -worth[one])[:WIDTH]
    values = [
        minimax(hints, child, me, turns - _changed(state, child), nodes)
        for child in (_after(state, action) for action in actions)
    ]
    return max(values) if player == me else min(values)


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child


def _changed(before: State, after: State) -> int:
    return int(after.current_player() != before.current_player())


def values(match: Match, actions: list[Action]) -> list[float]:
    """Return the value of each action for the player to move: his opponent answers."""
    hints, me = Hints(match.game), match.state.current_player()
    return [minimax(hints, _after(match.state, one), me, 2, [800]) for one in actions]


def confirmed(match: Match, better: Action, worse: Action) -> bool:
    """Return whether a deep search of what the player knows agrees that `worse` is a blunder."""
    hints, me = Hints(match.game), match.state.current_player()
    seen = match.state.observation(me)
    hidden = has_hidden_information(hints, seen, me, Random(1))
    worlds = [seen.determinize(me, Random(n)) for n in range(SAMPLES)] if hidden else [seen]
    if hints.widths:
        only = hints.only([better, worse], ((2, 10),))
        scored = finish(TurnSearch(only, me, Budget(), 2).run(seen, Random(1)))
        chances = {action: winning_chances(value) for value, action in scored}
        return chances[better] - chances[worse] >= CHANCES
    lost = 0.0
    for world in worlds:
        found = [
            finish(Search(hints, me, Budget(DEEP // len(worlds))).value(_after(world, one)))
            for one in (better, worse)
        ]
        lost += winning_chances(found[0]) - winning_chances(found[1])
    return lost / len(worlds) >= CHANCES


def forced_win(state: State, player: int, turns: int) -> bool:
    """Return whether `player`, whose turn it is, wins within so many turns of both players,
    whatever is answered; luck may not decide."""
    mover = state.current_player()
    if mover == TERMINAL:
        return won(state, player)
    if mover < 0 or turns == 0:
        return False
    children = (_after(state, one) for one in sorted(state.legal_actions()))
    wins = (forced_win(one, player, turns - _ended(state, one)) for one in children)
    return any(wins) if mover == player else all(wins)


def _ended(before: State, after: State) -> int:
    return int(after.turn_index() != before.turn_index())


def playable(match: Match) -> bool:
    state = match.state
    return state.current_player() >= 0 and match.game.arrangement(state) is None


Made = tuple[dict[str, Any], Match]


def planted(game_id: str, seed: int, seat: int) -> Made | None:
    """Play between equals; the first decision after BEFORE that can be bad enough is."""
    match, rng = Match(MatchConfig(game_id), seeded(seed)), Random(seed)
    match.begin()
    equal = PAIRS["stratego"][0] if game_id == "stratego" else STRONG
    agents, own, at, loss = [make_agent(equal), make_agent(equal)], 0, -1, 0.0
    least = STRATEGO_LEAST if game_id == "stratego" else LEAST
    while not match.over and len(match.events) < LONGEST and (at < 0 or own < AFTER):
        player = match.state.current_player()
        action = agents[player].choose(match.game, match.state.observation(player), rng)
        if playable(match) and player == seat and len(match.state.legal_actions()) > 2:
            own += 1
            if at < 0 and own > BEFORE:
                others = [one for one in sorted(match.state.legal_actions()) if one != action]
                tried = Random(seed).sample(others, min(TRIED, len(others)))
                best, *found = values(match, [action, *tried])
                losses = [best - value for value in found]
                loss, worst = max(zip(losses, tried, strict=True))
                sure = loss >= least and best < 0.9 and confirmed(match, action, worst)
                if sure:
                    action, at, own = worst, len(match.events), 0
        match.play(action)
    if at < 0:
        return None
    while not match.over and (RESIGN, seat) not in match.state.table_actions():
        match.play(match.options_now()[0])
    if not match.over:
        match.resign(seat)
    return {"seat": seat, "at": at, "loss": round(loss, 2), "wins": wins(match)}, match


def played_out(game_id: str, seed: int, seat: int) -> Made | None:
    """Play strong against weak (`seat`) to the end; the blunder is the weak one's worst action."""
    match, rng = Match(MatchConfig(game_id), seeded(seed)), Random(seed)
    match.begin()
    strong, weak = PAIRS.get(game_id, (STRONG, WEAK))
    names = [weak if one == seat else strong for one in range(2)]
    least = STRATEGO_LEAST if game_id == "stratego" else LEAST
    agents, at, loss = [make_agent(name) for name in names], -1, least
    while not match.over and len(match.events) < LONGEST:
        player = match.state.current_player()
        seen = match.state.observation(player)
        action = agents[player].choose(match.game, seen, rng)
        if playable(match) and player == seat and len(match.state.legal_actions()) > 2:
            better = agents[1 - seat].choose(match.game, seen.clone(), Random(1))
            if better != action:
                best, worse = values(match, [better, action])
                sure = best - worse > loss and best < 0.9
                if sure and confirmed(match, better, action):
                    at, loss = len(match.events), best - worse
        match.play(action)
    outcome = match.outcome()
    if at < 0 or outcome is None or outcome.returns[seat] > -1:
        return None
    return {"seat": seat, "at": at, "loss": round(loss, 2), "wins": wins(match)}, match


def wins(match: Match, last: int = 12) -> list[int]:
    """Return the events among the `last` ones before which the mover had a forced win."""
    found, count = [], len(match.events)
    for at in range(max(0, count - last), count):
        state = match.state_at(at)
        if state.current_player() >= 0 and match.events[at].action[0] != RESIGN:
            if wins_at(state):
                found.append(at)
    return found


def wins_at(state: State) -> bool:
    player, game = state.current_player(), state.game
    if game.info.id == "andarraya":
        return forced_win(state, player, 3)
    if game.info.has_chance:  # a turn has many decisions: the winning one must be next
        children = [_after(state, one) for one in state.legal_actions()]
        return any(one.current_player() == TERMINAL and won(one, player) for one in children)
    return forced_win(state, player, 1)


def won(state: State, player: int) -> bool:
    outcome = state.outcome()
    return outcome is not None and outcome.returns[player] >= 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--wins", action="store_true", help="only look for forced wins again")
    FOLDER.mkdir(exist_ok=True)
    given = parser.parse_args()
    for game_id in given.games:
        file = FOLDER / f"{game_id}.json"
        kept = json.loads(file.read_text("utf-8")) if file.exists() else []
        if given.wins:
            kept = [{**one, "wins": wins(codec.decode(one["link"]))} for one in kept]
            file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
            print(game_id, [one["wins"] for one in kept], flush=True)
            continue
        seed = kept[-1]["seed"] if kept else 100
        while len(kept) < EACH:
            seed += 1
            make = planted if len(kept) < EACH // 2 else played_out
            found = make(game_id, seed, len(kept) % 2)
            if found is not None:
                one, match = found
                kept.append({**one, "seed": seed, "link": codec.encode(match)})
                file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
                print(game_id, "seed", seed, {**one}, len(match.events), flush=True)


if __name__ == "__main__":
    main()
