"""The documents: what is generated is up to date, and what they name exists."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.dev import _claims, _host, docs
from engine.dev.checks import RULES
from engine.dev.hosting import settings
from engine.games import REGISTRY, game_text
from engine.search import levels
from tests.far.search import scenes
from tests.fixtures.says import says
from ui.far.lobby import invite
from ui.far.relays import addresses, mail_check

ROOT = Path(__file__).resolve().parents[2]
TOP = _claims.TOP
DOCUMENTS = _claims.documents(ROOT)
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "eight": 8, "nine": 9, "ten": 10}

document = pytest.mark.parametrize("name", DOCUMENTS)
Capture = pytest.CaptureFixture[str]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def made(setting: str) -> int:
    """Return a number that the Makefile sets."""
    return int(re.findall(rf"^{setting} := (\d+)$", text("Makefile"), re.MULTILINE)[0])


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
        "Makefile": "play:\n",
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


def test_the_documents_name_nothing_in_vain() -> None:
    assert _claims.false_claims(ROOT) == []


FALSE = {
    "links": ("[here](gone.md)", "no file gone.md"),
    "headings": ("[here](#gone)", "no heading #gone"),
    "files": ("`engine/core/gone.py`", "no file engine/core/gone.py"),
    "bare files": ("`gone.py`", "no file is named gone.py"),
    "modules": ("python -m tests.gone", "no module tests.gone"),
    "commands": ("`python -m engine gone`", "no command gone"),
    "commands of the wheel": ("`asedio gone`", "no command gone"),
    "options": ("`python -m engine match stratego --gone 3`", "match has no --gone"),
    "options of a module": (
        "`python -m tests.probe_relays --gone`",
        "tests.probe_relays has no --gone",
    ),
    "targets": ("`make gone`", "no target gone of make"),
    "settings of make": ("    make site GONE=1", "make has no setting GONE"),
    "tests": ("`test_gone_is_found_here`", "no test test_gone_is_found_here"),
    "tests of a file": (
        "`tests/engine/test_docs.py::test_links`",
        "no test tests/engine/test_docs.py::test_links",
    ),
    "names of code": ("`App.gone_" + "by`", "no source has the name gone_" + "by"),
    "names of a file": ("`Match` in `engine/core/grid.py`", "engine/core/grid.py has no Match"),
    "quotes of the page": ("“nobody says this”", "the page does not say “nobody says this”"),
    "addresses of the page": ("    https://example.org/#gone=1", "the page has no address #gone="),
}


@pytest.mark.parametrize("example", FALSE)
def test_what_does_not_exist_is_named(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, said = FALSE[example]
    document = ROOT / _claims.FAULTS
    real = Path.read_text
    monkeypatch.setattr(
        Path,
        "read_text",
        lambda path, *words: f"# Here\n\n{written}\n" if path == document else real(path, *words),
    )
    found = [claim for kind in _claims.KINDS for claim in kind(ROOT, _claims.FAULTS)]
    assert found == [said]


def test_a_false_name_fails_the_check(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(docs, "false_claims", lambda root: ["README.md: no file gone.md"])
    assert main(["docs", "--check", "--root", str(house)]) == 1
    assert "README.md: no file gone.md" in capsys.readouterr().err


@document
def test_every_document_can_be_reached(name: str) -> None:
    leads = [other for other in DOCUMENTS if other != name]
    assert any(Path(name).name in text(other) for other in leads)


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
        ("docs/hosting.md", r"at the foot of home, at most (\d+)", settings.MOST_LINKS),
        ("docs/hosting.md", r"takes (two) of your list", addresses.USED),
        ("docs/hosting.md", r"for new letters of at\s+most (ten)", mail_check.MOST_TABLES),
        ("docs/hosting.md", r"passed \((four) hours", invite.HOURS[0]),
        ("docs/hosting.md", r"hours\s+up to (\d+) days", invite.HOURS[-1] // 24),
        ("docs/far-faults.md", r"from (\d+) positions of a toy game", len(scenes.POSITIONS)),
        ("README.md", r"for (four) hours up to", invite.HOURS[0]),
        ("README.md", r"hours up to (\d+) days", invite.HOURS[-1] // 24),
        ("README.md", r"plays at (five) levels", max(levels.LEVELS)),
        ("README.md", r"levels and in (three) styles", len(levels.STYLED_LEVELS)),
        ("docs/testing.md", r"the same (\d+) games each", made("FUZZ")),
        ("docs/testing.md", r"(\d+) new games each", made("SOAK")),
        ("docs/far.md", r"at\s+most ([\d,]+) events a minute from one address", 1200),
    ],
)
def test_numbers_that_are_told_are_those_of_the_code(document: str, said: str, so: int) -> None:
    (found,) = re.findall(said, text(document))
    assert (NUMBERS.get(found) or int(found.replace(",", ""))) == so
    assert so != 1200 or f",{so}/minute" in _host.RATES["EVENT"]


def test_the_relays_of_the_page_are_those_that_are_named() -> None:
    (listed,) = re.findall(r'name="asedio-relays" content="([^"]*)"', text("index.html"))
    names = [one.removeprefix("wss://") for one in listed.split()]
    (told,) = re.findall(r"which relays are offered: (.*?)\.\n", text("README.md"), re.DOTALL)
    assert re.split(r",\s+|\s+and\s+", told) == names
    assert re.findall(r"^\| `([\w.]+)` \|", text("docs/hosting.md"), re.MULTILINE) == names


def test_the_tools_that_are_credited_are_used() -> None:
    told = text("CREDITS.md").partition("\n## Tools\n")[2].replace(" and ", ", ")
    tools = re.findall(r"(?:^|, )([\w-]+)(?=,| check| puts| draws)", told.strip())
    listed = text("pyproject.toml") + text("package.json")
    assert len(tools) == 8 and [one for one in tools if one.lower() not in listed] == []


def test_campaigns_have_as_many_scenarios_as_is_told() -> None:
    (told,) = re.findall(r"A campaign of (\w+ or \w+) scenarios", text("README.md"))
    listed = (json.loads(game_text(one, "campaign.json") or "{}") for one in REGISTRY)
    assert {NUMBERS[word] for word in told.split(" or ")} == {
        len(one["scenarios"]) for one in listed
    }


@pytest.mark.parametrize("name", [*TOP, "docs/hosting.md"])
def test_nothing_is_said_of_one_machine(name: str) -> None:
    assert re.findall(r"(?:(?<![\w.])/(?:home|work|tmp)\b|C:\\)\S*", text(name)) == []
