"""TextField 9 of a position: the pending question, read and checked (rulebook, section 8)."""

from __future__ import annotations

import re

from engine.core.contract import UNKNOWN
from engine.core.fields import BadField
from engine.games.stratego.rules import promotion
from engine.games.stratego.rules.combat import (
    ATTACKER_SHOWN,
    BOTH,
    DEFENDER_SHOWN,
    LOSES,
    WINS,
)
from engine.games.stratego.rules.losses import CAPTURED_UNSEEN
from engine.games.stratego.rules.pieces import (
    FLAG,
    HIDDEN,
    NUMBER,
    REVEALED,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.tokens import QUESTION, RISE, fight_of


def _bad(text: str) -> BadField:
    return BadField("question", detail=text)


def read_question(state: StrategoState, text: str) -> None:
    """Set the pending question of `state`. Raises BadField."""
    if text == "open":
        state.asked = "open"
        _check_homes(state)
        return
    asked, _, token = text.partition(":")
    if asked == "place":
        _read_place(state, token)
        return
    match = QUESTION.fullmatch(token)
    if not match or asked not in ("answer", "show1", "show2", "merit", "courage", "rear"):
        raise _bad(text)
    index = state.game.tables.grid.index
    if match[1] not in index or match[3] not in index:
        raise _bad(text)
    state.act = (index[match[1]], index[match[3]], int(match[2] == "x"))
    state.deserted = bool(match[7])
    state.rises = tuple((s, NUMBER[t]) for s, t in RISE.findall(match[8]))
    if match[4]:
        _read_fight(state, fight_of(match[4], match[5], match[6]))
    state.asked = asked
    if not _fits(state, asked):
        raise _bad(text)


def _read_fight(state: StrategoState, fight: tuple[int, int, int]) -> None:
    """Set the pending fight, with the types that all players know as far as the position shows
    it."""
    outcome, a, d = fight
    target = state.act[1]
    owner = owner_of(state.board[target]) if outcome == LOSES else _loser(state, d)
    on_board = bool(state.flags[target] & REVEALED)
    gone = a if outcome == LOSES else d
    side = state.turn if outcome == LOSES else owner
    removed = state.game.shows_removed or not state.lost[side].count(CAPTURED_UNSEEN, gone)
    a_shown, d_shown = (removed, on_board) if outcome == LOSES else (on_board, removed)
    shown = (ATTACKER_SHOWN if a_shown else 0) | (DEFENDER_SHOWN if d_shown else 0)
    state.fight = (outcome, a, d, owner, shown)


def _loser(state: StrategoState, kind: int) -> int:
    """Return the side that lost a piece of this type in a fight that the attacker has won."""
    others = [s for s in range(state.game.players) if s != state.turn]
    lost = [s for s in others if state.lost[s].captured(kind)]
    return (lost or others)[0]


def _fits(state: StrategoState, asked: str) -> bool:
    """Tell whether the board and the options allow this question."""
    origin, target, attack = state.act
    board, side = state.board, state.turn
    there = board[target]
    mine = bool(there) and owner_of(there) == side
    if asked in ("answer", "show1", "show2"):
        here = board[origin]
        against = here and owner_of(here) == side and there and not mine and attack
        settled = state.fight or state.deserted or state.rises
        return bool(against and not settled and (asked != "answer" or state.game.desertion))
    if board[origin] or not there or not _told(state):
        return False
    if asked == "merit":
        return bool(state.fight and state.game.tables.merit and not state.rises)
    if not mine or not promotion.arrived(state):
        return False
    signs = [sign for sign, _ in state.rises]
    if asked == "courage":
        return bool(state.game.tables.courage) and signs in ([], ["="])
    return bool(state.game.rear) and signs in ([], ["="], ["^"], ["=", "^"])


def _told(state: StrategoState) -> bool:
    """Tell whether the token's fight, desertion and promotions agree with the board."""
    kind = kind_of(state.board[state.act[1]])
    attack = state.act[2]
    if bool(state.fight or state.deserted) != bool(attack):
        return False
    if state.rises and state.rises[-1][1] != kind:
        return False
    if len(state.rises) == 2 and state.rises[0][1] != kind - 1:
        return False
    if not state.fight:
        return True
    outcome, a, d = state.fight[:3]
    if outcome == BOTH:
        return False
    survivor = a if outcome == WINS else d
    mine = owner_of(state.board[state.act[1]]) == state.turn
    good = outcome == (WINS if mine else LOSES)
    unknown = HIDDEN in (survivor, kind)
    return good and (unknown or survivor == kind - len(state.rises)) and survivor != FLAG


# -- set-ups -------------------------------------------------------------------------------------


def _read_place(state: StrategoState, token: str) -> None:
    state.asked = "place"
    size = state.game.zones[state.turn].size
    if token == "?":
        state.placed = UNKNOWN
    elif re.fullmatch(r"0|[1-9][0-9]{0,3}", token) and int(token) <= size:
        state.placed = int(token)
    else:
        raise _bad(token)
    _check_homes(state)


def _check_homes(state: StrategoState) -> None:
    """Raise BadField unless pieces stand only where they have been placed and complete homes are
    legal set-ups."""
    tables = state.game.tables
    homes = set[int]().union(*tables.home_sets)
    if any(piece and cell not in homes for cell, piece in enumerate(state.board)):
        raise _bad(state.asked)
    for side, home in enumerate(tables.homes):
        laid = state.laid(side)
        kinds = [kind_of(state.board[cell]) for cell in home]
        if any(state.board[c] and owner_of(state.board[c]) != side for c in home):
            raise _bad(state.asked)
        hidden = HIDDEN in kinds or (not any(kinds) and -1 not in laid)
        if any(kind and have == -1 for kind, have in zip(kinds, laid, strict=True)):
            raise _bad(state.asked)
        if hidden:
            continue
        zone = state.game.zones[side]
        if min(zone.hand(laid)) < 0 or not zone.reachable(laid):
            raise _bad(state.asked)
        if -1 not in laid and not zone.complete(laid):
            raise _bad(state.asked)
