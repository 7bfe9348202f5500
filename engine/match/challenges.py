"""Challenges: positions to be won within a few turns, with luck and an opponent fixed in advance.

`table/challenges.json` of a game: JSON, one challenge per line, easy ones first. A position is the
observation of the player to move, as position text; what it hides is sampled, always alike. Which
one belongs to a day follows from its date alone (engine/core/days.py): a week goes from the easy
ones of each game to the hard ones.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from math import log
from random import Random
from typing import Any

from engine.core.contract import CHANCE, Action, AnyGame, Event, State
from engine.core.days import WEEK, weekday
from engine.core.errors import AsedioError
from engine.match.match import Match, MatchConfig

FILE = "challenges.json"
LEVEL, NODES = 3, 600  # of the opponent: a phone needs half a second for a decision
TRIES = 4  # attempts of a computer player when a challenge is proved
EASY, STRONG = LEVELS = (1, 4)  # levels that try
OPEN, WON, LOST = "open", "won", "lost"
_FRACTION = 56  # bits of a drawn fraction


class BadChallenges(AsedioError):
    """A file of challenges that cannot be read."""

    default_code = "bad_challenges"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A position to be won by the player to move within `turns` own turns.

    `easy`, `strong`: in how many of TRIES attempts the players of LEVELS won it."""

    position: str
    turns: int
    easy: int = 0
    strong: int = 0

    @property
    def seed(self) -> int:
        """Return the seed of its luck, of what is hidden and of the opponent's thoughts."""
        return zlib.crc32(self.position.encode())


@dataclass(frozen=True, slots=True)
class Challenges:
    """The challenges of one game. `made`: the command that found them."""

    game: str
    made: str
    challenges: tuple[Challenge, ...]
    options: dict[str, Any] = field(default_factory=dict)


def write(found: Challenges) -> str:
    """Return the text of a file of challenges."""
    head = _dump({"game": found.game, "made": found.made, "options": found.options})
    rows = ",\n".join(_dump(list(astuple(one))) for one in found.challenges)
    return f'{head[:-1]},"challenges":[\n{rows}\n]}}\n'


def read(text: str | None) -> Challenges:
    """Parse a file of challenges. Raises BadChallenges, also for None."""
    try:
        found = json.loads(text or "")
        rows = tuple(Challenge(*row) for row in found["challenges"])
        return Challenges(found["game"], found["made"], rows, found["options"])
    except (ValueError, TypeError, KeyError) as why:
        raise BadChallenges(f"no challenges: {why}") from None


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# -- the day -------------------------------------------------------------------------------------


def of_the_day(found: Sequence[Challenge], games: int, day: int) -> Challenge:
    """Return the challenge of a day among those of its game, easy ones first. `games`: how many
    games take turns. Every weekday has a share of its own, whose challenges take turns too."""
    first = weekday(day) * len(found) // WEEK
    share = found[first : max(first + 1, (weekday(day) + 1) * len(found) // WEEK)]
    return share[day // (WEEK * games) % len(share)]


# -- the match -----------------------------------------------------------------------------------


class FixedLuck:
    """Sampler of a challenge: the n-th outcome of a kind is the same whatever was played before.

    A kind is the verb and the number of values of an outcome, for each player who caused it. Each
    outcome draws a waiting time, shorter for more weight, and the first one is taken; so the next
    card is the same as long as it is in the deck.
    """

    def __init__(self, match: Match, seed: int) -> None:
        self._match, self._seed = match, seed

    def __call__(self, state: State) -> Action:
        """Return an outcome of a chance node."""
        outcomes = sorted(state.chance_outcomes())
        verb, values = outcomes[0][0][0], len(outcomes[0][0])
        player, number = _drawn(self._match.events, verb, values)
        drawn = f"{self._seed} {player} {verb} {values} {number}"

        def waits(outcome: tuple[Action, int]) -> tuple[float, Action]:
            action, weight = outcome
            return -log(_fraction(f"{drawn} {action!r}")) / weight, action

        return min(outcomes, key=waits)[0]


def _drawn(events: Sequence[Event], verb: str, values: int) -> tuple[int, int]:
    """Return the player who decided last, and how many outcomes of a kind he has caused."""
    causes = _causes(events)
    player = next((one.actor for one in reversed(events) if one.actor >= 0), CHANCE)
    kind = (CHANCE, player, verb, values)
    counted = (
        (one.actor, cause, one.action[0], len(one.action)) == kind
        for one, cause in zip(events, causes, strict=True)
    )
    return player, sum(counted)


def _causes(events: Sequence[Event]) -> list[int]:
    """Return for each event the player who decided last before it."""
    found, last = [], CHANCE
    for one in events:
        found.append(last)
        last = one.actor if one.actor >= 0 else last
    return found


def _fraction(text: str) -> float:
    """Return a number between 0 and 1, the same for equal texts."""
    bits = int.from_bytes(sha256(text.encode()).digest()[: _FRACTION // 8], "big")
    return (bits + 0.5) / 2.0**_FRACTION


def begun(game: AnyGame, challenge: Challenge) -> Match:
    """Return the match of a challenge at its beginning. Raises BadPosition."""
    seen = game.state_from_text(challenge.position)
    whole = seen
    if game.info.has_secrets:
        whole = seen.determinize(seen.current_player(), Random(challenge.seed))
    config = MatchConfig(game.info.id, dict(game.options), (), whole.to_text())
    match = Match(config, game=game)
    match.sampler = FixedLuck(match, challenge.seed)
    return match


def thought_seed(challenge: Challenge, count: int) -> int:
    """Return the seed of the opponent's thoughts after `count` events."""
    return zlib.crc32(f"{challenge.seed} {count}".encode())


# -- the goal ------------------------------------------------------------------------------------


class Course:
    """Judge of a challenge being played: how many own turns were begun, and whether it is won.

    `turns` of the opponent are those in which he decided first. What follows the last own turn
    still counts, up to the next decision that would begin another one.
    """

    def __init__(self, match: Match, turns: int) -> None:
        self._match, self._turns = match, turns
        self.me = match.start.current_player()

    def used(self) -> int:
        """Return how many own turns have been begun."""
        return sum(first == self.me for first in self._firsts().values())

    def _firsts(self) -> dict[int, int]:
        """Return the player who decided first in each turn so far."""
        found: dict[int, int] = {}
        state = self._match.start.clone()
        for event in self._match.events:
            if event.actor >= 0:
                found.setdefault(state.turn_index(), event.actor)
            state.apply(event.action)
        return found

    def status(self) -> str:
        """Return WON, LOST or OPEN."""
        match = self._match
        if match.over:
            outcome = match.outcome()
            return WON if outcome is not None and outcome.winner == self.me else LOST
        state, firsts = match.state, self._firsts()
        again = state.current_player() == self.me and state.turn_index() not in firsts
        return LOST if again and self.used() >= self._turns else OPEN
