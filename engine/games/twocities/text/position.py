"""Reader and writer of the position text (TCN), short and full form (rulebook, section 9)."""

from __future__ import annotations

import re

from engine.core.errors import BadPosition
from engine.core.rows import BadRows, cells_of, write_rows
from engine.core.texts import Message
from engine.games.twocities.info import CITY_FILES
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import (
    CARD,
    DEAL,
    DRAWING,
    EVADE,
    EVADEDIE,
    FALL,
    FORESTS,
    HILLS,
    LINE,
    LOUD,
    MELEE,
    OUTDIE,
    OVER,
    PLACE,
    PROTECT,
    REMOVE,
    ROLL,
    SHOOT,
    UNIT,
)
from engine.games.twocities.rules.pieces import (
    CITY,
    GROUND,
    HOME,
    INDEX,
    KINDS,
    LETTERS,
    MAX_PIECES,
    NAMES,
    bits,
    code,
    members,
    squares_text,
)
from engine.games.twocities.rules.position import TwoCitiesRules
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.text import plausible

SIDES = "wb"
FIELDS = "board side forests hills hands discards removed counters state".split()
UNKNOWN_GAME = "?,?,?/?,?,? - - 1.0.0.0 card"
BY_RANK = tuple(file * 8 + rank for rank in range(8) for file in range(8))  # order of board texts
PIECE, RUN = "[LPACTlpact]'*", "[1-8]"
_COUNTERS = re.compile(r"([1-9]\d{0,4})\.(0|[1-9]\d{0,2}|x)\.([0-3])\.([0-3])", re.ASCII)

# Arguments of each frame, in the order of the text.
_FIGHT = ("card", "done", "left", "u")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((LINE, FORESTS, HILLS, DEAL, CARD, DRAWING), ()),
    PLACE: ("card",), OUTDIE: ("card",), REMOVE: ("card", "t"),
    UNIT: ("card", "done", "left"), MELEE: _FIGHT, SHOOT: (*_FIGHT, "s"),
    **dict.fromkeys((EVADE, EVADEDIE, FALL), (*_FIGHT, "t")),
    ROLL: (*_FIGHT, "t", "x"), PROTECT: (*_FIGHT, "t", "x", "h", "r"),
}  # fmt: skip
REASONS = ("city", "resign", "time", "agreement", "calm", "exhaustion")


def bad(field: str, why: str = "refused") -> BadPosition:
    """Return the error that refuses a field; `why`: end of a message key `bad_position.<why>`."""
    number = FIELDS.index(field) + 1 if field in FIELDS else 0
    reason = Message(f"bad_position.{why}")
    message = Message("error.position", number=number, why=reason)
    return BadPosition(message, field=field)


# -- writing -------------------------------------------------------------------------------------


def write_position(state: TwoCitiesState) -> str:
    calm = "x" if state.calm == LOUD else state.calm
    white, black = (cards.cards_text(state.hands[side], state.unknown[side]) for side in (0, 1))
    return " ".join(
        (
            _board_text(state),
            SIDES[state.side],
            squares_text(members(state.forests)),
            squares_text(members(state.hills)),
            f"{white}/{black}",
            cards.cards_text(state.discards),
            cards.cards_text(state.removed),
            f"{state.number}.{calm}.{state.bought[0]}.{state.bought[1]}",
            _state_text(state),
        )
    )


def _board_text(state: TwoCitiesState) -> str:
    return write_rows([_word(state, square) for square in BY_RANK], 8)


def _word(state: TwoCitiesState, square: int) -> str:
    """Return a piece with its hits, such as `L''`; empty for an empty square."""
    piece = state.board[square]
    if not piece:
        return ""
    letter = LETTERS[piece & 7]
    return (letter.lower() if piece >> 3 else letter) + "'" * state.hits[square]


