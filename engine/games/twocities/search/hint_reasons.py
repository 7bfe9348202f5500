"""Reasons for an action, shown with a hint of the computer: cards, moves, answers to an attack."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import protection
from engine.games.twocities.rules.frames import GUARDS, MELEE, SHOOT, UNIT
from engine.games.twocities.rules.pieces import NAMES, RANGE, distance
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search.attacks import attack, attacks, exposure
from engine.games.twocities.search.evaluate import goal_of
from engine.games.twocities.search.ground import Ground
from engine.games.twocities.search.threats import JUDGE

Aim = tuple[str, str]
TRIED = 3  # best moves after a card that are searched for a target

# Reasons that do not depend on the board, by action or by verb.
PLAIN = {
    ("evade", 0): "stands",
    ("evade", 1): "dodges",
    ("fall", 1): "near",
    ("fall", 2): "far",
    ("hold",): "holds_fire",
    ("remove",): "spared",
    ("discard",): "spared",
}
ANSWERS = {"h": "keeps_strength", "r": "keeps_ground", "n": "gives_ground"}


def aims(state: TwoCitiesState, action: Action) -> list[Aim]:
    """Return the reasons for an action as (name of a sentence, square or empty); most sentences are
    in the game's own catalogue."""
    verb = action[0]
    if verb == "play":
        return [_card(state, action)]
    if verb == "move":
        return _march(state, action)
    if verb == "protect":
        return [(ANSWERS[GUARDS[action[1]]], "")]
    name = PLAIN.get(action) or PLAIN.get((verb,))
    return [(name, "")] if name else []


def _after(state: TwoCitiesState, action: Action) -> TwoCitiesState:
    after = state.clone()
    after.apply(action)
    return after


def _card(state: TwoCitiesState, action: Action) -> Aim:
    card = action[1]
    if card in cards.BOUGHT:
        return "recruits", ""
    after = _after(state, action)
    if after.ask != UNIT:
        return "waits", ""
    ground, bonus = Ground(after), cards.MELEE_BONUS.get(card, 0)
    marches = after.legal_actions()
    hopes = {unit: attacks(ground, unit, bonus) for unit in {march[1] for march in marches}}
    worth = sorted((-hopes[unit].get(goal, 0.0), unit, goal) for _, unit, goal in marches)
    for loss, unit, goal in worth[:TRIED]:
        prey = _prey(_after(after, ("move", unit, goal))) if loss < 0 else -1
        if prey >= 0:
            return "threatens", NAMES[prey]
    return "forward", ""


def _prey(state: TwoCitiesState) -> int:
    """Return the square of the best target of the unit that has just moved; -1 without one."""
    if state.ask not in (MELEE, SHOOT):
        return -1
    answers = [action for action in state.legal_actions() if action[0] != "hold"]
    best: Action = max(answers, key=lambda answer: attack(state, answer))
    return int(best[1])


def _march(state: TwoCitiesState, action: Action) -> list[Aim]:
    _, origin, square = action
    after = _after(state, action)
    prey = _prey(after)
    if prey >= 0:
        return [("threatens", NAMES[prey])]
    names = _stay(state, origin) if square == origin else _gains(state, after, origin, square)
    return [(name, "") for name in names or ["best"]]


def _stay(state: TwoCitiesState, square: int) -> list[str]:
    exposed = exposure(Ground(state), 1 - state.side)
    ways = [goal for _, unit, goal in state.legal_actions() if unit == square]
    if not exposed[square]:
        return ["sheltered"]
    if all(exposed[goal] >= exposed[square] for goal in ways):
        return ["safest"]
    return ["covered"] if protection(state.field, square) else []


def _gains(state: TwoCitiesState, after: TwoCitiesState, origin: int, square: int) -> list[str]:
    """Return the reasons for a move that attacks nothing: what the unit gains by its new square."""
    side, kind = state.side, state.board[origin] & 7
    left = exposure(Ground(state), 1 - side)[origin]
    met = exposure(Ground(after), 1 - side)[square]
    march, home = JUDGE.approach[goal_of(state, side)][kind], state.city(side)
    covered = protection(after.field, square)
    high = state.hills >> square & 1 and not state.hills >> origin & 1
    found = {
        "formation": covered == "formation" and protection(state.field, origin) != covered,
        "forest": state.forests >> square & 1 and not state.forests >> origin & 1,
        "hill": high and RANGE[kind],
        "hides": high and not RANGE[kind],
        "safer": met < left,
        "march": march[square] > march[origin],
        "home": home >= 0 and distance(home, square) < distance(home, origin),
        "sheltered": not met,
    }
    return [name for name, holds in found.items() if holds]
