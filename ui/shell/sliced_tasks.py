"""Long readings in slices, so that the page stays responsive, with a dialog that cancels them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ui.shell import routes

if TYPE_CHECKING:
    from ui.session.long_tasks import ReadingTask
    from ui.shell.app import App
    from ui.shell.dialogs import ReadingDialog
    from ui.shell.platform import Timer

T = TypeVar("T")


class Slices:
    """Runner of readings; one at a time, as one dialog shows them."""

    def __init__(self, app: App, page: Timer) -> None:
        self.app, self.page = app, page

    def run(self, work: ReadingTask[T], done: Callable[[ReadingTask[T]], None]) -> None:
        """Run `work` in slices and pass it to `done`.

        A dialog shows the progress and cancels, unless the first slice is enough.
        """
        if work.go_on():
            done(work)
            return
        dialog = routes.reading(self.app, work)
        self.app.open(dialog)
        self._wait(dialog, done)

    def _wait(self, dialog: ReadingDialog[T], done: Callable[[ReadingTask[T]], None]) -> None:
        self.page.soon(lambda: self.app.later(lambda: self._next(dialog, done)))

    def _next(self, dialog: ReadingDialog[T], done: Callable[[ReadingTask[T]], None]) -> None:
        """Run the next slice of the work; closing the dialog stops it."""
        if self.app.dialog is not dialog:
            return
        if not dialog.work.go_on():
            self._wait(dialog, done)
            return
        self.app.close()
        self.app.later(lambda: done(dialog.work))  # repeated by itself if code is not here yet
