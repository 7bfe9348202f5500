"""Happenings of Stratego's events: who did what with which piece, what came of it, and why."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.contract import DRAW, RESIGN, TIME, Action
from engine.core.options import Options
from engine.core.telling import Face, Telling
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.golden import Golden
from tests.fixtures.words import play
from tests.games.answers import game_of, goal_of
from tests.games.stratego.helpers import BACKGROUND, position, state_of, swapped
from tests.games.telling import Case, in_full, read, told

RED, BLUE, WATCHER = 0, 1, -1


def seen(
    viewer: int,
    pieces: str,
    words: str,
    *actions: Action,
    side: str = "red",
    rest: str = "- 0 0 - - -",
    background: str = BACKGROUND,
    **options: Any,
) -> Case:
    _, text = position(pieces, side, rest, background, **options)
    return Case(text, words, viewer, options, actions)


def heard(state: StrategoState, words: str, viewer: int) -> Telling:
    return told(state, read(state, words), viewer)


ATTACK = "e5xe6"
HIDDEN: Options = {"hidden_captures": True}
BLIND: Options = {"blind_combat": True}
GRENADES: Options = {"grenades": True}
MERIT: Options = {"promotion_merit": {"types": ["5"], "next_rank_only": False}}
COURAGE: Options = {"promotion_courage": {"types": ["4"]}, "rest": "- 0 0 - r:5 vac.r=5"}
REAR: Options = {"rescue_rear": 2, "rest": "- 0 0 - r:8 vac.r=8"}
POINTS: Options = {"rescue_points": 2}
FOUR: Options = {"background": "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6", "players": 4}
SHUT: Options = {"background": "rFa1 r4j1 bFj10 bBa9 bBb10 b4a10"}
ARMY = " ".join(["M", "9", "3", "2", "2", "S", "B", "F", *"." * 32, "ready"])
SMALL: Options = {"army": "barrage8"}

TOLD = {
    "3_12 the higher rank wins": seen(RED, "r6e5 b2e6", ATTACK),
    "3_12 the lower rank loses": seen(WATCHER, "r5e5 b9e6", ATTACK),
    "3_12 equal ranks": seen(BLUE, "r5e5 b5e6", ATTACK),
    "5_10 equal ranks, the attacker wins ties": seen(
        BLUE, "r5e5 b5e6", ATTACK, surprise_factor=True
    ),
    "5_11 a bonus on a hill": seen(RED, "r5e5 b6e6", ATTACK, attacker_bonus=True, hills="hills4"),
    "3_12 spy and marshal": seen(BLUE, "rSe5 bMe6", ATTACK),
    "5_14 spy and general": seen(RED, "rSe5 b8e6", ATTACK, licensed_spy=True),
    "5_14 two spies": seen(RED, "rSe5 bSe6", ATTACK, licensed_spy=True),
    "3_12 a bomb": seen(RED, "r8e5 bBe6", ATTACK),
    "3_12 a miner and a bomb": seen(RED, "r3e5 bBe6", ATTACK),
    "5_13 grenades, a bomb that is attacked": seen(RED, "r9e5 bBe6", ATTACK, **GRENADES),
    "5_13 grenades, a bomb that attacks": seen(RED, "rBe5 b9e6", ATTACK, **GRENADES),
    "5_13 grenades, a bomb and a miner": seen(RED, "rBe5 b3e6", ATTACK, **GRENADES),
    "5_13 grenades, two bombs": seen(RED, "rBe5 bBe6", ATTACK, **GRENADES),
    "5_8 blind combat, lost": seen(RED, "r5e5 b9e6", ATTACK, **BLIND),
    "5_9 hidden captures": seen(RED, "r9e5 b5e6", ATTACK, **HIDDEN),
    "5_8_5_9 watched": seen(WATCHER, "r5e5 b5e6", ATTACK, **BLIND, **HIDDEN),
    "6_5 an own piece moves": seen(BLUE, "r6e5 b2e8", "e8-e7", side="blue"),
    "6_5 an enemy piece stays covered": seen(RED, "r6e5 b2e8", "e8-e7", side="blue"),
    "5_28 a desertion shows nothing": seen(RED, "r9e5 b4e6", "e5xe6 desert", desertion=True),
    "5_28 who stands is seen": seen(RED, "r9e5 bBe6", "e5xe6 stand", desertion=True),
    "5_8 an attack by a hidden piece": seen(BLUE, "r9e5 b5e6", ATTACK, **BLIND),
    "5_20 a new mark is told last": seen(BLUE, "r6e5 b3e6", ATTACK, miner_by_capture="all"),
    "5_27 a relay costs a turn": seen(RED, "r6e4 r2e5", "e4<>e5 a10-a9", relay=True),
    "5_23 a promotion by merit is public": seen(
        BLUE, "r5e5 b4e6", "e5xe6 =", rest="- 0 0 - r:6 vac.r=6", **MERIT
    ),
    "5_24 a promotion to its owner": seen(RED, "r4f9", "f9-f10 ^", **COURAGE),
    "5_24 a promotion to the other side": seen(BLUE, "r4f9", "f9-f10 ^", **COURAGE),
    "5_24 none": seen(RED, "r4f9", "f9-f10 ^-", **COURAGE),
    "5_25 a rescue to its owner": seen(RED, "r5f9", "f9-f10 +8@c1", **REAR),
    "5_25 a rescue hides the type": seen(BLUE, "r5f9", "f9-f10 +8@c1", **REAR),
    "5_25 none": seen(BLUE, "r5f9", "f9-f10 +-", **REAR),
    "5_26 points are won": seen(BLUE, "r9e5 b6e6", ATTACK, **POINTS),
    "5_26 points are paid": seen(
        BLUE, "r2e5", "*6@d2", rest="- 0 0 - r:6 pts.r=12,vac.r=6", **POINTS
    ),
    "4_9 the end uncovers everything": seen(RED, "r6i10", "i10xj10"),
    "4_8 a resignation": seen(RED, "r6e5 b2e6", "", (RESIGN, BLUE)),
    "4_8 a loss on time": seen(RED, "r6e5 b2e6", "", (TIME, BLUE)),
    "4_8 an agreed draw": seen(RED, "r6e5 b2e6", "", (DRAW,)),
    "4_3 the army of a side that is out leaves the board": seen(2, "r9d8", "d8xc8", **FOUR),
    "4_3 a side resigns": seen(2, "r9d8", "", (RESIGN, 3), **FOUR),
    "4_4 a blocked side": seen(RED, "", "j1-j2 out", **SHUT),
    "2_4 a set-up to its owner": Case("", ARMY, RED, SMALL),
    "2_4 a set-up to the other side": Case("", ARMY, BLUE, SMALL),
    "2_4 both sides are ready": Case("", f"{ARMY} | {ARMY}", RED, SMALL),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(golden: Golden, name: str) -> None:
    golden(in_full("stratego", TOLD[name].telling("stratego")))


def test_5_24_the_other_side_is_not_told_whether_a_piece_was_promoted() -> None:
    taken, declined = (seen(BLUE, "r4f9", f"f9-f10 {word}", **COURAGE) for word in ("^", "^-"))
    assert taken.telling("stratego") == declined.telling("stratego")


def test_3_12_the_faces_are_turned_before_one_of_them_falls() -> None:
    """The fight turns both faces on the board; then the loser leaves and the winner advances."""
    *_, fight, fallen, enters = heard(state_of("r6e5 b2e6"), "e5xe6", WATCHER)
    (turned,) = (change.after for change in fight.changes)
    assert isinstance(turned, Face)
    assert (turned.square, turned.glyph, turned.hidden) == ("e6", "scout", False)
    assert fallen.changes[0].before == turned
    (way,) = enters.changes
    assert isinstance(way.before, Face)
    assert isinstance(way.after, Face)
    assert (way.before.square, way.after.square, way.after.glyph) == ("e5", "e6", "captain")


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("e5xe6 desert d7-c7", {"desertion": True}),
        ("e5xe6 e6-e5", {"blind_combat": True, "hidden_captures": True}),
        ("e5xe6 e6-e5", {"blind_combat": True, "miner_by_capture": "all"}),
        ("j1-j2 d7-c7", {}),
    ],
)
def test_6_5_what_is_told_does_not_depend_on_hidden_pieces(
    words: str, options: dict[str, Any]
) -> None:
    """With two hidden pieces exchanged, the other viewers are told the same."""
    state = state_of("r6e5 b7e6 bMd7 b9e7", **options)
    for viewer in (RED, WATCHER):
        wanted = heard(state, words, viewer)
        others = [heard(other, words, viewer) for other in swapped(state, RED)]
        assert len(others) >= 3
        assert all(one == wanted for one in others)


def test_4_1_the_goal_says_what_is_left_to_capture() -> None:
    state = state_of("r6e5 b2e6")
    assert goal(state, RED) == ("goal.two", 3, 0)
    assert goal(play(state, "j1-j2 e6xe5"), RED) == ("goal.two", 2, 0)
    assert goal(play(state_of("r6e5 b9e6"), "e5xe6"), RED) == ("goal.two", 3, 1)
    assert goal(state, WATCHER) == ("goal.watch", None, None)
    assert goal(Stratego().initial_state(), BLUE) == ("goal.setup", None, None)
    game, text = position("", **FOUR)
    assert goal(game.state_from_text(text), 1) == ("goal.several", 3, None)
    assert game_of(state).goal(play(state_of("r6i10"), "i10xj10"), RED) is None


def goal(state: StrategoState, viewer: int) -> tuple[str, object, object]:
    """Return the key of the goal, and how many pieces are left and revealed."""
    message = goal_of(state.observation(viewer), viewer)
    return message.key, message.params.get("n"), message.params.get("known")


def test_3_11_a_rank_has_one_sign_on_board_list_and_bubble() -> None:
    """Regression test: a marshal was 10 on the board and M in the bubble, a spy S and 1."""
    state = state_of("rSe5 bM!e6 rBa1")
    game = Stratego()
    signs = {
        piece.glyph: badge.text
        for piece in game.scene(state, RED).pieces
        for badge in piece.badges
        if badge.kind == "rank"
    }
    (fight,) = (one for one in heard(state, "e5xe6", RED) if one.kind == "fight")
    assert [(one.glyph, one.letter) for one in fight.shown] == [("spy", "1"), ("marshal", "10")]
    assert (signs["spy"], signs["marshal"], signs["bomb"]) == ("1", "10", "B")
    assert [str(one.value) for one in fight.shown] == ["1", "10"]
    areas = game.scene(play(state, "e5xe6"), RED).areas
    codes = {item.glyph: item.code for area in areas for item in area.items if item.count}
    assert codes["marshal"] == "10"
