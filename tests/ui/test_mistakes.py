"""List of own mistakes: requested, judged by the worker, shown, stored and replayed."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from engine.core.contract import Event
from engine.games import load_game
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.analysis import MISTAKE_LOSS, Verdict, analyse
from engine.search.budget import Budget, finish
from engine.search.chances import winning_chances
from engine.search.engine_server import JUDGE, EngineServer, question
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable, match_of
from tests.ui.test_opponent import Controller, FakeEngine, mind_of, slots, table
from ui.learn.mistakes import stored
from ui.learn.mistakes.decisions import Mistake, Past, PastDecision, worst
from ui.learn.mistakes.judged_game import JudgedTurn, accuracy, decisive, judged_turns
from ui.learn.mistakes.telling import story, turned
from ui.session.session import Session

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
LIST = 'class="mistake-list"'


def played(seats: tuple[int, ...] = (0, 1), **more: Any) -> tuple[FakeTable, FakeEngine]:
    """Play the fool's mate, which the first player loses."""
    screen, engine = table(seats, game_id="andarraya", **more)
    game = screen.session.game
    for text in FOOLS_MATE:
        screen.session.play([game.parse_action(match_of(screen.session).state, text)])
    screen.press(aim("act:turn"))
    return screen, engine


def asked(engine: FakeEngine) -> list[dict[str, Any]]:
    return [one for one in engine.asked if one["about"] == JUDGE]


def judged(screen: FakeTable, engine: FakeEngine) -> str:
    screen.press(aim("act:mistakes:go"))
    for _ in range(200):
        if (shown := slots(screen)) and (LIST in shown or wording("mistakes.none") in shown):
            return shown
        engine.finish()
    raise AssertionError("it is never done")


def reopened(screen: FakeTable) -> FakeTable:
    """Open the same game at a new table with the same store."""
    session = screen.session
    fresh = Session(match_of(session), session.store, session.key)
    again = FakeTable(screen.app, Controller(), fresh)
    again.shown()
    return again


def slot(screen: FakeTable, name: str) -> str:
    return {**screen.slots(), **screen.rest()}[name]


def test_nothing_is_judged_before_the_button_is_pressed() -> None:
    screen, engine = played()
    for _ in range(40):
        engine.wait()
    assert not asked(engine)
    assert 'data-target="act:mistakes:go"' in slots(screen) and says("mistakes.mine") in slots(
        screen
    )


def test_nothing_is_judged_during_a_game() -> None:
    screen, engine = table((0, 1), game_id="andarraya")
    screen.press(aim("act:mistakes:go"))
    assert not asked(engine) and "act:mistakes" not in slots(screen)


def test_nothing_is_judged_after_a_game_of_computers() -> None:
    screen, engine = played((1, 1))
    screen.press(aim("act:mistakes:go"))
    assert not asked(engine) and "act:mistakes" not in slots(screen)


def test_the_losing_turn_is_listed_with_words_and_numbers() -> None:
    screen, engine = played()
    shown = judged(screen, engine)
    order = [(one["seat"], one["nodes"] > 0) for one in asked(engine)]  # the last turn first
    assert order == [(1, False), (0, False), (0, True), (1, False), (0, False)]
    assert "Turn 2: almost decided the game (−" in shown
    assert (
        "You played: Ana moves the pawn from g2 to g4." in shown
        and wording("mistakes.then") not in shown
    )
    screen.press(aim("act:mistakes:see:0:0"))
    shown = slot(screen, "mistakes")
    assert "After your move: Perico moves the queen from d8 to h4." in shown
    assert "Checkmate" in shown and "0% after yours" in shown
    assert any(wording("mistakes.found.one") in said for said in screen.app.said)


def test_selecting_a_mistake_shows_its_position_with_both_actions() -> None:
    screen, engine = played()
    judged(screen, engine)
    assert "fx-played" not in slots(screen)
    screen.press(aim("act:mistakes:see:0:0"))
    assert screen.session.at == 2
    effects = slot(screen, "effects")
    assert "fx-played" in effects and "fx-better" in effects and effects.count("polyline") == 2
    assert 'aria-pressed="true"' in slot(screen, "mistakes")
    assert "You played: Ana" in screen.app.said[-1] and "Better: " in screen.app.said[-1]
    screen.press(aim("act:log-last"))
    assert "fx-played" not in slots(screen)


