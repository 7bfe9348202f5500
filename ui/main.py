"""Composition root: create the parts of the page, connect them and show the first screen."""

from __future__ import annotations

from typing import Any

from ui.browser.dom import Dom
from ui.browser.events import InputEvents
from ui.browser.launch import opened_files
from ui.browser.page import BrowserPage
from ui.browser.storage import LocalStorage
from ui.saves.store import Store
from ui.shell import routes
from ui.shell.app import App
from ui.shell.controller import Controller
from ui.words.frame import Drawings

VIEW = "#view="  # a board in a frame of another page, which needs nothing else


def main() -> None:
    """Start the app. Runs once per page load."""
    page = BrowserPage()
    Drawings.folder = page.sprites()
    dom = Dom()
    app = App(dom, page, Store(LocalStorage()), page.languages())
    controller = Controller(app)
    app.routes["view"] = lambda *route: routes.view(*route)
    page.listen_to_store(controller.stored)
    controller.fields, state = page.typed(), page.focus_state()

    def dropped(file: Any) -> None:
        page.read_dropped(file, controller.take_file)

    main.events = InputEvents(app, dom, dropped)  # type: ignore[attr-defined]  # as long as the page
    main.launches = opened_files(dropped)  # type: ignore[attr-defined]
    app.start(page.pending())
    page.resume(state)
    if (file := page.dropped()) is not None:
        dropped(file)
    if not page.fragment().startswith(VIEW):
        page.bring_all()


if __name__ == "__main__":
    main()
