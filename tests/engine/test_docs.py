"""The documents: what is generated is up to date, and what they name exists."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.__main__ import command_names, load, main
from engine.dev import _host, docs
from engine.dev.checks import RULES
from engine.dev.hosting import settings
from tests.fixtures.says import says

ROOT = Path(__file__).resolve().parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
DOCUMENTS = (*TOP, *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))))
MADE = ("static/vendor", "dist", "engine/games/jungle", "engine/games/mygame", "tests/games/")
FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
COMMAND = re.compile(r"python -m ([\w.]+)([^\n`#(;]*)")
PATH = re.compile(r"`((?:engine|ui|static|tests|docs)/[\w./-]+)`")

document = pytest.mark.parametrize("name", DOCUMENTS)
Capture = pytest.CaptureFixture[str]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def prose(name: str) -> str:
    """A document without its fenced blocks."""
    return FENCE.sub("", text(name))


def anchors(name: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+)$", prose(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).strip().replace(" ", "-") for one in headings}


# -- what is generated ---------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small house of two rooms, its documents written."""
    for name, source in {
        "engine/__init__.py": '"""The engine."""\n',
        "engine/core/__init__.py": '"""The ground.\n\nMore."""\n',
        "engine/core/words.py": '"""Words over\ntwo lines. A second sentence."""\n',
        "engine/match/__init__.py": "",
        "engine/match/log.py": '"""The log."""\nfrom engine.core import words\n',
        "ui/__init__.py": "",
        "ui/main.py": "import engine.match.log\n\nfrom engine.core.words import x\n",
        "docs/architecture.md": f"# House\n{docs.BEGIN}\n{docs.END}\nThe end.\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, "utf-8")
    assert main(["docs", "--write", "--root", str(tmp_path)]) == 0
    return tmp_path


def test_the_index_has_a_line_for_each_module(house: Path, capsys: Capture) -> None:
    assert main(["docs", "--modules", "--root", str(house)]) == 0
    index = capsys.readouterr().out
    assert "* words.py: Words over two lines.\n" in index
    assert "## engine/core\n\nThe ground.\n" in index
    assert "* main.py\n" in index and "__init__" not in index


def test_the_picture_has_the_shortest_arrows(house: Path) -> None:
    drawn = (house / docs.PICTURE).read_text("utf-8")
    assert re.findall(r"^  (\w+ --> \w+)$", drawn, re.MULTILINE) == [
        "engine_match --> engine_core",
        "ui_main --> engine_match",
    ]
    assert drawn.startswith("# House\n") and drawn.endswith("\nThe end.\n")


def test_a_stale_picture_is_named(house: Path, capsys: Capture) -> None:
    assert main(["docs", "--check", "--root", str(house)]) == 0
    path = house / docs.PICTURE
    path.write_text(path.read_text("utf-8").replace("core", "bore"), "utf-8")
    assert main(["docs", "--check", "--root", str(house)]) == 1
    assert docs.PICTURE in capsys.readouterr().err
    assert main(["docs", "--write", "--root", str(house)]) == 0
    assert main(["docs", "--check", "--root", str(house)]) == 0


def test_rooms_that_import_each_other_are_refused(house: Path, capsys: Capture) -> None:
    (house / "engine/core/words.py").write_text("import engine.match.log\n", "utf-8")
    assert main(["docs", "--check", "--root", str(house)]) == 1
    assert "engine.core -> engine.match -> engine.core" in capsys.readouterr().err


# -- what the documents name ---------------------------------------------------------------------


@document
def test_links_lead_somewhere(name: str) -> None:
    missing = []
    for found in LINK.findall(prose(name)):
        target = found[0] or found[1]
        if target.startswith("http"):
            continue
        file, _, anchor = target.partition("#")
        path = (ROOT / name).parent / file if file else ROOT / name
        if not path.exists():
            missing.append(target)
        elif anchor and anchor not in anchors(path.resolve().relative_to(ROOT).as_posix()):
            missing.append(target)
    assert missing == []


@document
def test_every_document_can_be_reached(name: str) -> None:
    leads = [other for other in DOCUMENTS if other != name]
    assert any(Path(name).name in text(other) for other in leads)


@document
def test_files_that_are_named_exist(name: str) -> None:
    named = [path for path in PATH.findall(prose(name)) if not path.startswith(MADE)]
    assert [path for path in named if not (ROOT / path).exists()] == []


def commands(name: str) -> Iterator[tuple[str, str]]:
    """(module, the rest of the line) of each `python -m …` in a document."""
    yield from COMMAND.findall(text(name))


@document
def test_commands_that_are_named_exist(name: str) -> None:
    wrong = []
    for module, rest in commands(name):
        words = rest.split()
        if module == "engine":
            if words and words[0][0].islower() and words[0] not in command_names():
                wrong.append(words[0])
        elif module not in ("pytest", "mypy"):
            path = ROOT / module.replace(".", "/")
            if not path.with_suffix(".py").is_file() and not (path / "__main__.py").is_file():
                wrong.append(module)
    assert wrong == []


@document
def test_options_that_are_named_exist(name: str) -> None:
    wrong = []
    for module, rest in commands(name):
        words = rest.split()
        if module != "engine" or not words or words[0] not in command_names():
            continue
        command = load(words[0])
        assert command is not None, words[0]
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        known = parser.format_help()
        flags = re.findall(r"(?<!\S)--[a-z][\w-]*", rest)
        wrong += [f"{words[0]} {flag}" for flag in flags if flag not in known]
    assert wrong == []


@document
def test_targets_of_make_that_are_named_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z][\w-]*):", text("Makefile"), re.MULTILINE))
    said = re.findall(r"(?:`|^ {4})make ([a-z][\w-]*)", prose(name), re.MULTILINE)
    assert set(said) - targets == set()


