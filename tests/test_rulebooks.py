"""Rulebooks: both languages have the same clauses, every clause a test, every source line a place.

A rulebook (`engine/games/<game>/table/rules.es.md`, `rules.en.md`) needs:

* clauses: `**2.3** text` or `**C4** text`; `*(informativo)*` / `*(informative)*` right after the
  number marks a clause that cannot be tested;
* a section `Registro` / `Register` with the line `Filas: N` / `Rows: N` and the table
  `| n | source, in our words | clauses | status |`; every "departs", and every other status than
  "same" without a clause, has its reason after a colon;
* a section `Glosario` / `Glossary` with the table Spanish, English, program, letter.

A test names clauses in its own name (`test_3_14_pierce`, `test_5_8_c36_length`) or in the names of
its cases, if they are the keys of a dictionary of its module (`@pytest.mark.parametrize("name",
CASES)` with `CASES = {"w3_3_7_c15": …}`). They count for the game whose folder under tests/games
holds the file, or whose id is part of the file's name. tests/test_traceability.py limits the number
of clauses per test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from engine.games import REGISTRY, game_text
from tests.fixtures.sources import parsed
from ui.words.markdown import clauses_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(REGISTRY)
LANGUAGES = ("es", "en")

SAME, REFINED, DEPARTS, NOT_APPLICABLE = range(4)
STATUS = {
    "igual": SAME, "same": SAME,
    "precisada": REFINED, "precisado": REFINED, "refined": REFINED,
    "se aparta": DEPARTS, "departs": DEPARTS,
    "no aplica": NOT_APPLICABLE, "not applicable": NOT_APPLICABLE,
}  # fmt: skip

# Words of the code that a game's glossary must explain.
TERMS = {
    "cotadrez": {
        "king": "R", "dragon": "D", "elephant": "E", "heavy_cavalry": "P", "light_cavalry": "C",
        "trebuchet": "T", "scorpion": "B", "archer": "A", "lancer": "L", "rabble": "H",
        "fortress": "F", "mountain": "M", "ring": "–", "reserve": "–", "dungeon": "–",
        "besieger": "–", "alert": "–", "execution": "–", "exchange": "–", "forced_march": "–",
        "relay": "–", "pierce": "–", "thick_skin": "–", "fog": "–",
    },
    "andarraya": {
        "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P",
        "leap": "–", "castle": "–", "ep": "–", "unmoved": "–", "immune": "–", "dead": "–",
        "counter": "–", "ply": "–",
    },
    "rilatria": {
        "hero": "H", "assassin": "A", "rider": "J", "lancer": "L", "ram": "T", "barbarian": "B",
        "vitality": "V", "honour": "h", "luck": "s", "money": "d", "token": "F", "recruit": "+",
        "sacrifice": "$", "unit": "–", "zone": "–", "reserve": "–", "treaty": "–",
        "horoscope": "–",
    },
}  # fmt: skip

_INFORMATIVE = re.compile(r"\*\*([A-Z]{0,2}\d[\d.]*[a-z]?)\*\* \*\((?:informativo|informative)\)\*")
_COUNT = re.compile(r"^(?:Filas|Rows): \**(\d+)", re.MULTILINE)
_SECTION = re.compile(r"^## +(.+)$", re.MULTILINE)
_RANGE = re.compile(r"(\S+?)\s*[–-]\s*(\S+)")
_WORD = re.compile(r"([a-z]{0,2})(\d+)([a-z]?)")


@dataclass(slots=True)
class Book:
    """A parsed rulebook."""

    text: str
    clauses: list[str]
    informative: set[str]
    sections: dict[str, str]

    def section(self, *titles: str) -> str:
        found = [
            body
            for title, body in self.sections.items()
            if re.sub(r"^[\d.]+\s+", "", title).lower() in titles
        ]
        assert len(found) == 1, f"one section {' / '.join(titles)}, found {len(found)}"
        return found[0]

    def register(self) -> list[list[str]]:
        return table(self.section("registro", "register"))

    def glossary(self) -> list[list[str]]:
        return table(self.section("glosario", "glossary"))


@cache
def book(game: str, language: str) -> Book:
    text = game_text(game, f"rules.{language}.md")
    assert text, f"{game} has no rulebook in {language}"
    parts = _SECTION.split(text)
    return Book(
        text,
        clauses_of(text),
        set(_INFORMATIVE.findall(text)),
        dict(zip(parts[1::2], parts[2::2], strict=True)),
    )


def table(section: str) -> list[list[str]]:
    """Return the cells of a section's first table, without its header."""
    lines = [line.strip() for line in section.splitlines()]
    rows = [line for line in lines if line.startswith("|")][2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def cited(cell: str, clauses: Sequence[str]) -> list[str]:
    """Return the clauses cited in a register cell: `2.1, C3` or ranges such as `4.13–4.20`. A word
    that is no clause is returned as it is; `–` cites nothing."""
    found: list[str] = []
    for word in (part.strip() for part in cell.split(",")):
        ends = _RANGE.fullmatch(word)
        if ends and ends[1] in clauses and ends[2] in clauses:
            found += clauses[clauses.index(ends[1]) : clauses.index(ends[2]) + 1]
        elif word not in ("", "–", "-"):
            found.append(word)
    return found


# -- what the tests name ---------------------------------------------------------------------


@dataclass(slots=True)
class Named:
    """Clauses named by the tests of a game, and unknown ones that look like clauses."""

    clauses: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)


