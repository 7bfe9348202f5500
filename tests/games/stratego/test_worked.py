"""The 42 worked cases of the rules, in their order."""

from __future__ import annotations

import pytest

from engine.core.contract import Event
from engine.core.errors import BadOptions
from engine.core.options import Options
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import at, field, position, result, state_of, token, turns


def lay(game: Stratego, text: str) -> StrategoState:
    """Play the words of a set-up string from the start, front line first."""
    return play(game.initial_state(), " ".join(text.replace("/", "")))


def test_case_01_equal_ranks_both_go() -> None:
    state = state_of("r5e5 b5e6")
    assert token(state, "e5xe6") == "e5xe6:5=5"
    after = play(state, "e5xe6")
    assert at(after, "e5") == at(after, "e6") == ""


def test_case_02_spy_and_marshal() -> None:
    state = state_of("rSe5 bMe6")
    assert token(state, "e5xe6") == "e5xe6:S>M"
    assert at(play(state, "e5xe6"), "e6") == "rS'!"
    assert token(state_of("rSe5 bMe6", "blue"), "e6xe5") == "e6xe5:M>S"


def test_case_03_bomb_and_miner() -> None:
    state = state_of("r8e5 bBe6 r3f6")
    assert token(state, "e5xe6") == "e5xe6:8<B"
    after = play(state, "e5xe6")
    assert at(after, "e6") == "bB!"
    after = play(after, "a10-a9")
    assert token(after, "f6xe6") == "f6xe6:3>B"
    assert at(play(after, "f6xe6"), "e6") == "r3'!"


def test_case_04_scout_has_17_actions() -> None:
    for limited, count in ((False, 17), (True, 16)):
        state = state_of("r2b4 b7b9", limited_scout=limited)
        mine = [t for t in turns(state) if t.startswith("b4")]
        assert len(mine) == count
        assert ("b4xb9" in mine) == (count == 17)


def _shuttle() -> StrategoState:
    return play(state_of("r6e5"), "e5-e6 a10-a9 e6-e5 a9-a10 e5-e6 a10-a9")


def test_case_05_two_square_rule() -> None:
    state = _shuttle()
    assert refusal(state, "e6-e5") == "IllegalAction"
    assert not refusal(state, "e6-e7") and not refusal(state, "j1-j2")
    assert not refusal(state, "j1-j2 a9-a8 e6-e5")


def test_case_06_two_square_rule_forbids_attacks_too() -> None:
    game, text = position(
        "r6e6 b9e5",
        rest="- 6 6 r:e5e6,e6e5,e5e6;b:a10a9,a9a10,f5e5 - -",
        background="rFa1 r4j1 bFj10 b4a10",
    )
    state = game.state_from_text(text)
    assert refusal(state, "e6xe5") == "IllegalAction"


def test_case_07_six_cells() -> None:
    """The set-up's front line is a4–j4."""
    bad = "BB88BB9MBB/F222222223/S333344445/5556666777"
    good = "BB88B29MBB/F2222222B3/S333344445/5556666777"
    assert refusal(Stratego({}).initial_state(), " ".join(bad.replace("/", ""))) == "IllegalAction"
    assert field(lay(Stratego({}), good), 2) == "blue"
    assert field(lay(Stratego({"grenades": True}), bad), 2) == "blue"


def test_case_08_blue_sits_below() -> None:
    game, text = position("", "red", background="bFa1 b4j1 rFj10 r4a7", p1_side="blue")
    state = game.state_from_text(text)
    assert "a7-a6" in turns(state)
    assert refusal(state, "j1-j2") == "IllegalAction"
    assert game.initial_state().current_player() == 0


def test_case_09_mutual_last_capture() -> None:
    state = state_of("r7e5 b7e6", background="rFa1 bFj10")
    assert result(play(state, "e5xe6")) == "draw+both_elim"
    state = state_of("r8e5 b7e6", background="rFa1 bFj10")
    assert result(play(state, "e5xe6")) == "red+elim"


def test_case_10_no_legal_action() -> None:
    state = state_of("", background="rFa1 r4j1 bFj10 bBa9 bBb10 b4a10")
    assert result(play(state, "j1-j2")) == "red+nomove"


