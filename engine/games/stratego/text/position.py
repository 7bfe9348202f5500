"""The position string (rulebook, section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from engine.core.contract import SPECTATOR, UNKNOWN
from engine.core.fields import (
    NONE,
    BadField,
    Bag,
    Number,
    Position,
    Rows,
    Special,
    TextField,
    Values,
)
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.texts import Message
from engine.games.stratego.rules import deeds
from engine.games.stratego.rules.boards import Layout
from engine.games.stratego.rules.losses import (
    CAPTURED,
    CAPTURED_UNSEEN,
    DESERTED,
    DESERTED_UNSEEN,
    GROUPS,
    Losses,
)
from engine.games.stratego.rules.pieces import (
    CODES,
    COLOURS,
    FLAG,
    GLYPHS,
    HIDDEN,
    MARKS,
    NUMBER,
    REVEALED,
    SIDES,
    SKILL,
    identity_of,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.position import Entry, StrategoRules
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.letters import read_letters
from engine.games.stratego.text.questions import read_question
from engine.games.stratego.text.tokens import CELL, turn_token

REASONS = ("flag", "elim", "both_elim", "nomove", "no_capture", "max_actions", "resign", "agreed")
DRAWS = ("both_elim", "no_capture", "max_actions", "agreed")
LOST, MORE = "lost", "more"  # values by side: losses that were shown, and the rest of their text

_STEP = re.compile(f"({CELL})({CELL})")
_PIECE = r"[~#]|[rbgy][FBS2-9M?]'?!?\+?\*?"
_LOST = re.compile(
    r"([FBS2-9M]*\??\??|[FBS2-9M?]*)(?:\(([FBS2-9M]+)\))?(?:~([FBS2-9M?]*)(?:\(([FBS2-9M]+)\))?)?"
)
_SHOWN = re.compile("[FBS2-9M]*")
EXTRAS = ("pts", "resc", "buy", "vac", "chs")
_EXTRA = re.compile(rf"({'|'.join(EXTRAS)})\.([rbgy])=(\S+)")


class Removed(Special):
    """The losses of each side. The form counts those that were shown."""

    def __init__(self, name: str, sides: str) -> None:
        super().__init__(name)
        self.sides = sides
        shown = [Bag(f"{LOST}{side}", CODES[FLAG:HIDDEN]) for side in sides]
        self.fields = (*shown, *(Special(f"{MORE}{side}") for side in sides))

    def split(self, word: str) -> dict[str, str]:
        by_side = dict(part.split(":", 1) for part in word.split(";") if ":" in part)
        found: dict[str, str] = {}
        for side in self.sides:
            text = by_side.get(side, "")
            shown = _SHOWN.match(text)[0]  # type: ignore[index]
            found |= {f"{LOST}{side}": shown or NONE, f"{MORE}{side}": text[len(shown) :]}
        return found

    def join(self, words: Mapping[str, str]) -> str:
        shown = {one: words[f"{LOST}{one}"].replace(NONE, "") for one in self.sides}
        return _by_side(shown[one] + words[f"{MORE}{one}"] for one in self.sides)

    def parts(self) -> tuple[TextField, ...]:
        return self.fields


@cache
def position_of(cols: int, rows: int, players: int) -> Position:
    """Return the fields of positions on a board of this size."""
    return Position(
        Rows("board", cols, rows, _PIECE),
        Special("side", COLOURS[:players]),
        Special("skips"),
        Number("quiet", 0, 99999),
        Number("actions", 0, 99999),
        Special("memory"),
        Removed("removed", SIDES[:players]),
        Special("extras"),
        Special("question", (NONE,)).maybe(),
        clause="7.9",
        clauses={
            **{"board": "1.1", "side": "4.3", "skips": "5.27", "quiet": "4.5", "actions": "4.6"},
            **{"memory": "3.13", "removed": "6.4", "extras": "5.21", "question": "3.14"},
        },
        code="BadPosition",
        gap=" ",
        longest=8000,
    )


POSITION = position_of(10, 10, 2)


def fields_of(game: StrategoRules) -> Position:
    grid = game.tables.grid
    return position_of(grid.cols, grid.rows, game.players)


def army_clause(army: object) -> str:
    """Return the clause that says how many pieces of each type an army has."""
    return "1.4" if army == "standard40" else "5.7"


# -- writing -------------------------------------------------------------------------------------


def write_position(state: StrategoState) -> str:
    question = question_text(state)
    return fields_of(state.game).text(
        _words(state),
        "-" if state.result else COLOURS[state.turn],
        _skips(state),
        state.quiet,
        state.plies,
        _memory(state),
        _by_side(_lost_text(row) for row in state.lost),
        _extras(state),
        *((question,) if question else ()),
    )


def question_text(state: StrategoState) -> str:
    """Return field 9, the result or the pending question; empty between turns."""
    if state.result is not None:
        return result_text(state.result)
    if state.asked == "turn":
        return ""
    if state.asked == "open":
        return "open"
    if state.asked == "place":
        return f"place:{'?' if state.placed == UNKNOWN else state.placed}"
    return f"{state.asked}:{turn_token(state)}"


def result_text(result: Outcome) -> str:
    winner = result.winner
    return f"{'draw' if winner is None else COLOURS[winner]}+{result.reason}"


def _words(state: StrategoState) -> list[str]:
    grid, layout = state.game.tables.grid, state.game.tables.layout
    words = [_cell_text(state, cell) for cell in range(grid.size)]
    for cells, sign in ((layout.void, "#"), (layout.lakes, "~")):
        for cell in cells:
            words[cell] = sign
    return words


def _cell_text(state: StrategoState, cell: int) -> str:
    piece = state.board[cell]
    if not piece:
        return ""
    marks = "".join(sign for bit, sign in MARKS if state.flags[cell] & bit)
    return f"{SIDES[owner_of(piece)]}{CODES[kind_of(piece)]}{marks}"


def _skips(state: StrategoState) -> str:
    return "".join(f"{SIDES[s]}{n}" for s, n in enumerate(state.skips) if n) or NONE


def _by_side(texts: Iterable[str]) -> str:
    """Return `r:…;b:…` without the sides whose text is empty."""
    parts = [f"{SIDES[s]}:{text}" for s, text in enumerate(texts) if text]
    return ";".join(parts) or "-"


def _memory(state: StrategoState) -> str:
    names = state.game.tables.grid.names

    def entry(halves: Entry) -> str:
        return "&".join(names[a] + names[b] for a, b in halves) or "."

    return _by_side(",".join(entry(one) for one in last) for last in state.memory)


def codes(row: Sequence[int]) -> str:
    """Return the types counted by `row`, each as often as it is there."""
    return "".join(CODES[kind] * count for kind, count in enumerate(row))


def _lost_text(row: Losses) -> str:
    groups = [codes(row.types(group)) for group in GROUPS]
    texts = []
    for shown, hidden in (groups[:2], groups[2:]):
        unseen = hidden.count("?")
        known = hidden.replace("?", "")
        texts.append(shown + "?" * unseen + (f"({known})" if known else ""))
    return texts[0] + (f"~{texts[1]}" if texts[1] else "")


def _extras(state: StrategoState) -> str:
    names = state.game.tables.grid.names
    found = []
    for side, letter in enumerate(SIDES[: state.game.players]):
        values = (
            str(state.pts[side] or ""),
            *(codes(rows[side]) for rows in (state.resc, state.buy, state.vac)),
            ".".join(names[a] + names[b] for a, b in state.chs[side]),
        )
        found += [f"{key}.{letter}={one}" for key, one in zip(EXTRAS, values, strict=True) if one]
    return ",".join(found) or "-"


# -- reading -------------------------------------------------------------------------------------


def read_position(game: StrategoRules, text: str) -> StrategoState:
    """Return a state, or a viewer's knowledge of one where the text has `?`. Raises BadPosition."""
    text, position = text.strip(), fields_of(game)
    if len(text) == 100 and " " not in text and "/" not in text:
        return position.read_other(text, partial(_from_letters, game, text))
    state = position.read(text, partial(_build, game))
    if "?" in text.replace("place:?", ""):
        state.viewer = _whose(state)
    elif "place:?" in text:
        state.viewer = SPECTATOR
    return state