def in_name(name: str, clauses: frozenset[str]) -> tuple[set[str], set[str]]:
    """Return the known and unknown clauses at the start of a test's name."""
    known: set[str] = set()
    unknown: set[str] = set()
    letters = {re.sub(r"\d.*", "", clause) for clause in clauses} - {""}
    words = name.removeprefix("test_").split("_")
    at = 0
    while at < len(words) and (word := _WORD.fullmatch(words[at])):
        spans = [
            (".".join(words[at:end]), end)
            for end in range(min(at + 3, len(words)), at, -1)
            if all(part.isdigit() for part in words[at + 1 : end])
        ]
        clause = [(_upper(text), end) for text, end in spans if _upper(text) in clauses]
        if clause:
            known.add(clause[0][0])
            at = clause[0][1]
            continue
        if word[1]:
            if word[1].upper() in letters:
                unknown.add(f"{name}: {_upper(words[at])}")
        elif len(spans) > 1:
            unknown.add(f"{name}: {spans[-2][0]}")
            at += 1
        at += 1
    return known, unknown


def _upper(text: str) -> str:
    return re.sub(r"^[a-z]+", lambda found: found[0].upper(), text)


def files_of(game: str) -> Iterator[Path]:
    """Yield the test files of a game."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if (ROOT / "tests" / "games" / game) in path.parents or game in path.stem.split("_"):
            yield path


@cache
def named(game: str) -> Named:
    clauses = frozenset(book(game, "es").clauses)
    result = Named()
    for path in files_of(game):
        for name in names_of(parsed(path)):
            known, unknown = in_name(name, clauses)
            result.clauses |= known
            result.unknown |= unknown
    return result


def names_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module's tests, and of cases that are keys of a dictionary."""
    for test in own_tests(tree):
        yield test.name
        for table in _tables(test):
            yield from (f"test_{key.replace(' ', '_')}" for key in _keys(tree, table))


