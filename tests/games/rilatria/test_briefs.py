"""Brief lines of Rilatria: what they say in both languages, and that no number is missing."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.telling import Happening, lines_of
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.table.briefs import JOINS, SILENT
from engine.match.match import Match, MatchConfig
from tests.fixtures.golden import Golden
from tests.fixtures.told import tells
from tests.games.rilatria.table import PLAIN, at
from ui.render.telling import in_words

GAME = Rilatria()
FREE = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"


def turn(text: str, actions: str) -> list[Happening]:
    """Return what the seated player is told of several actions."""
    state = at(text)
    told: list[Happening] = []
    for reading in GAME.read_actions(state, actions):
        for action in reading.actions:
            told += tells(GAME, state, action, 0)
            state.apply(action)
    return told


def brief(told: list[Happening]) -> list[tuple[str, ...]]:
    """Return the brief lines in Spanish and in English, with plain spaces."""
    es, en = (catalogue("rilatria", lang).text for lang in ("es", "en"))
    return [
        tuple(in_words(line, text, tight=True).replace("\u00a0", " ") for text in (es, en))
        for line in lines_of(told, tight=True)
    ]


def test_every_brief_sentence_is_in_both_catalogues() -> None:
    for lang in ("es", "en"):
        words = catalogue("rilatria", lang)
        for key in JOINS.keys() - set(SILENT):
            assert words.has(f"brief.{key}"), (lang, key)


LAST = FREE.replace(" 6.4.1", " 1.4.1")
HERO = FREE.replace("4t4", "4h4").replace("1h7", "9")
MOST = FREE.replace("6.3.0.2.0 6", "6.6.0.2.0 6")


def test_an_attack_and_what_it_changes_are_one_line(golden: Golden) -> None:
    said = {
        "an attack": brief(turn(FREE, "Te4xe6")),
        "honour stays at its most": brief(turn(MOST, "Te4xe6")),
        "the loss of the game": brief(turn(LAST, "Te4xe6"))[:1],
        "the end of the hero": brief(turn(HERO, "Te4xe6"))[:1],
    }
    assert [len(one) for one in said.values()] == [1, 1, 1, 1]
    golden(said)


def test_acts_are_said_in_a_few_words(golden: Golden) -> None:
    text = PLAIN.replace("6.3.0.2.0", "5.4.0.2.0")
    said = brief(turn(text, "Tg3-f3 rBi3 $ Hh2-h3"))
    assert len(said) == 4
    golden(said)


def test_the_treaties_of_a_side_are_one_line_that_names_it(golden: Golden) -> None:
    text = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 5.5.5.5.0")
    rich = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 6.3.4.6.0")
    fatal = PLAIN.replace("6.3.1.2.0", "1.3.4.2.0")
    said = {
        "several": brief(turn(text, "; @c x")),
        "at its most": brief(turn(rich, "; @x x")),
        "the loss of the game": brief(turn(fatal, "; @c x"))[:1],
    }
    assert [len(one) for one in said.values()] == [1, 1, 1]
    golden(said)


CARDS = [("6.3.0.2.0", "4d"), ("6.3.0.6.0", "4d"), ("6.3.0.2.0", "F")]


def test_a_card_is_said_even_if_it_changes_nothing(golden: Golden) -> None:
    said = {}
    for values, card in CARDS:
        text = PLAIN.replace(" L ", " O:4d,1h,F ").replace("6.3.0.2.0", values)
        said[f"{values} {card}"] = brief(turn(text, f"={card}"))
    assert all(len(one) == 1 for one in said.values())
    golden(said)


@pytest.mark.parametrize("seed", range(3))
def test_every_change_of_a_number_is_in_a_brief_line(seed: int) -> None:
    match = random_walk(Match(MatchConfig("rilatria", dict(GAME.options)), game=GAME), Random(seed))
    state, found = match.start, 0
    for event in match.events:
        after = state.clone()
        after.apply(event.action)
        told = GAME.tell(state, event, after, -1)
        said = " ".join(en for _, en in brief(list(told)))
        for one in told:
            for item in one.shown if one.kind == "meter" else ():
                assert item.note is not None
                numbers = catalogue("rilatria", "en").text(item.note)
                label = catalogue("rilatria", "en").text(item.label).lower()
                assert f"{label} {numbers}" in said, (event, said)
                found += 1
        state = after
    assert found > 20
