"""What of a game's position text can be edited, and how: pieces, ground and fields.

A `Sheet` is a position text taken apart: one word for each cell and one for each field. It may
break every rule. `PositionEditor` changes sheets and asks the game's own reader whether one is a
position, so no rule is written twice. A game answers with `EDITOR` in its module `editing`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from engine.core.contract import SPECTATOR, Action, AnyGame, State
from engine.core.errors import BadPosition
from engine.core.fields import NONE, Position, TextField
from engine.core.grid import Grid
from engine.core.scene import Badge, Mark, Piece, Region, Scene
from engine.core.texts import Message

MOST_SQUARES = 24  # of one fault that are marked
MOST_PLACEMENTS = 500  # until a set-up is over


class Tool(NamedTuple):
    """An entry of the palette. `name` is the target `kind:<name>`; `word`: what it writes on a
    cell. `ground`: the field whose list of squares it changes instead. `sign`: a mark that it adds
    to the word of a piece, or takes away."""

    name: str
    label: Message
    glyph: str = ""
    letter: str = ""
    side: int = -1
    word: str = ""
    ground: str = ""
    sign: str = ""


class EditField(NamedTuple):
    """A field beside the board. `kind`: "choice" (one of `choices`), "number", "set" (some of
    `choices`, joined by `comma`), "bag" (how many of each of `choices`) or "text". `choices`:
    (word, label) in the order of the text. `most`: limit of each of them in a bag, if any."""

    name: str
    kind: str
    label: Message
    choices: tuple[tuple[str, Message], ...] = ()
    comma: str = ""
    side: int = -1
    most: tuple[int, ...] = ()


class Fault(NamedTuple):
    """Why a sheet is no position: the sentence with its clause, the squares and the field."""

    message: Message
    squares: tuple[str, ...] = ()
    field: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A position text taken apart. `cells`: the words of the board, a1 first; `values`: the other
    fields by name."""

    cells: tuple[str, ...]
    values: tuple[tuple[str, str], ...]

    def value(self, name: str) -> str:
        return dict(self.values).get(name, "")

    def with_value(self, name: str, value: str) -> Sheet:
        changed = tuple((one, value if one == name else old) for one, old in self.values)
        return replace(self, values=changed)

    def with_cell(self, cell: int, word: str) -> Sheet:
        return replace(self, cells=(*self.cells[:cell], word, *self.cells[cell + 1 :]))

    def squares(self, name: str) -> tuple[str, ...]:
        """Return the squares that a field lists."""
        value = self.value(name)
        return tuple(value.split(",")) if value not in ("", NONE) else ()


