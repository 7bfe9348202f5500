"""Explanations and marks: each refusal names the clause that forbids it (1.4 to 6.3)."""

from __future__ import annotations

import pytest

from engine.core.contract import Event
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.games.andarraya.game import Andarraya
from tests.fixtures.golden import Golden
from tests.games.andarraya.table import CHESS, START, state
from ui.learn.lessons.book import sentences

T3 = "4k3/8/8/8/8/8/8/4K2R w EHe - 20 11"
T4 = "3r2k1/8/8/8/8/8/8/R3K2R w AEH - 20 11"
RICH = "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21"


def why(text: str, *presses: str, **options: str) -> tuple[str, str] | None:
    """Return (key without its group, clause) of the reason against the last press, or None."""
    game = Andarraya(options)
    path = tuple(p if ":" in p else f"sq:{p}" for p in presses)
    found = game.explain(game.state_from_text(text), path)
    return (found.key.removeprefix("explain."), found.clause) if found else None


@pytest.mark.parametrize(
    ("text", "presses", "reason"),
    [
        ("7k/5Q2/8/8/8/8/8/K7 b - - 41 21", ("h8",), ("over", "5.8")),
        (START, ("e4",), ("choose_piece", "1.4")),
        (START, ("e7",), ("not_yours", "1.4")),
        (START, ("opt:queen",), ("choose_square", "1.4")),
        (START, ("a1",), ("no_way", "2.2")),
        (START, ("d1",), ("no_way", "2.3")),
        (START, ("e1",), ("no_way", "2.6")),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 40 21", ("a8",), ("dead_pawn", "4.4")),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", ("e2",), ("pinned", "2.9")),
        ("4r1k1/8/8/8/8/8/8/R3K2N w - - 20 11", ("h1",), ("no_answer", "2.9")),
        ("4r1k1/8/8/8/8/8/8/R3K2N w - - 20 11", ("h1", "g3"), ("answer_check", "2.9")),
        ("4r1k1/8/8/8/8/3n4/1Q6/4K3 w - - 0 1", ("b2",), ("double_check", "2.9")),
        ("7k/8/8/8/8/8/2r2r2/4KR2 w - - 0 1", ("e1",), None),
        ("4k3/8/8/8/8/8/r6r/4K2N w - - 0 1", ("h1", "h2"), ("too_far", "2.5")),
        (START, ("g1", "e2"), ("own_piece", "2.1")),
        (START, ("g1", "a1"), ("no_way", "2.2")),
        (START, ("g1", "g1"), ("same_square", "2.1")),
        (START, ("g1", "g3"), ("too_far", "2.5")),
        (START, ("e2", "e5"), ("too_far", "2.7")),
        (START, ("e2", "d3"), ("nothing_to_take", "2.8")),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 1 2", ("e5", "d6"), ("too_late", "4.2")),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", ("e2",), ("no_way", "2.7")),
        ("4k3/8/8/8/8/3pp3/4P3/4K3 w - - 0 1", ("e2", "e3"), ("pawn_blocked", "2.7")),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", ("e3", "e5"), ("double_step", "2.7")),
        ("3qk3/8/8/8/8/8/8/3QK3 w - - 20 11", ("d1", "d8"), ("immune", "2.4")),
        ("3qk3/8/8/8/8/8/8/3QK3 w - - 20 11", ("e1", "d2"), ("king_attacked", "2.9")),
        ("4k3/8/8/p7/8/8/P7/R3K3 w - - 0 1", ("a1", "a5"), ("blocked", "2.2")),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ("a1", "b2"), ("too_far", "2.2")),
        (T4, ("e1", "e3"), None),
        ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", ("e1", "g1"), ("king_moved", "3.1")),
        ("4r1k1/8/8/8/8/8/8/R3K2R w AEH - 20 11", ("e1", "g1"), ("privilege_in_check", "3.2")),
        ("4k3/8/8/8/8/8/4P3/4K3 w E - 0 1", ("e1", "e3"), ("leap_blocked", "3.2")),
        ("4k1r1/8/8/8/8/8/8/4K3 w E - 0 1", ("e1", "g1"), ("leap_attacked", "3.3")),
        (T3, ("e1", "h1"), ("castle_goal", "3.4")),
        (T3, ("e1", "a1"), ("too_far", "2.6")),
        (T3, ("e1", "g1", "sq:a1"), ("choose_privilege", "3.6")),
    ],
)
def test_a_refused_press_names_its_reason_and_clause(
    text: str, presses: tuple[str, ...], reason: tuple[str, str] | None
) -> None:
    assert why(text, *presses) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "king_moved.castling"),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", "rook_moved"),
        ("4k3/8/8/8/8/8/8/4KN1R w EH - 0 1", "castling_blocked"),
        ("4kr2/8/8/8/8/8/8/4K2R w EH - 0 1", "castling_attacked"),
        ("4k3/8/8/8/4r3/8/8/4K2R w EH - 0 1", "privilege_in_check.castling"),
    ],
)
def test_3_5_a_refused_castling_names_its_reason(text: str, reason: str) -> None:
    found = why(text, "e1", "g1", **CHESS)
    assert found and found[0] == reason


