"""The position editor of Lantern."""

from __future__ import annotations

from engine.kit.editing import PlainEditor

EDITOR = PlainEditor
