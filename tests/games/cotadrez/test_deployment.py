"""Rulebook section 2: the deployment, its log and what each viewer sees of it."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import CHANCE, Event
from engine.core.errors import IllegalAction
from engine.games.cotadrez.game import Cotadrez
from tests.fixtures.words import play, refusal
from tests.games.answers import arranged, game_of
from tests.games.cotadrez.table import decisions, state

LOG = "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 //"
NORTH_FIRST = "rFe7f8 rDd7 rMa6 rMa7 rMa8 // rFe2f3 rHd1 rMj1 rMj2 rMj3 >>>"


def test_2_1_the_first_player_finishes_before_the_second_begins() -> None:
    position = state("*")
    for token in LOG.split()[:6]:
        assert position.current_player() == 0
        position = play(position, token)
    assert position.current_player() == 1
    assert {text[3:] for text in decisions(position, "rF")} and not {
        text for text in decisions(position, "rF") if int(text.partition("rF")[2][1]) < 6
    }


def test_w1_2_2_the_fortress_comes_first() -> None:
    assert {text[:2] for text in decisions(state("*"))} == {"rF"}
    for early in ("rDg4", "rMa2", "//"):
        assert refusal(state("*"), early) in ("bad_deployment", "unfinished_deployment")


def test_w1_2_3_c2_the_whole_ring_must_lie_in_the_own_half() -> None:
    legal = decisions(state("*"))
    assert len(legal) == 28
    assert {"rFb2c3", "rFh3i4", "rFe3f4", "rFb7c8", "rFh8i9"} <= legal
    for bad in ("rFa2b3", "rFi3j4", "rFe4f5", "rFe5f6", "rFe1f2", "rFd9e10"):
        assert refusal(state("*"), bad) == "bad_deployment"


def test_2_4_units_are_deployed_from_the_reserve_on_free_land_of_the_ring() -> None:
    fort = state("rFc3d4 *")
    assert refusal(fort, "rLc5") == refusal(fort, "rLa1") == "bad_deployment"
    assert refusal(fort, "rDb2 rDc2") == "bad_deployment"
    assert refusal(fort, "rDb2 rLb2") == "bad_deployment"


def test_w2_2_5_c8_mountains_stand_on_free_land_of_the_own_half() -> None:
    mountains = decisions(state("rFc3d4 rHb2 *"), "rM")
    assert {"rMe5", "rMc2", "rMj1"} <= mountains, "the ring is allowed"
    assert not mountains & {"rMe6", "rMc5", "rMg5", "rMb2", "rMc3"}


def test_w2_2_6_the_fortress_cannot_be_moved_once_a_unit_is_deployed() -> None:
    game = Cotadrez()
    empty = arranged(game, game.initial_state(), (("fortress", "c3"),))
    manned = arranged(game, game.initial_state(), (("fortress", "c3"), ("rabble", "b2")))
    assert "kind:fortress" in empty.allowed
    assert "kind:fortress" not in manned.allowed


def test_2_6_a_draft_can_be_random_and_can_be_mirrored() -> None:
    game = Cotadrez()
    start = game.initial_state()
    for seed in range(20):
        draft = game.random_draft(start, Random(seed))
        complete = arranged(game, start, draft)
        assert complete.problems == () and complete.actions[-1] == ("ready",)
        mirrored = game.mirror_draft(start, draft)
        assert mirrored != draft and game.mirror_draft(start, mirrored) == draft
        assert arranged(game, start, mirrored).problems == ()


def test_2_6_the_second_player_can_mirror_a_draft_into_his_own_half() -> None:
    game = Cotadrez()
    after = game.initial_state()
    draft = game.random_draft(after, Random(1))
    for action in arranged(game, after, draft).actions:
        assert action in after.legal_actions()
        after.apply(action)
    assert arranged(game, after, draft).problems != ()
    assert arranged(game, after, game.mirror_draft(after, draft)).problems == ()


def test_w2_2_7_ready_needs_a_fortress_three_mountains_and_a_unit() -> None:
    fort = state("rFc3d4 *")
    assert "//" not in decisions(state("rFc3d4 rHb2 rMa1 rMa2 *"))
    assert refusal(fort, "rMa1 rMa2 rMa3 //") == "unfinished_deployment"
    assert refusal(fort, "rHb2 rMa1 rMa2 //") == "unfinished_deployment"
    assert "//" in decisions(state("rFc3d4 rHb2 rMa1 rMa2 rMa3 *"))


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "rFc3d4 *",
        "rFc3d4 rHb2 rMa1 rMa2 *",
        "rFe2f3 rDg4 rMa2 rMa3 rMa4 // *",
        "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 // *",
    ],
)
def test_2_7_an_early_ready_token_is_illegal_and_not_unreadable(text: str) -> None:
    start = state(text)
    with pytest.raises(IllegalAction) as why:
        game_of(start).parse_action(start, "//")
    assert why.value.token == "//"


def test_2_8_c9_one_deployed_unit_is_enough_and_the_king_may_hide() -> None:
    fields = play(state("*"), LOG + " >>>").to_text().split()
    assert fields[5:7] == ["REEPPCCCTBAAALLLHHH", "RDEEPPCCCTBAAALLLHH"]


def test_2_9_the_fog_lifts_when_both_players_are_ready() -> None:
    due = state(LOG.removesuffix(" //") + " // *")
    assert due.current_player() == CHANCE
    assert due.chance_outcomes() == [(("reveal",), 1)]


def test_c10_the_first_player_moves_first_even_from_the_north() -> None:
    deployed = play(state("*"), NORTH_FIRST)
    assert deployed.to_text().split()[1:3] == ["N", "N"]
    assert deployed.current_player() == 0


def test_2_10_fortresses_and_mountains_never_move() -> None:
    deployed = play(state("*"), LOG + " >>>")
    assert {action[0] for action in deployed.legal_actions()} == {"step", "reinforce"}
    after = play(deployed, "Dg7 Hc10 Dg4 Hd10")
    assert after.to_text().split()[3:5] == deployed.to_text().split()[3:5]


def test_2_11_the_order_of_deploying_does_not_change_the_log() -> None:
    game = Cotadrez()
    start = game.initial_state()
    for seed in range(5):
        draft = game.random_draft(start, Random(seed))
        turned = (draft[0], *reversed(draft[1:]))
        assert arranged(game, start, turned).actions == arranged(game, start, draft).actions


def test_w28_2_12_only_later_placements_that_leave_room_are_offered() -> None:
    assert not decisions(state("rFe2f3 *"), "rM"), "a mountain only once a unit stands"
    second = state("rFe2f3 rDg4 *")
    assert len(second.legal_actions()) == 127
    assert not decisions(second, "rR"), "the King comes before the Dragon"
    mountains = decisions(second, "rM")
    assert len(mountains) == 39 and not {"rMj4", "rMj5"} & mountains
    assert decisions(state("rFe2f3 rDg4 rMj3 *")) == {"rMj4"}


def test_2_13_c38_the_other_player_learns_only_the_half_and_who_is_ready() -> None:
    game = Cotadrez()
    position = game.initial_state()
    learned: dict[int, list[str]] = {0: [], 1: [], -1: []}
    for reading in game.read_actions(position, LOG + " >>>"):
        for action in reading.actions:
            for viewer, seen in learned.items():
                event = game.redact(position, Event(position.current_player(), action), viewer)
                if event:
                    seen.append(event.action[0])
            position.apply(action)
    assert learned[1][:2] == ["half", "ready"]
    assert learned[-1] == ["half", "ready", "ready", "reveal"]
    assert learned[0] == ["fortress", "unit"] + ["mountain"] * 3 + ["ready", "ready", "reveal"]


@pytest.mark.parametrize(
    ("true", "viewer", "seen"),
    [
        ("*", 1, "? *"),
        ("rFe2f3 rDg4 *", 0, "rFe2f3 rDg4 *"),
        ("rFe2f3 rDg4 *", 1, "?S *"),
        ("rFe2f3 rDg4 rMj3 *", 1, "?S *"),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // *", 1, "?S // *"),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 *", 1, "?S // rFe8f9 *"),
        (
            "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *",
            0,
            "rFe2f3 rDg4 rMa2 rMa3 rMa4 // ?N *",
        ),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *", -1, "?S // ?N *"),
    ],
)
def test_6_25_c7_observations_hide_the_deployment_of_the_other_player(
    true: str, viewer: int, seen: str
) -> None:
    observed = state(true).observation(viewer)
    assert observed.to_text() == seen
    assert state(seen).to_text() == seen


def test_2_14_nothing_is_hidden_after_the_fog_lifts() -> None:
    position = play(state("*"), LOG + " >>>")
    game = game_of(position)
    for _ in range(6):
        event = Event(position.current_player(), sorted(position.legal_actions())[0])
        for viewer in (0, 1, -1):
            assert position.observation(viewer).key() == position.key()
            assert game.redact(position, event, viewer) == event
        position.apply(event.action)


def test_2_15_determinizations_are_legal_and_match_the_observation() -> None:
    true = state("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *")
    for seed in range(30):
        for viewer in (0, 1, -1):
            guess = true.determinize(viewer, Random(seed))
            assert guess.observation(viewer).key() == true.observation(viewer).key()
            assert state(guess.to_text()).key() == guess.key()


def test_1_3_2_5_a_saved_setup_drops_mountains_that_would_stand_on_water() -> None:
    draft = (("fortress", "e2"), ("dragon", "g4"), *(("mountain", s) for s in ("c3", "c4", "a2")))
    on = {water: Cotadrez({"water": water}) for water in ("lagos", "estanques")}
    laid = {name: arranged(game, game.initial_state(), draft) for name, game in on.items()}
    assert laid["lagos"].problems == () and laid["lagos"].actions[-1] == ("ready",)
    (problem,) = laid["estanques"].problems
    assert (problem.key, problem.params["n"], laid["estanques"].actions) == (
        "arrange.mountains", 2, (),
    )  # fmt: skip
