"""What must be true in Rilatria's rules wherever a reason is given (rulebook 1.3 to 7.10)."""

from __future__ import annotations

from engine.core.contract import Action, State
from engine.games.rilatria.rules.horoscope import PURSE
from engine.games.rilatria.rules.pieces import (
    BARBARIAN,
    GLYPHS,
    HERO,
    INDEX,
    LIMITS,
    NAMES,
    PRICES,
    RAM,
    UNITS,
    code,
)
from engine.games.rilatria.rules.reserve import HONOUR, MONEY, TOKENS, TOP, VITALITY
from engine.games.rilatria.rules.state import (
    CALL,
    CHOOSE,
    HERO_DONE,
    SACRIFICED,
    UNIT_DONE,
    RilatriaState,
)
from tests.games.answers import game_of
from tests.games.claims import Claim, Refusal


def square(target: str) -> int:
    return INDEX.get(target[3:], -1) if target.startswith("sq:") else -1


def target_of(one: Refusal) -> int:
    return square(one.path[-1])


def piece_at(one: Refusal, at: int) -> int:
    return int(one.state.board[at])


def bought(one: Refusal) -> int:
    return GLYPHS.index(one.path[0][5:])


def cured(one: Refusal, changed: State) -> bool:
    """Say whether the press is legal in the changed position, or refused for another reason."""
    after = one.state.game.explain(changed, one.path)
    return after is None or after.key != one.found.key


def legal(state: RilatriaState, action: Action) -> bool:
    return action in state.legal_actions()


def starts(state: RilatriaState, at: int) -> bool:
    """Return whether a move or an attack starts on the square."""
    return game_of(state).explain(state, (f"sq:{NAMES[at]}",)) is None


def veterans(state: RilatriaState) -> RilatriaState:
    """Return the position in which no unit was bought this turn."""
    new = state.clone()
    new.recruits = ()
    return new


def alone(one: Refusal) -> RilatriaState:
    """Return the board with only the pressed piece and its target, neither of them a recruit."""
    new = veterans(one.state)
    kept = {at: new.board[at] for at in map(square, one.path)}
    new.board[:] = bytes(len(new.board))
    for at, piece in kept.items():
        new.board[at] = piece
    return new


def reaches(state: RilatriaState, one: Refusal) -> bool:
    origin, target = map(square, one.path)
    return any(legal(state, (verb, origin, target)) for verb in ("move", "attack"))


# -- claims --------------------------------------------------------------------------------------


def unmarked(one: Refusal, hero: bool) -> bool:
    """Say whether the piece of the last press would be free to act without the mark of its kind."""
    new = one.state.clone()
    mark = HERO_DONE if hero else UNIT_DONE
    new.marks &= ~mark
    piece = piece_at(one, target_of(one))
    own = piece >> 3 == one.state.side and (piece & 7 == HERO) == hero
    return own and bool(one.state.marks & mark) and cured(one, new)


def recruit(one: Refusal) -> bool:
    subject = target_of(one)
    if len(one.path) == 2 and piece_at(one, subject) >> 3 != one.state.side:
        return not reaches(one.state, one) and reaches(veterans(one.state), one)
    return not starts(one.state, subject) and starts(veterans(one.state), subject)


def stuck(one: Refusal) -> bool:
    at = target_of(one)
    return piece_at(one, at) >> 3 == one.state.side and not starts(veterans(one.state), at)


def shot_at(one: Refusal) -> bool:
    new = one.state.clone()
    new.board[target_of(one)] = code(1 - new.side, BARBARIAN)
    return not reaches(one.state, one) and reaches(new, one)


def out_of_reach(one: Refusal) -> bool:
    """Say whether the piece could not go there even if the board were empty."""
    return not reaches(alone(one), one)


