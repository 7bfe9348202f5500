"""Questions of a turn after its action: rulebook 3.14, 3.15 and 5.20 to 5.26."""

from __future__ import annotations

import pytest

from engine.core.contract import TERMINAL
from engine.core.errors import BadOptions
from engine.core.options import Options
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import at, begin, choices, field, lost, position, state_of, token

ALL = {"types": "all"}
MERIT = {"types": "all", "next_rank_only": False}


def asked(state: StrategoState, words: str) -> list[tuple[str, int]]:
    """Return the question after each word, and who is asked."""
    found = []
    for word in words.split():
        state = begin(state, word)
        if question := field(state, 9):
            found.append((question.split(":")[0], state.current_player()))
    return found


def test_3_14_the_questions_are_asked_in_their_order() -> None:
    options: Options = {"desertion": True, "promotion_courage": ALL, "promotion_merit": MERIT}
    state = lost("r4f9 b2f10", "568", rescue_rear=2, **options)
    assert asked(state, "f9xf10 stand show show = ^ +8@c1") == [
        ("answer", 1), ("show1", 0), ("show2", 1), ("merit", 0), ("courage", 0), ("rear", 0),
    ]  # fmt: skip
    assert token(state, "f9xf10 stand = ^ +8@c1") == "f9xf10:4>2=5^6+8@c1"


def test_3_14_a_captured_flag_asks_nothing_more() -> None:
    options: Options = {"promotion_courage": ALL, "promotion_merit": MERIT}
    state = lost("r4j9", "568", rescue_rear=2, **options)
    assert asked(state, "j9xj10 show show") == [("show1", 0), ("show2", 1), ("red+flag", TERMINAL)]


def test_3_14_a_captured_flag_earns_no_promotion_with_more_players_either() -> None:
    cross = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    state = lost("r8d8", "9", background=cross, players=4, promotion_merit=MERIT)
    assert asked(state, "d8xc8 show show") == [("show1", 0), ("show2", 1)]


def test_3_14_s42_questions_depend_on_public_knowledge() -> None:
    """An unseen piece raises the same questions with or without a vacancy or a next rank."""
    for types, piece in (("5", "4"), ("", "4"), ("5", "M")):
        state = lost(f"r{piece}f9", types, promotion_courage=ALL, rescue_rear=2)
        assert asked(state, "f9-f10") == [("courage", 0)]
        assert asked(begin(state, "f9-f10"), "^-") == [("rear", 0)]
    shown = lost("rM!f9", "5", promotion_courage=ALL)
    assert asked(shown, "f9-f10") == []


def test_3_15_a_player_without_a_choice_gives_the_forced_answer() -> None:
    bomb = begin(state_of("r9e5 bBe6", desertion=True), "e5xe6")
    merit = begin(state_of("r9e5 b4e6", promotion_merit=MERIT), "e5xe6 show show")
    courage = begin(state_of("r4f9", promotion_courage=ALL), "f9-f10")
    rear = begin(state_of("r4f9", rescue_rear=2), "f9-f10")
    found = [choices(state) for state in (bomb, merit, courage, rear)]
    assert found == [["stand"], ["=-"], ["^-"], ["+-"]]


def test_3_15_from_outside_forced_and_chosen_look_alike() -> None:
    options: Options = {"promotion_courage": ALL, "rescue_rear": 2}
    chosen, forced = lost("r4f9", "5", **options), lost("r4f9", "", **options)
    for viewer in (1, -1):
        seen = {token(state, "f9-f10 ^- +-", viewer) for state in (chosen, forced)}
        assert seen == {token(chosen, "f9-f10 ^ +-", viewer)} == {"f9-f10"}
        boards = [field(play(state, "f9-f10").observation(viewer), 1) for state in (chosen, forced)]
        assert boards[0] == boards[1] == field(play(chosen, "f9-f10^5").observation(viewer), 1)


# -- the miner's mark ------------------------------------------------------------------------


def test_5_20_capturing_a_miner_brings_his_mark() -> None:
    state = state_of("r6e5 b3e6", miner_by_capture=["6"])
    assert at(play(state, "e5xe6"), "e6") == "r6'!+"
    assert at(play(state_of("r7e5 b3e6", miner_by_capture=["6"]), "e5xe6"), "e6") == "r7'!"
    assert at(play(state_of("r6e5 b4e6", miner_by_capture=["6"]), "e5xe6"), "e6") == "r6'!"


def test_5_20_s44_in_blind_combat_only_the_owner_sees_the_mark() -> None:
    everybody = play(state_of("r6e5 b3e6", miner_by_capture="all"), "e5xe6")
    blind = play(state_of("r6e5 b3e6", miner_by_capture="all", blind_combat=True), "e5xe6")
    red, blue = ([at(s.observation(v), "e6") for s in (everybody, blind)] for v in (0, 1))
    assert red == ["r6'!+", "r6'+"] and blue == ["r6'!+", "r?'"]


