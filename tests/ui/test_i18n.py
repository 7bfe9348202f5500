"""The catalogues: both languages say the same things, and nothing said is missing."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

from engine.core.texts import Message
from engine.games import REGISTRY
from ui.far import words as far_words
from ui.i18n import LANGUAGES, PAGE_CATALOGUES, I18n, best_language

ROOT = Path(__file__).parents[2]
SPOKEN = re.compile(r"""\b(?:Message|\.t|words)\(\s*["']([a-z_]+(?:\.[a-z_0-9]+)+)["']""")
REFUSED = re.compile(r"""refuse\(\s*"(\w+)",\s*"(\w+)\"""")


def catalogue_folders() -> list[tuple[Path, str]]:
    """(folder, name part before the language) of every catalogue."""
    pages = sorted({path.name.split(".")[0] for path in (ROOT / "ui/locale").glob("*.json")})
    games = [ROOT / f"engine/games/{game}/table/locale" for game in REGISTRY]
    found = [(ROOT / "ui/locale", f"{page}.") for page in pages] + [(one, "") for one in games]
    return [*found, (ROOT / "ui/far/locale", "far.")]


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
def test_every_sentence_the_page_says_exists(lang: str) -> None:
    """Keys written out in the page and in the layers that serve every game."""
    assert far_words
    words = I18n(lang)
    missing = {}
    for folder in ("ui", "engine/core", "engine/match", "engine/far"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text("utf-8")
            keys = set(SPOKEN.findall(source))
            keys |= {f"{kind}.{what}" for kind, what in REFUSED.findall(source)}
            gaps = {key for key in keys if not words.has(key)}
            if gaps:
                missing[path.name] = sorted(gaps)
    assert missing == {}


def test_messages_become_sentences() -> None:
    words = I18n("en")
    assert words.t("home.saved.events", n=1) == "1 decision"
    assert words.t("home.saved.events", n=2) == "2 decisions"
    assert words.message(Message("home.player", number=2)) == "Player 2"
    assert words.t("nobody.says.this") == "nobody.says.this"


def test_a_language_nobody_wrote_falls_back() -> None:
    assert best_language("en-GB") == "en"
    assert best_language("pt-BR") == best_language("") == best_language(None) == "es"
    assert I18n("xx").lang == "es"
