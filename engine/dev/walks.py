"""Random complete matches, and sample positions from them, for fuzzing and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.contract import State
from engine.dev.common import is_table, play_on
from engine.match.match import Match, MatchConfig


class RuleBroken(AssertionError):
    """A game violates the contract; `rule` is the number of the contract rule."""

    def __init__(self, rule: int, text: str, state: State | None = None) -> None:
        self.rule = rule
        where = f" in position {state.to_text()}" if state is not None else ""
        super().__init__(f"contract rule {rule}: {text}{where}")


def require(holds: object, rule: int, text: str, state: State | None = None) -> None:
    if not holds:
        raise RuleBroken(rule, text, state)


def random_walk(match: Match, rng: Random, table: bool = True) -> Match:
    """Play `match` to its end at random. With `table`, one game in four gets a resignation or
    agreed draw at a random point. Raises RuleBroken(1) for a game that does not end."""
    limit = match.game.info.max_events
    stop = rng.randrange(1, 120) if table and rng.random() < 0.25 else limit + 1
    while not match.over:
        play_on(match, rng, stop)
        stop = limit + 1
        options = sorted(match.state.table_actions())
        require(match.over or len(match.events) <= limit, 1, f"no end within {limit} events")
        if options:
            match.play(rng.choice(options))
    return match


def positions(match: Match, rng: Random, samples: int) -> list[tuple[int, State]]:
    """Return (number of events, state) of about `samples` positions that cover all kinds of
    decision, in order."""
    by_frame: dict[str, list[int]] = {}
    for number, state in enumerate(states(match)):
        by_frame.setdefault(f"{state.frame()} {state.current_player()}", []).append(number)
    chosen = {0, len(match.events)}
    for numbers in sorted(by_frame.values()):
        if len(chosen) <= samples:
            chosen.add(rng.choice(numbers))
    while len(chosen) < min(samples, len(match.events)):
        chosen.add(rng.randrange(len(match.events)))
    return [(number, match.state_at(number)) for number in sorted(chosen)]


def states(match: Match) -> Iterator[State]:
    """Yield every state of the match, from the first. It is one object that changes: do not keep
    it."""
    state = match.start.clone()
    yield state
    for event in match.events:
        state.apply(event.action)
        yield state


def first_events(match: Match, length: int) -> Match:
    """Return a match with the first `length` events replayed."""
    config = match.config
    part = Match(
        MatchConfig(config.game_id, dict(config.options), config.names, config.start, config.tags),
        game=match.game,
    )
    for event in match.events[:length]:
        part.play(event.action) if is_table(event.action) else part.take(event.action)
    return part
