"""Parts of the release bundle that need neither node nor a browser."""

from __future__ import annotations

import ast
import asyncio
import gzip
import io
import json
import random
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.__main__ import main
from engine.dev import _offline, _pack, files, itch, site
from engine.dev.hosting import extras
from engine.dev.hosting.settings import HostSettings, png_size
from engine.games import REGISTRY
from ui.browser import code_packs
from ui.shell.fetching import NotYetHere

ROOT = Path(__file__).resolve().parents[2]


def test_a_pack_is_reproducible_and_names_its_build() -> None:
    files = {"b/two.txt": b"2" * 300, "a/one.txt": b""}
    pack = _pack.packed(files, "b1")
    assert pack == _pack.packed(dict(reversed(files.items())), "b1")
    data = gzip.decompress(pack)
    start = 4 + int.from_bytes(data[:4], "big")
    assert json.loads(data[4:start]) == {
        "build": "b1",
        "files": [["a/one.txt", 0], ["b/two.txt", 300]],
    }
    assert data[start:] == b"2" * 300


def test_the_last_start_gets_the_original_library_without_unused_modules() -> None:
    made = io.BytesIO()
    files = ("json/__init__.py", "email/parser.py", "logging/__init__.py", "importlib/abc.py")
    with zipfile.ZipFile(made, "w") as library:
        for name in (*files, "importlib/metadata/__init__.py", "email.txt", "loggings.py"):
            library.writestr(name, f"# {name}")
    part = _pack.library_part(made.getvalue(), lambda module: not site.never_used(module))
    assert part == _pack.library_part(made.getvalue(), lambda module: not site.never_used(module))
    with zipfile.ZipFile(io.BytesIO(part)) as kept:
        found = {one.filename: kept.read(one) for one in kept.infolist()}
        assert {one.compress_type for one in kept.infolist()} == {zipfile.ZIP_STORED}
    names = ("json/__init__.py", "importlib/abc.py", "loggings.py")
    assert found == {name: f"# {name}".encode() for name in names}


def test_the_hash_depends_on_every_part() -> None:
    parts = [("a", b"1"), ("b", b"2")]
    others = [[("a", b"1")], [("a", b"12"), ("b", b"")], [("ab", b"1"), ("", b"2")]]
    assert _pack.fingerprint(parts) == _pack.fingerprint(list(parts))
    assert len({_pack.fingerprint(one) for one in [parts, *others]}) == 4


def test_random_is_seeded_afresh_at_every_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    drawn = set()
    for _ in range(3):
        random.seed(0)  # state that an image would contain
        code_packs.open_shelf(["cotadrez"])
        drawn.add(random.random())
    assert len(drawn) == 3
    assert sum(isinstance(one, code_packs.PackFinder) for one in sys.meta_path) == 1


def test_a_module_in_a_missing_pack_is_requested_and_others_are_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder = code_packs.PackFinder(["nobody"])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    with pytest.raises(NotYetHere) as missing:
        finder.find_spec("engine.games.nobody.game", [])
    assert missing.value.pack == "nobody"
    assert finder.find_spec("engine.games.nobody") is None
    assert finder.find_spec("engine.games.cotadrez.nothing", []) is None
    assert finder.find_spec("no_module_of_the_library") is None


def test_a_pack_is_fetched_once_and_retried_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    async def fetching(name: str, calmly: bool) -> None:
        asked.append(name)
        if len(asked) == 1:
            raise OSError("the line is dead")

    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(asedioBring=fetching))
    finder = code_packs.PackFinder(["nobody"])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    with pytest.raises(OSError):
        asyncio.run(code_packs.bring("nobody"))
    for _ in range(2):
        asyncio.run(code_packs.bring("nobody"))
    assert asked == ["nobody"] * 2
    assert finder.find_spec("engine.games.nobody.game", []) is None


def test_no_code_uses_blocking_network_requests() -> None:
    """Chromium does not pass them to the service worker, so they fail offline. It stores a service
    worker's own scripts with it."""
    places = [*(ROOT / "ui").rglob("*.py"), *(ROOT / "static").glob("*.*js")]
    words = ("XMLHttpRequest", "open_url", "run_sync", "importScripts")
    found = [(p.name, word) for p in places for word in words if word in p.read_text("utf-8")]
    assert found == [("sw.js", "importScripts")]