def test_case_11_small_armies() -> None:
    assert sum(Stratego({"army": "barrage8"}).tables.army) == 8
    assert sum(Stratego({"army": "short32"}).tables.army) == 32
    game = Stratego({"army": "barrage8"})
    three = "3 3 3"
    assert refusal(game.initial_state(), three) == "IllegalAction"
    empty_front = "........../FB23S9M2../........../.........."
    assert lay(game, empty_front).to_text().split()[1] == "blue"


def test_case_12_small_board_and_octagon() -> None:
    state = state_of("r4d3 r4c3", background="rFa1 bFh8 b4a8", board="small8")
    assert "d3-d4" in turns(state) and "c3-c4" not in turns(state)
    with pytest.raises(BadOptions) as why:
        Stratego({"board": "octagon", "army": "standard40"})
    assert why.value.code == "X8"


def test_case_13_hexagons() -> None:
    state = state_of("r5e5", board="hex10")
    assert [t for t in turns(state) if t.startswith("e5")] == ["e5-d4", "e5-e4", "e5-e6", "e5-f5"]


FOUR = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"


def test_case_14_four_armies() -> None:
    game, text = position("r9d8", background=FOUR, players=4)
    state = game.state_from_text(text)
    assert token(state, "d8xc8") == "d8xc8:9>F#b"
    after = play(state, "d8xc8")
    assert field(after, 2) == "green" and after.alive() == [0, 2, 3] and at(after, "a5") == ""


def test_case_15_hills() -> None:
    assert token(state_of("r6e5 b7e6", hills="hills4"), "e5xe6") == "e5xe6:6=7"
    state = state_of("r6e4 b6e5", hills="hills4")
    assert token(state, "e4xe5") == "e4xe5:6<6"
    assert at(play(state, "e4xe5"), "e4") == ""


def test_case_16_blind_combat() -> None:
    state = state_of("r5e5 b9e6", blind_combat=True)
    assert [token(state, "e5xe6", v) for v in (None, 0, 1)] == [
        "e5xe6:5<9",
        "e5xe6:5<?",
        "e5xe6:5<9",
    ]
    state = state_of("r5e5 b9e6", blind_combat=True, hidden_captures=True)
    assert token(state, "e5xe6", 1) == "e5xe6:?<9"


def test_case_17_hidden_captures() -> None:
    state = state_of("r9e5 b5e6", hidden_captures=True)
    assert token(state, "e5xe6", 0) == "e5xe6:9>?"
    assert token(state, "e5xe6", 1) == "e5xe6:9>5"
    assert at(play(state, "e5xe6"), "e6") == "r9'!"


def test_case_18_surprise_factor() -> None:
    state = state_of("r5e5 b5e6", surprise_factor=True)
    assert token(state, "e5xe6") == "e5xe6:5>5"
    assert at(play(state, "e5xe6"), "e6")[:2] == "r5"
    assert token(state_of("r5e5 b6e6", surprise_factor=True), "e5xe6") == "e5xe6:5<6"


def test_case_19_attacker_bonus() -> None:
    assert token(state_of("r5e5 b6e6", attacker_bonus=True), "e5xe6") == "e5xe6:5=6"
    both: Options = {"attacker_bonus": True, "surprise_factor": True}
    assert token(state_of("r5e5 b6e6", **both), "e5xe6") == "e5xe6:5>6"
    assert token(state_of("r5e5 b7e6", attacker_bonus=True), "e5xe6") == "e5xe6:5<7"
    assert token(state_of("r5e5 b7e6", **both), "e5xe6") == "e5xe6:5<7"


def test_case_20_grenades() -> None:
    state = state_of("rBe5 b9e6", grenades=True)
    assert token(state, "e5xe6") == "e5xe6:B=9"
    state = state_of("rBe5 b3e6", grenades=True)
    assert token(state, "e5xe6") == "e5xe6:B<3"
    assert at(play(state, "e5xe6"), "e6") == "b3!"
    after = play(state_of("r9e5 bBe6", grenades=True), "e5xe6")
    assert at(after, "e5") == at(after, "e6") == ""


def test_case_21_licensed_spy() -> None:
    assert token(state_of("rSe5 b8e6", licensed_spy=True), "e5xe6") == "e5xe6:S>8"
    assert token(state_of("rSe5 bBe6", licensed_spy=True), "e5xe6") == "e5xe6:S<B"
    assert token(state_of("rSe5 b2e6", "blue", licensed_spy=True), "e6xe5") == "e6xe5:2>S"


