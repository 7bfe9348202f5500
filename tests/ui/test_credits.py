"""Credits name the author of every icon; the README names the project's documents."""

from __future__ import annotations

import json
from pathlib import Path

from engine.dev.vendor import drawings

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "engine/dev/scaffold"


def test_every_icon_in_use_is_listed_in_the_credits() -> None:
    told = (ROOT / "CREDITS.md").read_text("utf-8")
    used = set()
    models = (json.loads(path.read_text("utf-8")) for path in MODELS.glob("*/look.json"))
    for glyphs in (*drawings(ROOT).values(), *(model["glyphs"] for model in models)):
        names = (v.get("icon") if isinstance(v, dict) else v for v in glyphs.values())
        used |= {name for name in names if isinstance(name, str)}
    assert used
    assert [name for name in sorted(used) if f"\n| {name} | " not in told] == []


def test_the_readme_names_documents_that_exist() -> None:
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "CREDITS.md", "LICENSE"):
        assert (ROOT / name).is_file()
        assert name in (ROOT / "README.md").read_text("utf-8")
