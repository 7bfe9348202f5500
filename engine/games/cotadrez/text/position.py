"""Position texts (CTN) and deployment texts (rulebook, section 6)."""

from __future__ import annotations

import re
from functools import partial

from engine.core.contract import UNKNOWN, Action
from engine.core.fields import (
    BadField,
    Bag,
    Joined,
    Number,
    OneOf,
    Position,
    Rows,
    SomeOf,
    Special,
    Values,
)
from engine.core.outcome import drawn, won_by
from engine.core.texts import Message
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.movement import besiegers, rabble_steps
from engine.games.cotadrez.rules.pieces import (
    ANCHORS,
    ARMY,
    GLYPHS,
    HALVES,
    INDEX,
    KINDS,
    KING,
    LETTERS,
    MANY,
    MOUNTAIN,
    MOUNTAINS,
    NAMES,
    ORDER,
    RABBLE,
    UNITS,
    by_column,
    code,
    fortress_squares,
    half_of_row,
)
from engine.games.cotadrez.rules.state import (
    DEPLOY,
    EXCHANGE,
    MARCH,
    REVEAL,
    TURN,
    CotadrezRules,
    CotadrezState,
)

SQUARE = "[a-j](?:10|[1-9])"
_MARCH = re.compile(f"([SN])&({SQUARE})(?:x([A-Z]))?({SQUARE})")
_EXCHANGE = re.compile(r"([SN])!([A-Z-]):([A-Z]+)")
_FORTS = re.compile(f"({SQUARE})({SQUARE}),({SQUARE})({SQUARE})")
_FORTRESS = re.compile(f"rF({SQUARE})({SQUARE})")
_PLACEMENT = re.compile(f"r([{LETTERS[1:-1]}])({SQUARE})")
BY_COLUMN = sorted(range(100), key=by_column)
POSITION = Position(
    Rows("board", 10, 10, f"[{ORDER}{ORDER.lower()}]"),
    Special("side", HALVES),
    OneOf("j1", HALVES),
    Special("forts"),
    SomeOf("mountains", [NAMES[square] for square in BY_COLUMN], ","),
    *(Bag(f"{store}{half}", ORDER) for store in ("reserve", "dungeon") for half in HALVES),
    Joined(
        "counters",
        ".",
        Number("turns", 0, 1000),
        Number("quiet", 0, 100),
        Number("passes", 0, 2),
        Number("third", 3, 3).maybe(),
    ),
    clause="6.26",
    clauses={
        **{"side": "6.20", "j1": "6.21", "counters": "6.23"},
        **{f"{store}{half}": "6.22" for store in ("reserve", "dungeon") for half in HALVES},
    },
)


# -- writing -------------------------------------------------------------------------------------


def write_position(state: CotadrezState) -> str:
    if not state.battle:
        return write_deployment(state)
    third = (3,) if state.result and state.result.reason == "repetition" else ()
    return POSITION.text(
        [_unit_text(unit) for unit in state.board],
        _side_text(state),
        state.j1,
        ",".join(fort_text(anchor) for anchor in state.t.forts),
        [BY_COLUMN.index(square) for square in sorted(state.t.mountains, key=by_column)],
        *(store[KING:] for store in (*state.reserves, *state.dungeons)),
        (state.turns, state.quiet, state.passes, *third),
    )


def fort_text(anchor: int) -> str:
    return NAMES[anchor] + NAMES[anchor + 11]


def _unit_text(unit: int) -> str:
    letter = LETTERS[unit & 15].strip()
    return letter.lower() if unit >> 4 else letter


def _side_text(state: CotadrezState) -> str:
    frame = state.stack[-1]
    if frame[0] == MARCH:
        _, origin, target, taken = frame
        capture = f"x{LETTERS[taken]}" if taken else ""
        return f"{HALVES[state.side]}&{NAMES[origin]}{capture}{NAMES[target]}"
    if frame[0] == EXCHANGE:
        rescued = LETTERS[frame[1]] if frame[1] else "-"
        return f"{HALVES[1 - state.side]}!{rescued}:{''.join(LETTERS[k] for k in frame[2])}"
    return HALVES[state.side]


def placement_text(kind: int, square: int) -> str:
    return f"r{LETTERS[kind]}{NAMES[square]}"


def deployment_tokens(d: Deployment) -> list[str]:
    tokens = [f"rF{fort_text(d.anchor)}"] if d.anchor != UNKNOWN else []
    return tokens + [placement_text(kind, square) for kind, square in d.placed]


def write_deployment(state: CotadrezState) -> str:
    first, second = state.deploys
    half = first.half
    tokens = deployment_tokens(first) if first.seen else ["?" + (HALVES[half] if half >= 0 else "")]
    if first.ready:
        tokens.append("//")
        tokens += deployment_tokens(second) if second.seen else ["?" + HALVES[1 - half]]
    if second.ready:
        tokens.append("//")
    return " ".join([*tokens, "*"])


