"""Whoever drew a piece is named."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_icon_in_use_has_its_author_in_the_credits() -> None:
    told = (ROOT / "CREDITS.md").read_text("utf-8")
    used = set()
    for path in (ROOT / "static" / "sprites").glob("*.json"):
        glyphs = json.loads(path.read_text("utf-8"))
        used |= {name for name in glyphs.values() if isinstance(name, str)}
    assert used
    assert [name for name in sorted(used) if f"\n| {name} | " not in told] == []


def test_the_documents_lead_to_files_that_exist() -> None:
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "CREDITS.md", "LICENSE"):
        assert (ROOT / name).is_file()
        assert name in (ROOT / "README.md").read_text("utf-8")
