"""Long readings in slices, so that the page stays responsive, with a dialog that cancels them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ui.session.long_tasks import ReadingTask
from ui.shell import routes

if TYPE_CHECKING:
    from ui.shell.app import App

T = TypeVar("T")


def read_on(app: App, work: ReadingTask[T], done: Callable[[ReadingTask[T]], None]) -> None:
    """Run `work` in slices and pass it to `done`.

    A dialog shows the progress, and stops the work when it is closed; it does not open if the first
    slice is enough.
    """
    if work.go_on():
        done(work)
        return
    dialog = routes.reading(app, work)

    def wait() -> None:
        app.page.soon(lambda: app.later(go_on))

    def go_on() -> None:
        if app.dialog is not dialog:
            return
        if not work.go_on():
            wait()
            return
        app.close()
        app.later(lambda: done(work))  # repeated by itself if code is not here yet

    app.open(dialog)
    wait()
