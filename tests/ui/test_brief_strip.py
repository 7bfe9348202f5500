"""The strip of a phone with the brief lines of a turn: their order, and how many rows they take."""

from __future__ import annotations

import math
import re
from functools import cache
from random import Random

import pytest

from engine.core.telling import Happening, Short, lines_of
from engine.core.texts import Message
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.table import briefs
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from tests.ui.fakes import FakeTable, set_table
from ui.render import telling as drawing
from ui.render.telling import in_words
from ui.table import news

# A row of the strip at 390 pixels, in the font of 13 pixels: width without margins and the button,
# mean width of a character, of an icon with its gap, and between two lines in one row.
ROW, LETTER, ICON, GAP = 340, 5.3, 21, 9.6
ROOM = 8  # rows at 390 x 844 while cards or the coin are asked for
TURNS = 25  # of each game


def say(message: Message) -> str:
    return message.key


def phrase(key: str, joins: bool = False, kind: str = "meter", alone: str = "") -> Happening:
    short = Short((Message(key),) if key else (), joins, Message(alone) if alone else None)
    return Happening(kind, Message(f"whole {key}"), short=short)


def test_brief_lines_take_the_place_of_sentences() -> None:
    told = (phrase("a"), phrase("b", joins=True), phrase(""), Happening("end", Message("end")))
    lines = lines_of(told, tight=True)
    assert [in_words(line, say, tight=True) for line in lines] == ["A, b.", "end"]
    assert [in_words(line, say) for line in lines_of(told)] == [
        "whole a", "whole b", "whole ", "end",
    ]  # fmt: skip


def test_a_brief_line_whose_beginning_is_silent_names_its_side() -> None:
    told = (phrase(""), phrase("b", joins=True, alone="Ana, b"), phrase("c", joins=True))
    (line,) = lines_of(told, tight=True)
    assert in_words(line, say, tight=True) == "Ana, b, c."
    other = lines_of((phrase("x"),), tight=True)
    again = lines_of((one for part in (*other, line) for one in part), tight=True)
    assert [in_words(one, say, tight=True) for one in again] == ["X.", "Ana, b, c."], (
        "it joins no other line"
    )


def test_screen_readers_read_a_brief_line_as_its_sentences() -> None:
    told = (phrase("a"), phrase("b", joins=True))
    drawn = drawing.lines(told, say, tight=True)
    assert '<span aria-hidden="true">A, b</span>' in drawn
    assert "> whole a whole b</span>" in drawn and "told-brief" in drawn
    sentence = drawing.lines((phrase("a"),), say)  # as in the list of turns
    assert "<span>whole a</span>" in sentence and "told-brief" not in sentence


@cache
def before_own_turns() -> tuple[Match, ...]:
    """Return games at each first decision after a turn of a computer of level 2."""
    agent, found = make_agent("ai:2"), []
    for seed in (3, 5):
        match = Match(MatchConfig("rilatria", {}, ("Jugador 1", "Altair")), chance.seeded(seed))
        match.begin()
        rng, ended = Random(seed), False
        while not match.over and match.state.turn_index() < 2 * TURNS:
            actor = match.state.current_player()
            action = agent.choose(match.game, match.state.observation(actor), rng)
            match.play(action)
            ended = ended or (actor == 1 and action[0] == "end")
            if ended and match.state.current_player() == 0:
                ended = False
                found.append(match.until(len(match.events)))
    return tuple(found)


def rows_of(texts: list[str]) -> int:
    """Return how many rows these lines take; short ones share a row."""
    rows, used = 0, math.inf
    for words in texts:
        wide = ICON + LETTER * len(words)
        if used + GAP + wide <= ROW:
            used += GAP + wide
        elif wide <= ROW:
            rows, used = rows + 1, wide
        else:
            rows, used = rows + math.ceil(LETTER * len(words) / (ROW - ICON)), math.inf
    return rows


def in_strip(screen: FakeTable) -> list[str]:
    """Return the lines of the strip as drawn, without the whole sentences for screen readers."""
    drawn = re.findall(r"<li.*?<span[^>]*>(.*?)</span>", str(news.slots(screen.table)["news"]))
    return [re.sub("<[^>]*>", "", one) for one in drawn]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_turns_of_the_computer_fit_into_the_strip(lang: str) -> None:
    """In sentences, half of the lines were out of sight."""
    counts = [rows_of(in_strip(set_table(match, lang))) for match in before_own_turns()]
    assert len(counts) >= 40 and min(counts)
    assert sum(rows <= ROOM for rows in counts) >= 0.98 * len(counts), sorted(counts)


def test_steps_stand_in_the_order_in_which_they_happened() -> None:
    orders = set()
    for match in before_own_turns():
        table = set_table(match, "en").table
        whole = [one.words for item in table.opened() for one in item.telling if not one.aside]
        told = [one.words for line in news.strip_parts(table)[1] for one in line]
        places = [next(n for n, one in enumerate(whole) if one is words) for words in told]
        assert places == sorted(places)
        orders.add(tuple(line[0].kind for line in news.strip_parts(table)[1] if line[0].side == 1))
    assert any("meter" in kinds and kinds.index("meter") < kinds.index("card") for kinds in orders)


def test_every_line_names_its_player_where_both_act() -> None:
    """Regression test: a sacrifice stood without its player between the lines of both."""
    both = 0
    for match in before_own_turns():
        screen = set_table(match, "en")
        told = news.strip_lines(screen.table)
        if len({line[0].side for line in told}) > 1:
            both += 1
            lines = in_strip(screen)
            assert len(lines) == len(told)
            names = ("Player 1", "Altair", "Jugador 1")
            for line, words in zip(told, lines, strict=True):
                assert any(name in words for name in names), (line, words)
    assert both > 12


def test_phrases_with_a_player_say_who_it_is() -> None:
    """A line whose phrase does not say who acts gets the player's name before it."""
    for lang in ("en", "es"):
        texts = set_table(before_own_turns()[0], lang).table.voice
        for key in briefs.JOINS:
            phrase = texts.t(f"brief.{key}") if texts.has(f"brief.{key}") else ""
            assert ("{who}" in phrase) == (key in briefs.TELL_WHO), key


def test_ones_own_turn_ends_with_its_newest_step() -> None:
    for match in before_own_turns():
        screen = set_table(match, "en")
        whole = [one for line in news.strip_lines(screen.table) for one in line]
        state = screen.session.observation()
        assert isinstance(state, RilatriaState)
        if state.phase == "O":
            screen.session.play([("choose", state.cards[0])])
            last = news.strip_lines(screen.table)[-1]
            assert last[0].kind == "card" and last[0] not in whole
            break
    else:
        raise AssertionError("no cards")