def test_case_22_agile() -> None:
    def targets(how: str) -> set[str]:
        found = turns(state_of("r7e4", agile={"7": how}))
        return {t[3:] for t in found if t.startswith("e4")}

    assert targets("two") == set(["e5", "e6", "e3", "e2", "f4", "g4", "d4", "c4"])
    assert targets("diagonal") == set(["e5", "e3", "d4", "f4", "f5", "d3", "f3"])


def test_case_23_mobile_flag() -> None:
    def flag(pieces: str) -> list[str]:
        return [t for t in turns(state_of(pieces, mobile_flag=True)) if t.startswith("a1")]

    assert flag("") == ["a1-a2", "a1-b1"]
    assert flag("b7a2") == ["a1-b1"]


def test_case_24_miner_by_capture() -> None:
    state = state_of("r6e5 b3e6 bBe7", miner_by_capture="all")
    after = play(state, "e5xe6 a10-a9")
    assert at(after, "e6") == "r6'!+"
    assert token(after, "e6xe7") == "e6xe7:6>B"
    assert at(play(after, "e6xe7"), "e7")[:2] == "r6"


def test_case_25_promotion_by_merit() -> None:
    options: Options = {"promotion_merit": {"types": ["5"], "next_rank_only": True}}
    game, text = position("r5e5 b4e6", rest="- 0 0 - r:6 vac.r=6", **options)
    state = game.state_from_text(text)
    assert token(state, "e5xe6 =") == "e5xe6:5>4=6"
    assert at(play(state, "e5xe6 ="), "e6") == "r6'!"
    game, text = position("r5e5 b3e6", rest="- 0 0 - r:6 vac.r=6", **options)
    state = game.state_from_text(text)
    assert refusal(state, "e5xe6 =") == "IllegalAction"
    assert play(state, "e5xe6").turn == 1


def _courage(lost: str = "r:5 vac.r=5") -> StrategoState:
    options: Options = {"promotion_courage": {"types": ["4"]}}
    game, text = position("r4f9", rest=f"- 0 0 - {lost}", **options)
    return game.state_from_text(text)


def test_case_26_promotion_by_courage() -> None:
    state = _courage()
    assert token(state, "f9-f10 ^") == "f9-f10^5"
    after = play(state, "f9-f10^5 a10-a9 f10-e10")
    assert field(after, 2) == "blue" and field(after, 9) == ""


def _rear() -> StrategoState:
    game, text = position("r5f9 r2g9", rest="- 0 0 - r:8 vac.r=8", rescue_rear=2)
    return game.state_from_text(text)


def test_case_27_rear_rescue() -> None:
    state = _rear()
    assert token(state, "f9-f10 +8@c1") == "f9-f10+8@c1"
    assert token(state, "f9-f10 +8@c1", 1) == "f9-f10+?@c1"
    assert refusal(state, "g9-g10 +8@c1") == "IllegalAction"
    assert play(state, "g9-g10").turn == 1


def test_case_28_points_rescue() -> None:
    game, text = position("", rest="- 0 0 - r:67;b:39 pts.r=12,vac.r=67", rescue_points=2)
    state = game.state_from_text(text)
    after = play(state, "*6@d2")
    assert after.pts[0] == 0 and at(after, "d2") == "r6'!"
    assert refusal(state, "*7@d2") == "IllegalAction"
    state = state_of("r9e5 r3f5 b9e6 b3f6", rescue_points=2, surprise_factor=True)
    after = play(state, "e5xe6 a10-a9 f5xf6")
    assert after.pts == (12, 0)


def test_case_29_charge() -> None:
    strict = turns(state_of("r6e6 b5e5", charge="strict"))
    assert {"e6-e7", "e6-f6"} <= set(strict) and "e6xe5" not in strict
    assert "e6xe5" in turns(state_of("r6e6 b5e5", charge="envelop"))
    for charge in ("strict", "envelop"):
        assert "f8xf5" not in turns(state_of("r2f8 b5f5", charge=charge))


def test_case_30_cross_country() -> None:
    found = turns(state_of("r2e4", cross_country=["2"]))
    assert "e4-f5" in found and "e4-g6" not in found


def test_case_31_relay() -> None:
    state = state_of("r6e4 r2e5", relay=True)
    assert token(state, "e4<>e5") == "e4<>e5" and not refusal(state, "e5<>e4")
    after = play(state, "e4<>e5 a10-a9")
    assert field(after, 2) == "blue" and field(after, 3) == "-"
    assert field(play(state, "e4<>e5"), 3) == "r1"
    assert not refusal(state, "e4<>e5 a10-a9 -- a9-a8")
    assert refusal(state, "e4<>e5 -- a10-a9") == "IllegalAction"
    assert refusal(state_of("r6e4 rBe5", relay=True), "e4<>e5") == "IllegalAction"


