"""The turning point of a finished game: found from the end, agreed by a deeper search, told."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

from engine.core.contract import CHANCE, TABLE_VERBS, Event
from engine.games import REGISTRY
from engine.match import codec
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from engine.search.analysis import Verdict, analyse
from engine.search.budget import Budget, finish
from tests.fixtures.present import present
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.test_finished_games import FOLDER
from tests.ui.test_mistakes import asked, judged, played
from tests.ui.test_opponent import slots
from ui.learn.mistakes.decisions import Past, PastDecision
from ui.learn.mistakes.judged_game import JudgedTurn, judged_turns
from ui.learn.mistakes.telling import turned
from ui.learn.mistakes.turning_point import (
    DEEPER,
    LEAST,
    LOST,
    OPEN,
    TurningPoint,
    confirmed,
    search_back,
    winner_of,
)

BACK = 40  # decisions judged from the end
STRONGER = 4 * DEEPER
KEPT = [(game, number) for game in REGISTRY for number in range(4)]
NEW = [(game, 4 + seed) for game in REGISTRY for seed in range(2)]
LONGEST = 500


@cache
def past_of(game: str, number: int) -> Past:
    """Return a kept game, or one played anew by two weak computers."""
    if number < 4:
        games = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))
        return Past(codec.decode(games[number]["link"]))
    match, rng = Match(MatchConfig(game), seeded(number)), Random(number)
    match.begin()
    players = [make_agent(name) for name in ("greedy", "greedy")]
    while not match.over and len(match.events) < LONGEST:
        player = match.state.current_player()
        match.play(players[player].choose(match.game, match.state.observation(player), rng))
    if not match.over:
        match.resign(number % 2)
    return Past(match)


def verdict(past: Past, one: PastDecision, nodes: int = 0) -> Verdict | None:
    action, seen = past.match.events[one.at].action, past.before(one.seat, one.at)
    given = (nodes,) if nodes else ()
    return finish(analyse(past.game, seen, action, Random(one.at), Budget(), *given))


@cache
def point_of(game: str, number: int) -> TurningPoint | None:
    """Return the turning point as the page finds it."""
    past = past_of(game, number)
    every = [one for seat in (0, 1) for one in past.decisions(seat)]
    ordered, verdicts = sorted(every, key=lambda one: -one.at), {}
    for index, one in enumerate(ordered[:BACK]):
        verdicts[one] = verdict(past, one)
        if ordered[index + 1 : index + 2] and ordered[index + 1][::2] == one[::2]:
            continue
        found = search_back(past, judged_turns(verdicts, past.open_game))
        if isinstance(found, TurningPoint):
            return agreed(past, found, DEEPER)
        if found:
            return None
    return None


def agreed(past: Past, point: TurningPoint, nodes: int) -> TurningPoint | None:
    return confirmed(past, point, {one: verdict(past, one, nodes) for one, _ in point.readings})


@pytest.mark.parametrize(("game", "number"), sampled((pytest.param(*one) for one in KEPT + NEW), 2))
def test_a_stronger_search_agrees_with_the_turning_point(game: str, number: int) -> None:
    past, point = past_of(game, number), point_of(game, number)
    if point is None:
        return
    assert agreed(past, point, STRONGER) is not None
    events = past.match.events[point.at : point.until]
    assert any(one.actor == CHANCE for one in events) if point.luck else loses(past, events[0])
    assert events[-1].action[0] not in TABLE_VERBS


def loses(past: Past, event: Event) -> bool:
    winner = winner_of(past)
    return winner is not None and event.actor == 1 - winner


@pytest.mark.soak
def test_several_games_have_a_turning_point() -> None:
    found = [one for one in KEPT + NEW if point_of(*one) is not None]
    assert len(found) >= 5 and len({game for game, _ in found}) > 1


# -- where it is sought ----------------------------------------------------------------------------


def turn(seat: int, at: int, best: float, left: float, settled: bool = True) -> JudgedTurn:
    loss = max(best - left, 0.0)
    return JudgedTurn(seat, at, at // 2 + 1, best, left, loss, settled, at)


def fools_mate() -> Past:
    """Return a game that the first player loses with his third action."""
    return Past(played()[0].session.finished())


@pytest.mark.parametrize("settled", [True, False])
def test_the_turn_that_lost_a_level_game_is_the_turning_point(settled: bool) -> None:
    turns = [turn(1, 1, 0.5, 0.5), turn(0, 2, 0.5, 0.1, settled), turn(1, 3, 0.9, 1.0)]
    found = search_back(fools_mate(), turns)
    if settled:
        assert isinstance(found, TurningPoint) and (found.at, found.until) == (2, 3)
        assert not found.luck and (found.before, found.after) == (0.5, 0.1)
    else:
        assert found is True, "an unsettled value says nothing"


def test_what_the_loser_did_long_after_or_little_by_little_is_no_turning_point() -> None:
    past = fools_mate()
    late = [turn(0, 2, LOST, LOST / 2), turn(1, 3, 1.0, 1.0)]
    assert search_back(past, late) is False, "it lies further back"
    little = [turn(0, 2, OPEN, OPEN - LEAST / 2), turn(1, 3, 1.0, 1.0)]
    assert search_back(past, little) is True
    without_dice = [turn(0, 2, 0.5, 0.5), turn(1, 3, 1.0, 1.0)]
    assert search_back(past, without_dice) is True, "no dice, no luck"


def test_a_deeper_search_that_disagrees_leaves_no_turning_point() -> None:
    past = fools_mate()
    found = search_back(past, [turn(0, 2, 0.5, 0.1), turn(1, 3, 1.0, 1.0)])
    assert isinstance(found, TurningPoint)
    ((decision, _), _) = found.readings
    for best, left, stays in ((0.5, 0.1, True), (0.5, 0.45, False), (0.2, 0.1, False)):
        verdicts: dict[PastDecision, Verdict | None] = {decision: Verdict((), best, left)}
        assert (confirmed(past, found, verdicts) is not None) == stays
    assert confirmed(past, found, {decision: None}) is None


# -- how it is told --------------------------------------------------------------------------------


def test_the_result_card_tells_the_turning_point_and_shows_its_position() -> None:
    screen, engine = played()
    assert "result-story" not in slots(screen)
    judged(screen, engine)
    shown = slots(screen)
    assert "result-story" in shown and 'data-target="look:3"' in shown
    what = says("mistakes.story", n=2, what="Ana")
    assert (
        what in shown and says("mistakes.story.slip", who="Ana", before=50, after=0)[:20] in shown
    )
    screen.press(aim("look:3"))
    assert screen.session.at == 3


def test_a_computers_table_looks_for_the_turning_point_unasked() -> None:
    screen, engine = played()
    table = screen.table
    table.opponent()._played, table.mistakes, table.recalled = 1, None, False
    screen.go_on()
    for _ in range(20):
        engine.finish()
    shown = slots(screen)
    assert "result-story" in shown and says("mistakes.mine") in shown
    assert 'class="mistake-list"' not in shown, "the list waits for its button"
    before = len(asked(engine))
    judged(screen, engine)
    assert len(asked(engine)) == before + 2, "what was found before is not asked again"


def test_the_turning_point_is_told_as_its_viewer_saw_it() -> None:
    """Two games that differ only in the rank of a piece that the viewer never learns."""
    told = set()
    for seed in (3, 4):
        match = Match(MatchConfig("stratego"), seeded(1))
        game, drawn = match.game, {0: Random(1), 1: Random(seed)}
        while game.arrangement(match.state) is not None:
            side = match.state.current_player()
            seen = match.state.observation(side)
            plan = present(game.arrangement(seen, game.random_draft(seen, drawn[side])))
            for action in plan.actions:
                match.play(action)
        begun = len(match.events)
        for _ in range(2):
            match.play(
                sorted(match.state.observation(match.state.current_player()).legal_actions())[0]
            )
        point = TurningPoint(begun, len(match.events), True, 0.5, 0.2, ())
        told.add(str(turned(Past(match), point, 0)))
    assert len(told) == 1 and told != {"()"}
