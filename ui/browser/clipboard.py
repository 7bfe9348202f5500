"""Copying text, also where the clipboard API is not allowed (frames without the permission)."""

from __future__ import annotations


async def copy_text(text: str) -> bool:
    """Puts `text` on the clipboard; False when the browser lets nobody do that."""
    import js

    try:
        await js.navigator.clipboard.writeText(text)
    except Exception:  # no API, no permission, page not focused: one way is left
        return _copy_selected(text)
    return True


def _copy_selected(text: str) -> bool:
    import js

    document = js.document
    before = document.activeElement
    area = document.createElement("textarea")
    area.value = text
    area.readOnly = True
    area.setAttribute("aria-hidden", "true")
    area.style.cssText = "position:fixed;top:0;left:0;opacity:0"
    # inside an open dialog, or the focus could not go there
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
