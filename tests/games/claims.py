"""Check the reasons of `Game.explain` against the rules, for random refused presses.

A claim belongs to a reason: it says what must be true in the rules wherever the reason is given.
Most claims take away what is said to forbid the press, and ask whether it is legal then.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.contract import Action, AnyGame, Path, State
from engine.core.texts import Message
from engine.match.chance import ChanceSampler

PRESSES = 300  # tried in one position
EACH = 3  # presses taken from one position for one reason
SHARE = 0.06  # of all presses, the most with one reason
SNAPSHOTS, GAP = 4, 30  # of a game; most events between two


class Refusal(NamedTuple):
    """A refused press, with the reason that `explain` gives."""

    state: Any
    path: Path
    found: Message

    @property
    def reason(self) -> str:
        return self.found.key.removeprefix("explain.")


class Claim(NamedTuple):
    """`clauses` that the reason may cite, and what must hold in the rules."""

    clauses: str
    holds: Callable[[Refusal], bool]


Walk = Callable[[AnyGame, random.Random], Iterator[State]]
Chooser = Callable[[Any, random.Random], Action]


def at_random(state: State, rng: random.Random) -> Action:
    return rng.choice(state.legal_actions())


def snapshots(
    ready: Callable[[Any], bool] = lambda state: bool(state.table_actions()),
    choose: Chooser = at_random,
) -> Walk:
    """Return a walk through a random game: what a player who decides sees of some positions. They
    begin where `ready` first holds, after the set-up; `choose` picks the actions between them."""

    def walk(game: AnyGame, rng: random.Random) -> Iterator[State]:
        state, chance = game.initial_state(), ChanceSampler(rng)
        wait = 0
        for number in range(SNAPSHOTS + 1):
            while state.outcome() is None and (
                wait > 0 or state.current_player() < 0 or not (number or ready(state))
            ):
                state.apply(chance(state) if state.current_player() < 0 else choose(state, rng))
                wait -= 1
            if state.outcome() is not None:
                return
            if number:
                yield state.observation(state.current_player())
            wait = rng.randrange(GAP)

    return walk


def refusals(
    kind: type[AnyGame],
    walk: Walk,
    seed: int,
    presses: int,
    share: float = SHARE,
    deepest: int | None = None,
) -> Iterator[Refusal]:
    """Yield refused presses; every second walk has random options. `walk` yields positions;
    `share`: of all presses, the most with one reason; `deepest`: most presses of a path."""
    rng = random.Random(seed)
    number = 0
    given: Counter[str] = Counter()
    while given.total() < presses:
        game = kind(kind.random_options(rng) if number % 2 else {})
        number += 1
        for state in walk(game, rng):
            told: Counter[str] = Counter()
            paths = list(_presses(game, state, deepest))
            for path in rng.sample(paths, min(PRESSES, len(paths))):
                found = game.explain(state, path)
                if found is None or told[found.key] >= EACH:
                    continue
                if given[found.key] <= share * given.total():
                    told[found.key] += 1
                    given[found.key] += 1
                    yield Refusal(state, path, found)


def _presses(game: AnyGame, state: State, deepest: int | None) -> Iterator[Path]:
    """Yield the beginnings of legal paths, each with every target of the scene behind it."""
    legal = {path for action in state.legal_actions() for path in game.paths(state, action)}
    begun = {path[:length] for path in legal for length in range(len(path))[:deepest]}
    scene = game.scene(state, state.current_player())
    buttons = {choice.target for choice in scene.choices}
    targets = sorted({scene.aliases.get(t, t) for t in scene.targets() - buttons})
    for prefix in sorted(begun):
        for target in targets:
            yield (*prefix, target)


Fault = tuple[str, str, Path, str]  # reason, clause, presses, position


def disproved(
    claims: Mapping[str, Claim], found: Iterator[Refusal]
) -> tuple[Counter[str], list[Fault]]:
    """Return how often each reason was given, and the refusals whose claim does not hold. A reason
    without a claim, or with a clause that its claim does not name, does not hold either."""
    counts: Counter[str] = Counter()
    false: list[Fault] = []
    for one in found:
        counts[one.reason] += 1
        claim = claims.get(one.reason)
        if not (claim and one.found.clause in claim.clauses.split() and claim.holds(one)):
            false.append((one.reason, one.found.clause, one.path, one.state.to_text()))
    return counts, false