def test_case_32_marines() -> None:
    assert "c4-c7" in turns(state_of("r4c4", marines=["4"]))
    assert "c4xc7" in turns(state_of("r4c4 b9c7", marines=["4"]))


def test_case_33_desertion() -> None:
    state = state_of("r9e5 b4e6", desertion=True)
    assert token(state, "e5xe6 desert") == "e5xe6:~"
    after = play(state, "e5xe6 desert")
    assert at(after, "e6") == "r9'" and field(after, 7) == "b:~(4)"
    assert field(after.observation(0), 7) == "b:~?" and field(after, 8) == "-"
    state = state_of("r9e5 bBe6", desertion=True)
    asked = state.clone()
    asked.apply(state.game.parse_action(asked, "e5xe6"))
    assert asked.frame() == "answer" and asked.legal_actions() == [("stand",)]
    assert token(state, "e5xe6") == "e5xe6:9<B"


def test_case_34_no_capture_limit() -> None:
    state = state_of("r5e5 b5e6", no_capture_limit=4)
    quiet = "j1-j2 a10-a9 j2-j1 a9-a10"
    assert result(play(state, quiet)) == "draw+no_capture"
    assert not result(
        play(state_of("r5e5 b5e6", "blue", no_capture_limit=4), "a10-a9 j1-j2 a9-a10 e5xe6")
    )


def test_case_35_the_place_is_taken() -> None:
    options: Options = {"promotion_courage": {"types": ["2"]}, "rescue_rear": 2}
    game, text = position("r2f9 r5g9", rest="- 0 0 - r:3 vac.r=3", **options)
    state = play(game.state_from_text(text), "f9-f10^3 a10-a9")
    assert field(state, 8) == "-"
    after = state.clone()
    after.apply(game.parse_action(after, "g9-g10"))
    while after.turn == 0:  # courage and rear are asked, as the piece is hidden, and offer nothing
        assert after.frame() in ("courage", "rear") and after.legal_actions() == [("decline",)]
        after.apply(("decline",))


def test_case_36_span() -> None:
    words = "b2-b6 a10-a9 b6-b3 a9-a10 b3-b5 a10-a9"
    state = play(state_of("r2b2", two_square="span"), words)
    assert "b5-b4" not in turns(state)
    assert "b5-b4" in turns(play(state_of("r2b2"), words))


def test_case_37_a_forced_refusal_looks_the_same() -> None:
    none = play(_courage("- -"), "f9-f10")
    asked = _courage("- -")
    asked.apply(asked.game.parse_action(asked, "f9-f10"))
    assert asked.frame() == "courage" and asked.legal_actions() == [("decline",)]
    full = _courage()
    for words in ("f9-f10 ^", "f9-f10 ^-"):
        after = play(full, words)
        assert field(after.observation(1), 1) == field(none.observation(1), 1)
        assert token(full, words, 1) == token(_courage("- -"), "f9-f10", 1) == "f9-f10"
    shown = state_of("r4!f9", promotion_courage={"types": ["4"]})
    shown.vac[0][7] = 1
    assert token(shown, "f9-f10 ^", 1) == "f9-f10^5"


def test_case_38_barrage_set_up() -> None:
    game = Stratego({"army": "barrage8"})
    state, blue = game.initial_state(), game.initial_state().observation(1)
    told, puts = [], []
    laid = "2S3......./FB......../29M......./.........."
    words = [*laid.replace("/", ""), "ready"]
    for word in words:
        event = Event(0, game.parse_action(state, word))
        puts.append(event.action)
        seen = game.redact(state, event, 1)
        if seen is not None:
            told.append(seen.action)
        state.apply(event.action)
    assert puts.count(("put", 0)) == 32 and told == [("ready",)]
    blue.apply(("ready",))
    assert blue.to_text() == state.observation(1).to_text()
    blues = "FB2S3M92" + "." * 32
    state = play(state, " ".join(blues))
    assert field(state, 9) == "" and state.turn == 0  # `ready` and both `open` have been supplied
    assert sum(map(bool, state.observation(0).board)) == 16
    full = Stratego({})
    six = play(full.initial_state(), "B B 8 8 B B 9 M B")
    assert ("put", 2) not in six.legal_actions() and ("put", 1) not in six.legal_actions()
    assert ("put", 4) in six.legal_actions()