def test_no_module_imports_the_browser_at_its_top_level() -> None:
    """The memory image is taken after the imports and cannot hold JavaScript objects."""
    found = []
    lazy: set[ast.AST] = set()
    for path in sorted((ROOT / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                lazy.update(ast.walk(node))
            names = [alias.name for alias in getattr(node, "names", ()) if hasattr(alias, "name")]
            module = getattr(node, "module", None)
            heads = {name.partition(".")[0] for name in [module or "", *names]}
            if (
                isinstance(node, (ast.Import, ast.ImportFrom))
                and heads & {"js", "pyodide", "pyscript"}
                and node not in lazy
            ):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_each_game_has_its_own_pack_and_home_loads_no_rules() -> None:
    bundle = site.Bundle(ROOT)
    assert list(bundle.games) == list(REGISTRY)
    for game, own in bundle.games.items():
        assert f"engine/games/{game}/info.py" in bundle.common
        parts = ("game", "rules/state", "table/explain")
        assert {f"engine/games/{game}/{part}.py" for part in parts} <= set(own)
        assert not set(own) & set(bundle.common)
    assert not [name for name in bundle.common if name.startswith("engine/kit/")]
    assert {"secrets", "random", "json"} <= set(bundle.wishes())


def test_data_that_a_game_reads_itself_lies_in_no_pack_fetched_later() -> None:
    bundle = site.Bundle(ROOT)
    later = {name for names in bundle.later.values() for name in names}
    own = {name for name in later if name.startswith("engine/games/") and "/table/" in name}
    assert "engine/games/andarraya/table/lessons.json" in own  # read by the screen of lessons
    for name in own:
        game = ROOT.joinpath(*Path(name).parts[:3])
        file = Path(name).name
        readers = [path for path in game.rglob("*.py") if file in path.read_text("utf-8")]
        assert not readers, f"{name} is missing when the game asks for it"


def test_the_kit_comes_with_the_game_that_imports_it(tmp_path: Path) -> None:
    sources = {
        "engine/games/one/game.py": "from engine.kit import standard",
        "engine/games/two/game.py": "import json",
        "engine/kit/__init__.py": "",
        "engine/kit/plain.py": "from engine.kit.standard import StandardGame",
        "engine/kit/standard.py": "from engine.kit import record",
        "engine/kit/record.py": "",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    kit = [f"engine/kit/{name}.py" for name in ("__init__", "record", "standard")]
    assert sorted(files.kit_files(tmp_path, ["engine/games/one/game.py"])) == kit
    assert files.kit_files(tmp_path, ["engine/games/two/game.py"]) == set()
    assert sorted(files.runtime_files(tmp_path)) == [*list(sources)[:2], *kit]


def test_the_manifest_names_files_that_exist(tmp_path: Path) -> None:
    extras.write_pictures(ROOT, tmp_path, HostSettings())
    made = _offline.manifest(HostSettings(), "Text")
    for one in [*made["icons"], *made["screenshots"]]:
        assert (tmp_path / one["src"]).is_file()
    assert {icon.get("sizes") for icon in made["icons"]} == {"any", "192x192", "512x512"}
    assert {one["form_factor"] for one in made["screenshots"]} == {"wide", "narrow"}
    for one in made["screenshots"]:
        size = "x".join(map(str, png_size(tmp_path / one["src"], "")))
        assert one["sizes"] == size and one["label"]
    assert [one["url"] for one in made["shortcuts"]] == [f"./#new={game}" for game in REGISTRY]
    assert all(one["name"] for one in made["shortcuts"])
    assert json.dumps(made).count('"/') == 0  # relative: works in any folder


def test_manifest_of_each_language_is_in_that_language() -> None:
    spanish, english = (_offline.manifest(HostSettings(), "Text", one) for one in ("es", "en"))
    assert (spanish["lang"], english["lang"]) == ("es", "en")
    for one, other in zip(spanish["shortcuts"], english["shortcuts"], strict=True):
        assert one["url"] == other["url"] and one["description"] != other["description"]
    assert spanish["id"] == english["id"]


def test_the_manifest_opens_the_files_that_the_page_saves() -> None:
    (handler,) = _offline.manifest(HostSettings(), "Text")["file_handlers"]
    endings = {one for some in handler["accept"].values() for one in some}
    assert handler["action"] == "./" and {".asedio", ".json", ".txt"} <= endings


def test_the_service_worker_changes_with_the_content_of_files(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one")
    before = _offline.service_worker(ROOT, tmp_path, ["index.html"])
    assert before == _offline.service_worker(ROOT, tmp_path, ["index.html"])
    (tmp_path / "index.html").write_text("two")
    assert before != _offline.service_worker(ROOT, tmp_path, ["index.html"])


def test_itch_reports_violations_of_its_rules(tmp_path: Path) -> None:
    assert itch.problems(tmp_path) == ["there is no index.html at the root"]
    (tmp_path / "index.html").write_text('<script src="./a.js"></script>')
    (tmp_path / "A.js").write_text("")
    assert itch.problems(tmp_path) == ["index.html: there is no file ./a.js"]
    (tmp_path / "a.js").write_text("")
    assert itch.problems(tmp_path) == ["A.js and a.js differ in case only"]
    for number in range(1000):
        (tmp_path / f"{number}.txt").touch()
    assert "1003 files" in itch.problems(tmp_path)[0]


def test_itch_takes_links_to_other_pages_for_links(tmp_path: Path) -> None:
    """The address and the links of a host.toml are pressed; nothing of them is loaded."""
    links = (
        '<link rel="canonical" href="https://example.org/a/"><a class="x" href="https://example.org">'
        '<a rel="author" href="mailto:you@example.org"><a href="./#home"><a href=\'http://a.org\'>'
    )
    (tmp_path / "index.html").write_text(links)
    assert itch.problems(tmp_path) == []
    for loads in (
        '<script src="https://example.org/a.js">',
        '<link rel="stylesheet" href="https://example.org/a.css">',
        '<img src="http://example.org/a.png"><a href="https://example.org">',
        '<a href="./none.html">',
        '<a href="../../none.html">',
    ):
        (tmp_path / "index.html").write_text(links + loads)
        assert len(itch.problems(tmp_path)) == 1, loads


@pytest.mark.parametrize(
    ("name", "made"),
    [("", "asedio-itch.zip"), ("Dueño & Señor", "dueno-senor-itch.zip"), ("王", "page-itch.zip")],
)
def test_the_zip_of_an_own_page_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, made: str
) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").touch()
    monkeypatch.setattr(itch, "ROOT", tmp_path)
    monkeypatch.setattr(itch, "write_shop", lambda *words: [])
    assert main(["itch", "--site", str(tmp_path / "site"), "--name", name]) == 0
    assert [one.name for one in (tmp_path / "dist").iterdir()] == [made]
