"""What a card or a sacrifice is for: what its characteristic does from the next turns on."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY, TOKENS
from engine.games.rilatria.rules.state import CHOOSE, RilatriaState

# By characteristic: while it is low, and from where its treaty applies.
AIMS = {HONOUR: ("honour", "honour_high"), LUCK: ("luck", "luck_high")}


def aims(state: RilatriaState, action: Action) -> list[tuple[str, str]]:
    """Search hints: names of sentences in the game's own catalogue."""
    if state.phase != CHOOSE and action[0] != "sacrifice":
        return []
    after = state.clone()
    after.apply(action)
    own, later = state.reserves[state.side], after.reserves[state.side]
    if later[TOKENS] > own[TOKENS]:
        return [("token", "")]
    for index, (low, high) in AIMS.items():
        if later[index] > own[index]:
            return [(high if later[index] >= HIGH else low, "")]
    return [("money", "")] if later[MONEY] > own[MONEY] else []