def test_a_replay_begins_at_the_mistake_against_the_same_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, engine = played((0, 3))
    judged(screen, engine)
    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(screen.controller, "replay", lambda *given: found.append(given))
    screen.press(aim("act:mistakes:again:0:0"))
    ((config, events, seats, said),) = found
    assert (config.game_id, len(events), seats) == ("andarraya", 2, (0, 3))
    assert screen.table.voice.message(said).startswith("New game from turn 2")


@pytest.mark.parametrize("what", ["see:0:9", "see:7:0", "again:x", "see:", "nothing", "go:go"])
def test_invalid_targets_of_the_list_are_ignored(what: str) -> None:
    screen, engine = played()
    judged(screen, engine)
    screen.press(aim(f"act:mistakes:{what}"))
    assert screen.session.live and LIST in slots(screen)


def test_judging_can_be_stopped_at_once_and_continued() -> None:
    screen, engine = played()
    screen.press(aim("act:mistakes:go"))
    assert "0 of 4 turns checked" in slots(screen) and "Stop" in slots(screen)
    engine.finish()
    assert "1 of 4 turns checked" in slots(screen)
    number = asked(engine)[-1]["number"]
    screen.press(aim("act:mistakes:go"))
    assert number in engine.cancelled and not engine.server.busy
    assert "Go on" in slots(screen) and "Stopped" in screen.app.said[-1]
    for _ in range(5):
        engine.wait()
    assert len(asked(engine)) == 2
    judged(screen, engine)
    assert len(asked(engine)) == 6  # what was found before is not asked again


def test_leaving_the_table_stops_judging() -> None:
    screen, engine = played()
    screen.press(aim("act:mistakes:go"))
    screen.leave()
    assert asked(engine)[-1]["number"] in engine.cancelled and not engine.server.busy


def test_a_failure_of_the_worker_is_reported_and_can_be_retried() -> None:
    screen, engine = played()
    screen.press(aim("act:mistakes:go"))
    engine.server._fail(ValueError("broken"))
    engine.wait()
    assert (
        screen.table.state.notice is not None and screen.table.state.notice.key == "mistakes.failed"
    )
    assert LIST in judged(screen, engine)


def test_the_list_is_stored_with_its_game() -> None:
    screen, engine = played()
    shown = judged(screen, engine)
    again = reopened(screen)
    assert slot(again, "mistakes") == slot(screen, "mistakes") and LIST in shown
    assert not mind_of(again).asked
    screen.app.store.delete(screen.session.key)
    assert not [key for key in screen.app.store.storage.keys("") if screen.session.key in key]


@pytest.mark.parametrize(
    "raw",
    ["", "[]", "{", '{"v":1}', '{"seats":3}', "9" * 30_000, "\ud800"],
)
def test_a_damaged_list_is_set_aside_and_can_be_made_again(raw: str) -> None:
    screen, engine = played()
    judged(screen, engine)
    store, key = screen.app.store, screen.session.key
    store.keep_computed("mistakes", key, raw)
    again = reopened(screen)
    assert LIST not in slots(again) and says("mistakes.go") in slots(again)
    assert store.mistakes(key) is None
    assert [one for one in store.storage.keys("asedio:aside:") if "mistakes" in one]


def test_a_slightly_damaged_list_is_refused_or_can_be_shown() -> None:
    screen, engine = played()
    judged(screen, engine)
    raw = present(screen.app.store.mistakes(screen.session.key))
    assert len(raw) < 1_000
    past, rng = Past(screen.session.finished()), Random(1)
    whole = present(stored.read(past, raw, [0]))
    assert stored.write(past, whole) == raw
    for _ in range(300):
        at = rng.randrange(len(raw))
        broken = raw[:at] + rng.choice(['"', "-", "9", "[", "]", "null", ""]) + raw[at + 1 :]
        try:
            found = stored.read(past, broken, [0])
        except stored.Damaged:
            continue
        for one in found.found[0] if found else ():
            assert story(past, 0, one).played  # an accepted list can be shown
        if found and found.moment is not None:
            turned(past, found.moment, 0)
        assert all(one.accuracy >= 0 for one in (found.turns if found else ()))


def test_a_list_of_another_version_or_game_is_ignored() -> None:
    screen, engine = played()
    judged(screen, engine)
    store, key = screen.app.store, screen.session.key
    raw = json.loads(store.mistakes(key) or "")
    for change in ({"v": stored.VERSION + 1}, {"sum": 1}):
        store.keep_computed("mistakes", key, json.dumps({**raw, **change}))
        assert says("mistakes.go") in slots(reopened(screen))
        assert not [one for one in store.storage.keys("asedio:aside:") if "mistakes" in one]


