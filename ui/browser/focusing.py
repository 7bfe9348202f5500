"""Moving the focus, except out of another page that shows this one in a frame."""

from __future__ import annotations

from typing import Any


def give_focus(js: Any, element: Any, scroll: bool = True) -> None:
    """Focus an element, scrolling to it or not.

    In a frame do nothing unless the user is working in it: somebody may be typing in the page
    around it. A press or Tab brings the user in.
    """
    if js.window.asedioFramed and not js.document.hasFocus():
        return
    options = js.Object.new()
    options.preventScroll = not scroll
    element.focus(options)
