"""Helpers for the tests of Stratego: positions and turns as text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engine.core.contract import Event
from engine.dev.turns import turn_texts
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.pieces import (
    CODES,
    COLOURS,
    REVEALED,
    SIDES,
    SKILL,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play
from tests.games.answers import game_of

BACKGROUND = "rFa1 r4j1 bFj10 b4a10"


def position(
    pieces: str,
    side: str = "red",
    rest: str = "- 0 0 - - -",
    background: str = BACKGROUND,
    **options: Any,
) -> tuple[Stratego, str]:
    """Return a game and a position text: pieces such as `r5e5 b5e6` on the background of section
    9."""
    game = Stratego(options)
    layout, grid = game.tables.layout, game.tables.grid
    cells = {}
    for word in f"{background} {pieces}".split():
        cell = word[2:].lstrip("'!+*")
        cells[cell] = word[: len(word) - len(cell)]
    rows = []
    for row in range(grid.rows - 1, -1, -1):
        text, empty = "", 0
        for name in grid.names[row * grid.cols : (row + 1) * grid.cols]:
            index = grid.index[name]
            word = "~" if index in layout.lakes else "#" if index in layout.void else ""
            word = word or cells.pop(name, "")
            if word:
                text += (str(empty) if empty else "") + word
            empty = 0 if word else empty + 1
        rows.append(text + (str(empty) if empty else ""))
    assert not cells, cells
    return game, f"{'/'.join(rows)} {side} {rest}"


def state_of(pieces: str, side: str = "red", **options: Any) -> StrategoState:
    game, text = position(pieces, side, **options)
    return game.state_from_text(text)


def turns(state: StrategoState) -> list[str]:
    return turn_texts(game_of(state), state, 10_000)[0]


def at(state: StrategoState, name: str) -> str:
    """Return the piece on a cell as the position string writes it; empty for none."""
    cell = state.game.tables.grid.index[name]
    piece = state.board[cell]
    marks = "".join(
        s for bit, s in ((1, "'"), (2, "!"), (4, "+"), (8, "*")) if state.flags[cell] & bit
    )
    return f"{SIDES[owner_of(piece)]}{CODES[kind_of(piece)]}{marks}" if piece else ""


def token(state: StrategoState, words: str, viewer: int | None = None) -> str:
    """Return the token of the turn that the words make, for the truth or as a viewer knows it."""
    game = game_of(state)
    now = state.clone()
    seen = now.clone() if viewer is None else now.observation(viewer)
    told = []
    for reading in game.read_actions(state, words):
        for action in reading.actions:
            event = Event(max(now.current_player(), 0), action)
            mine = event if viewer is None else game.redact(now, event, viewer)
            now.apply(action)
            if mine is not None:
                told.append(mine.action)
    return game.turn_text(seen, told)


def result(state: StrategoState) -> str:
    if state.result is None:
        return ""
    winner = state.result.winner
    return f"{'draw' if winner is None else COLOURS[winner]}+{state.result.reason}"


def field(state: StrategoState, number: int) -> str:
    """Return a field of the position string, counted from 1; empty if it is missing."""
    words = state.to_text().split(" ")
    return words[number - 1] if number <= len(words) else ""


def swapped(state: StrategoState, viewer: int) -> Iterator[StrategoState]:
    """Yield the position with two unrevealed pieces of another side exchanged, in many ways."""
    for side in set(state.alive()) - {viewer}:
        hidden = [
            cell
            for cell, piece in enumerate(state.board)
            if piece and owner_of(piece) == side and not state.flags[cell] & (REVEALED | SKILL)
            if cell not in state.act
        ]
        for one, two in pairwise(hidden):
            if state.board[one] != state.board[two]:
                new = state.clone()
                new.board[one], new.board[two] = new.board[two], new.board[one]
                new._legal = None
                yield new


def begin(state: StrategoState, words: str) -> StrategoState:
    """Return a new state after these words alone, with forced answers still pending."""
    state = state.clone()
    for word in words.split():
        state.apply(state.game.parse_action(state, word))
    return state


def choices(state: StrategoState) -> list[str]:
    """Return the words that the side to decide may answer."""
    return sorted(game_of(state).action_text(state, action) for action in state.legal_actions())


def goals(state: StrategoState, cell: str) -> str:
    """Return where the piece on a cell may go, sorted; attacks begin with `x`."""
    found = [
        word[len(cell) :] for word in turns(state) if word.startswith((f"{cell}-", f"{cell}x"))
    ]
    return " ".join(sorted(goal.removeprefix("-").split(":")[0] for goal in found))


def laid(game: Stratego, army: str) -> StrategoState:
    """Return the start after the words of a set-up: front line first, lines joined by `/`."""
    return play(game.initial_state(), " ".join(army.replace("/", "").replace("#", "")))


def lost(pieces: str, types: str, side: str = "red", **options: Any) -> StrategoState:
    """Return a position in which Red has lost these types and has a vacancy for each."""
    rest = f"- 0 0 - r:{types} vac.r={types}" if types else "- 0 0 - - -"
    game, text = position(pieces, side, rest, **options)
    return game.state_from_text(text)
