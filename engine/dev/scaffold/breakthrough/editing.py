"""The position editor of Breakthrough."""

from __future__ import annotations

from engine.kit.editing import PlainEditor

EDITOR = PlainEditor
