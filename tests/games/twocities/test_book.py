"""Compare section 9 of the rulebook, on texts, with the texts the game writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.contract import Record
from engine.core.errors import BadPosition
from engine.dev.walks import first_events
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import ORDER
from engine.games.twocities.rules.pieces import NAMES
from engine.games.twocities.text.position import ARGUMENTS, REASONS
from engine.games.twocities.text.record import TAGS
from engine.match import record
from engine.match.match import Match
from ui.learn.rulebook import rulebook

GOLDEN = (Path(__file__).parents[2] / "records" / "twocities" / "golden.txt").read_text("utf-8")
OPEN = "3... : play:Ks move:b8-b4"
CASE = "3t4/8/8/3l4/3P4/8/8/3T4 w - - Ah,2s,4h/As,3s,4c 2h Qd 5.{}.0.0 card"
LANGUAGES = ("es", "en")


def clause(number: str, lang: str) -> str:
    """Return the text of a clause up to the next clause or section."""
    found = re.search(
        rf"^\*\*{re.escape(number)}\*\*.*?(?=^\*\*|^## )", rulebook("twocities", lang), re.M | re.S
    )
    assert found
    return found[0]


def under_way() -> Match:
    """Return the golden game in the middle of Black's third turn."""
    match = record.read(GOLDEN)
    wanted = [("move", NAMES.index("b8"), NAMES.index("b4"))]
    length = next(n for n, event in enumerate(match.events, 1) if event.action in wanted)
    return first_events(match, length)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_9_8_the_book_lists_the_data_of_every_question(lang: str) -> None:
    rows = re.findall(r"^\| (`.*?`) \| (.*?) \|$", clause("9.8", lang), re.M)
    told = {name: data for names, data in rows for name in re.findall(r"`(\w+)`", names)}
    short = {"card": "c"}
    for ask, names in ARGUMENTS.items():
        words = [short.get(name, name) for name in names]
        wanted = ", ".join(["c", "n"] if ask == "remove" else words) or "–"
        assert told.pop(ask) == wanted, ask
    assert list(told) == ["over"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_9_9_a_unit_that_moved_and_an_evasion_have_their_marks(lang: str) -> None:
    state = under_way().state
    assert state.to_text().endswith(":b4+")
    assert "`+`" in clause("9.9", lang) and "`e`" in clause("9.9", lang)
    evading = CASE.format("0").replace("Ah,2s,4h", "2s,4h").replace("3l4/3P4", "3c4/3P4")
    after = TwoCities().state_from_text(evading.replace(" card", " evadedie:Ah:-:-:d4:d5"))
    after.apply(("die", 5))
    assert after.to_text().endswith(" roll:Ah:-:-:d4:d5:e")


@pytest.mark.parametrize(("calm", "good"), [("99", True), ("100", False), ("x", False)])
def test_9_10_the_count_of_quiet_turns_has_a_limit(calm: str, good: bool) -> None:
    if good:
        assert TwoCities().state_from_text(CASE.format(calm)).calm == 99
        return
    with pytest.raises(BadPosition) as why:
        TwoCities().state_from_text(CASE.format(calm))
    assert why.value.field == "counters"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_9_11_cards_are_written_in_the_order_of_the_book(lang: str) -> None:
    assert f"`{' '.join(ORDER)}`" in clause("9.11", lang)
    text = CASE.format("0").replace("Ah,2s,4h", "4h,?,Ah")
    again = TwoCities().state_from_text(text.replace("As,3s,4c", "?,?,?")).to_text()
    assert " Ah,4h,?/?,?,? " in again


@pytest.mark.parametrize("lang", LANGUAGES)
def test_9_12_tags_are_written_in_the_order_of_the_book(lang: str) -> None:
    written = re.findall(r"^\[(\w+) ", GOLDEN, re.M)
    named = re.findall(r"`([A-Z]\w+)`", clause("9.12", lang).partition("`Setup` ")[0])
    assert [one for one in named if one != "Options"] == written
    assert named == list(TAGS)
    assert all(f"`{reason}`" in clause("9.12", lang) for reason in REASONS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_9_13_an_unfinished_turn_is_written_before_the_star(lang: str) -> None:
    match = under_way()
    assert record.write(match).endswith(f"\n{OPEN}\n*\n")
    assert record.read(record.write(match)).events == match.events
    assert f"`{OPEN}`" in clause("9.13", lang)


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_9_14_a_view_hides_only_cards(viewer: int) -> None:
    match = under_way()
    true, seen = match.state.to_text(), match.state.observation(viewer).to_text()
    differ = [
        n
        for n, pair in enumerate(zip(true.split(), seen.split(), strict=True))
        if len(set(pair)) > 1
    ]
    assert differ == [4] and "?" in seen.split()[4]
    events = [event for _, event in match.observed_events(viewer)]
    text = TwoCities().write_record(Record({"setup": "line"}, events))
    assert "?" in text and record.read(text).state.to_text() == seen
