"""Reasons of `explain` are what forbids: named cases, and every reason asked of the rules in random
positions (rulebook, 2 to 6)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from engine.core.contract import Path as Way
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.games.twocities import table
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules import cards, choices
from engine.games.twocities.rules.combat import in_contact, targets
from engine.games.twocities.rules.pieces import (
    ARCHERS,
    BACK,
    CAVALRY,
    CITY,
    HEAVY,
    INDEX,
    LIGHT,
    NEIGHBOURS,
    UNITS,
    code,
    distance,
    is_left,
)
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.answers import why
from tests.games.claims import refusals, snapshots
from tests.games.twocities.board import case

SOAKED = 12  # seeds: more than 2,000 refused presses
SECOND = "lcptapcl/8/8/8/8/8/3C4/LCPTAPCL w - - Ts,2d/As,3s,4h - Jd 3.x.2.0 remove:Qd:d2"


# -- named cases ---------------------------------------------------------------------------------


HOLDS = "{},4c,4d/?,?,? - - 1.0.0.0 card"
PAIR = "Ah,2h,2d/{} - - 1.0.0.0 card"
REMOVING = TwoCities().state_from_text(SECOND)
THREE = play(case("Ld4 Lc4 Le4", rest=HOLDS.format("3h")), "play:3h move:d4-d4")
PHALANX = play(case("Cd4 Lc6", "Ld5 Lc8", rest=HOLDS.format("6s")), "play:6s")
FOUGHT = play(
    case("Ld4 Cf4 Lc6", "Ld5 Lf5", rest=HOLDS.format("6s")),
    "play:6s move:d4-d4 melee:d5 dice:3336",
)


def aiming(black: str) -> TwoCitiesState:
    return play(case("Ad4", black), "play:Ah move:d4-d4")


def over(ending: str) -> TwoCitiesState:
    state = case("Ld3")
    state.finish(ending)
    return state


# A position, the presses of which the last one is refused, reason and clause.
REASONS: dict[str, tuple[TwoCitiesState, str, str]] = {
    "6_3 the new unit does not leave": (REMOVING, "sq:d2", "remove_new 6.3"),
    "6_3 the city does not leave": (REMOVING, "sq:d1", "remove_city 6.3"),
    "6_3 an empty square": (REMOVING, "sq:e4", "no-unit 6.3"),
    "6_3 an enemy": (REMOVING, "sq:d8", "no-unit 6.3"),
    "1_3 a city does not move": (play(case("Ld4"), "play:Ah"), "sq:d1", "city 1.3"),
    "3_6 a three activates one unit of each sector": (THREE, "sq:c4", "sector_used 3.6"),
    "2_3 a card of the other sector": (
        play(case("Ld4 Le4"), "play:Ah"), "sq:e4", "not-eligible 2.3"
    ),
    "2_3 a phalanx activates units in contact": (PHALANX, "sq:c6", "not-eligible 2.3"),
    "3_6 a phalanx is fixed when it is played": (FOUGHT, "sq:c6", "late_contact 3.6"),
    "4_9 out of range": (aiming("Ld6 Lh8"), "sq:h8", "out-of-range 4.9"),
    "4_10 behind another unit": (aiming("Ld6 Ld7"), "sq:d7", "out-of-sight 4.10"),
    "2_6 a discard has its own button": (
        case("Lf3", rest=PAIR.format("?,?,?")), "card:Ah sq:f3", "press_discard 2.6"
    ),
    "3_3 a play has its own button": (
        case("Ld3", rest=PAIR.format("?,?,?")), "card:Ah card:2h", "press_play 3.3"
    ),
    "2_2 the opponent's hand": (
        case("Ld3", rest=PAIR.format("4h,4d,4s")).observation(1), "card:4h", "card_owner 2.2"
    ),
    "7_1 a city has fallen": (over("city"), "sq:d3", "over 7.1"),
    "7_2 a resignation": (over("resign"), "sq:d3", "over 7.2"),
    "7_2 an agreement": (over("agreement"), "sq:d3", "over 7.2"),
    "7_3 calm": (over("calm"), "sq:d3", "over 7.3"),
    "7_4 exhaustion": (over("exhaustion"), "sq:d3", "over 7.4"),
    "3_2 chance decides": (play(case("Ld3"), "play:4h"), "sq:d3", "chance 3.2"),
}  # fmt: skip


@pytest.mark.parametrize("name", REASONS)
def test_a_refused_press_is_told_of_the_rule_that_forbids_it(name: str) -> None:
    state, presses, told = REASONS[name]
    assert why(state, *presses.split()) == tuple(told.split())


@pytest.mark.parametrize("token", ["remove:d1", "remove:d2"])
def test_6_3_neither_the_new_unit_nor_the_city_leaves(token: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        play(REMOVING, token)
    told = caught.value.message
    assert (told.key, told.clause, caught.value.code) == ("error.remove", "6.3", "not-eligible")


# -- every reason is a question to the rules -----------------------------------------------------


def at(path: Way, number: int = -1) -> int:
    return INDEX.get(path[number].removeprefix("sq:"), -1)


def card(path: Way, number: int = -1) -> int:
    return cards.NUMBER[path[number].removeprefix("card:")]


def own(state: TwoCitiesState, square: int) -> bool:
    return bool(state.board[square]) and state.board[square] >> 3 == state.side


def enemy(state: TwoCitiesState, square: int) -> bool:
    return bool(state.board[square]) and state.board[square] >> 3 != state.side


def cleared(
    state: TwoCitiesState, kept: Iterable[int], forests: bool = True, hills: bool = True
) -> TwoCitiesState:
    """Return the position with only some of its pieces, and terrain only where it is kept."""
    new = state.clone()
    for square in set(range(64)) - set(kept):
        new.clear(square)
    new.forests, new.hills = new.forests * forests, new.hills * hills
    return new


def legal(state: TwoCitiesState, *action: str | int) -> bool:
    """Ask the rules of a position that was changed."""
    return tuple(action) in choices.legal(state)


def _verbs(state: TwoCitiesState, *verbs: str) -> bool:
    return all(action[0] in verbs for action in choices.legal(state))


_KINDS = {"infantry": (LIGHT, HEAVY), "riders": (CAVALRY,), "rain": (ARCHERS, CAVALRY)}


def _helps(state: TwoCitiesState, reason: str, kind: int, square: int) -> bool:
    """Tell whether a unit of a kind on a square would be what a sentence says is missing."""
    if reason in ("left", "right"):
        return is_left(state.side, square) == (reason == "left")
    if reason == "phalanx":
        return any(enemy(state, near) for near in NEIGHBOURS[square])
    return kind in _KINDS.get(reason, UNITS)


def _unplayable(state: TwoCitiesState, path: Way, found: Message) -> bool:
    """Tell whether what the sentence says is missing, and nothing else, would make it playable."""
    why = found.params["why"]
    assert isinstance(why, Message)
    reason, number = why.key.removeprefix("unplayable."), card(path)
    if reason == "city":
        city = state.city(state.side)
        new = cleared(state, set(range(64)) - set(NEIGHBOURS[city]))
        return legal(new, "play", number) and not legal(state, "play", number)
    for square in range(64):
        for kind in UNITS if not state.board[square] else ():
            new = state.clone()
            new.board[square] = code(state.side, kind)
            if legal(new, "play", number) != _helps(state, reason, kind, square):
                return False
    return not legal(state, "play", number)


def _removed_first(state: TwoCitiesState, path: Way, found: Message) -> bool:
    """Tell whether the new unit could leave if it were not new."""
    new = state.clone()
    new.t = -1
    return legal(new, "remove", at(path)) and not legal(state, "remove", at(path))


def _occupied_home(state: TwoCitiesState, path: Way, found: Message) -> bool:
    square, city = at(path), state.city(state.side)
    free = cleared(state, set(range(64)) - {square})
    return bool(state.board[square]) and (
        square == city or legal(free, "place", square) or distance(square, city) != 1
    )


def _aside(state: TwoCitiesState, path: Way, found: Message) -> bool:
    alone = cleared(state, [state.city(state.side)])
    return not state.board[at(path)] and not legal(alone, "place", at(path))


def _not_behind(state: TwoCitiesState, path: Way, found: Message) -> bool:
    """Tell whether a square is not one of the two straight behind the unit that has evaded."""
    back = BACK[1 - state.side]
    behind = (back[state.t], back[back[state.t]])
    return _verbs(state, "fall") and at(path) not in behind


def _seen(state: TwoCitiesState, square: int, clear: bool, **ground: bool) -> bool:
    """Tell whether the active unit may shoot at a square; `clear`: with nothing in between."""
    kept = (state.u, square) if clear else range(64)
    new = cleared(state, kept, **ground)
    on_hill = state.hills >> state.u & 1
    new.hills |= on_hill << state.u
    return square in targets(new.field, state.u, state.card, state.moved)


def _in_between(state: TwoCitiesState, path: Way, found: Message) -> bool:
    square = at(path)
    seen = _seen(state, square, True, forests=False, hills=False)
    return enemy(state, square) and seen and not _seen(state, square, False)


def _out_of_range(state: TwoCitiesState, path: Way, found: Message) -> bool:
    square, limit = at(path), found.params["n"]
    seen = _seen(state, square, True, forests=False, hills=False)
    near = [s for s in range(64) if distance(state.u, s) == limit]
    reached = [s for s in near if _could(state, s)]
    return enemy(state, square) and not seen and len(reached) == len(near)


def _could(state: TwoCitiesState, square: int) -> bool:
    """Tell whether an enemy on a square, alone on the plain, could be shot at."""
    new = state.clone()
    new.board[square] = code(1 - state.side, LIGHT)
    return _seen(new, square, True, forests=False, hills=False)


def _wood(state: TwoCitiesState, path: Way, found: Message) -> bool:
    square = at(path)
    return enemy(state, square) and bool(state.forests >> square & 1)


def _height(state: TwoCitiesState, path: Way, found: Message) -> bool:
    square = at(path)
    there = state.hills >> square & 1
    return enemy(state, square) and bool(there) and not state.hills >> state.u & 1


def _elsewhere(state: TwoCitiesState, path: Way, found: Message) -> bool:
    """Tell whether the card names other units: by sector, kind or contact."""
    square, number = at(path), state.card
    kinds = cards.ACTIVATES.get(number, ())
    kind = state.board[square] & 7
    if number in cards.ONES or number in cards.TWOS:
        other = is_left(state.side, square) != cards.wants_left(number)
    elif number == cards.PHALANX:
        other = not in_contact(state.board, square)
    else:
        other = kinds is not None and kind not in kinds
    return own(state, square) and kind != CITY and other


def _sector_used(state: TwoCitiesState, path: Way, found: Message) -> bool:
    side, square = is_left(state.side, at(path)), at(path)
    others = all(is_left(state.side, left) != side for left in state.left)
    return state.card in cards.THREES and bool(state.done) and others and own(state, square)


def _late(state: TwoCitiesState, path: Way, found: Message) -> bool:
    return state.card == cards.PHALANX and in_contact(state.board, at(path))


def _moved(state: TwoCitiesState, origin: int, goal: int) -> TwoCitiesState:
    new = state.clone()
    new.apply(("move", origin, goal))
    return new


def _then(verb: str) -> Claim:
    def holds(state: TwoCitiesState, path: Way, found: Message) -> bool:
        stayed = _moved(state, at(path, 0), at(path, 0))
        return legal(stayed, verb, at(path))

    return holds


def _beside(state: TwoCitiesState, path: Way, found: Message) -> bool:
    start, square = at(path, 0), at(path)
    goals = [a[2] for a in choices.legal(state) if a[:2] == ("move", start)]
    return any(
        distance(goal, square) == 1 and legal(_moved(state, start, goal), "melee", square)
        for goal in goals
    )


def _alone(state: TwoCitiesState, path: Way) -> bool:
    """Tell whether the unit could go there if no other piece were on the board."""
    return legal(cleared(state, [at(path, 0)]), "move", at(path, 0), at(path))


def _too_far(state: TwoCitiesState, path: Way, found: Message) -> bool:
    start, most = at(path, 0), found.params["n"]
    assert isinstance(most, int)
    empty = cleared(state, [start])
    goals = {a[2] for a in choices.legal(empty) if a[:2] == ("move", start)}
    return at(path) not in goals and goals == {
        s for s in INDEX.values() if distance(start, s) <= most
    }


Claim = Callable[[TwoCitiesState, Way, Message], bool]

# By reason: the clauses it may cite, and whether the rules say so.
CLAIMS: dict[str, tuple[str, Claim]] = {
    "card_first": ("3.3", lambda s, p, m: _verbs(s, "play", "discard")),
    "press_play": ("3.3", lambda s, p, m: legal(s, "play", card(p, 0))),
    "press_discard": ("2.6", lambda s, p, m: legal(s, "discard", card(p, 0))),
    "unplayable": ("2.5", _unplayable),
    "card_later": ("3.3", lambda s, p, m: s.card >= 0),
    "not-empty": ("6.1", _occupied_home),
    "not-neighbour": ("6.1", _aside),
    "remove_new": ("6.3", _removed_first),
    "remove_city": ("6.3", lambda s, p, m: at(p) == s.city(s.side)),
    "no-unit": ("3.5 6.3", lambda s, p, m: not own(s, at(p))),
    "fall": ("5.9", _not_behind),
    "answer": ("3.2", lambda s, p, m: _verbs(s, "evade", "protect")),
    "no-such-target": ("4.5", lambda s, p, m: not enemy(s, at(p))),
    "not-in-contact": ("4.5", lambda s, p, m: enemy(s, at(p)) and distance(s.u, at(p)) != 1),
    "shoot": ("4.7", lambda s, p, m: not enemy(s, at(p))),
    "forest-target": ("4.11", _wood),
    "hill-target": ("4.11", _height),
    "out-of-sight": ("4.10", _in_between),
    "out-of-range": ("4.9", _out_of_range),
    "city": ("1.3", lambda s, p, m: s.board[at(p)] == code(s.side, CITY)),
    "already-activated": ("3.7", lambda s, p, m: own(s, at(p)) and at(p) in s.done),
    "not-eligible": ("2.3", _elsewhere),
    "sector_used": ("3.6", _sector_used),
    "late_contact": ("3.6", _late),
    "stay": ("4.2", lambda s, p, m: legal(s, "move", at(p), at(p)) and p[0] == p[1]),
    "occupied": ("4.1", lambda s, p, m: bool(s.board[at(p)])),
    "melee_after": ("4.5", _then("melee")),
    "shot_after": ("4.7", _then("shoot")),
    "beside_first": ("4.5", _beside),
    "blocked": ("4.1", lambda s, p, m: _alone(s, p) and not legal(s, "move", at(p, 0), at(p))),
    "unreachable": ("4.1", _too_far),
}
# Reasons that no press of the player to decide meets.
NAMED = {"over", "chance", "button", "card_owner"}


def check(state: TwoCitiesState, path: Way, found: Message) -> None:
    clauses, holds = CLAIMS[found.key.removeprefix("explain.")]
    told = (found.key, found.clause, path, state.to_text())
    assert found.clause in clauses.split(), told
    assert holds(state, path, found), told


@pytest.mark.parametrize("seed", sampled(range(SOAKED)))
def test_3_every_reason_is_the_one_that_forbids(seed: int) -> None:
    found = list(refusals(TwoCities, snapshots(), seed, 700, share=1, deepest=2))
    assert len({one.reason for one in found}) > 8
    for one in found:
        check(*one)


def test_3_1_every_reason_of_the_catalogue_has_a_claim() -> None:
    texts = json.loads((Path(table.__file__).parent / "locale/en.json").read_text("utf-8"))
    keys = {key.removeprefix("explain.") for key in texts if key.startswith("explain.")}
    keys = {key.removesuffix(".one") for key in keys}
    assert keys == {*CLAIMS, *NAMED}