def _build(game: StrategoRules, values: Values) -> StrategoState:
    state = StrategoState(game)
    state.asked = "turn"
    placed = dict(values["board"])
    for cell in range(game.tables.grid.size):
        _read_cell(state, cell, placed.get(cell, ""))
    _check_army(state)
    _read_side(state, values["side"])
    _read_skips(state, values["skips"])
    state.quiet, state.plies = values["quiet"], values["actions"]
    state.turns = state.plies
    state.memory = _read_memory(state, values["memory"])
    deeds.recall(state)
    _read_removed(state, values["removed"])
    _read_extras(state, values["extras"])
    _read_last(state, values["side"], values.get("question", ""))
    return state


def _from_letters(game: StrategoRules, text: str) -> StrategoState:
    """Return the position of a hundred letters: red to act, nothing has happened yet (7.12)."""
    state = StrategoState(game)
    state.asked = "turn"
    if not read_letters(state, text):
        raise BadField("board", detail=text)
    _check_army(state)
    return state


def _whose(state: StrategoState) -> int:
    """Return the viewer of a text with `?`: the only side with no hidden piece, else SPECTATOR."""
    covered = {owner_of(piece) for piece in state.board if kind_of(piece) == HIDDEN}
    sure = [s for s in state.alive() if s not in covered]
    return sure[0] if len(sure) == 1 else SPECTATOR


