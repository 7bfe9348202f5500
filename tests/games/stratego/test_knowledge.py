"""What each player knows: rulebook 5.8, 5.9 and section 6; -1 is a spectator."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.contract import Event
from engine.core.options import Options
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play
from tests.games.answers import game_of
from tests.games.stratego.helpers import at, begin, field, position, result, state_of, token

VIEWERS = (0, 1, -1)
BLIND: Options = {"blind_combat": True}
HIDDEN: Options = {"hidden_captures": True}
ALL = {"types": "all"}


def seen(state: StrategoState, number: int) -> list[str]:
    """Return a field of the position as each viewer has it."""
    return [field(state.observation(viewer), number) for viewer in VIEWERS]


def piece(state: StrategoState, cell: str) -> list[str]:
    """Return the piece on a cell as each viewer sees it."""
    return [at(state.observation(viewer), cell) for viewer in VIEWERS]


def fight(pieces: str, **options: Any) -> tuple[list[str], list[str], list[str]]:
    """Return for each viewer of e5xe6 the log's word, the survivor on e6 and the losses."""
    state = state_of(pieces, **options)
    words = [token(state, "e5xe6", viewer).removeprefix("e5xe6:") for viewer in VIEWERS]
    after = play(state, "e5xe6")
    return words, piece(after, "e6"), seen(after, 7)


def received(state: StrategoState, words: str, viewer: int) -> StrategoState:
    """Return the viewer's game after these words, from the events he received."""
    known, now, game = state.observation(viewer), state.clone(), game_of(state)
    for reading in game.read_actions(state, words):
        for action in reading.actions:
            told = game.redact(now, Event(max(now.current_player(), 0), action), viewer)
            now.apply(action)
            if told is not None:
                known.apply(told.action)
    return known


def test_6_3_a_standard_fight_shows_both_pieces() -> None:
    assert fight("r9e5 b5e6") == (["9>5"] * 3, ["r9'!"] * 3, ["b:5"] * 3)
    assert fight("r5e5 b9e6") == (["5<9"] * 3, ["b9!"] * 3, ["r:5"] * 3)


def test_6_3_a_desertion_shows_nothing() -> None:
    after = play(state_of("r9e5 b5e6", desertion=True), "e5xe6 desert")
    assert piece(after, "e6") == ["r9'", "r?'", "r?'"]
    assert seen(after, 7) == ["b:~?", "b:~(5)", "b:~?"]


def test_5_8_in_blind_combat_the_survivor_is_not_shown() -> None:
    words, survivor, losses = fight("r9e5 b5e6", **BLIND)
    assert words == ["9>5", "?>5", "?>5"] and survivor == ["r9'", "r?'", "r?'"]
    assert losses == ["b:5"] * 3
    assert fight("r5e5 b9e6", **BLIND)[0] == ["5<?", "5<9", "5<?"]


def test_5_9_with_hidden_captures_removed_pieces_are_not_shown() -> None:
    words, survivor, losses = fight("r9e5 b5e6", **HIDDEN)
    assert words == ["9>?", "9>5", "9>?"] and survivor == ["r9'!"] * 3
    assert losses == ["b:?", "b:(5)", "b:?"]


def test_s17_blind_combat_with_hidden_captures_shows_no_enemy_type() -> None:
    words, survivor, losses = fight("r5e5 b9e6", **BLIND, **HIDDEN)
    assert words == ["5<?", "?<9", "?<?"] and survivor == ["b?", "b9", "b?"]
    assert losses == ["r:(5)", "r:?", "r:?"]
    assert fight("r5!e5 b9!e6", **BLIND, **HIDDEN)[0] == ["5<9"] * 3, "what was shown stays known"


def test_s47_the_outcome_is_given_to_those_who_cannot_know_it() -> None:
    state = state_of("r5e5 b9e6", **BLIND, **HIDDEN)
    for viewer in VIEWERS:
        known = received(state, "e5xe6", viewer)
        assert at(known, "e5") == "" and at(known, "e6")[0] == "b"


