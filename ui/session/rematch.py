"""Rematch with the seats swapped, and the message that announces it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.texts import Message, player_name
from engine.match.match import MatchConfig
from ui.words.names import typed


def rematch(config: MatchConfig, players: int) -> MatchConfig:
    """Return the config of a rematch: same rules and start, names in reverse order.

    `players`: number of seats."""
    names = (config.names + ("",) * players)[:players] if any(config.names) else ()
    return MatchConfig(config.game_id, dict(config.options), names[::-1], config.start)


def who_sits_where(config: MatchConfig, sides: Sequence[str], seats: Sequence[int]) -> Message:
    """Return the message that says which side each player has now.

    `config`, `seats`: of the new table. An unnamed person is called by the previous side, or "you"
    if there is only one."""
    names = typed(config.game_id, config.names)
    people = [player for player in range(len(sides)) if not any(seats[player : player + 1])]
    found: Message | None = None
    for player in reversed(range(len(sides))):
        if any(names[player : player + 1]) or player not in people:
            who = player_name(player)
        elif len(people) == 1:
            who = Message("table.rematch.you")
        else:
            before = Message(f"side.{sides[len(sides) - 1 - player]}")
            who = Message("table.rematch.before", side=before)
        one = Message("table.rematch.one", who=who, side=Message(f"side.{sides[player]}"))
        found = one if found is None else Message("table.rematch.more", first=one, rest=found)
    return Message("table.rematch.now", all=found or "")
