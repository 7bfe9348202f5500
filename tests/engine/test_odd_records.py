"""Records of every game as mail, chats and word processors leave them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.core.errors import BadRecord
from engine.games import REGISTRY
from engine.match import record
from tests.fixtures.matches import random_match

ODD: dict[str, Callable[[str], str]] = {
    "typographic quotes": lambda text: re.sub(r'"([^"\n]*)"(?=\])', r"“\1”", text),
    "low quotes": lambda text: re.sub(r'"([^"\n]*)"(?=\])', r"„\1“", text),
    "angular quotes": lambda text: re.sub(r'"([^"\n]*)"(?=\])', r"«\1»", text),
    "hard blanks": lambda text: re.sub(r"(?m)^\[.*", _hard, text),
    "tabs": lambda text: re.sub(r"(?m)^(\[[\w.]+) ", "\\1\t", text),
    "old line ends": lambda text: text.replace("\n", "\r"),
}


def _hard(found: re.Match[str]) -> str:
    return found[0].replace(" ", "\xa0")


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_record_is_read_as_the_plain_one(game: str, odd: str) -> None:
    match = random_match(game, 1, 40)
    match.config.names = ("Ana", "Blas")
    plain = record.write(match)
    text = ODD[odd](plain)
    assert text != plain
    read = record.read(text)
    assert [one.action for one in read.events] == [one.action for one in match.events]
    assert read.config.names[0] == "Ana"


@pytest.mark.parametrize(
    ("game", "key"), [("twocities", "error.record.no_result"), ("rilatria", "error.cut")]
)
def test_a_record_cut_off_is_not_said_to_have_another_result(game: str, key: str) -> None:
    lines = record.write(random_match(game, 1, 40)).rstrip().split("\n")
    with pytest.raises(BadRecord) as refused:
        record.read("\n".join(lines[:-1]))
    assert refused.value.message.key == key


def test_words_behind_the_result_are_what_stratego_refuses() -> None:
    text = '[Game "stratego"]\n\nblue+resign Sent from my phone\n'
    with pytest.raises(BadRecord) as refused:
        record.read(text)
    assert refused.value.message.key == "error.after_result"
