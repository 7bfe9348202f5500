"""Position text (TCN), short and full form (rulebook, section 9)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.core.fields import (
    BadField,
    Joined,
    Number,
    OneOf,
    Pending,
    Position,
    Rows,
    SomeOf,
    Values,
)
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
    KINDS,
    LETTERS,
    MAX_PIECES,
    NAMES,
    bits,
    code,
    members,
)
from engine.games.twocities.rules.position import TwoCitiesRules
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.text import plausible

SIDES = "wb"
UNKNOWN_GAME = "?,?,?/?,?,? - - 1.0.0.0 card"
BY_RANK = tuple(file * 8 + rank for rank in range(8) for file in range(8))  # order of board texts

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


class Hand(SomeOf):
    """Cards, `?` for each unknown one; its value is (mask, number of unknown ones)."""

    def read(self, word: str) -> tuple[int, int]:  # type: ignore[override]
        known = [one for one in word.split(",") if one != "?"]
        unknown = 0 if word == "-" else word.count(",") + 1 - len(known)
        if unknown and "-" in known:
            raise self.refused(word)
        return bits(super().read(",".join(known) if known else "-")), unknown

    def write(self, value: tuple[int, int]) -> str:  # type: ignore[override]
        return ",".join([*(self.words[card] for card in members(value[0])), *"?" * value[1]]) or "-"


def _squares(name: str) -> SomeOf:
    return SomeOf(name, NAMES, ",", "squares")


def _deck(name: str, kind: type[SomeOf] = SomeOf) -> SomeOf:
    return kind(name, cards.ORDER, ",", "card", "twice")


FIELDS = {
    "card": OneOf("played", cards.ORDER, "card"),
    "done": _squares("done"),
    "left": _squares("left"),
    "u": OneOf("u", [name + moved for name in NAMES for moved in ("", "+")], "squares"),
    "t": OneOf("t", NAMES, "squares"),
    "s": Number("s", 0, 1),
    "x": OneOf("x", "01e"),
    "h": Number("h", 0, 6),
    "r": Number("r", 0, 6),
}
_END = (
    OneOf("reason", REASONS),
    OneOf("winner", "wb-"),
    OneOf("played", cards.ORDER, "card").maybe(),
)
POSITION = Position(
    Rows("board", 8, 8, "[LPACTlpact]'*", "[1-8]"),
    OneOf("side", SIDES),
    _squares("forests"),
    _squares("hills"),
    Joined("hands", "/", _deck("hand0", Hand), _deck("hand1", Hand)),
    _deck("discards"),
    _deck("removed"),
    Joined(
        "counters",
        ".",
        Number("number", 1, 99999),
        Number("calm", 0, 999, {"x": LOUD}),
        Number("bought0", 0, 3),
        Number("bought1", 0, 3),
    ),
    Pending(
        "state",
        {
            **{ask: [FIELDS[name] for name in names] for ask, names in ARGUMENTS.items()},
            OVER: _END,
        },
        (CARD,),
    ),
    clause="9.5",
    clauses={
        **{"board": "9.4", "forests": "1.9", "hills": "1.9", "hands": "2.2"},
        **{"discards": "2.8", "removed": "2.8", "counters": "9.10", "state": "9.8"},
    },
    longest=2000,
)


def write_position(state: TwoCitiesState) -> str:
    return POSITION.text(
        [_word(state, square) for square in BY_RANK],
        state.side,
        members(state.forests),
        members(state.hills),
        zip(state.hands, state.unknown, strict=True),
        members(state.discards),
        members(state.removed),
        (state.number, state.calm, *state.bought),
        _question(state),
    )


def _word(state: TwoCitiesState, square: int) -> str:
    """Return a piece with its hits, such as `L''`; empty for an empty square."""
    piece = state.board[square]
    if not piece:
        return ""
    letter = LETTERS[piece & 7]
    return (letter.lower() if piece >> 3 else letter) + "'" * state.hits[square]


def _question(state: TwoCitiesState) -> list[Any]:
    if state.ask == OVER:
        assert state.ending is not None
        reason, winner = state.ending
        card = [state.card] if reason == "city" and state.card >= 0 else []
        return [OVER, REASONS.index(reason), winner if winner >= 0 else 2, *card]
    values = {
        "card": state.card,
        "done": state.done,
        "left": state.left,
        "u": 2 * state.u + state.moved,
        "t": state.t,
        "s": state.shots,
        "x": 2 if state.evaded else state.shots,
        "h": state.h,
        "r": state.r,
    }
    return [state.ask, *(values[name] for name in ARGUMENTS[state.ask])]


# -- reading -------------------------------------------------------------------------------------


def read_position(game: TwoCitiesRules, text: str) -> TwoCitiesState:
    """Return the state of either form. Raises BadPosition with the field."""
    words = text[:2001].split()
    if len(words) == 4:  # the short form: a board and its terrain
        cities = [side for side, letter in enumerate("Tt") if letter in words[0]]
        alone = f"-/- - - 1.0.0.0 over:city:{SIDES[cities[0]]}" if len(cities) == 1 else ""
        text = f"{text} {alone or UNKNOWN_GAME}"
    return POSITION.read(text, partial(_build, game))


def _build(game: TwoCitiesRules, values: Values) -> TwoCitiesState:
    state = TwoCitiesState(game)
    _set_board(state, values["board"])
    state.side = values["side"]
    state.forests, state.hills = (_terrain(name, values[name]) for name in ("forests", "hills"))
    if state.hills & state.forests:
        raise BadField("hills", "terrain")
    state.hands, state.unknown = zip(*values["hands"], strict=True)
    if state.hands[0] & state.hands[1]:
        raise BadField("hands", "twice")
    state.discards = _pile(state, "discards", bits(values["discards"]), cards.REINFORCEMENT_MASK)
    state.removed = _pile(state, "removed", bits(values["removed"]), cards.SECTOR_MASK)
    state.number, state.calm, *bought = values["counters"]
    state.bought = (bought[0], bought[1])
    _set_question(state, *values["state"])
    _check_whole(state)
    return state


def _set_board(state: TwoCitiesState, placed: list[tuple[int, str]]) -> None:
    """Set pieces and hits; tags number those of a side in the order of squares, for a text does not
    identify pieces."""
    state.board, state.hits, state.tags = bytearray(64), bytearray(64), bytearray(64)
    for cell, word in placed:
        square, kind, hits = BY_RANK[cell], KINDS[word[0].upper()], len(word) - 1
        if hits >= state.strength(kind):
            raise BadField("board", "hits", word, [NAMES[square]])
        state.board[square], state.hits[square] = code(word[0].islower(), kind), hits
    count = [0, 0]
    for square, piece in enumerate(state.board):
        if piece:
            state.tags[square] = count[piece >> 3]
            count[piece >> 3] += 1


def _terrain(field: str, squares: list[int]) -> int:
    if len(squares) > 2 or any(square not in GROUND for square in squares):
        raise BadField(field, "terrain", squares=[NAMES[square] for square in squares])
    return bits(squares)


def _pile(state: TwoCitiesState, field: str, mask: int, never: int) -> int:
    if mask & never:
        raise BadField(field, "pile")
    if mask & (state.hands[0] | state.hands[1] | state.discards):
        raise BadField(field, "twice")
    return mask


def _set_question(state: TwoCitiesState, ask: str, *values: Any) -> None:
    """Set the question and its arguments, or the end: `city:w:Qs`, `resign:b`, `calm:-` …"""
    state.ask = ask
    names = ARGUMENTS.get(ask, ("reason", "winner", "card"))
    found = dict(zip(names, values))  # noqa: B905
    if ask == OVER:
        reason, winner = REASONS[found["reason"]], found["winner"]
        if (winner < 2) != (reason in ("city", "resign", "time")):
            raise BadField("state")
        if "card" in found and reason != "city":
            raise BadField("state")
        state.ending = (reason, winner if winner < 2 else -1)
    state.card = found.get("card", -1)
    held = state.hands[0] | state.hands[1] | state.discards | state.removed
    if state.card >= 0 and held >> state.card & 1:
        raise BadField("state", "twice", cards.ORDER[state.card])
    state.done, state.left = (tuple(found.get(name, ())) for name in ("done", "left"))
    state.u, moved = divmod(found.get("u", -2), 2)
    state.moved, state.t = bool(moved), found.get("t", -1)
    shots = found.get("s", found.get("x", 0))
    state.shots, state.evaded = int(shots == 1), shots == 2
    state.h, state.r = found.get("h", 0), found.get("r", 0)


# -- the whole -----------------------------------------------------------------------------------


def _check_whole(state: TwoCitiesState) -> None:
    """Check what depends on several fields. Raises BadField."""
    _check_board(state)
    wanted = plausible.hand_sizes(state)
    if state.dealt() not in wanted or state.deck_count() < 0:
        raise BadField("hands")
    if not plausible.counters(state):
        raise BadField("counters")
    if not plausible.question(state):
        raise BadField("state")


def _check_board(state: TwoCitiesState) -> None:
    lost = 1 - state.ending[1] if state.ending and state.ending[0] == "city" else -1
    for side in (0, 1):
        army = Message(f"army.{side}")
        city = code(side, CITY)
        cities = [square for square, piece in enumerate(state.board) if piece == city]
        wanted = 0 if side == lost or state.ask == LINE else 1
        away = any(s & 7 != HOME[side] or s >> 3 not in CITY_FILES for s in cities)
        if len(cities) != wanted or away:
            there = [NAMES[s] for s in cities]
            raise BadField("board", "city", squares=there, clause="1.8", army=army)
        units, most = state.units(side), MAX_PIECES + (state.ask == REMOVE and side == state.side)
        if len(units) > most:
            n, there = len(units), [NAMES[s] for s in units]
            raise BadField("board", "units", squares=there, clause="6.3", army=army, n=n, most=most)
    if state.ask == LINE and any(state.board):
        raise BadField("board")
