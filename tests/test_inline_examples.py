"""Play the moves that rulebooks quote inside their sentences.

`TRIED` holds, by game, every quoted piece of notation with a square in it: the position it is
played from, and the full input if that is longer than the quotation. `READ` holds quotations that
are part of a position, and a position that contains them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.games import REGISTRY, load_game
from tests.games.cotadrez.table import ctn
from tests.games.stratego.helpers import position as lines
from tests.test_examples import EXAMPLES, examples, played
from ui.learn.rulebook import rulebook

_CODE = re.compile(r"`([^`]+)`")
_QUOTED = re.compile(r"(?=.*[a-n]\d)(?![a-n]\d+$).*")
NAMES = {"small8", "large12", "tri10", "standard40", "barrage8"}  # boards and armies
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
RECORDS = Path(__file__).parent / "records"

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1"
CORNER = "4k3/8/8/8/8/8/8/4K2R w EHe - 20 11"
KNIGHTS = "4k3/8/8/8/8/1N6/8/1N3N1K w - - 20 11"
MARCH = ctn("Ra1 Hb5 Ha7", "Rj10 Eb7")
STEPPED = "9r/10/10/He8/1H8/10/10/10/10/R9 S&b5b6 S e2f3,e8f9 - - - - - 8.0.0"
# As worked case 17, but with Light Cavalry where the ponds would shield North from an Elephant.
SIEGE = ctn("Ra1 Hd7 Df7 Ta10 Ce5 Cf5", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")
PENDING = "T9/9l/10/10/10/4CC4/10/10/10/R9 N!E:DH S e2f3,e8f9 - DEH REEPB - - 20.5.0"
FREE = "9/1h7/9/9/{}/{}/9/{}/9 1 L 6.3.1.2.0 6.4.1.2.0 - 0 1"

TRIED: dict[str, dict[str, tuple[str, ...]]] = {
    "andarraya": {
        "e2e4": (CHESS,), "Ng1f3": (CHESS,),
        "a7a8q": ("4k3/P7/8/8/8/8/8/4K3 w - - 20 11",),
        "a8=Q": ("4k3/P7/8/8/8/8/8/4K3 w - - 20 11",),
        "a7a8": ("4k3/P7/8/8/8/8/8/3QK3 w - - 20 11",),
        "e1g1": (CORNER,), "Kg1": (CORNER,),
        "exd6": ("4k3/8/3p4/4P3/8/8/8/4K3 w - - 20 11",),
        "Nb1d2": (KNIGHTS,), "Nfd2": (KNIGHTS,), "N3d2": (KNIGHTS,),
    },
    "rilatria": {
        "rBh3": (FREE.format("9", "9", "7H1"),),
        "He4-e5": ("9/1h7/9/9/9/4H4/9/9/9 1 L 6.3.1.2.0 6.4.1.2.0 - 0 1",),
        "Te4xe6": ("9/1h7/9/4t4/9/4T4/9/7H1/9 1 L 6.3.1.2.0 6.4.1.2.0 - 0 1",),
    },
    "cotadrez": {
        "rFe2f3": ("*",), "rLe1 rMa2": ("rFe2f3 *",),
        "He2e3": (ctn("Ra1 He2", "Rj10", forts="h2i3,e8f9"),),
        "Dxc9": (ctn("Ra1 Dg5", "Rj9 Lc9"),),
        "Hd3 & Hxg8": (ctn("Ra1 Hd2 Hg7", "Rj10 Lg8", forts="b2c3,b8c9"),),
        "L=Rd5": (ctn("Rd5 Lc5", "Rj10"),), "Lc5=Rd5": (ctn("Rd5 Lc5", "Rj10"),),
        "Txf7": (ctn("Ra1 Tf5", "Rj10 Hf7"),),
        "Bxb8xc9": (ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"),),
        "rDg4": (ctn("Ra1 He5", "Rj10", res=("D", "")),),
        "Df7->ASEDIO Pxd7 <-ASEDIO": (ctn("Ra1 Hd7 Df4", "Rj10 Pb6"),),
        "mE rRd9 <-ASEDIO (DEHr EEPBm)": (SIEGE,),
        "rRd9 <-ASEDIO (DEHr EEPBm)": (PENDING,),
        "rRd9": (PENDING, "rRd9 <-ASEDIO (DEHr EEPBm)"),
        "Hb6 &": (MARCH,), "Hb6": (MARCH,), "Hxb7": (STEPPED,),
    },
    "stratego": {
        "a4-a5": (lines("r2a4")[1],), "b4xb9:2<7": (lines("r2b4 b7b9")[1], "b4xb9"),
    },
    "twocities": {},
}  # fmt: skip
# Stratego's moves that need options: (position, options, input).
OPTIONAL: dict[str, tuple[str, dict[str, Any], str]] = {
    "e4<>e5": (lines("r4e4 r5e5", relay=True)[1], {"relay": True}, "e4<>e5"),
    "+8@c1": (
        lines("r5f9 r2g9", rest="- 0 0 - r:8 vac.r=8", rescue_rear=2)[1],
        {"rescue_rear": 2}, "f9-f10+8@c1",
    ),
    "*6@d2": (
        lines("", rest="- 0 0 - r:67;b:39 pts.r=12,vac.r=67", rescue_points=2)[1],
        {"rescue_points": 2}, "*6@d2",
    ),
}  # fmt: skip
READ: dict[str, dict[str, str]] = {
    "cotadrez": {
        "S&b5b6": STEPPED,
        "S&b5xPb6": "9r/10/10/He8/1H8/10/10/10/10/R9 S&b5xPb6 S e2f3,e8f9 - - - P - 8.0.0",
        "e2f3,e8f9": STEPPED, "rFe2f3 rDg4 *": "rFe2f3 rDg4 *",
    },
}  # fmt: skip
# Lines of records that are replayed, by game: file and line.
IN_RECORDS = {
    "twocities": ("golden.txt", "2... As Pc7-c6xd6(e6:116)=2v2 +6s"),
    "rilatria": ("sample.txt", "rHh2 rTg3 // rHb8 rTc7 >>>"),
}
# Ends of unfinished records; the second is tested in tests/games/twocities/test_book.py.
OPEN = ("Hb6 & *", "3... : play:Ks move:b8-b4")


def quoted(game: str, language: str) -> set[str]:
    """Return the quoted notation with a square in it, outside position blocks."""
    prose = _FENCE.sub("", rulebook(game, language))
    return {code for code in _CODE.findall(prose) if _QUOTED.fullmatch(code)} - NAMES


def in_blocks(game: str) -> set[str]:
    claims = [words for e in EXAMPLES if e.game == game for _, words in e.claims]
    return {entry for words in claims for entry in words.split(" | ")}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", REGISTRY)
def test_every_quoted_move_is_tried(game: str, language: str) -> None:
    known = {*in_blocks(game), *OPEN}
    for tried in (TRIED, READ, IN_RECORDS):
        known.update(tried.get(game, ()))
    if game == "stratego":
        known |= set(OPTIONAL)
    assert not quoted(game, language) - known
    assert list(examples(language))


@pytest.mark.parametrize(("game", "words"), [(g, w) for g, many in TRIED.items() for w in many])
def test_a_quoted_move_is_legal_in_its_position(game: str, words: str) -> None:
    position, *typed = TRIED[game][words]
    rules = load_game(game)({})
    state = rules.state_from_text(position)
    text = typed[0] if typed else words
    assert played(rules, state, text).key() != state.key()
    assert words in text or words in turn_after(rules, state, text)


@pytest.mark.parametrize("words", OPTIONAL)
def test_7_3_7_4_a_quoted_move_of_an_option_is_read_and_written_alike(words: str) -> None:
    position, options, text = OPTIONAL[words]
    rules = load_game("stratego")(options)
    assert words in turn_after(rules, rules.state_from_text(position), text)


@pytest.mark.parametrize(("game", "words"), [(g, w) for g, many in READ.items() for w in many])
def test_a_quoted_part_of_a_position_survives_reading_and_writing(game: str, words: str) -> None:
    text = READ[game][words]
    assert words in text and load_game(game)({}).state_from_text(text).to_text() == text


@pytest.mark.parametrize("game", IN_RECORDS)
def test_a_quoted_line_is_in_a_record_that_can_be_replayed(game: str) -> None:
    name, line = IN_RECORDS[game]
    text = (RECORDS / game / name).read_text(encoding="utf-8")
    assert line in text.splitlines()
    assert load_game(game).read_record(text).events


def test_6_18_the_quoted_open_march_ends_a_cotadrez_record() -> None:
    text = (
        "rFe2f3 rHd1 rHe1 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 >>> 1. Hc1 & *"
    )  # fmt: skip
    record = load_game("cotadrez").read_record(text)
    assert record.events[-1].action[0] == "step" and record.result == "*"


def turn_after(rules: Any, state: Any, text: str) -> str:
    """Return the notation of the turn made by these actions."""
    actions = [a for reading in rules.read_actions(state, text) for a in reading.actions]
    return str(rules.turn_text(state, actions))
