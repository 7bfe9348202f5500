"""What a card of the horoscope is chosen for: what its characteristic does at the next turns."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.rilatria.rules import horoscope
from engine.games.rilatria.rules.horoscope import TOKEN
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY
from engine.games.rilatria.rules.state import CHOOSE, RilatriaState

# By characteristic: while it is low, and from where its treaty applies.
AIMS = {HONOUR: ("honour", "honour_high"), LUCK: ("luck", "luck_high"), MONEY: ("money", "money")}


def aims(state: RilatriaState, action: Action) -> list[tuple[str, str]]:
    """Search hints: names of sentences in the game's own catalogue."""
    if state.phase != CHOOSE:
        return []
    card = action[1]
    if card == TOKEN:
        return [("token", "")]
    index = horoscope.characteristic(card)
    after = state.clone()
    after.apply(action)
    value = after.reserves[state.side][index]
    if value == state.reserves[state.side][index]:
        return []
    return [(AIMS[index][value >= HIGH], "")]