def test_6_1_only_the_types_of_pieces_are_hidden() -> None:
    """Only types are hidden: not places, sides, marks of movement and rescue, missed turns, counts,
    memory, points or numbers of rescues."""
    rest = "b1 3 7 r:e6e5,f4f5,f5f4;b:d6e6 r:28;b:7~5 pts.r=7,resc.r=8,vac.r=2"
    options: Options = {"rescue_points": 2, "relay": True, "rescue_rear": 2, "desertion": True}
    game, text = position("r5'e5 r9!e4 r4'*f4 b3e6 b2!h7", rest=rest, **options)
    spectator = game.state_from_text(text).observation(-1).to_text()
    assert spectator == (
        "b?8b?/10/10/7b2!2/2~~b?1~~2/2~~r?'1~~2/4r9!r?'*4/10/10/r?8r? red b1 3 7"
        " r:e6e5,f4f5,f5f4;b:d6e6 r:28;b:7~5 pts.r=7,resc.r=?"
    )


def test_6_1_every_player_sees_the_question_and_who_is_asked() -> None:
    state = begin(state_of("r9e5 b4e6", desertion=True), "e5xe6")
    assert seen(state, 9) == ["answer:e5xe6"] * 3
    assert {state.observation(viewer).current_player() for viewer in VIEWERS} == {1}


def test_6_2_a_revealed_piece_is_known_to_all_for_good() -> None:
    state = play(state_of("r9e5 b4e6"), "e5xe6 a10-a9 e6-f6 a9-a8 f6-f7")
    assert piece(state, "f7") == ["r9'!"] * 3


def test_6_2_nothing_is_revealed_by_deduction() -> None:
    state = play(state_of("r2e2"), "e2-e8")
    assert piece(state, "e8") == ["r2'", "r?'", "r?'"]


def test_s16_shown_ranks_are_remembered_by_the_board() -> None:
    words = "e5xe6 a10-a9 " + "j1-j2 a9-a8 j2-j1 a8-a7"
    state = play(state_of("r4e5 b9e6"), words)
    assert piece(state, "e6") == ["b9!"] * 3


def test_6_4_lists_of_losses_show_what_each_player_saw_and_never_shrink() -> None:
    game, text = position("r5f9", rest="- 0 0 - r:8(7) vac.r=78", rescue_rear=2, **HIDDEN)
    state = game.state_from_text(text)
    assert seen(state, 7) == ["r:8(7)", "r:8?", "r:8?"]
    rescued = play(state, "f9-f10+7@c1")
    assert seen(rescued, 7) == ["r:8(7)", "r:8?", "r:8?"]


def test_6_5_only_the_owner_knows_his_pieces_and_vacancies() -> None:
    game, text = position("r5e5", rest="- 0 0 - r:5 vac.r=5")
    state = game.state_from_text(text)
    assert piece(state, "e5") == ["r5", "r?", "r?"]
    assert seen(state, 8) == ["vac.r=5", "-", "-"]


def test_6_5_only_the_owner_knows_secret_promotions_and_rescues() -> None:
    rest = "- 0 0 - r:58 vac.r=58"
    game, text = position("r4f9", rest=rest, promotion_courage=ALL, rescue_rear=2)
    state = game.state_from_text(text)
    words = [token(state, "f9-f10^5+8@c1", viewer) for viewer in VIEWERS]
    assert words == ["f9-f10^5+8@c1", "f9-f10+?@c1", "f9-f10+?@c1"]
    after = play(state, "f9-f10^5+8@c1")
    assert seen(after, 8) == ["resc.r=8", "resc.r=?", "resc.r=?"]
    assert piece(after, "c1") == ["r8'", "r?'", "r?'"]


@pytest.mark.parametrize("options", [{}, BLIND, HIDDEN, {**BLIND, **HIDDEN}])
def test_6_6_a_players_game_is_the_sum_of_what_he_received(options: Options) -> None:
    words = "e5xe6 a10-a9 f5xf6 a9-a8 j1-j2"
    state = state_of("r9e5 b5e6 r4f5 b4f6", **options)
    for viewer in VIEWERS:
        wanted = play(state, words).observation(viewer).to_text()
        assert received(state, words, viewer).to_text() == wanted


def test_6_6_the_outcome_comes_with_the_second_showing() -> None:
    state = state_of("r9e5 b5e6")
    first, second = begin(state, "e5xe6 show"), begin(state, "e5xe6 show show")
    assert at(first.observation(1), "e5") == "r9!" and at(first, "e6") == "b5"
    assert at(first.observation(0), "e6") == "b?" and at(second, "e6") == "r9'!"


def test_6_6_the_last_event_uncovers_everything() -> None:
    state = state_of("r9j9 r4e5")
    for viewer in VIEWERS:
        known = received(state, "j9xj10", viewer)
        assert result(known) == "red+flag" and at(known, "e5") == "r4" and at(known, "a10") == "b4"