def test_undoing_the_end_removes_the_list() -> None:
    screen, engine = played()
    judged(screen, engine)
    screen.press(aim("act:undo"))
    assert "mistake" not in slots(screen) and screen.table.mistakes is None


def test_two_people_have_a_list_each() -> None:
    screen, engine = played((0, 0), names=("Ana", "Blas"))
    shown = judged(screen, engine)
    assert [one["seat"] for one in asked(engine) if not one["nodes"]] == [1, 0, 1, 0]
    assert (
        "<h3>Ana</h3>" in shown and "<h3>Blas</h3>" in shown and wording("mistakes.none") in shown
    )


# -- the whole game ------------------------------------------------------------------------------


def test_the_whole_game_is_shown_with_accuracy_graph_and_decisive_turns() -> None:
    screen, engine = played()
    shown = judged(screen, engine)
    first, second = re.findall(says("mistakes.accuracy", who="(\\w+)", n="(\\d+)"), shown)
    assert (first[0], second[0]) == ("Ana", "Perico") and int(first[1]) < 60 < int(second[1])
    assert "Turn 2, Ana: " in shown and "0% ??" in shown
    assert shown.count("course-mark much") == 1 and "course-mark some" not in shown
    line = present(re.search(r'class="course-line" d="M([^"]+)"', shown))
    heights = [float(one.split(" ")[1]) for one in line[1].split("L")]
    assert len(heights) == 5 and heights[-1] == max(heights)  # the start and four turns; Ana lost
    assert heights[3] == heights[4]  # the fatal turn, and the mate that follows from it
    screen.press(aim("look:3"))
    assert screen.session.at == 3


@pytest.mark.parametrize("log", ["words", "notation"])
def test_bad_turns_are_marked_in_the_log(log: str) -> None:
    screen, engine = played()
    screen.app.settings = screen.app.settings.with_value("log", log)
    judged(screen, engine)
    drawn = re.findall(r'data-target="look:(\d)"[^>]*>(.*?)</button>', slot(screen, "log"))
    assert [number for number, words in drawn if "?" in words] == ["3"]


def test_turns_of_a_seat_unknown_here_are_not_judged() -> None:
    past = Past(played()[0].session.finished())
    assert past.seats([0]) == [0, 1]
    past.match.viewer = 0
    assert past.seats([0]) == [0]


def turn_of(seat: int, number: int, best: float, left: float) -> JudgedTurn:
    return JudgedTurn(seat, 2 * number + seat, number, best, left, max(best - left, 0.0))


def test_marks_accuracy_and_decisive_turns_come_from_the_losses() -> None:
    losses = (0.0, 0.079, 0.081, 0.149, 0.151, 0.31, 0.9)
    turns = [turn_of(0, n, 0.95, 0.95 - loss) for n, loss in enumerate(losses)]
    assert [one.mark for one in turns] == ["", "", "?!", "?!", "?", "??", "??"]
    rates = [one.accuracy for one in turns]
    assert rates[0] == pytest.approx(100, abs=0.01) and rates == sorted(rates, reverse=True)
    assert accuracy(turns, 0) == round(sum(rates) / len(rates)) and accuracy(turns, 1) is None
    assert [one.turn for one in decisive(turns)] == [4, 5, 6]
    assert decisive(turns[:2]) == []


def test_a_turn_that_allows_a_forced_win_loses_all_it_had() -> None:
    """The search from before the turn may not see that far; the next player's decision tells."""
    verdicts: dict[PastDecision, Verdict | None] = {
        PastDecision(0, 0, 1): Verdict(("a",), 0.6, 0.55),
        PastDecision(1, 1, 1): Verdict(("b",), 1.0, 1.0),
    }
    first = judged_turns(verdicts, True)[0]
    assert first.loss == pytest.approx(0.6) and (first.left, first.mark) == (0.0, "??")
    assert judged_turns(verdicts, False)[0].left == 0.55  # luck or secrets may explain it


# -- what is judged ------------------------------------------------------------------------------


# After d2d1, checks alone lead to mate in three; d2e2 allows no mate.
MATE_IN_THREE = "6kr/6p1/5p2/1p2pP1p/1n1q3P/r2P2PB/3K1P2/4NR2 w - - 54 28"