def _read_cell(state: StrategoState, cell: int, word: str) -> None:
    """Set the piece of a word, which may also be a lake or a hole of this board."""
    layout = state.game.tables.layout
    kind = "~" if cell in layout.lakes else "#" if cell in layout.void else ""
    if word in ("~", "#", "") or kind:
        if word != kind:
            raise _wrong(layout, cell, word)
        return
    side = SIDES.find(word[0])
    if len(word) < 2 or not 0 <= side < state.game.players:
        raise _wrong(layout, cell, word)
    state.board[cell] = piece_of(side, HIDDEN if word[1] == "?" else NUMBER[word[1]])
    state.flags[cell] = sum(bit for bit, sign in MARKS if sign in word[2:])
    state.ids[cell], state.entered[cell] = identity_of(cell), 1
    if state.flags[cell] & SKILL and word[1] in "FB":
        name = Message(f"type.{GLYPHS[NUMBER[word[1]]]}")
        raise BadField("board", "skill", "", [layout.grid.names[cell]], "5.20", type=name)
    if state.flags[cell] & REVEALED and word[1] == "?":
        raise _wrong(layout, cell, word)


def _wrong(layout: Layout, cell: int, word: str) -> BadField:
    return BadField("board", detail=word, squares=[layout.grid.names[cell]])


def _check_army(state: StrategoState) -> None:
    tables, clause = state.game.tables, army_clause(state.game.options["army"])
    for side in range(state.game.players):
        army = Message(f"army.{side}")
        for kind in range(FLAG, HIDDEN):
            n, most, name = state.board.count(piece_of(side, kind)), tables.army[kind], GLYPHS[kind]
            if n > most:
                there = _squares(state, side, kind)
                what = Message(f"type.{name}")
                raise BadField(
                    "board", "many", "", there, clause, type=what, army=army, n=n, most=most
                )
        if sum(owner_of(piece) == side for piece in state.board if piece) > sum(tables.army):
            raise BadField("board", "army", squares=_squares(state, side), clause=clause)


def _squares(state: StrategoState, side: int, kind: int = -1) -> list[str]:
    """Return the squares of a side's pieces, of one type or of all."""
    pairs = zip(state.game.tables.grid.names, state.board, strict=True)
    mine = [(name, piece) for name, piece in pairs if piece and owner_of(piece) == side]
    return [name for name, piece in mine if kind in (-1, kind_of(piece))]


def _read_side(state: StrategoState, text: str) -> None:
    if text == "-":
        return
    if text not in COLOURS[: state.game.players]:
        raise BadField("side", detail=text)
    state.turn = COLOURS.index(text)


def _read_skips(state: StrategoState, text: str) -> None:
    found = dict(re.findall(r"([rbgy])([1-9][0-9]?)", text))
    state.skips = tuple(int(found.get(side, 0)) for side in SIDES[: state.game.players])
    if _skips(state) != text:
        raise BadField("skips", detail=text)


def _parts(field: str, text: str, players: int) -> dict[int, str]:
    """Return `r:…;b:…` by side. Raises BadField unless sides stand in acting order, each
    once."""
    if text == "-":
        return {}
    found: dict[int, str] = {}
    for part in text.split(";"):
        side = SIDES.find(part[:1]) if part[1:2] == ":" and len(part) > 2 else -1
        if not 0 <= side < players or any(side <= known for known in found):
            raise BadField(field, detail=text)
        found[side] = part[2:]
    return found


