"""What the horoscope cards on the table say that they are good for, checked against the rules."""

from __future__ import annotations

from random import Random

import pytest

from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.horoscope import TOKEN, characteristic
from engine.games.rilatria.rules.pieces import PRICES
from engine.games.rilatria.rules.reserve import HIGH, HONOUR, LUCK, MONEY, TOP, VITALITY, opened
from engine.games.rilatria.rules.state import CHOOSE, RilatriaState
from engine.games.rilatria.table.rewards import card_reward
from engine.match.match import Match, MatchConfig
from tests.games.rilatria.table import at


def notes(reserve: str, cards: str, board: str = "9/1h7/2t6/9/9/9/6T2/7H1/9") -> list[str]:
    """Return what the cards say, in English, in the order in which they were drawn."""
    text = f"{board} 1 O:{cards} {reserve} 6.3.1.2.0 - 5 6"
    hand = next(area for area in Rilatria().scene(at(text), 0).areas if area.kind == "hand")
    words = catalogue("rilatria", "en")
    return [words.text(item.note) for item in hand.items if item.note is not None]


@pytest.mark.parametrize(
    ("reserve", "cards", "said"),
    [
        ("6.2.0.0.0", "1d,2d,3d", ["0 → 1: 1 more for a barbarian", "0 → 2: buys a barbarian",
                                   "0 → 3: buys a ram"]),
        ("6.2.0.2.0", "1d,2d,3d", ["2 → 3: buys a ram", "2 → 4: buys a lancer",
                                   "2 → 5: buys a rider"]),
        ("6.2.0.5.0", "1d,F,1h", ["5 → 6", "Keep it: the assassin costs a token",
                                  "2 → 3: 1 more for +1 vitality"]),
        ("6.2.0.0.0", "2h,4h,1h", ["2 → 4: vitality is at its maximum now",
                                   "2 → 6: vitality is at its maximum now",
                                   "2 → 3: 1 more for +1 vitality"]),
        ("4.2.0.5.1", "1d,2h,4h", ["5 → 6: buys an assassin", "2 → 4: +1 vitality next turn",
                                   "2 → 6: +2 vitality next turn"]),
        ("6.3.1.2.0", "1s,2s,3s", ["1 → 2: 2 more for +1 money",
                                   "1 → 3: 1 more for +1 money",
                                   "1 → 4: +1 money and a coin toss"]),
        ("4.4.1.2.0", "3s,4s,1h", ["1 → 4: 1 more for +1 money",
                                   "1 → 5: +1 money and a coin toss",
                                   "4 → 5: +1 vitality next turn"]),
        ("6.6.1.2.0", "1h,2h,F", ["No effect: honour is at its maximum",
                                  "No effect: honour is at its maximum",
                                  "Keep it: the assassin costs a token"]),
    ],
)  # fmt: skip
def test_a_card_says_what_its_value_brings_or_how_near_that_is(
    reserve: str, cards: str, said: list[str]
) -> None:
    assert notes(reserve, cards) == said


def test_money_promises_nothing_that_cannot_be_bought() -> None:
    full = "9/1h7/2t6/9/9/9/6BBB/6BHT/6BBL"  # no empty square in the zone, and six barbarians
    assert notes("6.2.0.0.0", "2d,3d,1h", full)[:2] == ["0 → 2", "0 → 3"]
    limit = "9/1h7/2t6/9/BBBBBB3/9/6T2/7H1/9"
    assert notes("6.2.0.0.0", "1d,2d,3d", limit) == [
        "0 → 1: 2 more for a ram", "0 → 2: 1 more for a ram", "0 → 3: buys a ram",
    ]  # fmt: skip


def test_every_promise_is_kept_by_the_rules() -> None:
    """In random games, a promised purchase is legal and a promised treaty applies."""
    kept = {"buys": 0, "heals": 0, "pays": 0, "short": 0}
    for seed in range(12):
        match = random_walk(Match(MatchConfig("rilatria", {})), Random(seed))
        for number in range(0, len(match.events)):
            state = match.state_at(number)
            if not isinstance(state, RilatriaState) or state.phase != CHOOSE:
                continue
            for card in set(state.cards):
                _require_kept(state, card, kept)
    assert min(kept.values()) > 5, kept


def _require_kept(state: RilatriaState, card: int, kept: dict[str, int]) -> None:
    note = card_reward(state, card)
    brings = note.params.get("brings")
    after = state.clone()
    after.apply(("choose", card))
    own = bytes(after.reserves[state.side])
    can = {a[1] for a in after.legal_actions() if a[0] == "buy"}
    could = {kind for kind in can if PRICES[kind] <= state.reserves[state.side][MONEY]}
    causes = {step.cause for step in opened(own, state.side)[1]}
    if brings is None:
        assert card == TOKEN or characteristic(card) == MONEY or note.key == "effect.none"
        if card != TOKEN and characteristic(card) == MONEY:
            assert can == could
        return
    key = brings.key  # type: ignore[union-attr]
    kept["short" if key.endswith("short") else key.split(".")[1]] += 1
    if key == "reward.buys":
        assert can - could
    elif key == "reward.buys.short":
        assert not can
    elif key == "reward.heals.full":
        assert state.reserves[state.side][VITALITY] == TOP
    elif key == "reward.heals":
        step = next(step for step in opened(own, state.side)[1] if step.cause == "honour")
        assert step.changes[0].meant == brings.params["gain"]  # type: ignore[union-attr]
    elif key == "reward.pays":
        step = next(step for step in opened(own, state.side)[1] if step.cause == "luck")
        assert step.changes[0].meant == brings.params["gain"]  # type: ignore[union-attr]
    else:
        index = HONOUR if "heals" in key else LUCK
        assert ("honour" if index == HONOUR else "luck") not in causes
        missing = brings.params["n"]  # type: ignore[union-attr]
        assert own[index] + missing - (index == LUCK and own[HONOUR] >= HIGH) == HIGH
