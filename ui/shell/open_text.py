"""Open texts from elsewhere, pasted or from a file, by what they are: a game, a letter or file of
far play, a study, a position, a backup."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from engine.core.steps import Steps
from engine.games import position_game
from ui.session.long_tasks import ReadingTask
from ui.shell import routes, text_kinds

if TYPE_CHECKING:
    from engine.match.match import Match
    from engine.match.study import Study
    from ui.shell.app import App
    from ui.shell.controller import Controller

T = TypeVar("T")
# What `_far` recognizes without fetching the code of far play.
FAR_ADDRESS = re.compile(r"#(?:join|seat|l)(?:=|%3d)\S+", re.IGNORECASE)
FAR_FILE = '{"asedio":"far"'
BACKUP_FILE = '{"format":"asedio-backup"'


class TextOpener:
    """Opener of texts whose kind is not known."""

    def __init__(self, app: App, controller: Controller) -> None:
        self._app, self._controller = app, controller

    def read(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        """Open a text, or pass the game it holds to `done` (`Controller.read`)."""
        if "".join(text[:60].split()).startswith(BACKUP_FILE):
            self._app.later(lambda: self._restore(text))
        elif not self._far(text):
            self._one(text, lambda one: self._sort(one, done))

    def read_with(
        self, text: str, reader: Callable[[str], Steps[T]], done: Callable[[ReadingTask[T]], None]
    ) -> None:
        """Read a text, or the chosen one of several games in it (`Controller.read_with`)."""
        self._one(text, lambda one: self._controller.work(lambda: reader(one), done))

    def _one(self, text: str, then: Callable[[str], None]) -> None:
        """Pass a text to `then`; of one with several games, the chosen one."""

        def choose(work: ReadingTask[list[str]]) -> None:
            if games := work.result():
                self._app.open(routes.choose_game(self._app, games, then))
            else:
                then(text)

        self._controller.work(lambda: text_kinds.games_in(text), choose)

    def _sort(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        if not self._study(text, done):
            self._plain(text, done)

    def _plain(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        if not self._position(text):
            self._game(text, done)

    def _game(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> None:
        self._controller.work(lambda: self._controller.tables.match(text), done)

    def _restore(self, text: str) -> None:
        """Restore a backup in the list of all games. Raises NotYetHere until it is fetched."""
        screen = self._app.routes["games"](self._app, "", {})
        self._app.go(screen)
        screen.take(text)

    def _far(self, text: str) -> bool:
        """Open `text` if it belongs to far play; return whether it does.

        That is an invitation, a letter, a seat or the file of a far table.
        """
        found = FAR_ADDRESS.search(text)
        if found is not None:
            self._app.route(found[0])
        elif "".join(text[:60].split()).startswith(FAR_FILE):
            self._controller.visits().read_file(text)
        else:
            return False
        return True

    def _position(self, text: str) -> bool:
        """Open the text of a position in the editor; return whether it is one. Raises BadPosition
        for one that no rules allow."""
        game_id = position_game(text)
        if game_id:
            self._controller.open_editor(game_id, text)
        return bool(game_id)

    def _study(self, text: str, done: Callable[[ReadingTask[Match]], None]) -> bool:
        """Open `text` if it is a study: link, file, or record with variations or comments, which is
        read as a game if it cannot be studied. Return whether it is one."""

        def take(work: ReadingTask[Study]) -> None:
            if work.refusal is not None and not text_kinds.is_study_file(text):
                self._game(text, done)
            else:
                study = work.result()
                self._controller.show_study(routes.study.fresh(self._app, self._controller, study))

        def read() -> None:
            reading = routes.study.reading
            self._controller.work(lambda: reading(text), take)

        def sort(work: ReadingTask[bool]) -> None:
            if work.result():
                read()
            else:
                self._plain(text, done)

        if address := text_kinds.study_address(text):
            self._app.route(address)
        elif text_kinds.is_study_file(text):
            read()
        elif text_kinds.may_be_annotated(text):
            self._controller.work(lambda: text_kinds.is_annotated(text), sort)
        else:
            return False
        return True
