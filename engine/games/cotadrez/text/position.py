"""Reader and writer of position texts (CTN) and deployment texts (rulebook, section 6)."""

from __future__ import annotations

import re

from engine.core.contract import UNKNOWN, Action
from engine.core.errors import BadPosition
from engine.core.outcome import drawn, won_by
from engine.core.rows import BadRows, cells_of, write_rows
from engine.core.texts import Message
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.movement import besiegers, rabble_steps
from engine.games.cotadrez.rules.pieces import (
    ANCHORS,
    ARMY,
    HALVES,
    INDEX,
    KINDS,
    KING,
    LETTERS,
    MOUNTAIN,
    MOUNTAINS,
    NAMES,
    ORDER,
    RABBLE,
    UNITS,
    by_column,
    code,
    count_letters,
    fortress_squares,
    half_of_row,
    letters,
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
_COUNTERS = re.compile(r"(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})\.([0-2])(\.3)?")
_FORTS = re.compile(f"({SQUARE})({SQUARE}),({SQUARE})({SQUARE})")
_FORTRESS = re.compile(f"rF({SQUARE})({SQUARE})")
_PLACEMENT = re.compile(f"r([{LETTERS[1:-1]}])({SQUARE})")
_LETTER = f"[{ORDER}{ORDER.lower()}]"
FIELDS = (
    "board",
    "side",
    "j1",
    "forts",
    "mountains",
    "reserveS",
    "reserveN",
    "dungeonS",
    "dungeonN",
    "counters",
)


def bad(field: str, detail: str = "") -> BadPosition:
    """Return the error of a field of the position string; `detail` is the part at fault."""
    why = Message(f"bad_position.{field}", detail=detail)
    message = Message("error.position", why=why)
    if detail:
        message = Message("error.position.at", why=why, detail=detail)
    return BadPosition(message, field=field)


# -- writing -------------------------------------------------------------------------------------


def write_position(state: CotadrezState) -> str:
    if not state.battle:
        return write_deployment(state)
    return " ".join(
        (
            write_rows([_unit_text(unit) for unit in state.board], 10),
            _side_text(state),
            HALVES[state.j1],
            ",".join(fort_text(anchor) for anchor in state.t.forts),
            ",".join(NAMES[s] for s in sorted(state.t.mountains, key=by_column)) or "-",
            *(letters(store) for store in (*state.reserves, *state.dungeons)),
            _counters_text(state),
        )
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


def _counters_text(state: CotadrezState) -> str:
    third = ".3" if state.result and state.result.reason == "repetition" else ""
    return f"{state.turns}.{state.quiet}.{state.passes}{third}"


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
    words = text.split()
    if len(text) > 4000 or not words:
        raise bad("fields")
    if words[-1] == "*":
        return read_deployment(game, words[:-1])
    if len(words) != len(FIELDS):
        raise bad("fields", str(len(words)))
    fields = dict(zip(FIELDS, words, strict=True))
    state = CotadrezState(game)
    state.stack = ((TURN,),)
    _read_ground(state, fields["forts"], fields["mountains"])
    _read_board(state, fields["board"])
    _read_stores(state, fields)
    _read_counters(state, fields["counters"])
    if fields["j1"] not in ("S", "N"):
        raise bad("j1", fields["j1"])
    state.j1 = HALVES.index(fields["j1"])
    _read_side(state, fields["side"])
    _check_army(state)
    _start(state, fields["counters"].endswith(".3"))
    return state


def _read_ground(state: CotadrezState, forts: str, mountains: str) -> None:
    match = _FORTS.fullmatch(forts)
    if not match:
        raise bad("forts", forts)
    corners = [INDEX[name] for name in match.groups()]
    anchors = (corners[0], corners[2])
    for half in (0, 1):
        if anchors[half] not in ANCHORS[half] or corners[2 * half + 1] != anchors[half] + 11:
            raise bad("forts", forts)
    squares = [] if mountains == "-" else mountains.split(",")
    if any(name not in INDEX for name in squares) or len(set(squares)) < len(squares):
        raise bad("mountains", mountains)
    indexes = sorted((INDEX[name] for name in squares), key=by_column)
    built = {s for anchor in anchors for s in fortress_squares(anchor)} | set(state.game.water)
    per_half = [sum(half_of_row(s // 10) == half for s in indexes) for half in (0, 1)]
    if max(per_half) > MOUNTAINS or built & set(indexes):
        raise bad("mountains", mountains)
    state.t = state.game.terrain(anchors, tuple(indexes))


def _read_board(state: CotadrezState, text: str) -> None:
    if text.count("/") != 9:
        raise bad("board", str(text.count("/") + 1))
    state.board, state.tags = bytearray(100), bytearray(100)
    try:
        for square, letter in cells_of(text, 10, 10, _LETTER):
            _put(state, letter, square)
            if not state.t.is_land(square):
                raise bad("board", NAMES[square])
    except BadRows as why:
        raise bad("board", why.text) from None


def _put(state: CotadrezState, letter: str, square: int) -> None:
    """Place a unit of a board text. Raises BadPosition if the army has no more of its kind, which
    must be tested before `put` gives it a tag."""
    half, kind = int(letter.islower()), KINDS[letter.upper()]
    if state.board.count(code(half, kind)) >= ARMY[kind]:
        raise bad("army", letter)
    state.put(half, kind, square)


def _read_stores(state: CotadrezState, fields: dict[str, str]) -> None:
    for half in (0, 1):
        for name, stores in (("reserve", state.reserves), ("dungeon", state.dungeons)):
            field = name + HALVES[half]
            text = fields[field]
            try:
                stores[half][:] = count_letters("" if text == "-" else text)
            except KeyError:
                raise bad(field, text) from None


def _read_counters(state: CotadrezState, text: str) -> None:
    match = _COUNTERS.fullmatch(text)
    if not match:
        raise bad("counters", text)
    state.turns, state.quiet, state.passes = (int(match.group(i)) for i in (1, 2, 3))
    if state.turns > 1000 or state.quiet > 100:
        raise bad("counters", text)


def _check_army(state: CotadrezState) -> None:
    """Check that no side has more units than its army and each has one King, in the enemy's Dungeon
    only at the end by siege. Raises BadPosition."""
    kings_lost = state.dungeons[0][KING] + state.dungeons[1][KING]
    for half in (0, 1):
        for kind in UNITS:
            owned = state.owned(half, kind)
            if owned > ARMY[kind] or (kind == KING and owned != 1):
                raise bad("army", LETTERS[kind])
    if kings_lost > 1 or (kings_lost and state.stack != ((TURN,),)):
        raise bad("army", LETTERS[KING])


def _read_side(state: CotadrezState, text: str) -> None:
    if text in ("S", "N"):
        state.side = HALVES.index(text)
    elif match := _MARCH.fullmatch(text):
        _read_march(state, text, *match.groups())
    elif match := _EXCHANGE.fullmatch(text):
        _read_exchange(state, text, *match.groups())
    else:
        raise bad("side", text)


def _read_march(
    state: CotadrezState, text: str, side: str, origin: str, taken: str | None, target: str
) -> None:
    """Read an open march. The position before its first step must be valid and allow that step, and
    a second step must be possible. Raises BadPosition."""
    state.side = HALVES.index(side)
    a, b = INDEX[origin], INDEX[target]
    kind = KINDS.get(taken, 0) if taken else 0
    rabble = code(state.side, RABBLE)
    lost = state.dungeons[state.side]
    if state.board[b] != rabble or state.board[a] or kind > RABBLE or (taken and not lost[kind]):
        raise bad("side", text)
    before = state.clone()
    before.board[a] = rabble
    before.board[b] = code(1 - state.side, kind) if kind else 0
    if kind:
        before.dungeons[state.side][kind] -= 1
    if (a, b) not in set(rabble_steps(state.t, before.board, state.side)) or _illegal(before):
        raise bad("side", text)
    state.stack = ((TURN,), (MARCH, a, b, kind))
    if not any(action[0] == "step" for action in state.legal_actions()):
        raise bad("side", text)


def _read_exchange(state: CotadrezState, text: str, side: str, rescued: str, kinds: str) -> None:
    state.side = 1 - HALVES.index(side)
    kind = 0 if rescued == "-" else KINDS.get(rescued, 12)
    try:
        home = count_letters(kinds)
    except KeyError:
        raise bad("side", text) from None
    if kind > RABBLE or kind == KING or len(kinds) < 2 or home[KING]:
        raise bad("side", text)
    went = tuple(k for k in UNITS for _ in range(home[k]))
    if kind:
        home[kind] += 1
    reserve = state.reserves[state.side]
    left = besiegers(state.t, state.board, state.side)
    if left or any(home[k] > reserve[k] for k in UNITS) or state.in_check(state.side):
        raise bad("side", text)
    state.stack = ((TURN,), (EXCHANGE, kind, went))
    if not state.exchanges(kind):
        raise bad("side", text)


def _illegal(state: CotadrezState) -> bool:
    """Return whether the side not to move is in check, outside the truce of the first turn."""
    truce = state.turns == 0 and state.player_of(state.side) == 0
    return not truce and state.in_check(1 - state.side)


def _start(state: CotadrezState, third: bool) -> None:
    """Set the result if the game is over. `third`: the text claims a third repetition. Raises
    BadPosition if the side not to move is in check."""
    if state.dungeons[0][KING] or state.dungeons[1][KING]:
        winner = 0 if state.dungeons[0][KING] else 1
        state.result = won_by(state.player_of(winner), "siege_death")
        return
    if state.frame() != TURN:
        if third:
            raise bad("counters")
        return
    if _illegal(state):
        raise bad("check")
    state.start_turn()
    if third and (state.result is None or state.result.returns[0] == 0):
        state.result = drawn("repetition")


def read_deployment(game: CotadrezRules, words: list[str]) -> CotadrezState:
    """Return the state of a deployment text given as words without the final `*`; `?` stands for a
    hidden deployment. Raises BadPosition."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "//":
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) > 3 or (len(parts) == 3 and parts[2]):
        raise bad("deployment", "//")
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
            raise bad("deployment", words[0])
        seen_half = HALVES.index(known) if known else UNKNOWN
        if half != UNKNOWN and seen_half != half:
            raise bad("deployment", words[0])
        return Deployment(seen_half, UNKNOWN, (), ready, seen=False)
    d = Deployment()
    for word in words:
        action = read_placement(word)
        if action is None or action not in dep.legal_placements(d, half, game.water):
            early = ready and action is not None and dep.too_soon(d, action, game.water)
            raise bad("deployment", "//" if early else word)
        d = dep.placed(d, action)
    if ready and not dep.complete(d):
        raise bad("deployment", "//")
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
