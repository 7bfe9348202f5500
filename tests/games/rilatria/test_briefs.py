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
from tests.fixtures.told import tells
from tests.games.rilatria.table import PLAIN, at
from ui.render.telling import in_words

GAME = Rilatria()
FREE = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"


def turn(text: str, actions: str) -> list[Happening]:
    """Return what the seated player is told of several actions."""
    state, told = at(text), []
    for reading in GAME.read_actions(state, actions):
        for action in reading.actions:
            told += tells(GAME, state, action, 0)
            state.apply(action)
    return told


def brief(told: list[Happening]) -> list[tuple[str, str]]:
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


def test_an_attack_and_what_it_changes_are_one_line() -> None:
    assert brief(turn(FREE, "Te4xe6")) == [
        (
            "Armatoste e4 → e6, destruye el armatoste, honor 3 → 4, "
            "Jugador 2 pierde 2 por la pieza perdida: vitalidad 6 → 4.",
            "Ram e4 → e6, destroys the ram, honour 3 → 4, "
            "Player 2 loses 2 for the lost piece: vitality 6 → 4.",
        )
    ]
    full = FREE.replace("6.3.0.2.0 6", "6.6.0.2.0 6")
    assert "honour" not in brief(turn(full, "Te4xe6"))[0][1], "it stays at 6"
    last = FREE.replace(" 6.4.1", " 1.4.1")
    assert brief(turn(last, "Te4xe6"))[0][1].endswith("vitality 1 → 0, and loses the game.")
    hero = FREE.replace("4t4", "4h4").replace("1h7", "9")
    assert "destroys the hero and wins" in brief(turn(hero, "Te4xe6"))[0][1]


def test_acts_are_said_in_a_few_words() -> None:
    text = PLAIN.replace("6.3.0.2.0", "5.4.0.2.0")
    assert brief(turn(text, "Tg3-f3 rBi3 $ Hh2-h3")) == [
        ("Armatoste g3 → f3.", "Ram g3 → f3."),
        ("Compra un bárbaro en i3: dinero 2 → 0.", "Buys a barbarian on i3: money 2 → 0."),
        (
            "Sacrificio: vitalidad 5 → 4, dinero 0 → 1.",
            "Sacrifice: vitality 5 → 4, money 0 → 1.",
        ),
        ("Héroe h2 → h3.", "Hero h2 → h3."),
    ]


def test_the_treaties_of_a_side_are_one_line_that_names_it() -> None:
    text = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 5.5.5.5.0")
    assert brief(turn(text, "; @c x")) == [
        (
            "Jugador 2, honor 5 (4+): vitalidad 5 → 6, suerte 5 → 4, suerte 4 (4+): "
            "dinero 5 → 6, pide cara y falla, vitalidad 6 → 5, dinero 6 (4+): honor 5 → 4.",
            "Player 2, honour 5 (4+): vitality 5 → 6, luck 5 → 4, luck 4 (4+): "
            "money 5 → 6, calls heads and is wrong, vitality 6 → 5, money 6 (4+): "
            "honour 5 → 4.",
        )
    ]
    rich = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 6.3.4.6.0")
    assert brief(turn(rich, "; @x x"))[0][1] == (
        "Player 2, calls tails and is right, vitality stays at 6, money 6 (4+): honour 3 → 2."
    )
    fatal = PLAIN.replace("6.3.1.2.0", "1.3.4.2.0")
    assert brief(turn(fatal, "; @c x"))[0][1].endswith("vitality 1 → 0, and loses the game.")


@pytest.mark.parametrize(
    ("values", "card", "es", "en"),
    [
        ("6.3.0.2.0", "4d", "Carta de Jugador 1: dinero 2 → 6.", "Player 1’s card: money 2 → 6."),
        (
            "6.3.0.6.0",
            "4d",
            "Carta de Jugador 1: +4 dinero, sin efecto.",
            "Player 1’s card: +4 money, no effect.",
        ),
        ("6.3.0.2.0", "F", "Carta de Jugador 1: fichas 0 → 1.", "Player 1’s card: tokens 0 → 1."),
    ],
)
def test_a_card_is_said_even_if_it_changes_nothing(
    values: str, card: str, es: str, en: str
) -> None:
    text = PLAIN.replace(" L ", " O:4d,1h,F ").replace("6.3.0.2.0", values)
    assert brief(turn(text, f"={card}")) == [(es, en)]


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
