"""Modules of a game that are imported by convention: found, left out, or broken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.core.late import late_module
from engine.games import load_game


def title(folder: Path, monkeypatch: pytest.MonkeyPatch, hints: str | None) -> object:
    """Return a game of a package with or without search hints."""
    name = folder.name
    (folder / "search").mkdir(parents=True)
    for package in (folder, folder / "search"):
        (package / "__init__.py").write_text("", "utf-8")
    (folder / "game.py").write_text("class Title:\n    info = None\n", "utf-8")
    if hints is not None:
        (folder / "search/hints.py").write_text(hints, "utf-8")
    monkeypatch.syspath_prepend(folder.parent)
    __import__(f"{name}.game")
    return sys.modules[f"{name}.game"].Title()


def test_a_game_may_have_the_module_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_hints = title(tmp_path / "late_with", monkeypatch, "MARGIN = 0.5\n")
    assert late_module(with_hints, "search.hints").MARGIN == 0.5
    without = title(tmp_path / "late_without", monkeypatch, None)
    assert late_module(without, "search.hints") is late_module(without, "table.telling") is None


def test_a_module_that_is_broken_is_not_taken_for_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = title(tmp_path / "late_broken", monkeypatch, "import no_such_module_at_all\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
        late_module(broken, "search.hints")


def test_a_variant_made_elsewhere_has_the_modules_of_its_title() -> None:
    kind = load_game("andarraya")
    variant = type("Variant", (kind,), {})({})
    assert variant.hints() is kind({}).hints() is not None
    state = variant.initial_state()
    assert variant.evaluate(state, 0) == kind({}).evaluate(state, 0)
