"""Notifications of this browser: through the service worker, which phones require; without one
through the page itself, where that works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TITLE = "Asedio"


class Alerts:
    """Permission to notify, and notifications."""

    def __init__(self) -> None:
        import js

        self._js = js
        self._registration: Any = None  # once a service worker is active
        self._page_may: bool | None = None  # whether the page itself can notify, once it has tried
        self._await_worker()

    def _await_worker(self) -> None:
        def keep(registration: Any) -> None:
            self._registration = registration

        try:
            self._js.navigator.serviceWorker.ready.then(keep)
        except Exception:  # there are none, or this frame may not have one
            return

    def permission(self) -> str:
        """Return the browser's answer; empty if nothing can be shown here."""
        notification = getattr(self._js.window, "Notification", None)
        if not notification:
            return ""
        permission = str(notification.permission)
        if self._registration is None and not self._page_can(permission):
            return ""
        return permission

    def _page_can(self, permission: str) -> bool:
        """Return whether the page can notify. Try it only while nothing would be shown."""
        if self._page_may is None and permission != "granted":
            self._page_may = self._from_page("") is not None
        return self._page_may is not False

    def ask(self, done: Callable[[bool], None]) -> None:
        asked = self._js.Notification.requestPermission()
        asked.then(lambda found: done(str(found) == "granted"))

    def show(self, text: str) -> None:
        """Show a notification. Pressing it brings the page to the front."""
        if self._registration is None:
            self._show_from_page(text)
            return
        place = str(self._js.location.href)
        options = {"body": text, "tag": place, "renotify": True, "data": place}
        shown = self._registration.showNotification(TITLE, self._options(options))
        shown.catch(lambda _: self._show_from_page(text))

    def _options(self, options: dict[str, Any]) -> Any:
        return self._js.Object.fromEntries([[name, value] for name, value in options.items()])

    def _from_page(self, text: str) -> Any:
        """Return a notification of the page; None if the browser has none."""
        try:
            return self._js.Notification.new(TITLE, self._options({"body": text}))
        except Exception:  # phones refuse
            return None

    def _show_from_page(self, text: str) -> None:
        from pyodide.ffi import create_once_callable

        shown = self._from_page(text)
        self._page_may = shown is not None
        if shown is None:
            return

        def pressed(event: Any) -> None:
            self._js.window.focus()
            shown.close()

        shown.onclick = create_once_callable(pressed)
