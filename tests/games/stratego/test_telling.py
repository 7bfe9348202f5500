"""Happenings of Stratego's events: who did what with which piece, what came of it, and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import DRAW, RESIGN, TIME
from engine.core.options import Options
from engine.core.telling import Face, Telling
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.golden import Golden
from tests.fixtures.words import play
from tests.games.answers import game_of
from tests.games.stratego.helpers import lost, position, state_of, swapped
from tests.games.telling import held_up, outline, plainly_told, read, sentences, told

RED, BLUE, WATCHER = 0, 1, -1


def heard(state: StrategoState, words: str, viewer: int) -> Telling:
    return told(state, read(state, words), viewer)


def spanish(telling: Telling) -> list[str]:
    return sentences("stratego", telling, "es")


def english(telling: Telling) -> list[str]:
    return sentences("stratego", telling, "en")


# pieces, options, viewer, faces of both sides
FIGHTS: list[tuple[str, dict[str, Any], int, list[tuple[str, int, str]]]] = [
    ("r6e5 b2e6", {}, RED, [("6", 6, "won"), ("2", 2, "lost")]),
    ("r5e5 b9e6", {}, WATCHER, [("5", 5, "lost"), ("9", 9, "won")]),
    ("r5e5 b5e6", {}, BLUE, [("5", 5, "draw"), ("5", 5, "draw")]),
    ("r5e5 b5e6", {"surprise_factor": True}, BLUE, [("5", 5, "won"), ("5", 5, "lost")]),
    (
        "r5e5 b6e6",
        {"attacker_bonus": True, "hills": "hills4"},
        RED,
        [("5", 7, "won"), ("6", 6, "lost")],
    ),
    ("rSe5 bMe6", {}, BLUE, [("1", 1, "won"), ("10", 10, "lost")]),
    ("rSe5 b8e6", {"licensed_spy": True}, RED, [("1", 1, "won"), ("8", 8, "lost")]),
    ("rSe5 bSe6", {"licensed_spy": True}, RED, [("1", 1, "won"), ("1", 1, "lost")]),
    ("r8e5 bBe6", {}, RED, [("8", 8, "lost"), ("B", -1, "won")]),
    ("r3e5 bBe6", {}, RED, [("3", 3, "won"), ("B", -1, "lost")]),
    ("r9e5 bBe6", {"grenades": True}, RED, [("9", 9, "draw"), ("B", -1, "draw")]),
    ("rBe5 b9e6", {"grenades": True}, RED, [("B", -1, "draw"), ("9", 9, "draw")]),
    ("rBe5 b3e6", {"grenades": True}, RED, [("B", -1, "lost"), ("3", 3, "won")]),
    ("rBe5 bBe6", {"grenades": True}, RED, [("B", -1, "draw"), ("B", -1, "draw")]),
    ("r5e5 b9e6", {"blind_combat": True}, RED, [("5", 5, "lost"), ("?", -1, "won")]),
    ("r9e5 b5e6", {"hidden_captures": True}, RED, [("9", 9, "won"), ("?", -1, "lost")]),
    (
        "r5e5 b5e6",
        {"hidden_captures": True, "blind_combat": True},
        WATCHER,
        [("?", -1, "draw"), ("?", -1, "draw")],
    ),
]


@pytest.mark.parametrize(("pieces", "options", "viewer", "shown"), FIGHTS)
def test_3_12_a_fight_says_who_wins_and_why(
    golden: Golden,
    pieces: str,
    options: dict[str, Any],
    viewer: int,
    shown: list[tuple[str, int, str]],
) -> None:
    telling = heard(state_of(pieces, **options), "e5xe6", viewer)
    (fight,) = (one for one in telling if one.kind == "fight")
    golden((*spanish((fight,)), *english((fight,))))
    held = held_up("stratego", fight, "es")
    golden(tuple(note for *_, note in held))
    assert [tuple(rest) for *rest, _ in held] == shown
    assert fight.squares == ("e5", "e6")
    assert [item.side for item in fight.shown] == [RED, BLUE]


def test_3_7_an_attack_is_told_step_by_step(golden: Golden) -> None:
    telling = heard(state_of("r6e5 b2e6"), "e5xe6", RED)
    assert outline(telling) == [
        ("offer", "e5", "e6"),
        ("turn", "e5"),
        ("fight", "e5", "e6"),
        ("take", "e6"),
        ("move", "e5", "e6"),
    ]
    golden(spanish(telling))
    golden(english(telling)[0])
    golden(english(telling)[3:])


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


def test_6_5_an_enemy_piece_stays_covered(golden: Golden) -> None:
    state = state_of("r6e5 b2e8", "blue")
    golden(spanish(heard(state, "e8-e7", BLUE)))
    telling = heard(state, "e8-e7", RED)
    assert outline(telling) == [("move", "e8", "e7")]
    golden(spanish(telling))
    golden(english(telling))


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


def test_5_28_a_desertion_shows_nothing(golden: Golden) -> None:
    telling = heard(state_of("r9e5 b4e6", desertion=True), "e5xe6 desert", RED)
    assert outline(telling)[1:] == [("take", "e6"), ("move", "e5", "e6")]
    golden(spanish(telling)[1:])
    stands = heard(state_of("r9e5 bBe6", desertion=True), "e5xe6 stand", RED)
    golden(spanish(stands)[1])
    golden(english(stands)[1])


def test_5_8_an_attack_by_a_hidden_piece_is_told_without_its_type(golden: Golden) -> None:
    telling = heard(state_of("r9e5 b5e6", blind_combat=True), "e5xe6", BLUE)
    golden(spanish(telling)[1])
    golden(spanish(telling)[-1])


def test_5_20_a_new_mark_is_told_last(golden: Golden) -> None:
    telling = heard(state_of("r6e5 b3e6", miner_by_capture="all"), "e5xe6", BLUE)
    assert outline(telling)[-2:] == [("move", "e5", "e6"), ("turn", "e6")]
    golden(spanish(telling)[-1])
    golden(english(telling)[-1])


def test_5_27_a_relay_is_told_with_the_turn_it_costs(golden: Golden) -> None:
    telling = heard(state_of("r6e4 r2e5", relay=True), "e4<>e5 a10-a9", RED)
    assert outline(telling) == [("move", "e4", "e5"), ("move", "a10", "a9"), ("pass",)]
    golden(spanish(telling))
    assert [one.side for one in telling] == [RED, BLUE, RED]


def test_5_23_5_24_promotions_are_public_only_where_the_piece_is(golden: Golden) -> None:
    options: Options = {"promotion_merit": {"types": ["5"], "next_rank_only": False}}
    merit = heard(lost("r5e5 b4e6", "6", **options), "e5xe6 =", BLUE)
    golden(spanish(merit)[-1])
    state = lost("r4f9", "5", promotion_courage={"types": ["4"]})
    own, other = (heard(state, "f9-f10 ^", viewer) for viewer in (RED, BLUE))
    golden(english(own)[-1])
    golden(spanish(other)[-1])
    golden(spanish(heard(state, "f9-f10 ^-", RED))[-1])
    assert heard(state, "f9-f10 ^-", BLUE) == other


def test_5_25_a_rescue_hides_the_type(golden: Golden) -> None:
    state = lost("r5f9", "8", rescue_rear=2)
    own, other = (heard(state, "f9-f10 +8@c1", viewer) for viewer in (RED, BLUE))
    assert outline(own)[-1] == outline(other)[-1] == ("place", "c1")
    golden(spanish(own)[-1])
    golden(spanish(other)[-1])
    golden(spanish(heard(state, "f9-f10 +-", BLUE))[-1])


def test_5_26_points_are_won_and_paid(golden: Golden) -> None:
    telling = heard(state_of("r9e5 b6e6", rescue_points=2), "e5xe6", BLUE)
    assert outline(telling)[-1] == ("meter",)
    golden(spanish(telling)[-1])
    assert held_up("stratego", telling[-1], "es") == [("", 6, "", "0 → 6")]
    game = Stratego({"rescue_points": 2})
    text = state_of("r2e5", rescue_points=2).to_text().replace("- - -", "- r:6 pts.r=12,vac.r=6")
    telling = heard(game.state_from_text(text), "*6@d2", BLUE)
    assert outline(telling) == [("meter",), ("place", "d2")]
    golden(spanish(telling))


def test_4_9_the_end_uncovers_everything(golden: Golden) -> None:
    telling = heard(state_of("r6i10"), "i10xj10", RED)
    assert outline(telling)[2:] == [
        ("fight", "i10", "j10"),
        ("take", "j10"),
        ("move", "i10", "j10"),
        ("turn",),
        ("end",),
    ]
    golden(spanish(telling)[2:])


def test_4_8_a_resignation_is_told_before_the_end(golden: Golden) -> None:
    state = state_of("r6e5 b2e6")
    golden(spanish(told(state, [(RESIGN, BLUE)], RED)))
    golden(spanish(told(state, [(TIME, BLUE)], RED))[0])
    golden(spanish(told(state, [(DRAW,)], RED)))


def test_4_3_the_army_of_a_side_that_is_out_leaves_the_board(golden: Golden) -> None:
    background = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    game, text = position("r9d8", background=background, players=4)
    state = game.state_from_text(text)
    telling = heard(state, "d8xc8", 2)
    golden(spanish(telling)[-2:])
    assert outline(telling)[-1] == ("take", "a5")
    resigned = told(state, [(RESIGN, 3)], 2)
    golden(english(resigned))


def test_4_4_a_blocked_side_is_told_as_blocked(golden: Golden) -> None:
    game, text = position("rFa1 r4j1 bFj10 bBa9 bBb10 b4a10", background="")
    telling = heard(game.state_from_text(text), "j1-j2 out", RED)
    golden(spanish(telling)[1])
    golden(spanish(telling)[-1])


def test_2_4_a_set_up_is_told_briefly_and_in_detail_only_to_its_owner(golden: Golden) -> None:
    state = Stratego({"army": "barrage8"}).initial_state()
    words = ["M", "9", "3", "2", "2", "S", "B", "F", *"." * 32]
    own = heard(state, " ".join([*words, "ready"]), RED)
    golden(spanish(own)[:2] + english(own)[8:9])
    golden(spanish(own)[-1])
    golden(spanish(heard(state, " ".join([*words, "ready"]), BLUE)))
    both = " ".join([*words, "ready", *words, "ready"])
    telling = heard(state, both, RED)[-2:]
    golden(spanish(telling))
    assert len(telling[1].changes) == len(telling[1].squares) == 8


def test_4_1_the_goal_says_what_is_left_to_capture() -> None:
    state = state_of("r6e5 b2e6")
    assert goal(state, RED) == ("goal.two", 3, 0)
    assert goal(play(state, "j1-j2 e6xe5"), RED) == ("goal.two", 2, 0)
    assert goal(play(state_of("r6e5 b9e6"), "e5xe6"), RED) == ("goal.two", 3, 1)
    assert goal(state, WATCHER) == ("goal.watch", None, None)
    assert goal(Stratego().initial_state(), BLUE) == ("goal.setup", None, None)
    background = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    game, text = position("", background=background, players=4)
    assert goal(game.state_from_text(text), 1) == ("goal.several", 3, None)
    assert game_of(state).goal(play(state_of("r6i10"), "i10xj10"), RED) is None


def goal(state: StrategoState, viewer: int) -> tuple[str, object, object]:
    """Return the key of the goal, and how many pieces are left and revealed."""
    message = game_of(state).goal(state.observation(viewer), viewer)
    assert message is not None
    return message.key, message.params.get("n"), message.params.get("known")


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    rng = Random(seed)
    options = Stratego.random_options(rng) if seed else {"army": "barrage8"}
    assert list(plainly_told("stratego", options, seed)) == []


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
