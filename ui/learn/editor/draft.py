"""A position being edited: sheet, options, and the steps that can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import SPECTATOR
from engine.core.editing import EditField, Fault, PositionEditor, Sheet, changed
from engine.core.errors import AsedioError, BadPosition
from engine.core.fields import NONE
from engine.core.options import Options
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.games import MOST_POSITION, game_editor, game_info, load_game
from engine.match.match import Match, MatchConfig
from ui.session.share import hides_secrets

MOST_STEPS = 500  # that can be undone
MOST_VALUE = 2000  # characters of a typed field


class EditStep(NamedTuple):
    """One step: the editor of these options and the sheet."""

    editor: PositionEditor
    sheet: Sheet


class PositionDraft:
    """A position being edited. `number` counts its changes."""

    def __init__(self, game_id: str, options: Mapping[str, Any] | None = None) -> None:
        """Begin with the usual start. Raises BadOptions."""
        editor = _editor(game_id, options)
        self.game_id = game_id
        self._steps = [EditStep(editor, editor.start())]
        self._at = 0
        self.number = 0

    # -- queries -----------------------------------------------------------------------------

    @property
    def editor(self) -> PositionEditor:
        return self._steps[self._at].editor

    @property
    def sheet(self) -> Sheet:
        return self._steps[self._at].sheet

    @property
    def options(self) -> Options:
        return self.editor.game.options

    def text(self) -> str:
        return self.editor.text(self.sheet)

    def fault(self) -> Fault | None:
        return self.editor.fault(self.sheet)

    def scene(self, fault: Fault | None) -> Scene:
        return self.editor.scene(self.sheet, fault)

    def can_undo(self) -> bool:
        return self._at > 0

    def can_redo(self) -> bool:
        return self._at < len(self._steps) - 1

    def match(self, names: tuple[str, ...] = ()) -> Match:
        """Return a match that begins here; what the text leaves unknown is drawn by lot. Raises
        BadPosition."""
        state = self.editor.read(self.sheet)
        if "?" in self.text():
            state = state.determinize(max(state.current_player(), SPECTATOR), Random())
        config = MatchConfig(self.game_id, dict(self.options), names, state.to_text())
        return Match(config, game=self.editor.game)

    def can_go_far(self) -> bool:
        """Return whether it can be played between two devices: whoever invites knows the whole
        position, so nothing in it may be secret."""
        if not game_info(self.game_id).far or self.fault() is not None or self.over():
            return False
        return not hides_secrets(self.match())

    def over(self) -> bool:
        """Return whether the game has ended in this position."""
        return self.fault() is None and self.editor.read(self.sheet).outcome() is not None

    # -- changes -----------------------------------------------------------------------------

    def press(self, name: str, square: str) -> bool:
        """Use the tool of this name on a square; return whether that changed something."""
        for tool in self.editor.tools:
            if tool.name == name:
                return self._keep(self.editor.put(self.sheet, tool, square))
        return False

    def clear(self, square: str) -> bool:
        return self._keep(self.editor.clear(self.sheet, square))

    def move(self, start: str, goal: str) -> bool:
        return self._keep(self.editor.move(self.sheet, start, goal))

    def begin(self) -> bool:
        return self._keep(self.editor.start())

    def empty(self) -> bool:
        return self._keep(self.editor.empty())

    def field(self, name: str) -> EditField | None:
        return next((one for one in self.editor.fields if one.name == name), None)

    def set_value(self, name: str, value: str) -> bool:
        """Set a field; blanks, which separate the fields of a text, are left out."""
        field, value = self.field(name), "".join(value[:MOST_VALUE].split())
        if field is None:
            return False
        if field.kind == "number":  # typed digit by digit, beginning with what was there
            value = value.lstrip("0") or "0"
        return self._keep(self.sheet.with_value(name, value or NONE))

    def count(self, name: str, word: str, step: int = 0) -> bool:
        """Change a set (`step` 0) or a bag by one word."""
        field = self.field(name)
        if field is None:
            return False
        value = changed(field, self.sheet.value(name), word, step)
        return self._keep(self.sheet.with_value(name, value))

    def choose(self, option: str, word: str) -> bool:
        """Change an option. A sheet that these options cannot show gives way to their start. Raises
        BadOptions."""
        declared = {one.name: one for one in game_info(self.game_id).options}
        if option not in declared:
            return False
        return self._rule({**self.options, option: declared[option].read(word)})

    def choose_preset(self, name: str) -> bool:
        """Change to the options of a preset of the game. Raises BadOptions."""
        for preset in game_info(self.game_id).presets:
            if preset.id == name:
                return self._rule(preset.options)
        return False

    def _rule(self, options: Mapping[str, Any]) -> bool:
        editor = _editor(self.game_id, options)
        if editor.game.options == self.options:
            return False
        fits = has_form(editor, self.sheet)
        return self._keep(self.sheet if fits else editor.start(), editor)

    def restore(self, sheet: Sheet) -> bool:
        """Take over a sheet; return whether it has this editor's form."""
        if not has_form(self.editor, sheet):
            return False
        self._keep(sheet)
        return True

    def take(self, other: PositionDraft) -> bool:
        """Take over the position and options of another draft of the same game, as a step."""
        return self._keep(other.sheet, other.editor)

    def read(self, text: str, options: Mapping[str, Any] | None = None) -> bool:
        """Take over a position text, with the first options that can read it: those given or the
        present ones, then others. Raises BadPosition for one that none can, and for one that is no
        board to edit."""
        editor, state = read_position(self.game_id, text, options or self.options)
        if not editor.can_edit(state):
            raise BadPosition(Message("editor.not_board"))
        return self._keep(editor.sheet(state), editor)

    def undo(self) -> bool:
        return self._go(self._at - 1)

    def redo(self) -> bool:
        return self._go(self._at + 1)

    def _go(self, at: int) -> bool:
        if not 0 <= at < len(self._steps):
            return False
        self._at = at
        self.number += 1
        return True

    def _keep(self, sheet: Sheet, editor: PositionEditor | None = None) -> bool:
        step = EditStep(editor or self.editor, sheet)
        if step == self._steps[self._at]:
            return False
        self._steps[self._at + 1 :] = [step]
        del self._steps[: len(self._steps) - MOST_STEPS]
        self._at = len(self._steps) - 1
        self.number += 1
        return True


