"""Every error code of section 11, in its order, and refused positions."""

from __future__ import annotations

import pytest

from engine.core.errors import ActionError, BadPosition, IllegalAction, InvalidAction
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.faults import CLAUSES as CODES
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play
from tests.games.answers import ended
from tests.games.twocities.board import case, position

FULL = "3t4/8/8/3l4/3P4/8/8/3T4 w - - Ah,2s,4h/As,3s,4c 2h Qd 5.0.0.0 card"
DRAWN = "3t4/8/8/3l4/3P4/8/8/3T4 w - - Ah,2s/As,3s,4c 2h Qd 5.{}.0.0 {}"

REFUSED = [
    ("bad-syntax", "", "playAh"),
    ("bad-syntax", "", "play:9h"),
    ("bad-syntax", "", "play:?"),
    ("bad-syntax", "", "move:d4"),
    ("bad-syntax", "", "MOVE:d4-d4"),
    ("bad-syntax", "", "protect:x"),
    ("bad-syntax", "", "fall:3"),
    ("bad-square", "", "move:d4-d9"),
    ("bad-square", "", "forests:i1,a3"),
    ("wrong-state", "", "move:d4-d4"),
    ("wrong-state", "", "dice:7"),
    ("wrong-state", "play:Ah", "resign"),
    ("wrong-state", "play:Ah", "draw"),
    ("not-in-hand", "", "play:3s"),
    ("not-in-hand", "", "discard:As"),
    ("unplayable", "", "play:2s"),
    ("must-play", "", "discard:2s"),
    ("no-unit", "play:Ah", "move:a1-a2"),
    ("no-unit", "play:Ah", "move:d5-d6"),
    ("not-eligible", "play:Ah", "move:d1-d2"),
    ("unreachable", "play:Ah", "move:d4-d6"),
    ("no-such-target", "play:Ah move:d4-d4", "melee:c4"),
    ("no-such-target", "play:Ah move:d4-d4", "melee:d4"),
    ("not-in-contact", "play:Ah move:d4-d4", "melee:d8"),
    ("die-value", "play:Ah move:d4-d4 melee:d5 evade:yes", "die:7"),
    ("die-value", "play:Ah move:d4-d4 melee:d5 evade:no", "dice:17"),
    ("dice-count", "play:Ah move:d4-d4 melee:d5 evade:no", "dice:1234"),
    ("card-not-in-deck", "play:4h", "card:As"),
    ("card-not-in-deck", "play:4h", "card:?"),
]


@pytest.mark.parametrize(("code", "before", "token"), REFUSED)
def test_9_1_a_refused_input_names_its_code_and_changes_nothing(
    code: str, before: str, token: str
) -> None:
    state = play(TwoCities().state_from_text(FULL), before)
    text = state.to_text()
    with pytest.raises(ActionError) as caught:
        play(state, token)
    assert (caught.value.code, caught.value.token) == (code, token)
    kind = InvalidAction if code in ("bad-syntax", "bad-square") else IllegalAction
    assert isinstance(caught.value, kind) and state.to_text() == text
    assert caught.value.message.clause == CODES[code]


def refusal(state: TwoCitiesState, inputs: str) -> str:
    with pytest.raises(ActionError) as caught:
        play(state, inputs)
    return caught.value.code


def test_9_2_answers_that_are_not_offered_are_refused() -> None:
    start = TwoCities().initial_state()
    assert refusal(start, "forests:e3,e3") == "not-offered"
    assert refusal(start, "forests:e1,e3") == "not-offered"
    assert refusal(play(start, "forests:e3,f7"), "hills:e3,a2") == "not-offered"
    asked = play(case("Pd4", "Ld5 Le5"), "play:Ah move:d4-d4 melee:d5 evade:no dice:12366")
    assert refusal(asked, "protect:n") == "not-offered"
    rows = TwoCities({"setup": "random"}).initial_state()
    assert refusal(rows, "line:TCPLAPCL") == "not-offered"