@cache
def own_tests(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the test functions of a module."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    ]


def _tables(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the names of the constants that hold this test's cases."""
    for call in test.decorator_list:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.parametrize":
            if len(call.args) > 1 and isinstance(call.args[1], ast.Name):
                yield call.args[1].id


def _keys(tree: ast.Module, table: str) -> Iterator[str]:
    for target, value in _constants(tree):
        if target == table and isinstance(value, ast.Dict):
            for key in value.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield names and values of the module's assignments."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and node.value:
            named: list[tuple[ast.expr, ast.expr]] = [(node.target, node.value)]
        elif isinstance(node, ast.Assign):
            named = [(target, node.value) for target in node.targets]
        else:
            continue
        yield from ((target.id, value) for target, value in named if isinstance(target, ast.Name))


# -- both languages say the same -------------------------------------------------------------


def test_some_games_are_registered() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_clauses_in_the_same_order(game: str) -> None:
    es, en = book(game, "es"), book(game, "en")
    assert es.clauses == en.clauses
    assert es.informative == en.informative
    assert es.clauses


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_clause_numbers_are_unique(game: str, language: str) -> None:
    clauses = book(game, language).clauses
    assert not {clause for clause in clauses if clauses.count(clause) > 1}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_are_in_their_own_section_and_in_order(game: str, language: str) -> None:
    for title, body in book(game, language).sections.items():
        numbers = [tuple(map(int, c.split("."))) for c in clauses_of(body) if c[0].isdigit()]
        assert numbers == sorted(numbers), title
        first = re.match(r"\d+", title)
        assert not numbers or (first and {n[0] for n in numbers} == {int(first[0])}), title


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_structure(game: str) -> None:
    es, en = book(game, "es").text, book(game, "en").text
    assert _build(es) == _build(en)


def _build(text: str) -> list[str]:
    """Return the sequence of headings, tables, lists and pictures, without their text."""
    start = re.compile(r"(#{1,4}) (\d*)|(\|)|(- )|(```\w*)")
    return ["".join(m.groups("")) for line in text.splitlines() if (m := start.match(line))]


# -- every clause is tested ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_named_by_a_test_or_informative(game: str) -> None:
    es = book(game, "es")
    bare = [c for c in es.clauses if c not in es.informative | named(game).clauses]
    assert not bare, f"{len(bare)} clauses of {game} without a test: {', '.join(bare)}"


@pytest.mark.parametrize("game", GAMES)
def test_tests_name_only_clauses_that_exist(game: str) -> None:
    assert not named(game).unknown


def test_clauses_are_found_in_test_names() -> None:
    clauses = frozenset(("3.1", "3.10", "3.12", "4.2", "C5", "C9", "2.3.1"))
    assert in_name("test_3_10_thick_skin", clauses) == ({"3.10"}, set())
    assert in_name("test_c5_c9_army", clauses) == ({"C5", "C9"}, set())
    assert in_name("test_3_1_4_2_c5_mixed", clauses) == ({"3.1", "4.2", "C5"}, set())
    assert in_name("test_2_3_1_deep", clauses) == ({"2.3.1"}, set())
    assert in_name("test_w16_4_2_worked_case", clauses) == ({"4.2"}, set())
    assert in_name("test_3_12_2_besiegers", clauses) == ({"3.12"}, set())
    assert in_name("test_2_players", clauses) == (set(), set())
    assert in_name("test_c7_fog", clauses)[1] == {"test_c7_fog: C7"}
    assert in_name("test_9_9_nothing", clauses)[1] == {"test_9_9_nothing: 9.9"}


def test_clauses_are_found_in_case_names() -> None:
    source = """
CASES = {"w3_3_7_c15": 1, "6_28 no closing bracket": 2}
OTHERS = {"4_2": 1}
@pytest.mark.parametrize("name", CASES)
def test_all(name: str) -> None: ...
"""
    found = list(names_of(ast.parse(source)))
    assert found == ["test_all", "test_w3_3_7_c15", "test_6_28_no_closing_bracket"]


# -- every line of the source has its place --------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_register_states_its_number_of_rows(game: str, language: str) -> None:
    counts = _COUNT.findall(book(game, language).section("registro", "register"))
    assert len(counts) == 1, "the register says once how many rows it has"
    rows = book(game, language).register()
    assert [row[0] for row in rows] == [str(n + 1) for n in range(int(counts[0]))]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_register_row_has_clauses_or_a_reason(game: str, language: str) -> None:
    rules = book(game, language)
    for row in rules.register():
        assert len(row) == 4 and row[1], f"row {row[0]}"
        found = cited(row[2], rules.clauses)
        assert set(found) <= set(rules.clauses), f"row {row[0]}: {found}"
        status, reason = _status(row[3])
        assert found or reason, f"row {row[0]} has neither clause nor reason"
        assert found or status == NOT_APPLICABLE, f"row {row[0]} applies but has no clause"
        assert reason or status not in (DEPARTS, NOT_APPLICABLE), f"row {row[0]} needs a reason"


@pytest.mark.parametrize("game", GAMES)
def test_both_registers_have_the_same_statuses(game: str) -> None:
    es, en = (
        [(row[0], row[2], _status(row[3])[0]) for row in book(game, language).register()]
        for language in LANGUAGES
    )
    assert es == en


def _status(cell: str) -> tuple[int, str]:
    """Return status and reason of `refined: why` or `refined (why)`."""
    found = re.fullmatch(r"([^:(;]+?)\s*(?:[:(;]\s*(.*?)\)?)?", cell)
    word, reason = found.groups("") if found else ("", "")
    assert word.lower() in STATUS, f"unknown status {cell!r}"
    return STATUS[word.lower()], reason


# -- the glossary ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_glossary_is_complete_and_equal_in_both_languages(game: str) -> None:
    es, en = book(game, "es").glossary(), book(game, "en").glossary()
    assert es == en
    assert es and all(len(row) == 4 and all(row) for row in es)
    words = [row[2].strip("`") for row in es]
    assert len(set(words)) == len(words), "one word of the program, one meaning"
    for word, letter in TERMS.get(game, {}).items():
        assert word in words, word
        assert es[words.index(word)][3].strip("`") == letter, word


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_use_the_nouns_of_their_glossary(game: str) -> None:
    for column, language in enumerate(LANGUAGES):
        rules = book(game, language)
        glossary = rules.section("glosario", "glossary")
        prose = rules.text.replace(glossary, "").lower()
        unused = [r[column] for r in rules.glossary() if r[column].lower() not in prose]
        assert not unused, f"{language}: {unused}"
