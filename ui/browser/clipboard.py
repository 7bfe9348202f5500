"""Copying of text, also in frames without permission for the clipboard API."""

from __future__ import annotations


async def copy_text(text: str) -> bool:
    """Put `text` on the clipboard; return False if the browser does not allow it."""
    import js

    try:
        await js.navigator.clipboard.writeText(text)
    except Exception:  # no API, no permission or page not focused
        return _copy_selected(text)
    return True


def _copy_selected(text: str) -> bool:
    """Copy the text by selecting it in a hidden field (`execCommand`)."""
    import js

    document = js.document
    before = document.activeElement
    area = document.createElement("textarea")
    area.value = text
    area.readOnly = True
    area.setAttribute("aria-hidden", "true")
    area.style.cssText = "position:fixed;top:0;left:0;opacity:0"
    # Inside an open dialog, because elements outside cannot be focused.
    (document.querySelector("dialog[open]") or document.body).appendChild(area)
    try:
        area.select()
        return bool(document.execCommand("copy"))
    except Exception:  # refused as well
        return False
    finally:
        area.remove()
        if before:
            before.focus()
