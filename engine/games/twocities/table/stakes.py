"""What an attack on a city or a siege can decide, said before it happens."""

from __future__ import annotations

from math import comb

from engine.core.texts import Message, player_name
from engine.games.twocities.rules.combat import in_contact
from engine.games.twocities.rules.frames import CARD, MELEE, ROLL, SHOOT, UNIT
from engine.games.twocities.rules.pieces import CITY
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.sentences import pool


def stakes(state: TwoCitiesState) -> list[Message]:
    """Return the sentences on what can end the game or cost a city strength now."""
    if state.ask in (MELEE, SHOOT, ROLL):
        return _last_hits(state)
    return _sieges(state) if state.ask in (CARD, UNIT) else []


def _last_hits(state: TwoCitiesState) -> list[Message]:
    """Return how likely the attack brings the enemy city down, if it can."""
    city = state.city(1 - state.side)
    if state.ask == ROLL:
        attacked = state.t == city
    else:
        attacked = (state.ask, city) in state.legal_actions()
    if city < 0 or not attacked:
        return []
    left = state.strength(CITY) - state.hits[city]
    melee = state.ask == MELEE or (state.ask == ROLL and state.is_melee())
    dice = pool(state, state.u, city, state.card, state.moved).number
    if dice < left:
        return []
    percent = max(1, round(100 * chance_of_hits(dice, left, melee)))
    return [Message("status.city_falls", "7.1", n=left, percent=percent)]


def chance_of_hits(dice: int, least: int, melee: bool) -> float:
    """Return the probability of at least `least` hits."""
    hit = 1 / 3 if melee else 1 / 6
    return sum(
        comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits) for hits in range(least, dice + 1)
    )


def _sieges(state: TwoCitiesState) -> list[Message]:
    """Return what the sieges of both cities will cost (7.8)."""
    found = []
    for side in (state.side, 1 - state.side):
        city = state.city(side)
        if state.game.siege and city >= 0 and in_contact(state.board, city):
            left = state.strength(CITY) - state.hits[city]
            key = "status.siege.last" if left == 1 else "status.siege"
            found.append(Message(key, "7.8", who=player_name(side), n=left))
    return found
