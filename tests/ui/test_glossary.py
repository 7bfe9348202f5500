"""The glossary of the page: one word for one thing in every sentence, in both languages."""

from __future__ import annotations

import json
import re

import pytest

from engine.dev.common import ROOT
from engine.games import REGISTRY, game_text
from ui.table.voice import Voice
from ui.words.i18n import LANGUAGES, PAGE_CATALOGUES, I18n

GLOSSARY = json.loads((ROOT / "ui" / "dev" / "glossary.json").read_text("utf-8"))["words"]


def sentences(lang: str) -> dict[str, str]:
    """Every sentence of a language by catalogue and key, in small letters."""
    found = {}
    catalogues = [*(f"ui/locale/{name}" for name in PAGE_CATALOGUES), "ui/far/locale/far"]
    for path in catalogues:
        words = json.loads((ROOT / f"{path}.{lang}.json").read_text("utf-8"))
        found |= {f"{path.rpartition('/')[2]} {key}": text for key, text in words.items()}
    for game in REGISTRY:
        words = json.loads(game_text(game, f"locale/{lang}.json") or "{}")
        found |= {f"{game} {key}": text for key, text in words.items()}
    return {key: text.lower() for key, text in found.items()}


def begins(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("entry", GLOSSARY, ids=lambda entry: entry["en"])
def test_a_thing_has_one_word(entry: dict[str, object], lang: str) -> None:
    wrong = entry["not"].get(lang, [])  # type: ignore[attr-defined]
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
def test_one_of_something_has_a_sentence_of_its_own_where_the_word_changes(lang: str) -> None:
    """A number before a word in the plural: the catalogue has the form for one."""
    plural = re.compile(r"\{n\} \w+s\b")
    texts = sentences(lang)
    without = [k for k, t in texts.items() if plural.search(t) and f"{k}.one" not in texts]
    assert [k for k in without if not k.endswith(".one") and k not in NEVER_ONE] == []


# Two besiegers at least, two armies at least: of these there is never one.
NEVER_ONE = {"cotadrez tell.siege.alert", "cotadrez tell.siege.confirmed", "stratego goal.several"}

SAID = {
    "es": {
        "table.draw.asked": "Oferta de tablas del ordenador. Ana: ¿de acuerdo?",
        "computer.thinking": "El ordenador está pensando…",
        "table.versus": "El ordenador contra Ana",
        "table.result.won": "Victoria del ordenador",
    },
    "en": {
        "table.draw.asked": "The computer offers a draw. Ana: agreed?",
        "computer.thinking": "The computer is thinking…",
        "table.versus": "The computer against Ana",
        "table.result.won": "The computer wins",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_computer_has_its_article_inside_a_sentence_and_none_on_its_seat(lang: str) -> None:
    voice = Voice(lang, "andarraya", ("", "Ana"), (3, 0))
    label = I18n(lang).t("computer.name")
    assert voice.name(0) == label
    who = {"who": label, "first": label, "second": "Ana", "rival": "Ana"}
    assert {key: voice.t(key, **who) for key in SAID[lang]} == SAID[lang]
    two = Voice(lang, "andarraya", (), (3, 3))
    assert two.t("computer.thinking", who=two.name(0)).startswith(two.name(0))


def test_somebody_who_is_called_computer_keeps_his_name() -> None:
    voice = Voice("es", "rilatria", ("Ordenador de Ana", "Blas"))
    assert voice.t("table.result.won", who=voice.name(0)) == "Victoria de Ordenador de Ana"