def attack(kind: int) -> Claim:
    clauses = ("2.1", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11")

    def holds(one: Refusal) -> bool:
        mover, met = (piece_at(one, square(press)) for press in one.path)
        enemy = met and met >> 3 != one.state.side
        return bool(enemy) and mover & 7 == kind and out_of_reach(one)

    return Claim(clauses[kind], holds)


def richer(one: Refusal, what: int, value: int) -> RilatriaState:
    new: RilatriaState = one.state.clone()
    new.reserves[new.side][what] = value
    return new


def too_dear(one: Refusal) -> bool:
    money = one.state.reserves[one.state.side][MONEY]
    price = PRICES[bought(one)]
    said = one.found.params
    right = said["money"] == money < price == said["price"]
    return right and cured(one, richer(one, MONEY, TOP))


def assassin(one: Refusal) -> bool:
    own = one.state.reserves[one.state.side]
    new = richer(one, MONEY, TOP)
    new.reserves[new.side][TOKENS] = 1
    said = one.found.params
    return said["money"] == own[MONEY] and said["tokens"] == own[TOKENS] and cured(one, new)


def at_limit(one: Refusal) -> bool:
    new, piece = one.state.clone(), code(one.state.side, bought(one))
    right = one.found.params["n"] == LIMITS[bought(one)] == new.board.count(piece)
    new.board[new.board.find(piece)] = 0
    return right and cured(one, new)


def zone_full(one: Refusal) -> bool:
    new = one.state.clone()
    zone = new.game.zones[new.side]
    places = [s for s in zone if new.board[s] & 7 != HERO]
    new.board[places[0]] = 0
    return all(one.state.board[s] for s in zone) and cured(one, new)


def occupied(one: Refusal) -> bool:
    new = one.state.clone()
    new.board[target_of(one)] = 0
    return piece_at(one, target_of(one)) > 0 and cured(one, new)


def mine(one: Refusal, at: int) -> bool:
    piece = piece_at(one, at)
    return piece > 0 and piece >> 3 == one.state.side


def in_way(one: Refusal) -> bool:
    return not reaches(veterans(one.state), one) and reaches(alone(one), one)


def own_piece(one: Refusal) -> bool:
    return mine(one, target_of(one)) and starts(one.state, target_of(one))


def due(one: Refusal, kind: int) -> bool:
    return any(action[1] == kind for action in one.state.legal_actions())


def purse(one: Refusal) -> bool:
    """Return whether 1 money may be taken instead of a card."""
    return any(action[0] == "choose" and action[1] == PURSE for action in one.state.legal_actions())


def stranger(one: Refusal) -> bool:
    """Return whether a kind has no place in the set-up."""
    return bought(one) not in one.state.game.army


def outside(one: Refusal) -> bool:
    return target_of(one) not in one.state.game.zones[one.state.side]


def all_placed(one: Refusal) -> bool:
    standing = one.state.board.count(code(one.state.side, bought(one)))
    return bool(standing == one.state.game.army.count(bought(one)) > 0)


def chooses_another(one: Refusal) -> bool:
    return not one.path[0].startswith("kind:") or not due(one, bought(one))


CLAIMS = {
    # the set-up and the compulsory decisions
    "setup_choose": Claim("3.1 12.9", chooses_another),
    "setup_only": Claim("3.1", lambda one: one.state.game.army == (HERO, RAM) and stranger(one)),
    "setup_only.near": Claim("12.9", lambda one: len(one.state.game.army) > 2 and stranger(one)),
    "hero_first": Claim("3.1", lambda one: bought(one) != HERO and due(one, HERO)),
    "placed": Claim("3.1", all_placed),
    "call": Claim("5.4", lambda one: one.state.phase == CALL),
    "card": Claim("6.2", lambda one: one.state.phase == CHOOSE and not purse(one)),
    "card.purse": Claim("6.2", lambda one: one.state.phase == CHOOSE and purse(one)),
    "zone": Claim(
        "1.3 7.5", lambda one: target_of(one) not in one.state.game.zones[one.state.side]
    ),
    "occupied": Claim("3.1 7.5", occupied),
    "choose_square": Claim("3.1 7.5", lambda one: target_of(one) < 0),
    # the shop
    "hero_price": Claim("7.4", lambda one: one.path[0] == "kind:hero"),
    "limit": Claim("7.6", at_limit),
    "assassin_price": Claim("7.7", assassin),
    "price": Claim("7.4", too_dear),
    "zone_full": Claim("7.5", zone_full),
    # the pieces
    "choose_piece": Claim(
        "7.1", lambda one: target_of(one) < 0 or not piece_at(one, target_of(one))
    ),
    "not_yours": Claim("7.1", lambda one: not mine(one, target_of(one))),
    "hero_done": Claim("7.2", lambda one: unmarked(one, True)),
    "unit_done": Claim("7.3", lambda one: unmarked(one, False)),
    "recruit": Claim("7.8", recruit),
    "stuck": Claim("2.6 2.7 2.8 2.9 2.10 2.11", stuck),
    "finish": Claim("7.1", lambda one: target_of(one) < 0),
    "same_square": Claim("2.1", lambda one: one.path[0] == one.path[1]),
    "own_piece": Claim("2.4", own_piece),
    "blocked": Claim(
        "2.3", lambda one: not reaches(veterans(one.state), one) and reaches(alone(one), one)
    ),
    "only_attacks": Claim("2.5", shot_at),
    "too_far": Claim("2.1", lambda one: not piece_at(one, target_of(one)) and out_of_reach(one)),
    **{f"attack.{GLYPHS[kind]}": attack(kind) for kind in (HERO, *UNITS)},
}


# -- the sacrifice, which is typed ---------------------------------------------------------------


def sacrificed(one: Refusal) -> bool:
    new = one.state.clone()
    new.marks &= ~SACRIFICED
    return bool(one.state.marks & SACRIFICED) and _next(one, new)


def _next(one: Refusal, new: RilatriaState) -> bool:
    if legal(new, ("sacrifice",)):
        return True
    return new.game.why_not(new, ("sacrifice",)).key != one.found.key


def lacking(what: int, enough: int) -> Claim:
    return Claim("7.10", lambda one: _next(one, richer(one, what, enough)))


SACRIFICE = {
    "sacrificed": Claim("7.10", sacrificed),
    "sacrifice_honour": lacking(HONOUR, 4),
    "sacrifice_death": lacking(VITALITY, 2),
    "sacrifice_full": lacking(MONEY, TOP - 1),
}