def test_case_39_event_by_event() -> None:
    state = state_of("r5e5 b5e6")
    game = Stratego()
    state.apply(("attack", *(game.tables.grid.index[c] for c in ("e5", "e6"))))
    first = Event(0, ("show",))
    assert game.redact(state, first, 1) == Event(0, ("show", ("type", 7)))
    state.apply(("show",))
    for viewer in (0, 1):
        told = game.redact(state, Event(1, ("show",)), viewer)
        assert told == Event(1, ("show", ("fight", 0, 7, 7, 0)))
    state = state_of("r5e5 b9e6", blind_combat=True)
    game = Stratego({"blind_combat": True})
    state.apply(("attack", *(game.tables.grid.index[c] for c in ("e5", "e6"))))
    assert game.redact(state, first, 1) == Event(0, ("show",))
    state.apply(("show",))
    second = Event(1, ("show",))
    views = [game.redact(state, second, viewer) for viewer in (0, 1, -1)]
    assert [v.action[1][1:4] for v in views if v] == [(-1, 7, -1), (-1, 7, 11), (-1, 7, -1)]


def test_case_40_lists_after_a_rescue() -> None:
    after = play(_rear(), "f9-f10+8@c1")
    assert field(after, 7) == "r:8" and field(after, 8) == "resc.r=8"
    view = after.observation(1)
    assert field(view, 7) == "r:8" and field(view, 8) == "resc.r=?"
    game, text = position("r8'c1 b9c2", "blue", rest="- 0 0 - r:8 resc.r=8", rescue_rear=2)
    after = play(game.state_from_text(text), "c2xc1")
    assert field(after, 7) == "r:88" and field(after, 8) == "resc.r=8,vac.r=8"
    view = after.observation(1)
    assert field(view, 7) == "r:88" and field(view, 8) == "resc.r=?"


def test_case_41_out_event_by_event() -> None:
    state = state_of("", background="rFa1 r4j1 bFj10 bBa9 bBb10 b4a10")
    state.apply(state.game.parse_action(state, "j1-j2"))
    assert state.current_player() == 1 and state.legal_actions() == [("out",)]
    assert state.frame() == "announce"
    state.apply(("out",))
    assert result(state) == "red+nomove"


def test_examples_of_the_position_string() -> None:
    game = Stratego({"blind_combat": True})
    text = "b48bF/10/10/10/2~~b91~~2/2~~2~~2/10/10/10/rF8r4 blue - 0 1 r:e5e6 r:5 vac.r=5"
    after = play(state_of("r5e5 b9e6", blind_combat=True), "e5xe6")
    assert after.to_text() == text
    assert game.state_from_text(text).to_text() == text
    red, blue = after.observation(0).to_text(), after.observation(1).to_text()
    assert red.startswith("b?8b?/10/10/10/2~~b?1~~2/") and red.endswith(" r:5 vac.r=5")
    assert "r?8r?" in blue and blue.endswith(" r:5 -")
    asked = state_of("r9e5 b4e6", desertion=True)
    asked.apply(asked.game.parse_action(asked, "e5xe6"))
    want = "b48bF/10/10/10/2~~b41~~2/2~~r91~~2/10/10/10/rF8r4 red - 0 0 - - - answer:e5xe6"
    assert asked.to_text() == want
    assert asked.observation(0).to_text() == want.replace("b4", "b?").replace("bF", "b?")


def test_case_42_triangles() -> None:
    """Goals by line, as in the sheet; f5 and e4 lie on two lines each."""
    background = "rFk1 bFa10 b4j10"
    lines = {
        "E": "f5 g5",
        "NE": "f5 f6 g6 g7 h7 h8 i8 i9 j9 xj10",
        "SE": "e4 f4 f3 g3 g2 h2 h1 i1",
        "SW": "e4 d4 d3 c3 c2 b2 b1 a1",
    }
    goals = {goal for line in lines.values() for goal in line.split()}
    state = state_of("r2e5", background=background, board="tri10")
    assert turns(state) == sorted(f"e5{g}" if g[0] == "x" else f"e5-{g}" for g in goals)
    assert len(turns(state)) == 26
    officer = state_of("r5e5", background=background, board="tri10")
    assert turns(officer) == ["e5-e4", "e5-f5"]
