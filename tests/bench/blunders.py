"""Make the games with blunders for tests/ui/test_blunders.py.

    python -m tests.bench.blunders [GAME …]      adds what is missing in tests/fixtures/blunders/

Two games of each title between strong computer players, in which one decision is replaced by the
worst possible one. A game is stored as a link; `seat` and `at` are the seat and event number of the
blunder. The victim resigns a few turns later, if the game is not over by then.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from engine.core.contract import RESIGN, Action, State
from engine.games import REGISTRY
from engine.match import codec
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.analysis import AnalysisContext, action_values, analyse
from engine.search.budget import Budget, finish
from engine.search.chances import winning_chances
from engine.search.draw_resign import seat_value
from engine.search.hints import Hints

FOLDER = Path(__file__).parents[1] / "fixtures" / "blunders"
PLAYER = "ai:5@200"
EACH, BEFORE, AFTER = 2, 8, 5  # games; the victim's decisions before and after the blunder
LONGEST = 48  # decisions within which a blunder must be possible
LOSS, TRIED, NODES = 0.15, 12, 150


def worst(match: Match, seat: int) -> Action | None:
    """Return the worst of TRIED random actions, or None if it is not bad enough."""
    seen: State = match.state.observation(seat)
    hints, best = Hints(match.game), make_agent(PLAYER).choose(match.game, seen, Random(1))
    legal = [action for action in sorted(seen.legal_actions()) if action != best]
    losses = []
    for action in Random(2).sample(legal, min(len(legal), TRIED)):
        pair = finish(
            action_values(AnalysisContext(hints, seen, seat, 3, Budget()), [best, action], NODES)
        )
        if pair is not None:
            losses.append((winning_chances(pair[0]) - winning_chances(pair[1]), action))
    loss, action = max(losses, default=(0.0, ("",)))
    verdict = (
        finish(analyse(match.game, seen, action, Random(5), Budget(), 8 * NODES))
        if losses
        else None
    )
    return action if loss > LOSS and verdict is not None and verdict.loss > LOSS else None


def outcome(match: Match, seat: int) -> float:
    """Return the winning chances, searched much deeper than the judges of the tests search."""
    seen, budget = match.state.observation(seat), Budget(8 * NODES)
    return winning_chances(finish(seat_value(match.game, seen, seat, 5, Random(1), budget)))


class Planter:
    """Maker of one game. `at` is the event number of the blunder, −1 before it."""

    def __init__(self, game_id: str, seed: int, seat: int) -> None:
        self.match, self.seat, self.rng = (
            Match(MatchConfig(game_id), seeded(seed)),
            seat,
            Random(seed),
        )
        self.match.begin()
        self.agents = [make_agent(PLAYER), make_agent(PLAYER)]
        self.at, self.own = -1, 0
        self._before, self._turn = (
            0.0,
            -1,
        )  # chances before a blunder and its turn, until that turn is over
        self._tried = -1  # event number of a rejected blunder

    def play(self) -> dict[str, Any] | None:
        match, seat = self.match, self.seat
        while not match.over and (self.at < 0 or self.own < AFTER):
            if self.at < 0 and self.own > LONGEST:
                return None
            self._check()
            match.play(self._choice())
        self._check()
        if self.at < 0:
            return None
        while not match.over and (RESIGN, seat) not in match.state.table_actions():
            match.play(match.options_now()[0])
        if not match.over:
            match.resign(seat)
        return {"seat": seat, "at": self.at, "link": codec.encode(match)}

    def _choice(self) -> Action:
        match, state = self.match, self.match.state
        player = state.current_player()
        if player == self.seat and len(state.legal_actions()) > 1:
            if match.game.arrangement(state) is None:
                self.own += 1
                late = self.own > BEFORE and len(match.events) > self._tried
                if self.at < 0 and late and (bad := worst(match, player)) is not None:
                    self._turn, self._before = state.turn_index(), outcome(match, player)
                    self.at, self.own = len(match.events), 0
                    return bad
        return self.agents[player].choose(match.game, state.observation(player), self.rng)

    def _check(self) -> None:
        """Reject a blunder that the rest of its turn has repaired. Games with dice in a turn or one
        action per turn are exempt."""
        match = self.match
        hints = Hints(match.game)
        if self._turn < 0 or match.state.turn_index() == self._turn:
            return
        self._turn = -1
        if not hints.widths and match.game.info.id != "stratego":
            if self._before - outcome(match, self.seat) < LOSS:
                match.cut(self.at)
                self._tried, self.at, self.own = self.at, -1, BEFORE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    for game_id in parser.parse_args().games:
        file = FOLDER / f"{game_id}.json"
        kept = json.loads(file.read_text("utf-8")) if file.exists() else []
        seed = len(kept)
        while len(kept) < EACH:
            seed += 1
            if (one := Planter(game_id, seed, len(kept) % 2).play()) is not None:
                kept.append(one)
                file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
                print(game_id, "seed", seed, one, flush=True)


if __name__ == "__main__":
    main()