def test_6_1_a_new_unit_needs_an_empty_square_beside_the_city() -> None:
    state = play(case("Lc1", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card"), "play:Qd")
    assert refusal(state, "place:c1") == "not-empty"
    assert refusal(state, "place:c2") == "not-neighbour"


def test_6_3_only_another_own_unit_can_be_removed() -> None:
    state = play(case("Lh5", rest="Qd,4h,4d/?,?,? - Jd 5.0.1.0 card"), "play:Qd place:d2")
    assert refusal(state, "remove:a1") == "no-unit"
    assert refusal(state, "remove:d1") == "not-eligible"
    assert refusal(state, "remove:d2") == "not-eligible"


def test_7_2_resignation_and_draw_end_the_game() -> None:
    over = play(TwoCities().state_from_text(FULL), "resign")
    assert over.ending == ("resign", 1) and over.to_text().endswith(" over:resign:b")
    assert over.to_text().split()[1] == "w"
    assert refusal(over, "play:Ah") == refusal(over, "resign") == "over"
    assert play(TwoCities().state_from_text(FULL), "draw").ending == ("agreement", -1)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("fields", "3t4/8/8/8/8/8/8/3T4 w -"),
        ("board", "3t4/8/8/8/8/8/8/3T5 w - -"),
        ("board", "3t4/8/8/8/8/8/8 w - -"),
        ("board", "3t4/8/8/3x4/8/8/8/3T4 w - -"),
        ("board", "3t4/8/8/3l''''4/8/8/8/3T4 w - -"),
        ("board", "t7/8/8/8/8/8/8/3T4 w - -"),
        ("board", "3t4/8/8/8/8/8/3T4/8 w - -"),
        ("board", "3tt3/8/8/8/8/8/8/3T4 w - -"),
        ("board", "3t4/8/8/8/8/LLLLLLLL/L7/3T4 w - -"),
        ("board", "8/8/8/8/8/8/8/8 w - -"),
        ("side", "3t4/8/8/8/8/8/8/3T4 x - -"),
        ("forests", "3t4/8/8/8/8/8/8/3T4 w a1 -"),
        ("forests", "3t4/8/8/8/8/8/8/3T4 w a2,a2 -"),
        ("forests", "3t4/8/8/8/8/8/8/3T4 w a2,a3,a4 -"),
        ("hills", "3t4/8/8/8/8/8/8/3T4 w a2 a2"),
        ("hands", FULL.replace("Ah,2s,4h", "Ah,2s")),
        ("hands", FULL.replace("Ah,2s,4h", "Ah,2s,9h")),
        ("discards", FULL.replace(" 2h ", " Qd ")),
        ("discards", FULL.replace(" 2h ", " Ah ")),
        ("removed", FULL.replace(" Qd ", " 3h ")),
        ("counters", FULL.replace("5.0.0.0", "5.x.0.0")),
        ("counters", FULL.replace("5.0.0.0", "5.100.0.0")),
        ("counters", FULL.replace("5.0.0.0", "0.0.0.0")),
        ("counters", DRAWN.format("x", "draw")),
        ("counters", DRAWN.format("101", "draw")),
        ("counters", DRAWN.format("x", "outdie:Ts")),
        ("counters", DRAWN.format("101", "outdie:Ts")),
        ("counters", DRAWN.replace("Ah,2s", "2d,2s").format("100", "unit:Ah:-:d4")),
        ("state", FULL.replace(" card", " dance")),
        ("state", FULL.replace("Ah,2s,4h", "2s,4h").replace(" card", " unit:Ah:-:-")),
        ("state", FULL.replace("Ah,2s,4h", "2s,4h").replace(" card", " melee:Ah:-:-:d3")),
        ("state", FULL.replace("Ah,2s,4h", "2s,4h").replace(" card", " fall:Ah:-:-:d4:d8")),
    ],
)
def test_9_4_a_bad_position_names_its_field(field: str, text: str) -> None:
    with pytest.raises(BadPosition) as caught:
        TwoCities().state_from_text(text)
    assert caught.value.field == field


@pytest.mark.parametrize("ask", ["draw", "outdie:Ts"])
def test_t38_a_settled_count_at_the_limit_can_be_read(ask: str) -> None:
    text = DRAWN.format("100", ask)
    assert TwoCities().state_from_text(text).to_text() == text


def test_9_5_lists_are_read_in_any_order() -> None:
    text = FULL.replace("Ah,2s,4h", "4h,Ah,2s").replace("w - -", "w c3,a2 h7,b2")
    again = TwoCities().state_from_text(text).to_text()
    assert " w a2,c3 b2,h7 Ah,2s,4h/" in again


def test_9_4_the_short_form_can_show_a_fallen_city() -> None:
    state = TwoCities().state_from_text("8/8/8/8/8/8/8/3T4 b - -")
    assert state.to_text().endswith("-/- - - 1.0.0.0 over:city:w")
    assert ended(state).score == "1-0"
    assert position("Pd4") == "3t4/8/8/8/3P4/8/8/3T4 w - -"