def _state_text(state: TwoCitiesState) -> str:
    card = cards.ORDER[state.card] if state.card >= 0 else ""
    if state.ask == OVER:
        assert state.ending is not None
        reason, winner = state.ending
        parts = [OVER, reason, SIDES[winner] if winner >= 0 else "-"]
        return ":".join([*parts, card] if reason == "city" and card else parts)
    values = {
        "card": card,
        "done": squares_text(state.done),
        "left": squares_text(state.left),
        "u": NAMES[state.u] + "+" * state.moved if state.u >= 0 else "",
        "t": NAMES[state.t] if state.t >= 0 else "",
        "s": str(state.shots),
        "x": "e" if state.evaded else str(state.shots),
        "h": str(state.h),
        "r": str(state.r),
    }
    return ":".join([state.ask, *(values[name] for name in ARGUMENTS[state.ask])])


# -- reading -------------------------------------------------------------------------------------


def read_position(game: TwoCitiesRules, text: str) -> TwoCitiesState:
    """Return the state of either form. Raises BadPosition with the field."""
    words = text.split()
    if len(text) > 2000 or len(words) not in (4, 9):
        raise bad("fields", "fields")
    state = TwoCitiesState(game)
    state.board, state.hits, state.tags = bytearray(64), bytearray(64), bytearray(64)
    _read_board(state, words[0])
    if words[1] not in ("w", "b"):
        raise bad("side")
    state.side = SIDES.index(words[1])
    state.forests = _terrain("forests", words[2])
    state.hills = _terrain("hills", words[3])
    if state.hills & state.forests:
        raise bad("hills", "terrain")
    if len(words) == 4:
        words += _short_rest(state).split()
    _read_hands(state, words[4])
    state.discards = _pile(state, "discards", words[5], cards.REINFORCEMENT_MASK)
    state.removed = _pile(state, "removed", words[6], cards.SECTOR_MASK)
    _read_counters(state, words[7])
    _read_state(state, words[8])
    _check_whole(state)
    return state


def _short_rest(state: TwoCitiesState) -> str:
    standing = [side for side in (0, 1) if state.city(side) >= 0]
    if len(standing) == 1:
        return f"-/- - - 1.0.0.0 over:city:{SIDES[standing[0]]}"
    return UNKNOWN_GAME


def _read_board(state: TwoCitiesState, text: str) -> None:
    if text.count("/") != 7:
        raise bad("board", "rows")
    try:
        for cell, word in cells_of(text, 8, 8, PIECE, RUN):
            kind, hits = KINDS[word[0].upper()], len(word) - 1
            if hits >= state.strength(kind):
                raise bad("board", "hits")
            state.board[BY_RANK[cell]] = code(word[0].islower(), kind)
            state.hits[BY_RANK[cell]] = hits
    except BadRows:
        raise bad("board", "row") from None
    _number_pieces(state)


def _number_pieces(state: TwoCitiesState) -> None:
    """Give tags in the order of squares, for a text does not identify pieces."""
    count = [0, 0]
    for square, piece in enumerate(state.board):
        if piece:
            state.tags[square] = count[piece >> 3]
            count[piece >> 3] += 1


def _squares(field: str, text: str) -> tuple[int, ...]:
    """Read a list of squares in any order and return it sorted. Raises BadPosition if one occurs
    twice."""
    if text == "-":
        return ()
    names = text.split(",")
    if any(name not in INDEX for name in names) or len(set(names)) != len(names):
        raise bad(field, "squares")
    return tuple(sorted(INDEX[name] for name in names))


def _terrain(field: str, text: str) -> int:
    squares = _squares(field, text)
    if len(squares) > 2 or any(s not in GROUND for s in squares):
        raise bad(field, "terrain")
    return bits(squares)


def _card_list(field: str, text: str, hidden: bool = False) -> tuple[int, int]:
    """Read a card list in any order as (mask, number of unknown cards). `hidden`: `?` is allowed.
    Raises BadPosition."""
    if text == "-":
        return 0, 0
    mask = unknown = 0
    for word in text.split(","):
        if word == "?" and hidden:
            unknown += 1
            continue
        bit = 1 << cards.NUMBER[word] if word in cards.NUMBER else 0
        if not bit:
            raise bad(field, "card")
        if mask & bit:
            raise bad(field, "twice")
        mask |= bit
    return mask, unknown