def test_s28_a_defender_gets_the_mark_too() -> None:
    state = play(state_of("r6e5 b3e6", "blue", miner_by_capture="all"), "e6xe5")
    assert at(state, "e5") == "r6!+"


# -- vacancies and promotions ----------------------------------------------------------------


def test_5_21_promotion_and_rescue_need_a_vacancy() -> None:
    assert choices(begin(lost("r4f9", "5", promotion_courage=ALL), "f9-f10")) == ["^", "^-"]
    assert choices(begin(lost("r4f9", "6", promotion_courage=ALL), "f9-f10")) == ["^-"]
    game, text = position("r4f9", rest="- 0 0 - r:5 -", rescue_rear=2)
    assert choices(begin(game.state_from_text(text), "f9-f10")) == ["+-"]


def test_5_21_a_captured_piece_leaves_a_vacancy() -> None:
    state = play(state_of("r5e5 b9e6", promotion_courage=ALL), "e5xe6")
    assert field(state, 7) == "r:5" and field(state, 8) == "vac.r=5"


def test_s11_every_capture_opens_one_place() -> None:
    state = lost("r4d9 r4e9 r4f9", "55", promotion_courage=ALL)
    state = play(state, "d9-d10^5 a10-a9 e9-e10^5 a9-a8")
    assert field(state, 8) == "-"
    assert choices(begin(state, "f9-f10")) == ["^-"]
    rescued = play(lost("r4d9 r5e9", "5", promotion_courage=ALL, rescue_rear=2), "e9-e10+5@c1")
    assert choices(begin(play(rescued, "a10-a9"), "d9-d10")) == ["^-"]


def test_5_22_a_promotion_gives_the_next_type() -> None:
    for old, new in zip("S23456789", "23456789M", strict=True):
        state = lost(f"r{old}f9", new, promotion_courage=ALL)
        assert at(play(state, "f9-f10 ^"), "f10") == f"r{new}'"
        assert at(play(state, "f9-f10 ^-"), "f10") == f"r{old}'"


def test_5_22_a_promotion_is_secret_if_the_piece_is_not_revealed() -> None:
    secret = play(lost("r4f9", "5", promotion_courage=ALL), "f9-f10^5")
    public = play(lost("r4!f9", "5", promotion_courage=ALL), "f9-f10^5")
    assert at(secret.observation(1), "f10") == "r?'" and at(public.observation(1), "f10") == "r5'!"


def test_5_22_the_mark_is_kept_except_by_a_scout() -> None:
    options: Options = {"promotion_courage": ALL, "miner_by_capture": "all"}
    assert at(play(lost("r4!+f9", "5", **options), "f9-f10^5"), "f10") == "r5'!+"
    assert at(play(lost("rS!+f9", "2", **options), "f9-f10^2"), "f10") == "r2'!"


def test_s12_the_new_type_has_its_abilities_and_none_of_the_old() -> None:
    scout = lost("rSe5 bMe6", "2", promotion_merit=MERIT)
    assert "e6-e9" in choices(play(scout, "e5xe6=2 a10-a9"))
    state = lost("r2f9", "3", promotion_courage=ALL)
    assert "f10-f8" not in choices(play(state, "f9-f10^3 a10-a9"))


def test_5_23_the_survivor_of_a_fight_may_be_promoted() -> None:
    state = lost("r5e5 b4e6", "6", promotion_merit={"types": ["5"], "next_rank_only": False})
    assert token(state, "e5xe6 =") == "e5xe6:5>4=6"
    assert at(play(state, "e5xe6 ="), "e6") == "r6'!"
    other = {"types": ["7"], "next_rank_only": False}
    assert asked(lost("r5e5 b4e6", "6", promotion_merit=other), "e5xe6 show show") == [
        ("show1", 0),
        ("show2", 1),
    ]


def test_5_23_next_rank_only_asks_for_the_rank_just_below() -> None:
    only = {"types": "all", "next_rank_only": True}
    for captured in "S234":
        state = lost(f"r5e5 b{captured}e6", "6", promotion_merit=only)
        assert bool(refusal(state, "e5xe6 =")) == (captured != "4")


def test_s29_a_defender_is_promoted_by_printed_ranks() -> None:
    state = lost("r9e5 b2e6", "M", "blue", promotion_merit=MERIT)
    assert token(state, "e6xe5 =") == "e6xe5:2<9=M" and at(play(state, "e6xe5 ="), "e5") == "rM!"
    only = {"types": "all", "next_rank_only": True}
    hills = lost("r5e5 b5e6", "6", promotion_merit=only, attacker_bonus=True)
    assert refusal(hills, "e5xe6 =") == "IllegalAction"


