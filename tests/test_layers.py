"""Who may import whom (architecture, section 2), read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ("pyscript", "js", "pyodide")
CLOCKS = ("time", "datetime", "secrets")  # and random, see below


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(module, names taken from it), wherever in the file they stand."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ()
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).with_suffix("").parts[: -node.level or None]
            module = node.module or ""
            if node.level:
                module = ".".join([*package, *filter(None, [module])])
            yield module, tuple(alias.name for alias in node.names)


def modules(path: Path) -> Iterator[str]:
    """Everything a file may load: modules, and names that may be modules."""
    for module, names in imports(path):
        yield module
        for name in names:
            yield f"{module}.{name}"


def inside(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def offenders(files: list[Path], *packages: str) -> list[str]:
    return sorted(
        {
            f"{path.relative_to(ROOT)}: {module}"
            for path in files
            for module in modules(path)
            if inside(module, *packages)
        }
    )


def test_there_is_something_to_look_at() -> None:
    assert sources("engine/core") and sources("engine/match") and sources("ui")


def test_engine_knows_neither_page_nor_browser() -> None:
    assert not offenders(sources("engine"), "ui", *BROWSER)


def test_core_stands_on_the_standard_library_alone() -> None:
    allowed = ("engine.core",)
    found = [
        f"{path.name}: {module}"
        for path in sources("engine/core")
        for module in modules(path)
        if inside(module, "engine") and not inside(module, *allowed) and module != "engine"
    ]
    assert not found


def test_core_and_games_have_no_clock_and_no_luck_of_their_own() -> None:
    files = sources("engine/core") + sources("engine/games") + sources("engine/dev/scaffold")
    assert not offenders(files, *CLOCKS)
    for path in files:
        for module, names in imports(path):
            if inside(module, "random"):
                assert names == ("Random",), f"{path}: only the type of what a caller passes in"
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", f"{path}:{node.lineno} makes a generator"


@pytest.mark.parametrize(
    "folder",
    sorted(path.parent for path in (ROOT / "engine" / "games").glob("*/__init__.py")),
    ids=lambda folder: folder.name,
)
def test_a_game_stands_on_core_and_itself(folder: Path) -> None:
    own = f"engine.games.{folder.name}"
    found = [
        f"{path.name}: {module}"
        for path in sorted(folder.rglob("*.py"))
        for module in modules(path)
        if inside(module, "engine")
        and module not in ("engine", "engine.games")
        and not inside(module, "engine.core", own)
    ]
    assert not found


def test_match_and_ai_know_games_only_through_the_registry() -> None:
    games = [path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py")]
    named = [f"engine.games.{game}" for game in games]
    assert not offenders(sources("engine/match") + sources("engine/ai"), *named)
    assert not offenders(sources("engine/match") + sources("engine/ai"), "engine.dev")
    assert not offenders(sources("ui"), *named, "engine.dev")


def test_ai_stands_on_core_alone() -> None:
    found = [
        line
        for line in offenders(sources("engine/ai"), "engine")
        if not inside(line.split(": ")[1], "engine.core", "engine.ai")
    ]
    assert not found


def test_only_ui_browser_touches_the_browser() -> None:
    files = [path for path in sources("ui") if "browser" not in path.relative_to(ROOT).parts]
    assert not offenders(files, *BROWSER)