def _read_hands(state: TwoCitiesState, text: str) -> None:
    parts = text.split("/")
    if len(parts) != 2:
        raise bad("hands")
    (white, white_more), (black, black_more) = (_card_list("hands", p, True) for p in parts)
    if white & black:
        raise bad("hands", "twice")
    state.hands, state.unknown = (white, black), (white_more, black_more)


def _pile(state: TwoCitiesState, field: str, text: str, never: int) -> int:
    mask, _ = _card_list(field, text)
    if mask & never:
        raise bad(field, "pile")
    if mask & (state.hands[0] | state.hands[1] | state.discards):
        raise bad(field, "twice")
    return mask


def _read_counters(state: TwoCitiesState, text: str) -> None:
    match = _COUNTERS.fullmatch(text)
    if not match:
        raise bad("counters")
    state.number = int(match[1])
    state.calm = LOUD if match[2] == "x" else int(match[2])
    state.bought = (int(match[3]), int(match[4]))


def _read_state(state: TwoCitiesState, text: str) -> None:
    ask, *words = text.split(":")
    if ask == OVER:
        _read_end(state, words)
        return
    names = ARGUMENTS.get(ask)
    if names is None or len(words) != len(names):
        raise bad("state")
    state.ask = ask
    for name, word in zip(names, words, strict=True):
        _read_argument(state, name, word)


def _read_end(state: TwoCitiesState, words: list[str]) -> None:
    """Read the arguments of `over`: `city:w:Qs`, `resign:b`, `calm:-` … Raises BadPosition."""
    if len(words) not in (2, 3) or words[0] not in REASONS:
        raise bad("state")
    wins = words[0] in ("city", "resign", "time")
    if words[1] not in (SIDES if wins else "-") or len(words[1]) != 1:
        raise bad("state")
    if len(words) == 3:
        if words[0] != "city":
            raise bad("state")
        _read_argument(state, "card", words[2])
    state.ask = OVER
    state.ending = (words[0], SIDES.index(words[1]) if wins else -1)


def _read_argument(state: TwoCitiesState, name: str, word: str) -> None:
    if name == "card":
        if word not in cards.NUMBER:
            raise bad("state", "card")
        card = cards.NUMBER[word]
        if (state.hands[0] | state.hands[1] | state.discards | state.removed) >> card & 1:
            raise bad("state", "twice")
        state.card = card
    elif name in ("done", "left"):
        setattr(state, name, _squares("state", word))
    elif name in ("u", "t"):
        bare = word.removesuffix("+") if name == "u" else word
        if bare not in INDEX:
            raise bad("state", "squares")
        setattr(state, name, INDEX[bare])
        state.moved = state.moved or bare != word
    elif name in ("s", "x"):
        if word not in (("0", "1") if name == "s" else ("0", "1", "e")):
            raise bad("state")
        state.shots, state.evaded = int(word == "1"), word == "e"
    else:
        if not re.fullmatch("[0-6]", word):
            raise bad("state")
        setattr(state, name, int(word))


# -- the whole -----------------------------------------------------------------------------------


def _check_whole(state: TwoCitiesState) -> None:
    """Check what depends on several fields. Raises BadPosition."""
    _check_board(state)
    wanted = plausible.hand_sizes(state)
    if state.dealt() not in wanted or state.deck_count() < 0:
        raise bad("hands", "hands")
    if not plausible.counters(state):
        raise bad("counters", "counters")
    if not plausible.question(state):
        raise bad("state", "state")


def _check_board(state: TwoCitiesState) -> None:
    lost = 1 - state.ending[1] if state.ending and state.ending[0] == "city" else -1
    for side in (0, 1):
        cities = [s for s, p in enumerate(state.board) if p == code(side, CITY)]
        wanted = 0 if side == lost or state.ask == LINE else 1
        if len(cities) != wanted:
            raise bad("board", "city")
        if any(s & 7 != HOME[side] or s >> 3 not in CITY_FILES for s in cities):
            raise bad("board", "city")
        most = MAX_PIECES + (state.ask == REMOVE and side == state.side)
        if len(state.units(side)) > most:
            raise bad("board", "many")
    if state.ask == LINE and any(state.board):
        raise bad("board", "row")
