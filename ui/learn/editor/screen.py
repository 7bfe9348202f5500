"""The screen of the position editor: input, and what each part of the screen shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.core.texts import Message
from engine.games import game_look
from engine.match import codec
from ui.learn.editor import form
from ui.learn.editor.draft import PositionDraft
from ui.learn.editor.pasting import PastedPosition, pasting
from ui.learn.editor.stored import EDITED, KeptDraft, stored_draft
from ui.render import board as drawing
from ui.render.board import Cell, Names, front, skeleton
from ui.render.geometry import geometry
from ui.render.ground import aspect, ground, view_box
from ui.render.keyed import Keyed
from ui.render.marks import chosen, scene_marks
from ui.saves.levels import level_of
from ui.session.revision import Cached
from ui.session.share import Exports
from ui.shell import routes
from ui.shell.screen import Screen
from ui.words.frame import page_header
from ui.words.html import Html, el, join
from ui.words.paste import PasteField
from ui.words.targets import NOTHING, Target, cut

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

ERASE = Target("kind", "erase")


class EditorScreen(Screen):
    """Editor of one position. `held`: the chosen tool, or the piece picked up from the board."""

    name = "editor"
    sheets = (("ui.learn.editor", "editor.css"),)

    def __init__(self, app: App, controller: Controller, draft: PositionDraft) -> None:
        self.app = app
        self.controller = controller
        self.draft = draft
        self.kept = KeptDraft(app.store.storage, draft)
        self.game_id = draft.game_id
        self.held = NOTHING
        self.turned = False
        self.pasted = PasteField("paste")
        self.said: Message | None = None
        self._before = NOTHING  # what was held before a drag
        self._shown = Cached(self._show)
        app.view.sprite(draft.game_id)

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return self.words.t("editor.title", game=self.draft.editor.game.info.title)

    def fragment(self) -> str:
        return f"#edit={self.game_id}"

    def attributes(self) -> dict[str, str]:
        legal = "no" if self._position.fault else "yes"
        return {"data-game": self.game_id, "data-legal": legal}

    def shape(self) -> object:
        return ("editor", id(self), view_box(self.draft.editor.blank.board), self.words.lang)

    def layout(self) -> Html:
        words, board = self.words, self.draft.editor.blank.board
        self.pasted.renew()
        entries = [(f"act:{one}", words.t(f"frame.{one}")) for one in ("rules", "settings")]
        ratio = f"--board-ratio:{aspect(board):.4f}"
        return join(
            page_header(words, self.title(), entries),
            el(
                "div",
                {"class": "editor", "style": ratio},
                el("h1", {"class": "visually-hidden"}, self.title()),
                el("div", {"class": "editor-board"}, front(skeleton(board, self.title()))),
                form.frame(words),
            ),
        )

    @property
    def _position(self) -> form.EditedPosition:
        """What the current sheet looks like."""
        return self._shown.get(self.draft.number)

    def _show(self) -> form.EditedPosition:
        fault = self.draft.fault()
        return form.EditedPosition(fault, self.draft.scene(fault))

    def slots(self) -> dict[str, Html]:
        words, shown = self.words, self._position
        scene, look = shown.scene, game_look(self.game_id)
        g = geometry(scene.board, self.turned)
        covered = frozenset(n for r in scene.regions if r.glyph for n in r.squares)
        picked = [self.held.square] if self.held.square else []
        return {
            "ground": ground(scene.board, self.turned, look, covered),
            "regions": drawing.regions(scene, self.turned, look),
            "marks": chosen(g, picked),
            "hints": scene_marks(g, scene.marks),  # above the pieces
            "fault": form.fault(words, self.draft, shown.fault),
            "palette": form.palette(words, self.draft, self.held),
            "steps": form.steps(words, self.draft, self.kept.beside()),
            "fields": form.fields(words, self.draft),
            "options": form.options(words, self.draft),
            "play": form.play(words, self.draft, shown.fault),
            "text": form.text_part(words, self.draft),
            "paste": form.paste_part(words, self.pasted),
            "said": join(words.message(self.said)) if self.said else Html(""),
        }

    def taken(self) -> Sequence[str]:
        return [str(self.held)] if self.held.kind == "kind" else []

    def parts(self) -> dict[str, Keyed]:
        scene = self._position.scene
        return {"pieces": drawing.pieces(scene, self.turned, self.game_id)}

    def rest_parts(self) -> dict[str, Keyed]:
        words, scene = self.words, self._position.scene
        own = words.t
        names = Names(scene, words.message, lambda key: own(key) if words.has(key) else "")
        occupied = {piece.square for piece in scene.pieces}
        special = {
            square.name: self._cell(square.name, square.name in occupied)
            for square in scene.board.squares
        }
        return {"cells": drawing.cells(scene, self.turned, names, special)}

    def _cell(self, name: str, occupied: bool) -> Cell:
        picked = self.held.square == name
        can = occupied or bool(self.held)
        return Cell("able" if can else "", "", picked, occupied)

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        self.said = None
        if target.kind == "kind":
            self.held = NOTHING if target == self.held else target
        elif target.kind == "sq":
            self._press_square(target)
        elif target.kind == "row":
            self._press_row(target.name)
        elif target.kind == "act":
            if (command := COMMANDS.get(target.word)) is not None:
                command(self, target.subject)

    def _press_square(self, target: Target) -> None:
        held = self.held
        if held == ERASE:
            self._tell(self.draft.clear(target.name))
        elif held.kind == "kind":
            self._use(held, target)
        elif held.square:
            self.held = NOTHING
            if held != target:
                self._tell(self.draft.move(held.name, target.name))
        elif self._piece_on(target.name):
            self.held = target
        else:
            self.said = Message("editor.pick")

    def _use(self, tool: Target, square: Target) -> None:
        done = self.draft.press(tool.name, square.name)
        self._tell(done)
        if not done:
            self.said = Message("table.setup.cannot")

    def _press_row(self, name: str) -> None:
        """Press a word of a set (`row:unmoved:A`) or a step of a bag (`row:reserveS:A+`)."""
        field, word = cut(name)
        step = {"+": 1, "-": -1}.get(word[-1:], 0) if len(word) > 1 else 0
        self._tell(self.draft.count(field, word[:-1] if step else word, step))

    def _piece_on(self, square: str) -> bool:
        return any(piece.square == square for piece in self._position.scene.pieces)

    def _tell(self, done: bool) -> None:
        """Store a change, and announce what is wrong now."""
        self.kept.keep(self.draft)
        fault = self._position.fault if done else None
        if fault is not None:
            self.app.announce(self.words.message(fault.message))

    def field(self, name: str, value: str) -> None:
        target = Target.parse(name)
        self.said = None
        if name == "paste":
            self.pasted.put(value)
        elif target.kind == "row":
            self._tell(self.draft.set_value(target.name, value))
        elif target.kind == "opt":
            self.held = NOTHING
            self._tell(self.draft.choose(target.name, value))

    def key(self, key: str, target: Target) -> bool:
        if key in ("Delete", "Backspace") and target.square:
            self._tell(self.draft.clear(target.name))
        elif key == "Escape" and self.held:
            self.held = NOTHING
        else:
            return False
        return True

    # -- storing -----------------------------------------------------------------------------

    def leave(self) -> None:
        self.kept.keep(self.draft)

    def unseen(self) -> None:
        self.kept.keep(self.draft)

    def stored(self, key: str) -> None:
        """Show the position that another tab has stored; the one shown here can be had again."""
        if key in ("", f"{EDITED}{self.game_id}") and self.kept.moved(self.draft):
            storage, game_id = self.app.store.storage, self.game_id
            self.draft.take(stored_draft(storage, game_id, {}) or PositionDraft(game_id))
            self.kept = KeptDraft(storage, self.draft)

    # -- dragging ----------------------------------------------------------------------------

    def grab(self, target: Target) -> bool:
        self._before = self.held
        if target.kind == "kind" or (target.square and self._piece_on(target.name)):
            self.held = target
            return True
        return False

    def drop(self, target: Target) -> None:
        held, self.held = self.held, NOTHING
        if held.square and target.square and held != target:
            self._tell(self.draft.move(held.name, target.name))
        elif held.square and not target.square:
            self._tell(self.draft.clear(held.name))
        elif held == ERASE and target.square:
            self._tell(self.draft.clear(target.name))
        elif held.kind == "kind" and target.square:
            self._use(held, target)

    def put_back(self) -> None:
        self.held = self._before

    # -- commands ----------------------------------------------------------------------------

    def _other(self) -> None:
        """Show the position that another tab edited at the same time."""
        self.held = NOTHING
        self.kept.take_other(self.draft)

    def _preset(self, name: str) -> None:
        self.held = NOTHING
        self._tell(self.draft.choose_preset(name))

    def _turn(self) -> None:
        self.turned = not self.turned

    def _read(self) -> None:
        """Take over the pasted text, or the chosen one of several games in it."""
        reader = partial(pasting, self.draft.game_id)
        self.controller.read_with(self.pasted.text, reader, lambda work: self._take(work.result()))

    def _take(self, position: PastedPosition) -> None:
        """Show a position; a refusal is shown by the app, in the game's words. One of another game
        opens in its own editor."""
        if position.game_id != self.game_id:
            self.controller.open_editor(position.game_id, position.text, position.options or {})
            return
        self.draft.read(position.text, position.options)
        self.kept.keep(self.draft)
        self.pasted.clear()
        self.held = NOTHING
        self.said = Message("editor.read.done")

    def _copy(self) -> None:
        def copied(done: bool) -> None:
            self.said = Message("share.copied" if done else "share.not_copied")
            self.app.refresh()

        self.app.page.copy(self.draft.text(), copied)

    def _computer(self) -> None:
        match = self.draft.match()
        level = level_of(self.app.store.storage, self.game_id)
        mover = max(match.state.current_player(), 0)
        seats = tuple(0 if number == mover else level for number in range(len(match.game.sides)))
        self.controller.new_table(match.config, seats)

    def _together(self) -> None:
        self.controller.new_table(self.draft.match().config)

    def _away(self) -> None:
        match = self.draft.match()
        word = codec.encode(match)
        self.controller.invite(self.game_id, match.config.options, "", word)

    def _study(self) -> None:
        """Begin a study whose first chapter starts from this position."""
        config = self.draft.match().config
        self.app.go(routes.study.study_position(self.app, self.controller, config))

    def _share(self) -> None:
        self.controller.open_share(Exports(self.draft.match(), composed=True))


COMMANDS: dict[str, Callable[[EditorScreen, str], None]] = {
    "undo": lambda screen, _: screen._tell(screen.draft.undo()),
    "redo": lambda screen, _: screen._tell(screen.draft.redo()),
    "other": lambda screen, _: screen._other(),
    "begin": lambda screen, _: screen._tell(screen.draft.begin()),
    "empty": lambda screen, _: screen._tell(screen.draft.empty()),
    "preset": EditorScreen._preset,
    "flip": lambda screen, _: screen._turn(),
    "open": lambda screen, _: screen._read(),
    "copy": lambda screen, _: screen._copy(),
    "computer": lambda screen, _: screen._computer(),
    "together": lambda screen, _: screen._together(),
    "away": lambda screen, _: screen._away(),
    "study": lambda screen, _: screen._study(),
    "share": lambda screen, _: screen._share(),
    "home": lambda screen, _: screen.controller.go_home(),
    "rules": lambda screen, clause: screen.controller.open_rules(screen.game_id, clause),
    "settings": lambda screen, _: screen.controller.open_settings(),
}
