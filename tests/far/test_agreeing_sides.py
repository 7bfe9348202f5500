"""Sentences of a certificate agree with the sides they name, in Spanish «Blancas usaron»."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import far
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.games import REGISTRY, game_info

SPANISH = Path(far.__file__).parent / "locale/certificate.es.json"
SENTENCES = json.loads(SPANISH.read_text("utf-8"))
MANY = {"andarraya", "twocities"}  # Blancas and Negras
AGREE = {
    "certificate.used": ("usó", "usaron"),
    "certificate.left": (" le quedaban", " les quedaban"),
    "certificate.seed": ("ha revelado", "han revelado"),
    "certificate.turn": (" le toca", " les toca"),
    "certificate.fork.answered": ("firmó", "firmaron"),
    "certificate.guilt.illegal": ("jugó", "jugaron"),
    "certificate.claim.denied": ("niega ", "niegan "),
    "certificate.won.silence": ("jugó", "jugaron"),
}


@pytest.mark.parametrize("key", AGREE)
@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_verb_agrees_with_its_side(game_id: str, key: str) -> None:
    for name in game_info(game_id).sides[:2]:
        side = Message(f"side.{name}")
        said = catalogue(game_id, "es").text(Message(key, side=side, lost=side))
        one, many = AGREE[key]
        assert (many in said, one in said) == (game_id in MANY, game_id not in MANY)


def test_every_sentence_that_begins_with_a_side_agrees_with_it() -> None:
    begin = [words for words in SENTENCES.values() if words.startswith("{side} ")]
    assert begin and [words for words in begin if "{side:" not in words] == []


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_side_has_the_number_of_its_player(game_id: str) -> None:
    words = catalogue(game_id, "es")
    for seat, name in enumerate(game_info(game_id).sides):
        keys = f"side.{name}.number", f"player.name.{seat}.number"
        assert len({words.has(key) and words.text(key) for key in keys}) == 1
