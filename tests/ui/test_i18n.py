"""Catalogues: both languages have the same keys; no key is missing and none is unused."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from engine.core.texts import Message
from engine.games import REGISTRY, game_info, game_legend
from tests.fixtures.sources import nodes
from ui.words.i18n import LANGUAGES, PAGE_CATALOGUES, I18n, best_language

ROOT = Path(__file__).parents[2]
SPOKEN = re.compile(r"""\b(?:Message|\.t|words)\(\s*["']([a-z_]+(?:\.[a-z_0-9]+)+)["']""")
REFUSED = re.compile(r"""refuse\(\s*"(\w+)",\s*"(\w+)\"""")
# Patterns of keys that the code composes from several strings, and where it does so.
COMPOSED = {
    r"(?:link|save)\.(.+)": "engine/match/validation.py, from its two halves",
    r"treaty\.(.+?)(?:\.full)?": "rilatria/table/areas.py, from three parts",
    r"choice\.(evade|protect)_(.+)": "twocities/table/scene.py, by the question and the answer",
    r"kind\.(.+)\.number": "engine/core/texts.py, for the verb of a unit",
    r"side\.(.+)\.number": "engine/core/texts.py, for the verb of a side",
    r"error\.no_(.+)": "stratego/text/reader.py, by the answer that is not possible",
    r"guide\.king_out": "ui/table/guide.py, by the question",
}
# Further keys of an option that the set-up form looks up.
OF_OPTION = ("hint", "custom", "cell")
FORMS = ("", ".one", ".you", ".rival", ".you.one")  # ends of the keys of one sentence
SHARED = ("ui", "engine/core", "engine/kit", "engine/match", "engine/search")


def catalogue_folders() -> list[tuple[Path, str]]:
    """Return (folder, file name before the language) of every catalogue."""
    pages = sorted({path.name.split(".")[0] for path in (ROOT / "ui/locale").glob("*.json")})
    games = [ROOT / f"engine/games/{game}/table/locale" for game in REGISTRY]
    found = [(ROOT / "ui/locale", f"{page}.") for page in pages] + [(one, "") for one in games]
    found += [(one, "lessons.") for one in games if list(one.glob("lessons.*"))]
    later = (
        "about",
        "far",
        "home/mine",
        "learn/analysis",
        "learn/daily",
        "learn/editor",
        "learn/exercises",
        "learn/lessons",
        "learn/mistakes",
        "learn/printing",
        "learn/setups",
        "learn/show",
        "learn/study",
    )
    folders = [ROOT / f"ui/{one}" for one in later]
    found.append((ROOT / "engine/far/locale", "certificate."))
    return [*found, *((one / "locale", f"{one.name}.") for one in folders)]


def read(folder: Path, name: str, lang: str) -> dict[str, str]:
    pairs = json.loads((folder / f"{name}{lang}.json").read_text("utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"a key twice in {folder}/{name}{lang}.json"
    return dict(pairs)


def parameters(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize(("folder", "name"), catalogue_folders())
def test_both_languages_have_the_same_sentences(folder: Path, name: str) -> None:
    spanish, english = (read(folder, name, lang) for lang in LANGUAGES)
    assert set(spanish) == set(english)
    for key in spanish:
        assert spanish[key].strip() and english[key].strip(), key
        assert parameters(spanish[key]) == parameters(english[key]), key


def test_every_page_catalogue_is_loaded() -> None:
    found = {path.name.split(".")[0] for path in (ROOT / "ui/locale").glob("*.json")}
    assert found <= set(PAGE_CATALOGUES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_used_by_the_page_exists(lang: str) -> None:
    """Check the keys written out in the page and in the layers that all games share."""
    for package in {path.parent for path in (ROOT / "ui").glob("*/**/locale")}:
        import_module(".".join(package.relative_to(ROOT).parts))
    words = I18n(lang)
    missing = {}
    for folder in ("ui", "engine/core", "engine/kit", "engine/match", "engine/far"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text("utf-8")
            keys = set(SPOKEN.findall(source))
            keys |= {f"{kind}.{what}" for kind, what in REFUSED.findall(source)}
            gaps = {key for key in keys if not words.has(key)}
            if gaps:
                missing[path.name] = sorted(gaps)
    assert missing == {}


@cache
def strings_of(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return (all strings, patterns of composed keys) of a module; each gap of a composed key is a
    group of its pattern."""
    whole: set[str] = set()
    patterns: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            parts = [one.value if isinstance(one, ast.Constant) else None for one in node.values]
            if parts and re.match(r"[a-z_]+\.", str(parts[0] or "")):
                patterns.add("".join("(.+)" if p is None else re.escape(str(p)) for p in parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole.add(node.value)
    return frozenset(whole), frozenset(patterns)


@cache
def said(*folders: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return (all strings, patterns of composed keys) of the code and data in some folders.
    Strings are included whole, split at colons and in small letters."""
    whole: set[str] = set()
    patterns: set[str] = set()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            strings, composed = strings_of(path)
            whole |= strings
            patterns |= composed
        for path in sorted((ROOT / folder).rglob("*.json")):
            if path.name in ("setups.json", "legend.json", "exercises.json"):
                whole.update(re.findall(r'"([^"\\]+)"', path.read_text("utf-8")))
    words = {part for text in whole for part in (*text.split(":"), text.lower())}
    return frozenset(whole | words), frozenset(patterns)


def unused(keys: Iterable[str], *folders: str) -> list[str]:
    """Return the keys that are neither a string nor a composed key of these folders."""
    words, patterns = said(*folders)
    shapes = [re.compile(pattern) for pattern in (*patterns, *COMPOSED)]

    def used(key: str) -> bool:
        if key in words:
            return True
        filled = (one.groups() for shape in shapes if (one := shape.fullmatch(key)))
        return any(all(part in words or part.isdigit() for part in parts) for parts in filled)

    return [key for key in keys if not any(used(key.removesuffix(one)) for one in FORMS)]


def test_every_key_of_the_page_is_used() -> None:
    for name in PAGE_CATALOGUES:
        keys = read(ROOT / "ui/locale", f"{name}.", "en")
        assert unused(keys, *SHARED, "engine/games") == [], name
    assert unused(read(ROOT / "ui/far/locale", "far.", "en"), *SHARED, "engine/far") == []
    certificate = read(ROOT / "engine/far/locale", "certificate.", "en")
    assert unused(certificate, "ui/far", "engine/far") == []
    assert unused(read(ROOT / "ui/learn/exercises/locale", "exercises.", "en"), *SHARED) == []
    assert unused(read(ROOT / "ui/home/mine/locale", "mine.", "en"), *SHARED) == []


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_key_of_a_game_is_used_by_the_game_or_the_page(game_id: str) -> None:
    keys = read(ROOT / f"engine/games/{game_id}/table/locale", "", "en")
    asked: set[str] = set()
    for option in game_info(game_id).options:
        asked |= {f"option.{option.name}.{one}" for one in (*option.values, *OF_OPTION)}
    for entry in game_legend(game_id):
        asked |= {f"{entry.about.key}.{one}" for _, values in entry.words for one in values}
    left = [key for key in keys if key not in asked and ".letter." not in key]
    assert unused(left, *SHARED, f"engine/games/{game_id}") == []


def test_an_unused_key_is_found() -> None:
    keys = ["table.notation.example", "table.log.empty", "computer.level.3", "table.press.teleport"]
    assert unused(keys, *SHARED) == ["table.notation.example", "table.press.teleport"]


def test_messages_become_sentences() -> None:
    words = I18n("en")
    assert words.t("home.waiting.more", n=1) == "1 more game in progress"
    assert words.t("home.waiting.more", n=2) == "2 more games in progress"
    assert words.message(Message("home.player", number=2)) == "Player 2"
    assert words.t("nobody.says.this") == "nobody.says.this"


def test_an_unknown_language_falls_back_to_spanish() -> None:
    assert best_language("en-GB") == "en"
    assert best_language("pt-BR") == best_language("") == best_language(None) == "es"
    assert I18n("xx").lang == "es"