def test_5_24_an_action_that_ends_on_the_far_line_may_promote() -> None:
    state = lost("r4f9 b2f10", "5", promotion_courage={"types": ["4"]})
    assert token(state, "f9xf10 ^") == "f9xf10:4>2^5"
    killed = lost("r4f9 b9f10", "5", promotion_courage={"types": ["4"]})
    assert field(play(killed, "f9xf10"), 2) == "blue" and refusal(killed, "f9xf10 ^")
    assert refusal(lost("r5f9", "6", promotion_courage={"types": ["4"]}), "f9-f10 ^")


def test_s30_the_piece_must_come_from_another_row_by_its_own_action() -> None:
    lateral = lost("r4f10", "5", promotion_courage=ALL)
    assert asked(lateral, "f10-e10") == []
    relay = lost("r4f9 r6f10", "5", promotion_courage=ALL, relay=True)
    assert asked(relay, "f9<>f10") == [] and asked(relay, "f9-e9") == []
    assert asked(lost("r4f9", "5", promotion_courage=ALL), "f9-f10") == [("courage", 0)]


# -- rescue ----------------------------------------------------------------------------------


def test_5_25_a_piece_comes_back_to_an_empty_home_cell() -> None:
    state = lost("r5f9 r4c1", "8", rescue_rear=2)
    after = play(state, "f9-f10+8@d4")
    assert at(after, "d4") == "r8'" and at(after, "f10") == "r5'*"
    assert at(after.observation(1), "d4") == "r?'" and at(after.observation(1), "f10") == "r?'*"
    for cell in ("c1", "d5", "d6"):
        assert refusal(state, f"f9-f10+8@{cell}") == "IllegalAction"
    assert refusal(state, "f9-f10+7@d4") == "IllegalAction"


def test_s13_no_scouts_or_bombs_return_and_each_piece_rescues_once() -> None:
    assert choices(begin(lost("r2f9", "8", rescue_rear=2), "f9-f10")) == ["+-"]
    game, text = position("r5f9", rest="- 0 0 - r:B -", rescue_rear=2)
    assert choices(begin(game.state_from_text(text), "f9-f10")) == ["+-"]
    assert asked(lost("r5*f9", "8", rescue_rear=2), "f9-f10") == []
    state = lost("r5e9 r5f9", "88", rescue_rear=1)
    once = play(state, "f9-f10+8@c1 a10-a9")
    assert asked(once, "e9-e10") == []
    twice = play(lost("r5e9 r5f9", "88", rescue_rear=2), "f9-f10+8@c1 a10-a9")
    assert asked(twice, "e9-e10") == [("rear", 0)]


def test_5_26_points_pay_for_a_piece() -> None:
    state = state_of("r9e5 r3f5 b9e6 b3f6", rescue_points=2, surprise_factor=True)
    won = play(state, "e5xe6 a10-a9 f5xf6")
    assert field(won, 8).split(",")[0] == "pts.r=12"
    assert field(play(state_of("r3e5 bBe6", rescue_points=2), "e5xe6"), 8) == "vac.b=B"


def with_points(points: int, factor: int) -> StrategoState:
    rest = f"- 0 0 - r:67;b:339 pts.r={points},vac.r=67"
    game, text = position("", rest=rest, rescue_points=factor)
    return game.state_from_text(text)


def test_5_26_a_whole_turn_brings_a_piece_back_revealed() -> None:
    after = play(with_points(12, 2), "*6@d2")
    assert at(after, "d2") == "r6'!" and field(after, 2) == "blue"
    assert "pts" not in field(after, 8) and "buy.r=6" in field(after, 8)
    assert at(after.observation(1), "d2") == "r6'!"


def test_s14_the_price_is_rank_times_factor() -> None:
    for points, factor, bought in ((12, 2, "6"), (13, 2, "6"), (14, 2, "67"), (11, 2, ""),
                                   (17, 3, ""), (18, 3, "6")):  # fmt: skip
        words = choices(with_points(points, factor))
        assert "".join(code for code in "67" if f"*{code}@d2" in words) == bought
    for factor in (1, 6):
        with pytest.raises(BadOptions):
            Stratego({"rescue_points": factor})


def test_s37_a_promoted_spy_is_a_spy_no_more() -> None:
    army = {"F": 1, "M": 2, "9": 1, "4": 4, "2": 8, "S": 1}
    promoted = play(lost("rSe5 bMe6 bMf6", "2", promotion_merit=MERIT, army=army), "e5xe6=2 a10-a9")
    assert token(promoted, "e6xf6") == "e6xf6:2<M"


def test_s37_a_general_promoted_to_marshal_can_fall_to_a_spy() -> None:
    promoted = play(lost("r9e5 b2e6 bSf5", "M", "blue", promotion_merit=MERIT), "e6xe5 = j1-j2")
    assert token(promoted, "f5xe5") == "f5xe5:S>M"