# -- reading -------------------------------------------------------------------------------------


def read_position(game: CotadrezRules, text: str) -> CotadrezState:
    """Return the state of a position or deployment text. Raises BadPosition with the field."""
    words = text[: POSITION.longest].split()
    if words[-1:] == ["*"]:
        return POSITION.read_other(text, partial(read_deployment, game, words[:-1]))
    return POSITION.read(text, partial(_build, game))


def _build(game: CotadrezRules, values: Values) -> CotadrezState:
    state = CotadrezState(game)
    state.stack = ((TURN,),)
    _set_ground(state, values["forts"], [BY_COLUMN[number] for number in values["mountains"]])
    for half in (0, 1):
        for name, stores in (("reserve", state.reserves), ("dungeon", state.dungeons)):
            counts = (min(count, MANY) for count in values[name + HALVES[half]])
            stores[half][KING:] = bytes(counts)
    _set_board(state, values["board"])
    state.turns, state.quiet, state.passes, *third = values["counters"]
    state.j1 = values["j1"]
    _read_side(state, values["side"])
    kings_lost = state.dungeons[0][KING] + state.dungeons[1][KING]
    if kings_lost > 1 or (kings_lost and state.stack != ((TURN,),)):
        raise BadField("board", "army", LETTERS[KING])
    _start(state, bool(third))
    return state