class PositionEditor(ABC):
    """Changes the positions of one game with its options.

    `shown`: the fields of its position that the form has, in this order.
    """

    shown: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    @abstractmethod
    def position(self) -> Position:
        """The fields of the position text, the board first."""

    # -- what there is to edit ---------------------------------------------------------------

    @cached_property
    def blank(self) -> Scene:
        """The scene without pieces, whose board and regions every sheet has."""
        first = self.game.initial_state().observation(SPECTATOR)
        scene = self.game.scene(first, SPECTATOR)
        return Scene(scene.board, regions=tuple(one for one in scene.regions if not one.glyph))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell of the text, a1 first; cells off the board have one too."""
        board = self.blank.board
        return Grid(board.cols, board.rows).names

    @cached_property
    def fixed(self) -> frozenset[str]:
        """The words of cells on which nothing can stand."""
        return frozenset()

    @property
    @abstractmethod
    def tools(self) -> tuple[Tool, ...]:
        """The palette: the pieces of each side, then ground and signs."""

    @property
    def labels(self) -> Mapping[str, tuple[Message, ...]]:
        """The labels of the words of choices, sets and bags, by field."""
        return {}

    @cached_property
    def fields(self) -> tuple[EditField, ...]:
        """The fields beside the board, in the order in which they are shown."""
        parts = self.position.parts()
        return tuple(self.form(parts[name]) for name in self.shown if name in parts)

    def form(self, field: TextField) -> EditField:
        """Return a field of the position as the form shows it."""
        choices = tuple(zip(field.words, self.labels.get(field.name, ()), strict=True))
        return EditField(field.name, field.kind, self.label(field.name), choices, field.comma)

    def label(self, name: str) -> Message:
        """Return the label of a field."""
        return Message(f"editor.{name}")

    def start(self) -> Sheet:
        """Return the sheet of the position in which a game usually begins."""
        return self.sheet(self.game.initial_state())

    def empty(self) -> Sheet:
        """Return the start without pieces and ground."""
        sheet = self.start()
        cells = tuple(word if word in self.fixed else "" for word in sheet.cells)
        grounds = {tool.ground for tool in self.tools if tool.ground}
        values = tuple((name, NONE if name in grounds else old) for name, old in sheet.values)
        return Sheet(cells, values)

    # -- sheets and texts --------------------------------------------------------------------

    def can_edit(self, state: State) -> bool:
        """Say whether a position has the form of a sheet. A title may have others as well."""
        return True

    def sheet(self, state: State) -> Sheet:
        """Return the sheet of a position, word by word."""
        board, words = self.position.split(state.to_text())
        return Sheet(tuple(self.position.board.cells(board)), tuple(words.items()))

    def text(self, sheet: Sheet) -> str:
        """Return the position text of a sheet, legal or not."""
        board = self.position.board.write(sheet.cells)
        return " ".join([board, *self.position.join(dict(sheet.values))])

    def read(self, sheet: Sheet) -> Any:
        """Return the state of a sheet. Raises BadPosition."""
        return self.game.state_from_text(self.text(sheet))

    # -- what is wrong -----------------------------------------------------------------------

    def fault(self, sheet: Sheet) -> Fault | None:
        """Return why a sheet is no position of a game; None if it is one."""
        try:
            found = self.unreachable(sheet, self.read(sheet))
        except BadPosition as why:
            inner = why.message.params.get("why")
            message = inner if isinstance(inner, Message) else why.message
            found = Fault(message, why.squares, why.field)
        return found and found._replace(squares=found.squares[:MOST_SQUARES])

    def unreachable(self, sheet: Sheet, state: Any) -> Fault | None:
        """Return why no game can reach a position that can be read. This is asked here and not of
        the reader, so that texts stay readable."""
        return None

    # -- changes -----------------------------------------------------------------------------

    def cell(self, square: str) -> int:
        """Return the index of a cell on which something may stand; −1 for any other text."""
        known = square in self.names
        return self.names.index(square) if known else -1

    def put(self, sheet: Sheet, tool: Tool, square: str) -> Sheet:
        """Return the sheet after using a tool on a square; unchanged if it has no effect there.
        Using it where it has been used takes its piece or ground away."""
        cell = self.cell(square)
        if cell < 0 or sheet.cells[cell] in self.fixed:
            return sheet
        if tool.ground:
            return self.toggle_ground(sheet, tool.ground, square)
        old = sheet.cells[cell]
        if tool.sign:
            return sheet.with_cell(cell, self.signed(old, tool.sign)) if old else sheet
        return sheet.with_cell(cell, "" if old == tool.word else tool.word)

    def signed(self, word: str, sign: str) -> str:
        """Return the word of a piece with a mark added, or without it."""
        signs = [one.sign for one in self.tools if one.sign]
        kept = [one for one in signs if (one in word) != (one == sign)]
        return self.bare(word) + "".join(kept)

    def toggle_ground(self, sheet: Sheet, field: str, square: str) -> Sheet:
        squares = set(sheet.squares(field)) ^ {square}
        ordered = sorted(squares, key=lambda name: (name[0], int(name[1:])))
        return sheet.with_value(field, ",".join(ordered) or NONE)

    def clear(self, sheet: Sheet, square: str) -> Sheet:
        """Return the sheet with nothing on a square."""
        cell = self.cell(square)
        if cell < 0 or sheet.cells[cell] in self.fixed:
            return sheet
        if sheet.cells[cell]:
            return sheet.with_cell(cell, "")
        for name in dict.fromkeys(tool.ground for tool in self.tools if tool.ground):
            if square in sheet.squares(name):
                return self.toggle_ground(sheet, name, square)
        return sheet

    def move(self, sheet: Sheet, start: str, goal: str) -> Sheet:
        """Return the sheet with the piece of one square on another, in the place of what stood
        there."""
        here, there = self.cell(start), self.cell(goal)
        if here < 0 or there < 0 or here == there or sheet.cells[there] in self.fixed:
            return sheet
        return sheet.with_cell(there, sheet.cells[here]).with_cell(here, "")

    # -- what is drawn -----------------------------------------------------------------------

    def scene(self, sheet: Sheet, fault: Fault | None = None) -> Scene:
        """Return the scene of a sheet, with the squares of a fault marked."""
        kinds = {tool.word: tool for tool in self.tools if tool.word}
        pieces = []
        for name, word in zip(self.names, sheet.cells, strict=True):
            if word and word not in self.fixed:
                pieces.append(self.piece(name, word, kinds.get(self.bare(word))))
        marks = [Mark("cannot", fault.squares)] if fault is not None and fault.squares else []
        regions = (*self.blank.regions, *self.regions(sheet))
        return Scene(self.blank.board, tuple(pieces), regions, tuple(marks))

    def bare(self, word: str) -> str:
        """Return the word of a piece without its marks."""
        for tool in self.tools:
            if tool.sign:
                word = word.replace(tool.sign, "")
        return word

    def piece(self, square: str, word: str, tool: Tool | None) -> Piece:
        """Return the piece of a word; a covered one for a word without a tool."""
        if tool is None:
            return Piece(square, "", -1, square, "?", Message("editor.unknown"), hidden=True)
        signs = [one for one in self.tools if one.sign and one.sign in word]
        badges = tuple(Badge(one.name, self.sign_text(word, one), one.label) for one in signs)
        return Piece(
            f"{square}{tool.name}", tool.glyph, tool.side, square, tool.letter, tool.label, badges
        )

    def sign_text(self, word: str, tool: Tool) -> str:
        """Return the text of a mark's badge."""
        return tool.letter

    def regions(self, sheet: Sheet) -> tuple[Region, ...]:
        """Return the ground that the fields of a sheet list, one region for each square."""
        return tuple(
            Region(tool.name, (square,), -1, tool.glyph, tool.label)
            for tool in self.tools
            if tool.ground
            for square in sheet.squares(tool.ground)
            if square in self.names
        )


