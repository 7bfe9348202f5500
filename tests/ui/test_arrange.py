"""Arranging a set-up: pieces are placed, moved and taken back freely until it is complete."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import IllegalAction
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.targets import aim
from tests.ui.fakes import match_of
from ui.input.arrange import Arrange
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session


@pytest.fixture
def hand() -> Arrange:
    store = Store(MemoryStorage())
    config = MatchConfig("cotadrez", {}, ("Ana", "Blas"))
    session = Session(Match(config, chance.seeded(1)), store, store.new_game(config))
    return Arrange(session, Random(5))


def put(hand: Arrange, *presses: str) -> list[str]:
    return [hand.press(aim(target)) for target in presses]


def with_fortress(hand: Arrange) -> Arrange:
    put(hand, "kind:fortress", "sq:e2")
    return hand


def test_the_fortress_is_placed_first_and_its_legal_squares_are_known(hand: Arrange) -> None:
    assert hand.press(aim("kind:fortress")) == "held"
    assert {"b2", "h3", "e8"} <= hand.places()
    assert "a1" not in hand.places()
    assert hand.press(aim("sq:e2")) == "put"
    assert hand.draft == (("fortress", "e2"),) and hand.held == aim("")


def test_a_kind_stays_in_hand_while_pieces_of_it_are_left(hand: Arrange) -> None:
    with_fortress(hand)
    assert put(hand, "kind:lancer", "sq:e1", "sq:f1", "sq:g1") == ["held", "put", "put", "put"]
    assert hand.held == aim("")  # all three are placed
    assert hand.in_hand("lancer") == 0 and hand.press(aim("kind:lancer")) == "refused"


def test_pressing_a_kind_after_placing_a_piece_keeps_it_in_hand(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1")
    assert hand.press(aim("kind:mountain")) == "held" and hand.held == aim("kind:mountain")
    assert hand.press(aim("kind:mountain")) == "dropped" and hand.held == aim("")


def test_a_forbidden_square_is_refused_with_its_clause(hand: Arrange) -> None:
    with_fortress(hand)
    hand.press(aim("kind:lancer"))
    why = hand.why_not(aim("sq:a9"))
    assert hand.press(aim("sq:a9")) == "refused"
    assert why is not None and why.clause


def test_a_placed_piece_can_be_moved_to_another_square(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert hand.press(aim("sq:g4")) == "held" and "g4" not in hand.places()
    assert hand.press(aim("sq:d4")) == "shifted"
    assert ("dragon", "d4") in hand.draft


def test_two_placed_pieces_can_be_swapped(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4", "kind:king", "sq:d1")
    assert put(hand, "sq:g4", "sq:d1") == ["held", "swapped"]
    assert ("dragon", "d1") in hand.draft and ("king", "g4") in hand.draft


def test_a_piece_from_the_tray_replaces_a_placed_one(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert put(hand, "kind:king", "sq:g4") == ["held", "swapped"]
    assert hand.in_hand("dragon") == 1


def test_a_placed_piece_can_be_put_back(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert put(hand, "sq:g4", "kind:dragon") == ["held", "back"]
    assert hand.in_hand("dragon") == 1


def test_the_fortress_cannot_move_while_a_unit_is_placed(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert not hand.movable("e2") and hand.press(aim("sq:e2")) == "refused"
    assert hand.take_back("e2") == "refused"


def test_mountains_are_taken_back_with_the_fortress(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1")
    hand.held = aim("")
    assert hand.take_back("e2") == "back"
    assert hand.draft == ()


def test_pressing_the_fortress_ends_a_complete_set_up(hand: Arrange) -> None:
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1", "sq:a2", "sq:a3", "kind:dragon", "sq:g4")
    assert hand.press(aim("sq:e2")) == "ready"
    assert hand.session.curtain == 1


def test_ending_too_early_is_refused_with_a_clause(hand: Arrange) -> None:
    with_fortress(hand)
    with pytest.raises(IllegalAction) as refusal:
        hand.finish()
    assert refusal.value.message.clause


def test_only_the_first_problem_is_named(hand: Arrange) -> None:
    """A phone has room for one sentence above the board."""

    def missing() -> list[str]:
        plan = present(hand.plan())
        return [one.key for one in plan.problems]

    assert missing() == ["arrange.fortress.any"]  # either half may still be chosen
    with_fortress(hand)
    assert missing() == ["arrange.army"]
    put(hand, "kind:lancer", "sq:e1")
    assert missing() == ["arrange.mountains"]


def test_random_keeps_the_fortress_and_completes_the_set_up(hand: Arrange) -> None:
    with_fortress(hand)
    hand.random()
    plan = present(hand.plan())
    assert not plan.problems
    assert ("fortress", "e2") in hand.draft


@pytest.mark.parametrize(("fortress", "half"), [("", 0), ("e8", 1)])
def test_random_set_ups_never_turn_the_board(hand: Arrange, fortress: str, half: int) -> None:
    """The first player may choose either half; the half in front stays the one on the board."""
    if fortress:
        put(hand, "kind:fortress", f"sq:{fortress}")
    for _ in range(8):
        hand.random()
        plan = present(hand.plan())
        assert plan.side == half and not plan.problems


def test_another_set_up_can_be_mirrored(hand: Arrange) -> None:
    hand.mirror((("fortress", "b2"), ("king", "a1"), ("mountain", "a5")))
    assert set(hand.draft) == {("fortress", "h2"), ("king", "j1"), ("mountain", "j5")}


def test_clear_takes_back_every_piece(hand: Arrange) -> None:
    with_fortress(hand)
    hand.clear()
    assert hand.draft == ()


def test_the_draft_survives_a_reload(hand: Arrange) -> None:
    with_fortress(hand)
    session = hand.session
    again = Session(Match(match_of(session).config), session.store, session.key)
    again.reveal()
    assert Arrange(again).draft == (("fortress", "e2"),)


def test_a_meaningless_draft_is_tolerated(hand: Arrange) -> None:
    hand.session.drafting.keep((("unicorn", "z99"),))
    assert hand.plan() is not None


def test_nothing_can_be_arranged_behind_the_curtain(hand: Arrange) -> None:
    hand.random()
    hand.finish()
    assert hand.session.curtain == 1 and hand.plan() is None


def test_the_draft_is_loaded_once_for_all_squares(
    hand: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, store = hand.session.drafting.draft, hand.session.store.storage
    read: list[str] = []
    get = store.get

    def reading(key: str) -> str | None:
        read.append(key)
        return get(key)

    monkeypatch.setattr(store, "get", reading)
    with_fortress(hand)
    assert [name for _, name in hand.draft if hand.movable(name)] == ["e2"]
    assert any("draft" in key for key in read)
    before = len(read)
    for square in ("a1", "b2", "e2", "e8"):
        hand.movable(square)
    assert len(read) == before and hand.draft == load()


def test_a_square_alone_places_the_piece_that_the_question_names() -> None:
    store = Store(MemoryStorage())
    config = MatchConfig("rilatria", {}, ("Ana", "Blas"))
    session = Session(Match(config, chance.seeded(1)), store, store.new_game(config))
    hand = Arrange(session, Random(5))
    assert "h2" in hand.places() and "e5" not in hand.places() and hand.held == aim("")
    why = present(hand.why_not(aim("sq:e5")))
    assert why.key == "explain.zone" and put(hand, "sq:e5") == ["refused"]
    assert put(hand, "sq:h2") == ["put"] and dict(hand.draft) == {"hero": "h2"}
    assert put(hand, "sq:h2", "sq:i1") == ["held", "shifted"], "a placed piece is picked up"
    assert put(hand, "sq:g3") == ["put"] and hand.held == aim("")
    assert dict(hand.draft) == {"hero": "i1", "ram": "g3"} and not hand.places()
    assert put(hand, "sq:h1") == ["refused"]