def has_form(editor: PositionEditor, sheet: Sheet) -> bool:
    """Return whether a sheet has the cells and values of this editor, and its lakes and edges where
    they are there."""
    start = editor.start()
    names = ([name for name, _ in one.values] for one in (start, sheet))
    if len(sheet.cells) != len(start.cells) or next(names) != next(names):
        return False
    pairs = zip(start.cells, sheet.cells, strict=True)
    return all(
        (a if a in editor.fixed else "") == (b if b in editor.fixed else "") for a, b in pairs
    )


def _editor(game_id: str, options: Mapping[str, Any] | None) -> PositionEditor:
    """Return the editor of a game. Raises BadOptions, and BadPosition for a game without one."""
    editor = game_editor(load_game(game_id)(options))
    if editor is None:
        raise BadPosition(Message("editor.none_here"))
    return editor


def read_position(
    game_id: str, text: str, options: Mapping[str, Any] | None = None
) -> tuple[PositionEditor, Any]:
    """Return the editor and the state of a position text. Options are not part of one, so those
    given, the usual ones and those of the game's presets are tried in turn. Raises BadPosition, the
    reason of the first ones."""
    text = " ".join(text[: MOST_POSITION + 1].split())
    tried: list[Mapping[str, Any]] = [options or {}, {}]
    tried += [preset.options for preset in game_info(game_id).presets]
    refused: AsedioError | None = None
    for one in tried:
        try:
            editor = _editor(game_id, one)
            return editor, editor.game.state_from_text(text)
        except BadPosition as why:
            refused = refused or why
    assert refused is not None
    raise refused
