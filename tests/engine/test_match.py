"""The log of a match: playing, chance, earlier states, undo, table actions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core.contract import CHANCE, DRAW, RESIGN, TIME, UNKNOWN, Event
from engine.core.errors import BadOptions, BadPosition, IllegalAction
from engine.dev.walks import first_events, random_walk
from engine.match import codec, savefile
from engine.match.chance import ChanceSampler, fresh, seeded
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import replay
from tests.fixtures.model import MODEL, model_match


def play(match: Match, *texts: str) -> None:
    for text in texts:
        match.play(match.game.parse_action(match.state, text))


def test_chance_is_drawn_after_the_action_that_leads_to_it() -> None:
    match = model_match()
    play(match, "Ta1")
    new = match.play(match.game.parse_action(match.state, "Tb4"))
    assert [event.actor for event in new] == [1, CHANCE]
    assert match.state.current_player() == 0


def test_without_a_sampler_outcomes_are_played_like_actions() -> None:
    match = Match(MatchConfig(MODEL))
    play(match, "Ta1", "Tb4")
    assert match.options_now() == [("roll", 1), ("roll", 2)]
    match.play(("roll", 2))
    assert match.events[-1] == Event(CHANCE, ("roll", 2))


def test_a_refused_action_changes_nothing() -> None:
    match = model_match()
    for action in (("hide", 99), ("roll", 1), (RESIGN, 5), ("nonsense",)):
        with pytest.raises(IllegalAction):
            match.play(action)
    assert not match.events and match.state.key() == match.start.key()


def test_bad_configurations_are_refused() -> None:
    with pytest.raises(BadOptions):
        Match(MatchConfig(MODEL, {"width": 6}))
    with pytest.raises(BadPosition):
        Match(MatchConfig(MODEL, start="abc"))
    with pytest.raises(KeyError):
        Match(MatchConfig("lantirn"))


def test_state_at_equals_a_replay() -> None:
    match = random_walk(model_match(8, {"turns": 60}), Random(8))
    for count in range(len(match.events) + 1):
        assert match.state_at(count).key() == first_events(match, count).state.key()
    for count in (-1, len(match.events) + 1):
        with pytest.raises(IndexError):
            match.state_at(count)


def test_replay_refuses_the_first_illegal_event() -> None:
    match = random_walk(model_match(8), Random(8))
    assert replay(MatchConfig(MODEL), match.events).state.key() == match.state.key()
    with pytest.raises(IllegalAction):
        replay(MatchConfig(MODEL), match.events[1:])


def test_a_hiding_can_be_undone_until_someone_acts() -> None:
    match = model_match()
    play(match, "Ta1")
    assert not match.can_undo(1)
    assert match.undo(0) == Event(0, ("hide", 0))
    assert match.state.key() == match.start.key()
    play(match, "Ta1", "Tb4")  # the die has been rolled
    for player in (0, 1):
        assert not match.can_undo(player)
        with pytest.raises(IllegalAction):
            match.undo(player)


def test_undo_crosses_neither_another_players_answer_nor_the_end() -> None:
    match = Match(MatchConfig(MODEL, start="5/2G2/4g/5 south 0 - a1,a4 - turn:1 -"))
    play(match, "c3-c4")
    assert match.can_undo(0)
    play(match, "no")
    assert not match.can_undo(0)
    play(match, "d1")
    match.resign(0)
    assert not match.can_undo(0)


def test_undo_keeps_snapshots_consistent() -> None:
    match = random_walk(model_match(8, {"turns": 60}), Random(8), table=False)
    start = match.state_at(0)
    long = first_events(match, 64)
    while long.events and long.can_undo(long.events[-1].actor):
        long.undo(long.events[-1].actor)
    assert long.state_at(0).key() == start.key()
    assert long.state_at(len(long.events)).key() == long.state.key()


def test_resignation_and_agreed_draw_end_the_game() -> None:
    match = model_match()
    assert match.resign(1) == [Event(1, (RESIGN, 1))]
    outcome = match.outcome()
    assert match.over and outcome is not None and outcome.winner == 0
    assert match.to_record().result == "1-0"
    with pytest.raises(IllegalAction):
        match.resign(0)
    other = model_match()
    assert other.agree_draw()[0].action == (DRAW,)
    assert other.to_record().result == "1/2-1/2"


def test_loss_on_time_is_possible_where_resigning_is() -> None:
    match = model_match()
    assert match.play((TIME, 0)) == [Event(0, (TIME, 0))]
    outcome = match.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason) == (1, "time")
    assert codec.decode(codec.encode(match)).events == match.events
    assert savefile.load(savefile.dump(match)).events == match.events
    with pytest.raises(IllegalAction):
        match.play((TIME, 1))


def test_observed_events_hide_the_treasure() -> None:
    match = model_match()
    play(match, "Ta1", "Tb4")
    seen = [event for _, event in match.observed_events(0)]
    assert seen[:2] == [Event(0, ("hide", 0)), Event(1, ("hide", UNKNOWN))]


# -- sampler ------------------------------------------------------------------------------------


def test_a_seed_reproduces_its_draws() -> None:
    state = Match(MatchConfig(MODEL, start="2g2/5/5/2G2 south 4 - a1,a4 - roll -")).state
    one, other = seeded(4), seeded(4)
    assert [one(state) for _ in range(50)] == [other(state) for _ in range(50)]
    assert {seeded(seed)(state) for seed in range(30)} == {("roll", 1), ("roll", 2)}


def test_draws_follow_the_weights() -> None:
    state = Match(MatchConfig(MODEL, start="2g2/5/5/2G2 south 4 - a1,a4 - roll -")).state
    for sampler in (ChanceSampler(Random(3)), fresh()):
        counts = Counter(sampler(state)[1] for _ in range(3000))
        assert 1800 < counts[1] < 2200


def test_drawing_without_a_chance_node_raises() -> None:
    with pytest.raises(ValueError, match="empty range"):
        seeded(1)(model_match().state)
