"""Reader, writer and validation of the state string (rulebook, section 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.errors import BadPosition
from engine.core.options import Options
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.records import RESULTS
from engine.core.rows import BadRows, cells_of, write_rows
from engine.core.texts import Message
from engine.games.rilatria.rules import horoscope
from engine.games.rilatria.rules.pieces import (
    GRID,
    HERO,
    INDEX,
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

FIELDS = ("board", "side", "phase", "reserve1", "reserve2", "marks", "quiet", "round")
HURT = ("-", "1", "2", "12")  # text of the ninth field, by the bits of `hurt`
FACES = "cx"
WON = ("heroe", "vitalidad", "suerte", "abandono", "juicio")
DRAWN = ("acuerdo", "calma", "limite")
# Letter by board value; empty for an empty square.
WORDS = ("", *LETTERS[1:], "", "", *LETTERS[1:].lower())
PIECE = f"[{''.join(WORDS)}]"

_NUMBER = re.compile(r"0|[1-9]\d{0,5}")
_RESERVE = re.compile(r"[0-6]\.[0-6]\.[0-6]\.[0-6]\.[0-2]")
_MARKS = re.compile(r"(H?)(U?)(\$?)(x?)(?:\+([a-i][1-9](?:,[a-i][1-9])*))?")
_BITS = (HERO_DONE, UNIT_DONE, SACRIFICED, KILLED)
_CARDS = re.compile(r"([NO]):(\w\w?(?:,\w\w?)*)")


def bad(field: str) -> BadPosition:
    """Return the error for a state string. `field`: one of FIELDS or a name of `faults`."""
    why = Message(f"bad_position.{field}")
    return BadPosition(Message("error.position", why=why), field=field, code="state")


# -- writing -------------------------------------------------------------------------------------


def has_hurt(options: Options) -> bool:
    """Return whether a position says who has lost a piece or sacrificed (clause 9.10)."""
    return bool(options["mend"] != "always")


def write_position(state: RilatriaState) -> str:
    hurt = (HURT[state.hurt],) if has_hurt(state.game.options) else ()
    return " ".join(
        (
            write_rows([WORDS[piece] for piece in state.board], GRID.cols),
            "12"[state.side],
            _phase_text(state),
            *(".".join(map(str, values)) for values in state.reserves),
            _marks_text(state),
            str(state.quiet),
            str(state.round),
            *hurt,
        )
    )


def _phase_text(state: RilatriaState) -> str:
    phase = state.phase
    if phase == OVER:
        assert state.result is not None
        return f"{OVER}:{state.result.score}:{state.result.reason}"
    if phase == COIN:
        return f"{COIN}:{FACES[state.call]}"
    if state.cards:
        return f"{phase}:{','.join(horoscope.CARDS[card] for card in state.cards)}"
    return phase


def _marks_text(state: RilatriaState) -> str:
    text = "".join(letter for letter, bit in zip("HU$x", _BITS, strict=True) if state.marks & bit)
    if state.recruits:
        text += "+" + ",".join(NAMES[square] for square in state.recruits)
    return text or "-"


# -- reading -------------------------------------------------------------------------------------


def read_position(game: RilatriaRules, text: str) -> RilatriaState:
    """Return the state of a state string. Raises BadPosition with code `state` for anything that
    section 9 does not allow."""
    fields = text.split(" ")
    state = RilatriaState(game)
    if has_hurt(game.options):
        if len(fields) != len(FIELDS) + 1:
            raise bad("nine_fields")
        state.hurt = _hurt(fields.pop())
    if len(fields) != len(FIELDS):
        raise bad("fields")
    _read_board(state, fields[0])
    if fields[1] not in ("1", "2"):
        raise bad("side")
    state.side = int(fields[1]) - 1
    _read_phase(state, fields[2])
    for values, field, written in zip(state.reserves, FIELDS[3:5], fields[3:5], strict=True):
        if not _RESERVE.fullmatch(written):
            raise bad(field)
        values[:] = bytes(int(value) for value in written.split("."))
    _read_marks(state, fields[5])
    state.quiet, state.round = (
        _number(field, written) for field, written in zip(FIELDS[6:], fields[6:], strict=True)
    )
    fault = next(faults(state), None)
    if fault is not None:
        raise bad(fault)
    return state


def _hurt(text: str) -> int:
    if text not in HURT:
        raise bad("hurt")
    return HURT.index(text)


def _number(field: str, text: str) -> int:
    if not (text.isascii() and _NUMBER.fullmatch(text)):
        raise bad(field)
    return int(text)


def _read_board(state: RilatriaState, text: str) -> None:
    """Read the board; tags number the pieces of a kind in the order of the text."""
    seen = [0] * len(WORDS)
    try:
        for square, word in cells_of(text, GRID.cols, GRID.rows, PIECE):
            piece = WORDS.index(word)
            seen[piece] += 1
            state.board[square] = piece
            state.tags[square] = min(seen[piece], 9)
    except BadRows:
        raise bad("board") from None


def _read_phase(state: RilatriaState, text: str) -> None:
    phase, colon, rest = text.partition(":")
    if not colon and phase in (SETUP, CALL, DEAL, FREE):
        state.phase = phase
    elif phase == COIN and rest in ("c", "x"):
        state.phase, state.call = phase, FACES.index(rest)
    elif phase == OVER:
        state.phase, state.result = phase, _read_result(rest)
    elif found := _CARDS.fullmatch(text):
        names = found[2].split(",")
        wanted = (1, 2) if phase == DEAL else (3,)
        if len(names) not in wanted or any(name not in horoscope.CODES for name in names):
            raise bad("phase")
        state.phase = phase
        state.cards = tuple(horoscope.CODES[name] for name in names)
    else:
        raise bad("phase")


def _read_result(text: str) -> Outcome:
    score, _, cause = text.partition(":")
    if score == RESULTS[2] and cause in DRAWN:
        return drawn(cause)
    if score not in RESULTS[:2] or cause not in WON:
        raise bad("phase")
    return won_by(RESULTS.index(score), cause)


def _read_marks(state: RilatriaState, text: str) -> None:
    if text == "-":
        return
    found = _MARKS.fullmatch(text)
    if not text or not found:
        raise bad("marks")
    state.marks = sum(bit for bit, mark in zip(_BITS, found.groups()[:4], strict=True) if mark)
    squares = tuple(INDEX[name] for name in found[5].split(",")) if found[5] else ()
    if list(squares) != sorted(set(squares), key=by_file):
        raise bad("marks")
    state.recruits = squares


# -- what is valid -------------------------------------------------------------------------------


def faults(state: RilatriaState) -> Iterator[str]:
    """Yield what makes a state invalid, each as the end of a message key `bad_position.…`."""
    yield from _army_faults(state)
    yield from _reserve_faults(state)
    yield from _turn_faults(state)
    if has_hurt(state.game.options) and _is_hurt_wrong(state):
        yield "hurt"
    if state.phase == SETUP:
        yield from _setup_faults(state)
    elif state.phase == OVER:
        yield from _result_faults(state)


def _army_faults(state: RilatriaState) -> Iterator[str]:
    for side in (0, 1):
        if any(state.board.count(code(side, kind)) > LIMITS[kind] for kind in KINDS):
            yield "limits"
        if state.phase not in (SETUP, OVER) and not state.board.count(code(side, HERO)):
            yield "hero"


def _reserve_faults(state: RilatriaState) -> Iterator[str]:
    tokens = [values[TOKENS] for values in state.reserves]
    if (sum(tokens) if state.game.shared else max(tokens)) > MAX_TOKENS:
        yield "tokens"
    for values in state.reserves:
        if max(values[:TOKENS]) > TOP:
            yield "values"
        if state.phase != OVER and not values[VITALITY]:
            yield "vitality"
    if state.phase in (CALL, COIN) and state.reserves[state.side][LUCK] < HIGH:
        yield "luck"


def _turn_faults(state: RilatriaState) -> Iterator[str]:
    if (state.marks or state.recruits) and state.phase not in (FREE, OVER):
        yield "marks"
    if state.marks & KILLED and not state.marks & (HERO_DONE | UNIT_DONE):
        yield "killed"
    for square in state.recruits:
        piece = state.board[square]
        if not piece or piece >> 3 != state.side or piece & 7 == HERO:
            yield "recruits"
    if state.phase in (DEAL, CHOOSE) and min(horoscope.left(state.tokens_out(), state.cards)) < 0:
        yield "cards"
    if state.phase != OVER and state.quiet >= state.game.quiet:
        yield "quiet"
    if not 1 <= state.round <= state.game.rounds:
        yield "round"


def _is_hurt_wrong(state: RilatriaState) -> bool:
    """Return whether `hurt` contradicts the phase or the marks: in his own turn a player can only
    have sacrificed, and who destroys a piece hurts the other."""
    own, foe = state.hurt >> state.side & 1, state.hurt >> (1 - state.side) & 1
    if state.phase == SETUP:
        return bool(state.hurt)
    return own != bool(state.marks & SACRIFICED) or (bool(state.marks & KILLED) and not foe)


def _setup_faults(state: RilatriaState) -> Iterator[str]:
    """Yield "setup" for everything that cannot occur during the set-up of section 3."""
    army = state.game.army
    placed: tuple[list[int], list[int]] = ([], [])
    for square, piece in enumerate(state.board):
        if piece:
            placed[piece >> 3].append(piece & 7)
            if square not in state.game.zones[piece >> 3]:
                yield "setup"
    own, other = placed[state.side], placed[1 - state.side]
    whole = army if state.side else ()
    if len(own) == len(army) or sorted(own) != sorted(army[: len(own)]):
        yield "setup"
    if sorted(other) != sorted(whole):
        yield "setup"
    if any(values != START for values in state.reserves) or state.quiet or state.round != 1:
        yield "setup"


def _result_faults(state: RilatriaState) -> Iterator[str]:
    assert state.result is not None
    cause, winner = state.result.reason, state.result.winner
    beaten = -1 if winner is None else 1 - winner
    for side, values in enumerate(state.reserves):
        lost_hero = side == beaten and cause == "heroe"
        if state.board.count(code(side, HERO)) != (0 if lost_hero else 1):
            yield "result"
        dead = side == beaten and cause in ("vitalidad", "suerte")
        may_die = dead or lost_hero
        if (dead and values[VITALITY]) or (not may_die and not values[VITALITY]):
            yield "result"
    if cause in ("heroe", "vitalidad") and state.side != winner:
        yield "result"
    if cause in ("suerte", "abandono") and state.side != beaten:
        yield "result"
