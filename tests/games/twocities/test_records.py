"""Records: golden record, faulty copies, unfinished games, views."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.core.contract import Record
from engine.core.errors import BadLink, BadRecord
from engine.dev.common import random_match
from engine.dev.walks import first_events
from engine.games.twocities.game import TwoCities
from engine.match import codec, record
from tests.fixtures.sampled import sampled

GOLDEN = (Path(__file__).parents[2] / "records" / "twocities" / "golden.txt").read_text("utf-8")
FINAL = (
    "l6l/2p'C''1p2/3a4/5c2/1c5L/8/1L3P2/2PTA1C1 b e3,f7 a2,b6 Ah,2c/Js,Kd,4h"
    " Ts,Ks,6s,As,2d,3s,3c Qd 5.x.1.0 over:city:w:Qs"
)


def test_9_6_the_golden_record_is_written_as_it_was_read() -> None:
    match = record.read(GOLDEN)
    assert match.state.to_text() == FINAL
    assert record.write(match) == GOLDEN
    assert match.config.names == ("Blancas", "Negras")


@pytest.mark.parametrize(
    ("old", "new", "code", "where"),
    [
        ("xd6(e6:116)=2v2", "xd6(e6:11)=2v2", "dice-count", "14:22"),
        ("xd6(e6:116)=2v2", "xd6(e6:116)=1v2", "bad_record", "14:26"),
        ("(156)=1<1", "(156)=1<2", "bad_record", "17:"),
        ("(156)=1<1", "(156)=1", "bad_record", "17:"),
        ("1... 3s", "1... 3h", "not-in-hand", "12:6"),
        ("Cd2-d6*d8", "Cd2-d7*d8", "unreachable", "13:"),
        ("=1##", "=1#", "bad_record", "19:"),
        ("e6:116", "e7:116", "die-value", "14:"),
        ("e6:", "", "dice-count", "14:"),
        (" ~6 +Js", " +Js", "bad_record", "16:"),
        ("+Ks", "~3 +Ks", "bad_record", "12:"),
        ("+Ks", "+%Ks", "bad_record", "12:"),
        ("+Ks", "+2d", "card-not-in-deck", "12:"),
        (" +Ks", "", "bad_record", "12:"),
        (" La1-b2", "", "bad_record", "13:"),
        ("Lh1-h4 ", "Ph1-h4 ", "bad_record", "17:"),
        ("2. 2d", "3. 2d", "bad_record", "13:1"),
        ("@Cd2", "@Ld2", "bad_record", "11:"),
        ("=0*d4(3)=0", "=0*d4(3)=0*d4(3)=0", "wrong-state", "16:"),
        ("\n1-0", "\n0-1", "bad_record", "20:1"),
        ('"city"', '"resign"', "bad_record", "20:1"),
        ("tF e3 f7", "tF e3 e3", "not-offered", "10:"),
        ("mN As", "mN Ts", "card-not-in-deck", "10:"),
        ("\n1-0", "\n5... 4h +3h\n1-0", "over", "20:1"),
        ("[Event", "[Evnt", "bad_record", "1:"),
        ("Pf1-f2 Cb1-a4", "Pf1-f2 Cb1-a4 Ae1", "wrong-state", "15:"),
    ],
)
def test_9_6_a_faulty_record_names_code_and_place(
    old: str, new: str, code: str, where: str
) -> None:
    assert GOLDEN.count(old) >= 1
    with pytest.raises(BadRecord) as caught:
        record.read(GOLDEN.replace(old, new, 1), "twocities")
    assert caught.value.code == code
    assert caught.value.where.startswith(where)


def test_9_6_a_reshuffle_must_be_marked() -> None:
    text = record.write(random_match("twocities", {}, 5))
    assert text.count(" +%") > 2
    with pytest.raises(BadRecord) as caught:
        record.read(text.replace(" +%", " +", 1))
    assert caught.value.code == "bad_record" and caught.value.token.startswith("+")


def test_9_6_dice_are_read_in_any_order() -> None:
    match = record.read(GOLDEN.replace("(156)", "(615)").replace("(4566)", "(6564)"))
    assert record.write(match) == GOLDEN


@pytest.mark.parametrize("setup", sampled(["line", "random", "AC-PTCLA"]))
def test_9_6_t39_a_game_can_be_broken_off_anywhere(setup: str) -> None:
    match = random_match("twocities", {"setup": setup}, 11)
    rng = Random(setup)
    for length in [*range(12), *(rng.randrange(len(match.events)) for _ in range(25))]:
        part = first_events(match, length)
        text = record.write(part)
        assert text.endswith("\n*\n")
        again = record.read(text)
        assert again.events == part.events and record.write(again) == text


def test_9_6_the_record_of_a_view_replays_to_the_observation() -> None:
    match = first_events(record.read(GOLDEN), 40)
    for viewer in (0, 1, -1):
        seen = [event for _, event in match.observed_events(viewer)]
        text = TwoCities().write_record(Record({"setup": "line"}, seen))
        assert "?" in text
        again = record.read(text)
        assert again.state.to_text() == match.state.observation(viewer).to_text()
        assert record.write(again) == text
        with pytest.raises(BadLink) as caught:
            codec.encode(again)
        assert caught.value.message.key == "link.hidden"


def test_9_6_quotes_in_tags_are_escaped() -> None:
    match = record.read(GOLDEN.replace("Golden 1", 'a \\"b\\" \\\\ c'))
    assert match.config.tags["Event"] == 'a "b" \\ c'
    assert '[Event "a \\"b\\" \\\\ c"]' in record.write(match)


def test_7_2_a_resignation_is_written_and_read() -> None:
    match = first_events(record.read(GOLDEN), 8)
    match.resign(0)
    text = record.write(match)
    assert '[Termination "resign"]' in text and text.endswith("\n0-1\n")
    assert record.write(record.read(text)) == text


def test_9_6_a_rules_tag_of_another_game_is_refused_after_the_tags() -> None:
    for text, where in (('[Rules "x"]', "2:1"), ('[Rules "x"]\n\n*\n', "3:1")):
        with pytest.raises(BadRecord) as caught:
            record.read(text, "twocities")
        assert (caught.value.code, caught.value.where) == ("bad_record", where)