def test_2_9_a_pawn_that_would_open_a_rank_is_not_told_of_a_check() -> None:
    position = "4k3/8/4n3/K2pP2r/8/8/8/8 w - d6 20 11"
    assert why(position, "e5") == ("exposed", "2.9")


def test_3_6_player_chooses_between_leap_and_castling() -> None:
    game, position = Andarraya(), state(T3)
    assert game.path(position, ("short",)) == ("sq:e1", "sq:g1", "opt:castle")
    assert game.path(position, ("move", 4, 6, 0)) == ("sq:e1", "sq:g1", "opt:leap")
    assert game.path(position, ("move", 4, 2, 0)) == ("sq:e1", "sq:c1")
    assert {c.target for c in game.scene(position, -1).choices} == {"opt:castle", "opt:leap"}
    plain = state("4k3/8/8/8/8/8/8/4K2R w EH - 0 1", king_leap="none")
    assert Andarraya({"king_leap": "none"}).path(plain, ("short",)) == ("sq:e1", "sq:g1")


def test_6_3_promotion_piece_is_asked_only_where_there_is_a_choice() -> None:
    poor = state("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    assert Andarraya().path(poor, ("move", 48, 56, 5)) == ("sq:a7", "sq:a8")
    free = Andarraya(CHESS)
    position = free.state_from_text("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    assert free.path(position, ("move", 48, 56, 2)) == ("sq:a7", "sq:a8", "opt:knight")
    assert why("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", "sq:a1", **CHESS) == (
        "choose_promotion",
        "6.3",
    )


def test_2_4_an_enemy_queen_in_reach_is_marked_as_immune() -> None:
    game = Andarraya()
    position = state("3qk3/8/8/8/8/8/8/3QK3 w - - 20 11")
    marks = {mark.kind: mark for mark in game.reach(position, "sq:d1")}
    assert marks["cannot"].squares == ("d8",)
    assert marks["cannot"].label == Message("mark.immune", "2.4")
    assert "cannot" not in {m.kind for m in Andarraya(CHESS).reach(position.clone(), "sq:e1")}


def test_1_5_4_4_badges_show_unmoved_pieces_and_dead_pawns() -> None:
    def badges(text: str) -> dict[str, str]:
        scene = Andarraya().scene(state(text), -1)
        return {p.square: b.kind for p in scene.pieces for b in p.badges}

    assert badges(START) == dict.fromkeys(("a1", "e1", "h1", "a8", "e8", "h8"), "unmoved")
    assert badges("P3k3/8/8/8/8/8/8/4K3 w E - 40 21") == {"a8": "dead", "e1": "unmoved"}


def test_5_3_the_status_shows_the_counter_only_near_its_end() -> None:
    def shown(counter: int, **options: str) -> list[str]:
        game = Andarraya(options)
        scene = game.scene(game.state_from_text(f"4k3/8/8/8/8/8/8/4K3 w - - {counter} 51"), -1)
        return [message.key for message in scene.status]

    assert shown(80) == []
    assert shown(80, move_counter="reset") == ["status.quiet"]
    assert shown(79, move_counter="reset") == []
    assert shown(81) == ["status.plies"]
    assert shown(90, move_counter="reset") == ["status.quiet"]


def test_5_3_both_sides_are_told_how_many_moves_they_have_left() -> None:
    def left(text: str, **options: str) -> Message:
        game = Andarraya(options)
        (message,) = game.scene(game.state_from_text(f"4k3/8/8/8/8/8/8/4K3 {text}"), -1).status
        return message

    assert left("w - - 92 47").params == {"white": 5, "black": 4}
    assert left("b - - 91 46").params == {"white": 5, "black": 5}
    assert left("w - - 91 46", move_counter="reset").params == {"white": 5, "black": 4}
    last = Andarraya().state_from_text("4k3/8/8/8/8/8/8/4K3 w - - 100 51")
    goals = [Andarraya().goal(last, side) for side in (0, 1)]
    assert goals == [Message("goal.plies", n=1), Message("goal.none")]


def test_the_scene_marks_the_last_move_and_the_check() -> None:
    game, position = Andarraya(), state(T3)
    position.apply(("move", 7, 63, 0))
    marks = {
        m.kind: m.squares for m in game.scene(position, 0, [Event(0, ("move", 7, 63, 0))]).marks
    }
    assert marks == {"last": ("h1", "h8"), "check": ("e8",), "line": ("h8", "e8")}
    position = state(T3)
    position.apply(("short",))
    marks = {m.kind: m.squares for m in game.scene(position, 0, [Event(0, ("short",))]).marks}
    assert set(marks["last"]) == {"e1", "g1", "h1", "f1"}


def test_3_2_king_and_lesson_say_what_a_leap_may_not_do(golden: Golden) -> None:
    for lang in ("en", "es"):
        golden(catalogue("andarraya", lang).template("about.piece.king"))
        golden(sentences("andarraya", lang).template("1.2"))


def test_2_10_in_check_the_guide_says_how_to_get_out() -> None:
    position = state("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1")
    question = position.prompt(0).key.removeprefix("prompt.")
    guide = f"guide.{question}"
    assert guide == "guide.turn_check"
    assert catalogue("andarraya", "en").has(guide)