def test_allowing_a_forced_mate_in_three_is_a_mistake() -> None:
    game = load_game("andarraya")()
    state = game.state_from_text(MATE_IN_THREE)
    for text in ("d2d1", "f2f3"):
        done = game.parse_action(state, text)
        found = present(finish(analyse(game, state.observation(0), done, Random(1), Budget())))
        assert found.played == 0.0 and found.loss >= MISTAKE_LOSS, text
        assert found.better != done and found.lines[0]


# White mates in three: the first move is quiet, so checks alone do not find it.
QUIET_MATE = "8/8/1R6/2N4k/2P1p3/5p1P/5P2/6K1 w - - 80 41"
# Black: only the king's step to h5 leads there.
BEFORE_QUIET_MATE = "8/8/1R6/2N3k1/2P1p3/5p1P/5P2/6K1 b - - 80 41"


def judge(text: str, move: str) -> Verdict:
    game = load_game("andarraya")()
    state = game.state_from_text(text)
    found = analyse(game, state, game.parse_action(state, move), Random(1), Budget())
    verdict = present(finish(found))
    return verdict


def test_a_turn_before_a_forced_mate_with_a_quiet_move_is_not_praised() -> None:
    lost, held = judge(BEFORE_QUIET_MATE, "g5h5"), judge(BEFORE_QUIET_MATE, "g5f4")
    assert lost.played == 0.0 and held.played > 0.0
    assert lost.loss == lost.best > 0.0


def test_missing_ones_own_forced_win_is_a_mistake() -> None:
    kept, missed = judge(QUIET_MATE, "c5e4"), judge(QUIET_MATE, "g1f1")
    assert (kept.best, kept.played) == (1.0, 1.0)
    assert missed.best == 1.0 and missed.loss >= MISTAKE_LOSS and missed.lines[0]


def test_a_loser_without_a_listed_mistake_is_not_praised() -> None:
    screen, engine = played()
    screen.table.app.store.keep_computed(
        "mistakes",
        screen.session.key,
        stored.write(Past(screen.session.finished()), stored.Judgement({0: []}, [])),
    )
    again = reopened(screen)
    for _ in range(20):
        engine.wait()
    shown = slots(again)
    assert wording("mistakes.none") not in shown
    assert wording("mistakes.none.lost") in shown


def test_winning_chances_grow_with_the_value_and_are_symmetric() -> None:
    values = [-1.5, -1, -0.5, 0, 0.3, 1, 1.2]
    found = [winning_chances(value) for value in values]
    assert found == sorted(found) and found[0] == found[1] == 0 and found[-1] == found[-2] == 1
    assert found[3] == 0.5 and found[2] + winning_chances(0.5) == pytest.approx(1)


def verdict(best: float, loss: float) -> Verdict:
    return Verdict(("x",), best, best - loss)


def test_the_worst_turns_come_first_and_small_losses_are_left_out() -> None:
    losses = {1: 0.1, 2: 0.5, 3: MISTAKE_LOSS / 2, 4: 0.2, 5: 0.3, 6: 0.09, 7: 0.15}
    verdicts = {
        PastDecision(0, 10 * turn, turn): verdict(0.9, loss) for turn, loss in losses.items()
    }
    assert [one.at for one in worst(verdicts)] == [20, 50, 40, 70, 10]


def test_losses_of_a_turn_are_added_and_its_order_of_actions_costs_nothing() -> None:
    """A search that misses one order of actions sees a loss, which the second action makes good."""
    together = {PastDecision(0, 3, 1): verdict(0.9, 0.1), PastDecision(0, 6, 1): verdict(0.7, 0.15)}
    (found,) = worst(together)
    assert found.loss == pytest.approx(0.25) and found[:2] == (6, verdict(0.7, 0.15))
    order = {PastDecision(0, 3, 1): verdict(0.9, 0.4), PastDecision(0, 4, 1): verdict(0.88, 0.0)}
    assert worst(order) == []


# -- hidden information changes no verdict --------------------------------------------------------


def set_up(game_id: str, own: int, rival: int, seat: int = 0) -> Match:
    """Set up both sides at random: `seat` from the seed `own`, the other from the seed `rival`."""
    match = Match(MatchConfig(game_id), seeded(1))
    drawn = {seat: Random(own), 1 - seat: Random(rival)}
    while match.game.arrangement(match.state) is not None:
        side = match.state.current_player()
        seen = match.state.observation(side)
        plan = present(match.game.arrangement(seen, match.game.random_draft(seen, drawn[side])))
        for action in plan.actions:
            match.play(action)
    return match


