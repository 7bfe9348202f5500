"""The mistakes of a judged game as exercises, made from what each seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from ui.learn.mistakes.decisions import Mistake, Past
from ui.saves.own_mistakes import OwnMistake

LEAST = 0.15  # winning chances that a single decision must have lost: a “?” or “??”


def exercises(
    past: Past, found: Mapping[int, Sequence[Mistake]], today: date
) -> Iterator[OwnMistake]:
    """Yield the clear mistakes of a finished game. Only decisions count, not what a turn lost."""
    game, config = past.game, past.match.config
    for seat, mistakes in found.items():
        for one in mistakes:
            if one.verdict.loss >= LEAST:
                seen = past.before(seat, one.at)
                better = game.action_text(seen, one.verdict.better)
                played = game.action_text(seen, past.match.events[one.at].action)
                options = dict(config.options)
                yield OwnMistake(config.game_id, options, seen.to_text(), better, played, 0, today)