def _set_ground(state: CotadrezState, forts: str, mountains: list[int]) -> None:
    match = _FORTS.fullmatch(forts)
    if not match:
        raise BadField("forts", detail=forts)
    anchors = (INDEX[match[1]], INDEX[match[3]])
    known = all(anchors[half] in ANCHORS[half] for half in (0, 1))
    if not known or ",".join(map(fort_text, anchors)) != forts:
        raise BadField("forts", detail=forts, squares=match.groups())
    built = {s for anchor in anchors for s in fortress_squares(anchor)} | set(state.game.water)
    per_half = [sum(half_of_row(s // 10) == half for s in mountains) for half in (0, 1)]
    if max(per_half) > MOUNTAINS or built & set(mountains):
        raise BadField("mountains", squares=[NAMES[square] for square in mountains])
    state.t = state.game.terrain(anchors, tuple(mountains))


def _set_board(state: CotadrezState, placed: list[tuple[int, str]]) -> None:
    """Set the units, with tags in the order of the text."""
    _check_armies(state, placed)
    state.board, state.tags = bytearray(100), bytearray(100)
    for square, word in placed:
        state.put(int(word.islower()), KINDS[word.upper()], square)
        if not state.t.is_land(square):
            raise BadField("board", detail=NAMES[square], squares=[NAMES[square]])


def _check_armies(state: CotadrezState, placed: list[tuple[int, str]]) -> None:
    """Check that each side has one King and no more units than its army, with reserve and enemy
    Dungeon. Raises BadField."""
    words = [word for _, word in placed]
    for half in (0, 1):
        for kind in UNITS:
            word = _unit_text(code(half, kind))
            beside = state.reserves[half][kind] + state.dungeons[1 - half][kind]
            number = words.count(word) + beside
            if number <= ARMY[kind] and (kind != KING or number == 1):
                continue
            there = [NAMES[square] for square, one in placed if one == word]
            army = Message(f"army.{half}")
            if kind == KING:
                raise BadField("board", "king", squares=there, army=army, n=number)
            unit, most = Message(f"unit.{GLYPHS[kind]}"), ARMY[kind]
            raise BadField("board", "many", "", there, unit=unit, army=army, n=number, most=most)


def _read_side(state: CotadrezState, text: str) -> None:
    if text in ("S", "N"):
        state.side = HALVES.index(text)
    elif match := _MARCH.fullmatch(text):
        _read_march(state, text, *match.groups())
    elif match := _EXCHANGE.fullmatch(text):
        _read_exchange(state, text, *match.groups())
    else:
        raise BadField("side", detail=text)


def _read_march(
    state: CotadrezState, text: str, side: str, origin: str, taken: str | None, target: str
) -> None:
    """Read an open march. The position before its first step must be valid and allow that step, and
    a second step must be possible. Raises BadField."""
    state.side = HALVES.index(side)
    a, b = INDEX[origin], INDEX[target]
    kind = KINDS.get(taken, 0) if taken else 0
    rabble = code(state.side, RABBLE)
    lost = state.dungeons[state.side]
    if state.board[b] != rabble or state.board[a] or kind > RABBLE or (taken and not lost[kind]):
        raise BadField("side", detail=text)
    before = state.clone()
    before.board[a] = rabble
    before.board[b] = code(1 - state.side, kind) if kind else 0
    if kind:
        before.dungeons[state.side][kind] -= 1
    if (a, b) not in set(rabble_steps(state.t, before.board, state.side)) or _illegal(before):
        raise BadField("side", detail=text)
    state.stack = ((TURN,), (MARCH, a, b, kind))
    if not any(action[0] == "step" for action in state.legal_actions()):
        raise BadField("side", detail=text)


def _read_exchange(state: CotadrezState, text: str, side: str, rescued: str, kinds: str) -> None:
    state.side = 1 - HALVES.index(side)
    kind = 0 if rescued == "-" else KINDS.get(rescued, 12)
    home = [0, *Bag("side", ORDER).read(kinds)]
    if kind > RABBLE or kind == KING or len(kinds) < 2 or home[KING]:
        raise BadField("side", detail=text)
    went = tuple(k for k in UNITS for _ in range(home[k]))
    if kind:
        home[kind] += 1
    reserve = state.reserves[state.side]
    left = besiegers(state.t, state.board, state.side)
    if left or any(home[k] > reserve[k] for k in UNITS) or state.in_check(state.side):
        raise BadField("side", detail=text)
    state.stack = ((TURN,), (EXCHANGE, kind, went))
    if not state.exchanges(kind):
        raise BadField("side", detail=text)


def _illegal(state: CotadrezState) -> bool:
    """Return whether the side not to move is in check, outside the truce of the first turn."""
    truce = state.turns == 0 and state.player_of(state.side) == 0
    return not truce and state.in_check(1 - state.side)


def _start(state: CotadrezState, third: bool) -> None:
    """Set the result if the game is over. `third`: the text claims a third repetition. Raises
    BadField if the side not to move is in check."""
    if state.dungeons[0][KING] or state.dungeons[1][KING]:
        winner = 0 if state.dungeons[0][KING] else 1
        state.result = won_by(state.player_of(winner), "siege_death")
        return
    if state.frame() != TURN:
        if third:
            raise BadField("counters")
        return
    if _illegal(state):
        king = code(1 - state.side, KING)
        there = [name for name, unit in zip(NAMES, state.board, strict=True) if unit == king]
        raise BadField("side", "check", squares=there)
    state.start_turn()
    if third and (state.result is None or state.result.returns[0] == 0):
        state.result = drawn("repetition")


def read_deployment(game: CotadrezRules, words: list[str]) -> CotadrezState:
    """Return the state of a deployment text given as words without the final `*`; `?` stands for a
    hidden deployment. Raises BadField."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "//":
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) > 3 or (len(parts) == 3 and parts[2]):
        raise BadField("deployment", detail="//")
    first = _read_deploy(game, parts[0], UNKNOWN, len(parts) > 1)
    second = Deployment()
    if len(parts) > 1:
        second = _read_deploy(game, parts[1], 1 - first.half, len(parts) > 2)
        if not second.seen:
            second = second._replace(half=UNKNOWN)
    state = CotadrezState(game)
    state.deploys = (first, second)
    state.stack = ((REVEAL,),) if len(parts) > 2 else ((DEPLOY,),)
    return state


def _read_deploy(game: CotadrezRules, words: list[str], half: int, ready: bool) -> Deployment:
    if words and words[0].startswith("?"):
        known = words[0][1:]
        if len(words) > 1 or known not in ("", "S", "N") or (ready and not known):
            raise BadField("deployment", detail=words[0])
        seen_half = HALVES.index(known) if known else UNKNOWN
        if half != UNKNOWN and seen_half != half:
            raise BadField("deployment", detail=words[0])
        return Deployment(seen_half, UNKNOWN, (), ready, seen=False)
    d = Deployment()
    for word in words:
        action = read_placement(word)
        if action is None or action not in dep.legal_placements(d, half, game.water):
            early = ready and action is not None and dep.too_soon(d, action, game.water)
            raise BadField("deployment", detail="//" if early else word)
        d = dep.placed(d, action)
    if ready and not dep.complete(d):
        raise BadField("deployment", detail="//")
    return d._replace(ready=ready)


def read_placement(word: str) -> Action | None:
    """Return the action of a placement such as `rFe2f3`, `rDg4` or `rMj3`; None for another word.
    The two squares of a Fortress may be either diagonal in either order."""
    if match := _FORTRESS.fullmatch(word):
        a, b = INDEX[match.group(1)], INDEX[match.group(2)]
        if abs(a % 10 - b % 10) != 1 or abs(a // 10 - b // 10) != 1:
            return ("fortress", -1)
        return ("fortress", min(a % 10, b % 10) + 10 * min(a // 10, b // 10))
    if match := _PLACEMENT.fullmatch(word):
        kind, square = KINDS[match.group(1)], INDEX[match.group(2)]
        return ("mountain", square) if kind == MOUNTAIN else ("unit", kind, square)
    return None
