"""Glossary of the page: every sentence uses the same word for the same thing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.dev.common import ROOT
from engine.games import REGISTRY, game_text
from tests.fixtures.says import says
from tests.ui.test_i18n import catalogue_folders, read
from ui.table.voice import Voice
from ui.words.i18n import LANGUAGES, I18n

GLOSSARY = json.loads((ROOT / "ui" / "dev" / "glossary.json").read_text("utf-8"))["words"]


def sentences(lang: str) -> dict[str, str]:
    """Return every sentence of a language in small letters, by catalogue and key."""
    found: dict[str, str] = {}
    for folder, name in catalogue_folders():
        if "games" not in folder.parts:
            words = read(folder, name, lang)
            found |= {f"{name.removesuffix('.')} {key}": text for key, text in words.items()}
    for game in REGISTRY:
        words = json.loads(game_text(game, f"locale/{lang}.json") or "{}")
        found |= {f"{game} {key}": text for key, text in words.items()}
    return {key: text.lower() for key, text in found.items()}


def begins(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("entry", GLOSSARY, ids=lambda entry: entry["en"])
def test_no_sentence_uses_a_rejected_word(entry: dict[str, Any], lang: str) -> None:
    wrong = entry["not"].get(lang, [])
    texts = sentences(lang)
    if entry.get("rules"):
        texts |= {f"{g} rules": (game_text(g, f"rules.{lang}.md") or "").lower() for g in REGISTRY}
    found = [
        (key, word) for key, text in texts.items() for word in wrong if begins(word).search(text)
    ]
    assert found == []
    first = str(entry[lang]).split(" o ")[0].split(" or ")[0].split(" ")[0]
    assert any(begins(first).search(text) for text in texts.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotes_are_those_of_the_language(lang: str) -> None:
    foreign = "“”" if lang == "es" else "«»"
    assert [key for key, text in sentences(lang).items() if set(text) & set(foreign)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_before_a_plural_has_a_second_sentence_for_one(lang: str) -> None:
    """The sentence for one has the key with `.one` added."""
    plural = re.compile(r"\{n\} (?!más)\w+s\b")
    texts = sentences(lang)
    without = [k for k, t in texts.items() if plural.search(t) and f"{k}.one" not in texts]
    assert [k for k in without if not k.endswith(".one") and k not in NEVER_ONE] == []


# There are always at least two besiegers, two armies, and two of a row.
NEVER_ONE = {
    "cotadrez tell.siege.alert",
    "cotadrez tell.siege.barred",
    "cotadrez tell.siege.confirmed",
    "cotadrez tell.siege.fewer",
    "main home.day.row",
    "daily challenge.streak",
    "exercises exercise.days",
    "exercises exercise.row",
    "stratego goal.several",
}

SAID = {
    "es": {
        "table.draw.asked": "Oferta de tablas del ordenador. Ana, ¿de acuerdo?",
        "computer.thinking": "El ordenador está pensando…",
        "table.versus": "El ordenador contra Ana",
        "table.result.won": "Victoria del ordenador",
    },
    "en": {
        "table.draw.asked": says("table.draw.asked", who="The computer", rival="Ana"),
        "computer.thinking": says("computer.thinking", who="The computer"),
        "table.versus": "The computer against Ana",
        "table.result.won": "The computer wins",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_computer_has_an_article_in_sentences_but_not_at_its_seat(lang: str) -> None:
    voice = Voice(lang, "", ("", "Ana"), (3, 0))  # a game without faces
    label = I18n(lang).t("computer.name")
    assert voice.name(0) == label
    who = {"who": label, "first": label, "second": "Ana", "rival": "Ana"}
    assert {key: voice.t(key, **who) for key in SAID[lang]} == SAID[lang]
    two = Voice(lang, "", (), (3, 3))
    assert two.t("computer.thinking", who=two.name(0)).startswith(two.name(0))


def test_a_player_called_computer_keeps_his_name() -> None:
    voice = Voice("es", "rilatria", ("Ordenador de Ana", "Blas"))
    assert voice.t("table.result.won", who=voice.name(0)) == says(
        "table.result.won", "es", who="Ordenador de Ana"
    )
