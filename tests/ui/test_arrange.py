"""Setting up freely, until it is good."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import IllegalAction
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.targets import aim
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


def test_first_the_fortress_can_be_taken_and_the_legal_places_are_known(hand: Arrange):
    assert hand.press(aim("kind:fortress")) == "held"
    assert {"b2", "h3", "e8"} <= hand.places()
    assert "a1" not in hand.places()
    assert hand.press(aim("sq:e2")) == "put"
    assert hand.draft == (("fortress", "e2"),) and hand.held == aim("")


def test_a_kind_that_is_left_stays_in_hand_for_the_next_square(hand: Arrange):
    with_fortress(hand)
    assert put(hand, "kind:lancer", "sq:e1", "sq:f1", "sq:g1") == ["held", "put", "put", "put"]
    assert hand.held == aim("")  # there are three
    assert hand.in_hand("lancer") == 0 and hand.press(aim("kind:lancer")) == "refused"


def test_pressing_the_kind_between_two_squares_keeps_it_in_hand(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1")
    assert hand.press(aim("kind:mountain")) == "held" and hand.held == aim("kind:mountain")
    assert hand.press(aim("kind:mountain")) == "dropped" and hand.held == aim("")


def test_what_is_not_allowed_is_refused_with_the_clause(hand: Arrange):
    with_fortress(hand)
    hand.press(aim("kind:lancer"))
    why = hand.why_not(aim("sq:a9"))
    assert hand.press(aim("sq:a9")) == "refused"
    assert why is not None and why.clause


def test_a_piece_is_shifted_and_the_ring_limits_it(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert hand.press(aim("sq:g4")) == "held" and "g4" not in hand.places()
    assert hand.press(aim("sq:d4")) == "shifted"
    assert ("dragon", "d4") in hand.draft


def test_two_pieces_swap(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4", "kind:king", "sq:d1")
    assert put(hand, "sq:g4", "sq:d1") == ["held", "swapped"]
    assert ("dragon", "d1") in hand.draft and ("king", "g4") in hand.draft


def test_a_piece_from_the_tray_takes_the_place_of_another(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert put(hand, "kind:king", "sq:g4") == ["held", "swapped"]
    assert hand.in_hand("dragon") == 1


def test_taking_back(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert put(hand, "sq:g4", "kind:dragon") == ["held", "back"]
    assert hand.in_hand("dragon") == 1


def test_the_fortress_stays_while_a_unit_stands(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:dragon", "sq:g4")
    assert not hand.movable("e2") and hand.press(aim("sq:e2")) == "refused"
    assert hand.take_back("e2") == "refused"


def test_the_mountains_go_back_with_the_fortress(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1")
    hand.held = aim("")
    assert hand.take_back("e2") == "back"
    assert hand.draft == ()


def test_the_fortress_ends_it_when_it_is_complete_and_not_before(hand: Arrange):
    with_fortress(hand)
    put(hand, "kind:mountain", "sq:a1", "sq:a2", "sq:a3", "kind:dragon", "sq:g4")
    assert hand.press(aim("sq:e2")) == "ready"
    assert hand.session.curtain == 1


def test_ending_too_early_says_what_is_missing(hand: Arrange):
    with_fortress(hand)
    with pytest.raises(IllegalAction) as refusal:
        hand.finish()
    assert refusal.value.message.clause


def test_what_is_missing_is_said_in_one_sentence(hand: Arrange):
    """A phone has room for one above the board."""

    def missing() -> list[str]:
        plan = hand.plan()
        assert plan is not None
        return [one.key for one in plan.problems]

    assert missing() == ["arrange.fortress.any"]  # either half may be the own one
    with_fortress(hand)
    assert missing() == ["arrange.army"]
    put(hand, "kind:lancer", "sq:e1")
    assert missing() == ["arrange.mountains"]


def test_random_keeps_the_fortress_and_is_complete(hand: Arrange):
    with_fortress(hand)
    hand.random()
    plan = hand.plan()
    assert plan is not None and not plan.problems
    assert ("fortress", "e2") in hand.draft


def test_the_mirror_of_another_set_up(hand: Arrange):
    hand.mirror((("fortress", "b2"), ("king", "a1"), ("mountain", "a5")))
    assert set(hand.draft) == {("fortress", "h2"), ("king", "j1"), ("mountain", "j5")}


def test_clearing(hand: Arrange):
    with_fortress(hand)
    hand.clear()
    assert hand.draft == ()


def test_the_draft_is_there_again_after_a_reload(hand: Arrange):
    with_fortress(hand)
    session = hand.session
    again = Session(Match(session._match.config), session.keeper, session.key)
    again.reveal()
    assert Arrange(again).draft == (("fortress", "e2"),)


def test_a_draft_the_game_can_make_nothing_of_is_no_obstacle(hand: Arrange):
    hand.session.keep_draft((("unicorn", "z99"),))
    assert hand.plan() is not None


def test_behind_the_curtain_there_is_nothing_to_arrange(hand: Arrange):
    hand.random()
    hand.finish()
    assert hand.session.curtain == 1 and hand.plan() is None


def test_where_a_draft_is_kept_is_asked_once_for_all_squares(
    hand: Arrange, monkeypatch: pytest.MonkeyPatch
):
    read, load = [], hand.session.draft
    monkeypatch.setattr(hand.session, "draft", lambda: read.append(1) or load())
    with_fortress(hand)
    assert [name for _, name in hand.draft if hand.movable(name)] == ["e2"]
    before = len(read)
    for square in ("a1", "b2", "e2", "e8"):
        hand.movable(square)
    assert len(read) == before and hand.draft == load()