def answer(text: str) -> Any:
    """Return the worker's reply without the time it took."""
    server = EngineServer()
    server.ask(text)
    while server.step(1.0):
        pass
    return {name: value for name, value in json.loads(server.reply()).items() if name != "seconds"}


def test_hidden_enemy_pieces_change_no_verdict_in_stratego() -> None:
    matches = [set_up("stratego", 7, rival) for rival in (1, 2, 3)]
    rng = Random(5)
    for _ in range(14):  # moves that are legal in all three games
        legal = [set(one.state.legal_actions()) for one in matches]
        moves = sorted(one for one in set.intersection(*legal) if one[0] == "move")
        action = rng.choice(moves)
        for match in matches:
            match.play(action)
    assert len({match.state.to_text() for match in matches}) == 3
    pasts = []
    for match in matches:
        match.resign(1)
        pasts.append(Past(match))
    decisions = pasts[0].decisions(0)
    assert len(decisions) == 8 and all(past.decisions(0) == decisions for past in pasts)
    for one in decisions[-2:]:
        texts = [past.question(one) for past in pasts]
        assert texts[0] == texts[1] == texts[2]
        found = [answer(text)["verdict"] for text in texts]
        assert found[0] is not None and found[0] == found[1] == found[2]
        better = tuple(found[0][0])
        mistake = Mistake(one.at, Verdict(better, 0.9, 0.1, ((), ())), 0.8)
        told = [story(past, 0, mistake) for past in pasts]
        assert told[0] == told[1] == told[2]


def test_determinizations_are_judged_alike_in_stratego() -> None:
    """Judge one action in several determinizations of what the seat knows."""
    truth = set_up("stratego", 7, 1).state
    action = sorted(truth.legal_actions())[3]
    found = []
    for seed in range(4):
        world = truth.determinize(0, Random(seed))
        seen = world.observation(0)
        found.append(finish(analyse(truth.game, seen, action, Random(1), Budget(), 200)))
    assert found[0] is not None and found.count(found[0]) == 4


def test_a_hidden_set_up_changes_no_question_in_cotadrez() -> None:
    """Secrets end with the set-up. A question about the second player's set-up must hold nothing
    of the first player's units."""
    matches = [set_up("cotadrez", 7, rival, seat=1) for rival in (1, 2)]
    assert matches[0].events != matches[1].events
    halves = {tuple(one.state.observation(1).turn_index() for one in matches)}
    assert len(halves) == 1
    texts = []
    for match in matches:
        last = max(i for i, event in enumerate(match.events) if event.actor == 1)
        asked = json.loads(question(match, 1, 5, 1, JUDGE, at=last))
        first = [action for actor, action in asked["events"] if actor == 0]
        assert {verb for verb, *_ in first} <= {"half", "ready"}
        texts.append(first)
        assert answer(json.dumps(asked))["verdict"] is None  # set-ups are not judged
    worlds = [
        matches[0].state.determinize(1, Random(seed)).observation(1).key() for seed in range(4)
    ]
    assert len(set(worlds)) == 1


def test_bad_luck_is_not_a_mistake() -> None:
    """The question about a decision does not depend on the dice rolled after it."""
    match = Match(MatchConfig("twocities"), seeded(3))
    match.begin()
    rng = Random(3)
    while len(match.state.legal_actions()) < 2 or match.events[-1].actor >= 0:
        match.play(rng.choice(match.options_now()))
    at, seat = len(match.events), match.state.current_player()
    match.play(match.options_now()[0])
    texts = []
    for seed in (1, 2):
        other = Match(match.config, seeded(seed))
        for event in match.events[: at + 1]:
            other.take(event.action)
        other.begin()
        texts.append(question(other, seat, 5, 1, JUDGE, at=at))
    assert texts[0] == texts[1]


def test_the_same_question_has_the_same_answer() -> None:
    match = Match(MatchConfig("rilatria"), seeded(2))
    match.begin()
    rng = Random(2)
    while len(match.events) < 60:
        match.play(rng.choice(match.options_now()))
    at = max(i for i, one in enumerate(match.events) if one.actor == 0 and one.action[0] == "move")
    text = question(match, 0, 5, 1, JUDGE, at=at)
    assert isinstance(match.events[at], Event)
    first, second = answer(text), answer(text)
    assert first == second and "error" not in first