def _steps(state: StrategoState, field: str, words: list[str]) -> Entry:
    index = state.game.tables.grid.index
    out = []
    for word in words:
        match = _STEP.fullmatch(word)
        if not match or match[1] not in index or match[2] not in index or match[1] == match[2]:
            raise BadField(field, detail=word)
        out.append((index[match[1]], index[match[2]]))
    return tuple(out)


def _read_memory(state: StrategoState, text: str) -> tuple[tuple[Entry, ...], ...]:
    players = state.game.players
    parts = _parts("memory", text, players)
    out = []
    for side in range(players):
        words = parts[side].split(",") if side in parts else []
        entries = [() if w == "." else _steps(state, "memory", w.split("&")) for w in words]
        back = all(one[1:] in ((), (one[0][::-1],)) for one in entries if one)
        if len(entries) > 3 or not back:
            raise BadField("memory", detail=text)
        out.append(tuple(entries))
    return tuple(out)


def _types(text: str, field: str) -> list[int]:
    """Return the types of a list of codes. Raises BadField unless they are sorted and at most
    120."""
    kinds = [CODES.index(code) for code in text]
    if kinds != sorted(kinds) or len(kinds) > 120:
        raise BadField(field, detail=text)
    return kinds


def _read_removed(state: StrategoState, text: str) -> None:
    for side, part in _parts("removed", text, state.game.players).items():
        match = _LOST.fullmatch(part)
        if not match:
            raise BadField("removed", detail=part)
        row = state.lost[side]
        for seen, unseen, words in (
            (CAPTURED, CAPTURED_UNSEEN, match.group(1, 2)),
            (DESERTED, DESERTED_UNSEEN, match.group(3, 4)),
        ):
            shown, hidden = (one or "" for one in words)
            for kind in _types(shown.rstrip("?"), "removed"):
                row.add(seen, kind)
            for kind in _types(hidden + "?" * shown.count("?"), "removed"):
                row.add(unseen, kind)
        if sum(row) > 250:
            raise BadField("removed", detail=part)


def _read_extras(state: StrategoState, text: str) -> None:
    last = (-1, -1)
    for part in text.split(",") if text != NONE else ():
        match = _EXTRA.fullmatch(part)
        if not match:
            raise BadField("extras", detail=part)
        before, last = last, (SIDES.index(match[2]), EXTRAS.index(match[1]))
        if last[0] >= state.game.players or last <= before:
            raise BadField("extras", detail=part)
        _read_extra(state, last[0], match[1], match[3])


def _read_extra(state: StrategoState, side: int, key: str, value: str) -> None:
    if key == "pts":
        if not state.game.price:
            raise BadField("extras", detail=key)
        points = Number("extras", 0, 99999).read(value)
        state.pts = tuple(points if s == side else p for s, p in enumerate(state.pts))
    elif key == "chs":
        if not state.game.chase:
            raise BadField("extras", detail=key)
        run = _steps(state, "extras", value.split("."))
        state.chs = tuple(run if s == side else c for s, c in enumerate(state.chs))
    elif not set(value) <= set(CODES[1:] if key == "resc" else CODES[1:-1]):
        raise BadField("extras", detail=value)
    else:
        rows = {"resc": state.resc, "buy": state.buy, "vac": state.vac}[key]
        for kind in _types(value, "extras"):
            rows[side][kind] += 1


def _read_last(state: StrategoState, side: str, text: str) -> None:
    if "+" in text and ":" not in text:
        if side != "-":
            raise BadField("side", detail=side)
        state.result = read_result(text, state.game.players)
        if state.result is None:
            raise BadField("question", detail=text)
        return
    if side == "-":
        raise BadField("side", detail=side)
    if text:
        read_question(state, text)
    elif state.game.players > 2 and state.turn not in state.alive():
        raise BadField("side", detail=side)


def read_result(text: str, players: int) -> Outcome | None:
    """Return the outcome of `red+flag` or `draw+agreed`; None for any other text."""
    who, _, reason = text.partition("+")
    if reason not in (*REASONS, "time"):
        return None
    if who == "draw":
        return drawn(reason, players) if reason in DRAWS else None
    if who not in COLOURS[:players] or reason in DRAWS:
        return None
    return won_by(COLOURS.index(who), reason, players)
