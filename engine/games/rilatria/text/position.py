"""Position text (rulebook, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from engine.core.fields import (
    NONE,
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
from engine.core.options import Options
from engine.core.outcome import drawn, won_by
from engine.core.records import RESULTS
from engine.core.texts import Message
from engine.games.rilatria.rules import horoscope, reserve
from engine.games.rilatria.rules.pieces import (
    GLYPHS,
    GRID,
    HERO,
    KINDS,
    LETTERS,
    LIMITS,
    NAMES,
    by_file,
    code,
)
from engine.games.rilatria.rules.reserve import HIGH, LUCK, MAX_TOKENS, START, TOKENS, TOP, VITALITY
from engine.games.rilatria.rules.state import (
    CALL,
    CHOOSE,
    COIN,
    DEAL,
    FREE,
    HERO_DONE,
    KILLED,
    OVER,
    SACRIFICED,
    SETUP,
    UNIT_DONE,
    RilatriaRules,
    RilatriaState,
)

FACES = "cx"
WON = ("heroe", "vitalidad", "suerte", "abandono", "juicio")
DRAWN = ("acuerdo", "calma", "limite")
REASONS = (*WON, *DRAWN, "time")  # a loss on time is written and never read
# Letter by board value; empty for an empty square.
WORDS = ("", *LETTERS[1:], "", "", *LETTERS[1:].lower())
BY_FILE = sorted(range(GRID.size), key=by_file)

_BITS = (HERO_DONE, UNIT_DONE, SACRIFICED, KILLED)


class Draw(SomeOf):
    """Drawn cards in the order of the draw."""

    def read(self, word: str) -> list[int]:
        return [self.number(one, word) for one in word.split(",")]


class Marks(Joined):
    """What was done in this turn, and with `+` before them the squares of recruits."""

    def read(self, word: str) -> list[Any]:
        words = self.split(word)
        if self.join(words) != word:
            raise self.refused(word)
        return super().read(self.mark.join(words.values()))

    def write(self, value: Iterable[Any]) -> str:
        pairs = zip(self.fields, value, strict=True)
        return self.join({field.name: field.write(one) for field, one in pairs})

    def split(self, word: str) -> dict[str, str]:
        marks, _, recruits = word.partition(self.mark)
        return {"marks": marks or NONE, "recruits": recruits or NONE}

    def join(self, words: Mapping[str, str]) -> str:
        marks, recruits = words["marks"], words["recruits"]
        return marks if recruits == NONE else f"{marks.replace(NONE, '')}{self.mark}{recruits}"


def _reserve(player: str) -> Joined:
    numbers = [Number(f"{word}{player}", 0, TOP) for word in reserve.WORDS[:-1]]
    return Joined(f"reserve{player}", ".", *numbers, Number(f"tokens{player}", 0, MAX_TOKENS))


def _position(*more: SomeOf, count: str) -> Position:
    return Position(
        Rows("board", GRID.cols, GRID.rows, f"[{''.join(WORDS)}]"),
        OneOf("side", "12"),
        Pending(
            "phase",
            {
                **dict.fromkeys((SETUP, CALL, FREE), ()),
                DEAL: (Draw("cards", horoscope.CARDS, ",", "phase").maybe(),),
                CHOOSE: (Draw("cards", horoscope.CARDS, ",", "phase"),),
                COIN: (OneOf("call", FACES),),
                OVER: (OneOf("score", RESULTS[:3]), OneOf("reason", REASONS)),
            },
            (FREE, CALL, DEAL),
        ),
        _reserve("1"),
        _reserve("2"),
        Marks(
            "marks",
            "+",
            SomeOf("marks", "HU$x", ordered=True),
            SomeOf("recruits", [NAMES[square] for square in BY_FILE], ",", "marks", ordered=True),
        ),
        Number("quiet", 0, 999999),
        Number("round", 0, 999999),
        *more,
        clause="9.7",
        clauses={"phase": "9.3", "hurt": "9.10"},
        code="state",
        count=count,
        gap=" ",
    )


POSITION = _position(count="fields")
LONG = _position(SomeOf("hurt", "12", ordered=True), count="nine_fields")


def position_of(options: Options) -> Position:
    """Return the fields of positions with these options: some say who has lost a piece or
    sacrificed (clause 9.10)."""
    return LONG if options["mend"] != "always" else POSITION


# -- writing -------------------------------------------------------------------------------------


def write_position(state: RilatriaState) -> str:
    return position_of(state.game.options).text(
        [WORDS[piece] for piece in state.board],
        state.side,
        _phase(state),
        *state.reserves,
        (
            [number for number, bit in enumerate(_BITS) if state.marks & bit],
            [BY_FILE.index(square) for square in state.recruits],
        ),
        state.quiet,
        state.round,
        [side for side in (0, 1) if state.hurt >> side & 1],
    )


def _phase(state: RilatriaState) -> list[Any]:
    if state.phase == OVER:
        assert state.result is not None
        score, reason = state.result.score, state.result.reason
        return [OVER, RESULTS.index(score), REASONS.index(reason)]
    if state.phase == COIN:
        return [COIN, state.call]
    return [state.phase, state.cards] if state.cards else [state.phase]


# -- reading -------------------------------------------------------------------------------------


def read_position(game: RilatriaRules, text: str) -> RilatriaState:
    """Return the state of a state string. Raises BadPosition with code `state` for anything that
    section 9 does not allow."""
    return position_of(game.options).read(text, partial(_build, game))


def _build(game: RilatriaRules, values: Values) -> RilatriaState:
    state = RilatriaState(game)
    state.hurt = sum(1 << side for side in values.get("hurt", ()))
    _set_board(state, values["board"])
    state.side = values["side"]
    _set_phase(state, *values["phase"])
    for own, name in zip(state.reserves, ("reserve1", "reserve2"), strict=True):
        own[:] = bytes(values[name])
    marks, recruits = values["marks"]
    state.marks = sum(_BITS[mark] for mark in marks)
    state.recruits = tuple(BY_FILE[number] for number in recruits)
    state.quiet, state.round = values["quiet"], values["round"]
    wrong = fault(state)
    if wrong is not None:
        raise wrong
    return state


def _set_board(state: RilatriaState, placed: list[tuple[int, str]]) -> None:
    """Set the pieces; tags number those of a kind in the order of the text."""
    seen = [0] * len(WORDS)
    for square, word in placed:
        piece = WORDS.index(word)
        seen[piece] += 1
        state.board[square], state.tags[square] = piece, min(seen[piece], 9)


def _set_phase(state: RilatriaState, phase: str, *values: Any) -> None:
    state.phase = phase
    if phase == COIN:
        state.call = values[0]
    elif phase == OVER:
        score, reason = values[0], REASONS[values[1]]
        if reason not in (DRAWN if score == 2 else WON):
            raise BadField("phase")
        state.result = drawn(reason) if score == 2 else won_by(score, reason)
    elif values:
        state.cards = tuple(values[0])
        if len(state.cards) not in ((1, 2) if phase == DEAL else (3,)):
            raise BadField("phase")


# -- what is valid -------------------------------------------------------------------------------


def fault(state: RilatriaState) -> BadField | None:
    """Return why a state is not valid; None if it is."""
    try:
        _check(state)
    except BadField as why:
        return why
    return None


def _check(state: RilatriaState) -> None:
    _check_armies(state)
    _check_reserves(state)
    _check_turn(state)
    if position_of(state.game.options) is LONG and _is_hurt_wrong(state):
        raise BadField("hurt")
    if state.phase == SETUP and not _is_setup(state):
        raise BadField("board", "setup", clause="9.8")
    if state.phase == OVER and not _is_result(state):
        raise BadField("phase", "result", clause="9.9")


def _check_armies(state: RilatriaState) -> None:
    for side in (0, 1):
        for kind in KINDS:
            piece, most = code(side, kind), LIMITS[kind]
            n = state.board.count(piece)
            if n > most:
                there = [NAMES[square] for square, one in enumerate(state.board) if one == piece]
                unit, army = Message(f"unit.{GLYPHS[kind]}"), Message(f"army.{side}")
                raise BadField("board", "limits", "", there, unit=unit, army=army, n=n, most=most)
        if state.phase not in (SETUP, OVER) and not state.board.count(code(side, HERO)):
            raise BadField("board", "hero")


def _check_reserves(state: RilatriaState) -> None:
    tokens = [values[TOKENS] for values in state.reserves]
    if (sum(tokens) if state.game.shared else max(tokens)) > MAX_TOKENS:
        raise BadField("reserve2", "tokens")
    for field, values in zip(("reserve1", "reserve2"), state.reserves, strict=True):
        if state.phase != OVER and not values[VITALITY]:
            raise BadField(field, "vitality")
    if state.phase in (CALL, COIN) and state.reserves[state.side][LUCK] < HIGH:
        raise BadField(f"reserve{state.side + 1}", "luck")


def _check_turn(state: RilatriaState) -> None:
    if (state.marks or state.recruits) and state.phase not in (FREE, OVER):
        raise BadField("marks")
    if state.marks & KILLED and not state.marks & (HERO_DONE | UNIT_DONE):
        raise BadField("marks", "killed")
    for square in state.recruits:
        piece = state.board[square]
        if not piece or piece >> 3 != state.side or piece & 7 == HERO:
            raise BadField("marks", "recruits", squares=[NAMES[one] for one in state.recruits])
    if state.phase in (DEAL, CHOOSE) and min(horoscope.left(state.tokens_out(), state.cards)) < 0:
        raise BadField("phase", "cards")
    if state.phase != OVER and state.quiet >= state.game.quiet:
        raise BadField("quiet")
    if not 1 <= state.round <= state.game.rounds:
        raise BadField("round")


def _is_hurt_wrong(state: RilatriaState) -> bool:
    """Return whether `hurt` contradicts the phase or the marks: in his own turn a player can only
    have sacrificed, and who destroys a piece hurts the other."""
    own, foe = state.hurt >> state.side & 1, state.hurt >> (1 - state.side) & 1
    if state.phase == SETUP:
        return bool(state.hurt)
    return own != bool(state.marks & SACRIFICED) or (bool(state.marks & KILLED) and not foe)


def _is_setup(state: RilatriaState) -> bool:
    """Return whether a state can occur during the set-up of section 3."""
    army = state.game.army
    placed: tuple[list[int], list[int]] = ([], [])
    for square, piece in enumerate(state.board):
        if piece:
            placed[piece >> 3].append(piece & 7)
            if square not in state.game.zones[piece >> 3]:
                return False
    own, other = placed[state.side], placed[1 - state.side]
    whole = army if state.side else ()
    if len(own) == len(army) or sorted(own) != sorted(army[: len(own)]):
        return False
    fresh = all(values == START for values in state.reserves)
    return sorted(other) == sorted(whole) and fresh and not state.quiet and state.round == 1


def _is_result(state: RilatriaState) -> bool:
    """Return whether the result agrees with the board and the reserves."""
    assert state.result is not None
    cause, winner = state.result.reason, state.result.winner
    beaten = -1 if winner is None else 1 - winner
    for side, values in enumerate(state.reserves):
        lost_hero = side == beaten and cause == "heroe"
        if state.board.count(code(side, HERO)) != (0 if lost_hero else 1):
            return False
        dead = side == beaten and cause in ("vitalidad", "suerte")
        if not lost_hero and dead != (not values[VITALITY]):
            return False
    if cause in ("heroe", "vitalidad"):
        return state.side == winner
    return cause not in ("suerte", "abandono") or state.side == beaten
