"""Check the reasons of `Game.explain` against the rules, for random refused presses.

A claim belongs to a reason: it says what must be true in the rules wherever the reason is given.
Most claims take away what is said to forbid the press, and ask whether it is legal then.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.contract import Game, Path, State
from engine.core.texts import Message

PRESSES = 300  # tried in one position
EACH = 3  # presses taken from one position for one reason
SHARE = 0.06  # of all presses, the most with one reason


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


Walk = Callable[[Game, random.Random], Iterator[State]]


def refusals(kind: type[Game], walk: Walk, seed: int, presses: int) -> Iterator[Refusal]:
    """Yield refused presses; every second walk has random options. `walk` yields positions."""
    rng = random.Random(seed)
    number = 0
    given: Counter[str] = Counter()
    while given.total() < presses:
        game = kind(kind.random_options(rng) if number % 2 else {})
        number += 1
        for state in walk(game, rng):
            told: Counter[str] = Counter()
            paths = list(_presses(game, state))
            for path in rng.sample(paths, min(PRESSES, len(paths))):
                found = game.explain(state, path)
                if found is None or told[found.key] >= EACH:
                    continue
                if given[found.key] <= SHARE * given.total():
                    told[found.key] += 1
                    given[found.key] += 1
                    yield Refusal(state, path, found)


def _presses(game: Game, state: State) -> Iterator[Path]:
    """Yield the beginnings of legal paths, each with every target of the scene behind it."""
    legal = {path for action in state.legal_actions() for path in game.paths(state, action)}
    begun = {path[:length] for path in legal for length in range(len(path))}
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
        known = claim is not None and one.found.clause in claim.clauses.split()
        if not known or not claim.holds(one):
            false.append((one.reason, one.found.clause, one.path, one.state.to_text()))
    return counts, false