def past_setup(game: AnyGame, ready: Callable[[Any], bool]) -> Any:
    """Return the first position after the set-up: by the first set-up of the library, and by the
    first action or outcome where there is none."""
    state = game.initial_state()
    for _ in range(MOST_PLACEMENTS):
        if ready(state):
            break
        for action in _placing(game, state):
            state.apply(action)
    return state


def _placing(game: AnyGame, state: State) -> list[Action]:
    outcomes = state.chance_outcomes()
    if outcomes:
        return [outcomes[0][0]]
    setups = game.setups(state)
    plan = game.arrangement(state, setups[0].draft) if setups else None
    if plan is not None and plan.actions and not plan.problems:
        return list(plan.actions)
    return [min(state.legal_actions())]


# -- fields ---------------------------------------------------------------------------------------


def changed(field: EditField, value: str, word: str, step: int = 0) -> str:
    """Return the value of a set with `word` added or taken away, or of a bag with `step` more of
    it. Words that the field does not know stay at the end."""
    order = [one for one, _ in field.choices]
    if word not in order:
        return value
    have = words_of(field, value)
    if field.kind == "set":
        have = [one for one in have if one != word] if word in have else [*have, word]
    elif step > 0 and not is_full(field, value, word):
        have.append(word)
    elif step < 0 and word in have:
        have.remove(word)
    have.sort(key=lambda one: order.index(one) if one in order else len(order))
    return field.comma.join(have) or NONE


def is_full(field: EditField, value: str, word: str) -> bool:
    """Return whether a bag has as many of a word as it may."""
    at = [one for one, _ in field.choices].index(word)
    return bool(field.most) and words_of(field, value).count(word) >= field.most[at]


def words_of(field: EditField, value: str) -> list[str]:
    """Return the words of a set or a bag."""
    if value in ("", NONE):
        return []
    return value.split(field.comma) if field.comma else list(value)
