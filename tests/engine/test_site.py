"""Pieces of the release bundle that need neither node nor a browser."""

from __future__ import annotations

import ast
import gzip
import json
import random
import sys
from pathlib import Path

import pytest

from engine.dev import _icon, _offline, _pack, itch, site
from engine.games import REGISTRY
from ui.browser import shelf

ROOT = Path(__file__).resolve().parents[2]


def test_a_pack_is_the_same_each_time_and_unpacks_to_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"b/two.txt": b"2" * 300, "a/one.txt": b""}
    pack = _pack.packed(files)
    assert pack == _pack.packed(dict(reversed(files.items())))
    monkeypatch.chdir(tmp_path)
    for data in (pack, gzip.decompress(pack)):  # a server may unpack on the way
        shelf.unpack(data)
        assert {name: (tmp_path / name).read_bytes() for name in files} == files


def test_the_hash_changes_with_every_part() -> None:
    parts = [("a", b"1"), ("b", b"2")]
    others = [[("a", b"1")], [("a", b"12"), ("b", b"")], [("ab", b"1"), ("", b"2")]]
    assert _pack.fingerprint(parts) == _pack.fingerprint(list(parts))
    assert len({_pack.fingerprint(one) for one in [parts, *others]}) == 4


def test_chance_is_seeded_afresh_at_every_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    drawn = set()
    for _ in range(3):
        random.seed(0)  # what an image would bring
        shelf.open_shelf("./*.bin", "./rest.zip")
        drawn.add(random.random())
    assert len(drawn) == 3
    assert sum(isinstance(one, shelf.Shelf) for one in sys.meta_path) == 1


def test_a_game_is_fetched_once_and_what_nobody_has_stays_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(shelf, "fetched", lambda url: asked.append(url) or _pack.packed({}))
    finder = shelf.Shelf("packs/*.bin?v=1", "rest.zip")
    assert finder.find_spec("engine.games.nobody.game", []) is None
    assert finder.find_spec("engine.games.nobody.state", []) is None
    assert finder.find_spec("engine.games.nobody") is None
    assert finder.find_spec("no_module_of_the_library") is None
    assert asked == ["packs/nobody.bin?v=1"]


def test_no_module_holds_the_browser_when_it_is_imported() -> None:
    """A memory image is taken after the imports: what JavaScript lent would be lost with it."""
    found = []
    for path in sorted((ROOT / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                for inner in ast.walk(node):
                    inner.lazy = True  # type: ignore[attr-defined]
            names = [alias.name for alias in getattr(node, "names", ()) if hasattr(alias, "name")]
            module = getattr(node, "module", None)
            heads = {name.partition(".")[0] for name in [module or "", *names]}
            imports = isinstance(node, (ast.Import, ast.ImportFrom))
            if imports and heads & {"js", "pyodide", "pyscript"} and not hasattr(node, "lazy"):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_home_has_no_rules_and_each_game_a_pack_of_its_own() -> None:
    bundle = site.Bundle(ROOT)
    assert list(bundle.games) == list(REGISTRY)
    for game, own in bundle.games.items():
        assert f"engine/games/{game}/info.py" in bundle.common
        assert {f"engine/games/{game}/{part}.py" for part in ("game", "state", "scene")} <= set(own)
        assert not set(own) & set(bundle.common)
    assert {"secrets", "random", "json"} <= set(bundle.wishes())


def test_the_manifest_has_icons_and_a_shortcut_for_every_game(tmp_path: Path) -> None:
    _offline.write_icons(tmp_path)
    made = _offline.manifest(ROOT)
    for icon in made["icons"]:
        assert (tmp_path / icon["src"]).is_file()
    assert {icon.get("sizes") for icon in made["icons"]} == {"any", "192x192", "512x512"}
    assert [one["url"] for one in made["shortcuts"]] == [f"./#new={game}" for game in REGISTRY]
    assert all(one["name"] for one in made["shortcuts"])
    assert json.dumps(made).count('"/') == 0  # relative: any folder will do


def test_the_icon_is_a_picture_of_the_size_it_says() -> None:
    data = _icon.png(192)
    assert data.startswith(b"\x89PNG") and data[16:24] == bytes([0, 0, 0, 192, 0, 0, 0, 192])
    with pytest.raises(ValueError):
        _icon.png(100)


def test_the_service_worker_lists_files_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one")
    before = _offline.service_worker(ROOT, tmp_path, ["index.html"])
    assert before == _offline.service_worker(ROOT, tmp_path, ["index.html"])
    (tmp_path / "index.html").write_text("two")
    assert before != _offline.service_worker(ROOT, tmp_path, ["index.html"])


def test_itch_refuses_what_its_rules_refuse(tmp_path: Path) -> None:
    assert itch.problems(tmp_path) == ["there is no index.html at the root"]
    (tmp_path / "index.html").write_text('<script src="./a.js"></script>')
    (tmp_path / "A.js").write_text("")
    assert itch.problems(tmp_path) == ["index.html: there is no file ./a.js"]
    (tmp_path / "a.js").write_text("")
    assert itch.problems(tmp_path) == ["A.js and a.js differ in case only"]
    for number in range(1000):
        (tmp_path / f"{number}.txt").touch()
    assert "1003 files" in itch.problems(tmp_path)[0]