@pytest.mark.parametrize(
    "name", ["SECURITY.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/finding.md"]
)
def test_the_file_that_lists_the_keys_of_the_storage_is_named(name: str) -> None:
    lists = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "ui/saves").glob("*.py"))
        if "asedio:event:<id>:" in (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
    ]
    assert len(lists) == 1 and lists[0] in text(name)


def test_the_rules_of_the_contract_are_those_that_are_checked() -> None:
    part = text("docs/architecture.md").partition("\n## The contract\n")[2].partition("\n## ")[0]
    said = re.findall(r"^(\d+)\. ", part, re.MULTILINE)
    assert said == list(dict.fromkeys(rule.split()[0] for rule in RULES))
    named = re.search(r"Contract rules ([\d, and]+) test", text("SECURITY.md").replace("\n  ", " "))
    assert named is not None and set(re.findall(r"\d+", named[1])) <= set(said)


def test_what_relays_see_is_told_alike_on_the_page_and_in_the_documents() -> None:
    """Not the messages, but who is connected to them, when, and how much is sent."""
    told = [text(name) for name in ("README.md", "SECURITY.md", "docs/hosting.md")]
    words = {"en": ("address", "times", "sizes"), "es": ("direcciones", "horas", "tamaños")}
    for lang, seen in words.items():
        for sentence in (
            says("far.ways.relays", lang, relays="x"),
            *(told if lang == "en" else ()),
        ):
            assert [word for word in seen if word not in sentence] == [], sentence[:80]


def test_limits_that_contributors_are_told_are_checked() -> None:
    """Only the length of lines: other figures would be true of some files and false of others."""
    said = re.findall(r"up to (\d+)", text("CONTRIBUTING.md"))
    assert said == [re.findall(r"(?m)^line-length = (\d+)$", text("pyproject.toml"))[0]]


@pytest.mark.parametrize(
    ("document", "said", "so"),
    [
        ("docs/hosting.md", r"A name has at most (\d+) characters", settings.MOST_NAME),
        ("docs/hosting.md", r"until it expires \((\d+) days", _host.LONGEST // 86_400 - 1),
        ("docs/hosting.md", r"(\d+) MB of them at most", _host.MOST_STORED // 1_000_000),
        ("docs/far.md", r"at\s+most ([\d,]+) events a minute from one address", 1200),
    ],
)
def test_limits_that_hosts_are_told_are_those_of_the_code(
    document: str, said: str, so: int
) -> None:
    (found,) = re.findall(said, text(document))
    assert int(found.replace(",", "")) == so
    assert so != 1200 or f",{so}/minute" in _host.RATES["EVENT"]


@pytest.mark.parametrize("name", [*TOP, "docs/hosting.md"])
def test_nothing_is_said_of_one_machine(name: str) -> None:
    assert re.findall(r"(?:(?<![\w.])/(?:home|work|tmp)\b|C:\\)\S*", text(name)) == []
