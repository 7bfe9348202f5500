"""Computer player at a table: questions, late answers, takebacks, hints and pondering."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.core.texts import Message
from engine.games import load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.engine_server import JUDGE, PONDER, EngineServer, question
from engine.search.hints import Hints
from engine.search.news import Cancel, OnNews, Progress, read_news
from engine.search.pondering import ponder
from engine.search.transposition import SearchTables
from tests.fixtures.present import present
from tests.fixtures.says import wording
from tests.fixtures.targets import aim
from tests.ui.fakes import (
    STEPS,
    FakeApp,
    FakeController,
    FakeTable,
    match_of,
    new_match,
    play,
    set_table,
    written,
)
from ui.browser.engine_client import EngineClient
from ui.home.screen import HomeScreen
from ui.table import hints
from ui.table.screen import TableScreen

CALM = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w AEHaeh - 6 4"


class FakeEngine(EngineClient):
    """Fake engine that searches only when the test says so, with the same result in every run."""

    def __init__(self) -> None:
        self.server = EngineServer()
        self.asked: list[dict[str, Any]] = []
        self.pondered: list[dict[str, Any]] = []
        self.cancelled: list[int] = []
        self.due: list[Callable[[], None]] = []
        self.waits: list[int] = []
        self.on_page = False
        self.runs = False  # whether it is there within a moment
        self.woken = 0
        self.hears: OnNews | None = None  # whoever asked last and has no answer yet
        self._number = 0

    def wake(self) -> None:
        self.woken += 1

    def ask(self, text: str, on_news: OnNews) -> Cancel:
        self._number += 1
        self.asked.append({**json.loads(text), "number": self._number})
        seed = len(self.asked)
        asked = {**json.loads(text), "level": 1, "seed": seed}
        self.server.ask(json.dumps(asked), self._number)
        self.hears = on_news
        return partial(self._cancel, self._number)

    def ponder(self, text: str) -> Cancel:
        self._number += 1
        self.pondered.append({**json.loads(text), "number": self._number})
        self.server.ask(text, self._number)
        return partial(self._cancel, self._number)

    def _cancel(self, number: int) -> None:
        self.cancelled.append(number)
        self.server.cancel(number)
        if number == self._number:
            self.hears = None

    def later(self, millis: int, then: Callable[[], None]) -> None:
        self.due.append(then)
        self.waits.append(millis)

    def ready(self) -> bool:
        return self.runs

    def trouble(self) -> bool:
        return self.on_page

    def wait(self) -> None:
        """Run every timer that is due, once, and pass the news on."""
        due, self.due = self.due, []
        for then in due:
            then()
        hears, text = self.hears, self.server.news() if self.hears is not None else ""
        news = read_news(text, self._number) if text else None
        if hears is not None and news is not None:
            if not isinstance(news, Progress):
                self.hears = None
            hears(news)

    def finish(self) -> None:
        while self.server.step(0.1):
            pass
        self.wait()


class Controller(FakeController):
    mind: FakeEngine

    def __init__(self) -> None:
        super().__init__(engine=FakeEngine())


def table(
    seats: tuple[int, ...],
    start: str | None = None,
    game_id: str = "cotadrez",
    options: dict[str, Any] | None = None,
    names: tuple[str, ...] = ("Ana", "Computer"),
) -> tuple[FakeTable, FakeEngine]:
    controller = Controller()
    match = new_match(game_id, start, names, options=options)
    screen = set_table(match, controller=controller, levels=seats)
    screen.shown()
    return screen, controller.mind


def mind_of(screen: TableScreen) -> FakeEngine:
    """Return the fake engine that a table asks."""
    engine = screen.table.opponent().engine
    assert isinstance(engine, FakeEngine)
    return engine


def move(screen: FakeTable) -> None:
    """Press the first legal action."""
    action = sorted(match_of(screen.session).options_now())[0]
    for target in screen.session.game.path(match_of(screen.session).state, action):
        screen.press(aim(target))


def slots(screen: TableScreen) -> str:
    return "".join(written(screen).values())


def test_the_computer_sets_up_without_a_curtain_or_enemy_secrets() -> None:
    screen, engine = table((0, 3))
    screen.press(aim("act:random"))
    assert engine.asked == []
    screen.press(aim("act:ready"))
    assert screen.session.curtain is None and screen.session.viewer == 0
    (asked,) = engine.asked
    verbs = {action[0] for actor, action in asked["events"] if actor == 0}
    assert verbs == {"half", "ready"} and asked["seat"] == 1
    assert wording("computer.thinking") in slots(screen)
    engine.finish()
    assert match_of(screen.session).state.turn_index() == 100
    assert screen.session.viewer == 0 and len(engine.asked) == 1


def test_the_field_for_moves_stays_while_the_computer_thinks_and_keeps_its_text() -> None:
    screen, engine = table((0, 2), game_id="andarraya")
    for typed in ("e4", "d4"):
        assert 'data-field="notation"' in written(screen)["notation"]
        screen.field("notation", typed)
        screen.press(aim("act:enter"))
    assert screen.session.awaited == 1 and screen.session.count == 1
    assert screen.table.state.typed == "d4"
    assert screen.table.state.notice == Message("table.notation.wait")
    assert 'data-field="notation"' in written(screen)["notation"]
    engine.finish()
    screen.press(aim("act:enter"))
    assert [turn.text for turn in screen.session.log()][::2] == ["e4", "d4"]


def test_there_is_no_field_for_moves_where_only_computers_play() -> None:
    screen, _ = table((1, 2), game_id="andarraya")
    assert screen.session.awaited == 0 and written(screen)["notation"] == ""


def test_undo_takes_back_the_computers_answer_too() -> None:
    screen, engine = table((0, 1), STEPS)
    move(screen)
    assert screen.session.awaited == 1
    before = len(match_of(screen.session).events)
    screen.press(aim("sq:a10"))  # a person cannot play for the computer
    assert len(match_of(screen.session).events) == before
    engine.finish()
    assert len(match_of(screen.session).events) > before and screen.session.decider == 0
    screen.press(aim("act:undo"))
    assert match_of(screen.session).events == [] and screen.session.decider == 0


def test_late_answers_are_dropped_after_a_takeback() -> None:
    screen, engine = table((0, 2), STEPS)
    move(screen)
    (asked,) = engine.asked
    while engine.server.step(0.1):
        pass
    screen.press(aim("act:undo"))
    assert asked["number"] in engine.cancelled and match_of(screen.session).events == []
    engine.wait()
    assert match_of(screen.session).events == []
    move(screen)
    assert engine.asked[-1]["number"] > asked["number"]
    assert len(match_of(screen.session).events) == 1


def test_leaving_the_table_cancels_and_returning_asks_again() -> None:
    screen, engine = table((4, 0), STEPS)
    assert len(engine.asked) == 1
    screen.leave()
    assert engine.cancelled
    engine.wait()
    screen.shown()
    assert len(engine.asked) == 2


def test_going_home_asks_no_new_question(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, engine = table((4, 0), STEPS)
    monkeypatch.setattr(screen.controller, "go_home", screen.leave)
    screen.press(aim("act:home"))
    assert engine.cancelled and len(engine.asked) == 1
    screen.shown()
    assert len(engine.asked) == 2


def test_the_level_can_be_changed_while_the_computer_thinks() -> None:
    screen, engine = table((2, 0), STEPS)
    screen.field("level0", "5")
    assert [asked["level"] for asked in engine.asked] == [2, 5]
    assert screen.app.store.load_table(screen.session.key)["seats"] == [5, 0]
    screen.field("level1", "3")  # a person's seat has no level
    assert screen.session.levels == (5, 0)


def test_a_hint_shows_the_piece_and_then_the_move() -> None:
    screen, engine = table((0, 0), STEPS)
    screen.press(aim("act:hint"))
    (asked,) = engine.asked
    assert asked["seat"] == 0 and wording("computer.hint.looking") in slots(screen)
    engine.finish()
    assert "Look at the " in slots(screen)
    screen.press(aim("act:hint"))
    hint = present(screen.table.opponent().hint)
    assert len(engine.asked) == 1
    words = screen.table.voice.message(hints.suggestion(screen.table, hint.path))
    assert " → " in words and f"{words} " in slots(screen)  # reasons follow
    move(screen)
    assert screen.table.opponent().hint is None


def test_while_another_piece_is_selected_a_hint_marks_only_its_first_step() -> None:
    """Pressing the goal of the hint would move the selected piece instead."""
    screen, engine = table((0, 0), STEPS)
    screen.press(aim("act:hint"))
    engine.finish()
    screen.press(aim("act:hint"))
    hint = present(screen.table.opponent().hint)
    assert screen.table.hinted() == hint.path and len(hint.path) > 1
    other = next(one for one in screen.table.can() if one != hint.path[0] and one.square)
    screen.press(other)
    assert screen.table.hinted() == hint.path[:1]
    screen.press(hint.path[0])
    assert screen.table.hinted() == hint.path


def test_two_computers_are_watched_by_a_spectator() -> None:
    screen, engine = table((1, 1))
    state = match_of(screen.session).state
    for _ in range(6):  # two set-ups, and two turns of one or two decisions each
        assert screen.session.viewer == -1 and screen.session.curtain is None
        if state.turn_index() < 100:
            asked = engine.asked[-1]
            others = {action[0] for actor, action in asked["events"] if actor != asked["seat"]}
            assert others <= {"half", "ready"}
        if state.turn_index() < 102:
            engine.finish()
        state = match_of(screen.session).state
    assert state.turn_index() == 102
    assert "act:resign" not in slots(screen) and "act:hint" not in slots(screen)


def test_a_question_holds_only_what_the_seat_may_know() -> None:
    config = MatchConfig("cotadrez", {}, ("Ana", "Computer"))
    questions = set()
    for seed in range(3):
        match = Match(config, chance.seeded(1))
        rng = Random(seed)
        half = None
        while half != 0:  # the half is public
            match = Match(config, chance.seeded(1))
            actions = Hints(match.game).setup(match.state, rng)
            half = actions[0][1] // 50
        for action in actions:
            match.play(action)
        questions.add(question(match, 1, 3, 11))
    assert len(questions) == 1


def pondering(seats: tuple[int, ...] = (0, 4)) -> tuple[FakeTable, FakeEngine]:
    """Open a table at which the computer has moved once."""
    screen, engine = table(seats, STEPS)
    if not seats[0]:
        move(screen)
    engine.finish()
    assert screen.session.decider == 0 or seats[0]
    return screen, engine


@pytest.mark.parametrize(("level", "ponders"), [(3, False), (4, True), (5, True)])
def test_a_strong_computer_ponders(level: int, ponders: bool) -> None:
    screen, engine = pondering((0, level))
    assert [asked["about"] for asked in engine.pondered] == ["ponder"] * ponders
    assert engine.server.busy == ponders
    assert screen.table.opponent().waiting is None  # the table does not wait for it
    assert wording("computer.thinking") not in slots(screen)
    if level != 4:
        return  # level 5 goes on as level 4 does
    (asked,) = engine.pondered
    while engine.server.step(0.1):
        pass
    told = json.loads(engine.server.reply())
    assert told["actions"] == [] and told["nodes"] > 0 and "error" not in told
    before = len(match_of(screen.session).events)
    engine.wait()
    assert len(match_of(screen.session).events) == before
    move(screen)
    assert engine.cancelled[-1] == asked["number"] < engine.asked[-1]["number"]
    engine.finish()
    assert screen.session.decider == 0 and len(engine.pondered) == 2


def test_pondering_uses_only_what_the_seat_knows() -> None:
    """During a hidden deployment the question does not depend on what is placed."""
    told = set()
    for seed in range(3):
        match = Match(MatchConfig("cotadrez", {}, ("Ana", "Computer")), chance.seeded(1))
        rng = Random(seed)
        actions: list[Action] = []
        while not actions or actions[0][1] // 50:
            actions = Hints(match.game).setup(match.state, rng)
        for action in actions[:4]:  # the half, which is public, and some units
            match.play(action)
        told.add(question(match, 1, 5, 11, PONDER))
    assert len(told) == 1
    server = EngineServer()
    server.ask(told.pop())
    assert not server.step(1.0)  # positions with hidden information are not pondered
    assert json.loads(server.reply())["nodes"] == 0


def test_pondering_can_be_turned_off() -> None:
    screen, engine = pondering()
    (asked,) = engine.pondered
    screen.app.set_setting("ponders", "off")
    screen.restyle()
    assert engine.cancelled == [asked["number"]] and not engine.server.busy
    move(screen)
    engine.finish()
    assert screen.session.decider == 0 and len(engine.pondered) == 1


def test_a_hint_replaces_pondering_and_leaving_the_table_ends_it() -> None:
    screen, engine = pondering()
    screen.press(aim("act:hint"))
    assert engine.asked[-1]["about"] == "hint"
    engine.finish()
    assert "Look at the " in slots(screen)
    screen, engine = pondering()
    screen.leave()
    assert engine.cancelled == [engine.pondered[0]["number"]] and not engine.server.busy


def test_there_is_no_pondering_among_computers_or_after_the_game() -> None:
    _, engine = pondering((5, 5))
    assert engine.pondered == []
    screen, engine = pondering()
    asked = len(engine.asked)
    play(screen, "act:resign", "act:resign-yes")
    assert screen.session.over and len(engine.pondered) == 1
    assert {one["about"] for one in engine.asked[asked:]} == {JUDGE}  # for the turning point


def test_pondering_saves_nodes_in_the_next_search() -> None:
    """The same decision takes fewer nodes to the same depth."""
    game = load_game("andarraya")()
    hints = Hints(game)
    state = game.state_from_text(CALM)
    spent = []
    expected = finish(Search(hints, 0, Budget(4000)).run(state, Random(1)))[0][1]
    for ponders in (False, True):
        tables = SearchTables()
        if ponders:
            finish(ponder(game, state, 1, Random(1), Budget(4000), tables))
        seen, budget = state.clone(), Budget()
        seen.apply(expected)
        finish(Search(hints, 1, budget, 3, tables=tables).run(seen, Random(1)))
        spent.append(budget.nodes)
    assert spent[1] < 0.8 * spent[0]


def test_an_engine_error_is_reported_and_the_table_stays() -> None:
    server = EngineServer()
    server.ask('{"game": "nobody", "options": {}}', 3)
    told = json.loads(server.reply())
    assert told["number"] == 3 and told["actions"] == [] and not server.busy
    screen, engine = table((1, 0), STEPS)
    engine.server.ask(json.dumps({**engine.asked[0], "game": "nobody"}))
    engine.wait()
    assert wording("computer.failed") in slots(screen)
    engine.on_page = True
    screen.press(aim("act:turn"))
    assert wording("computer.slices") in slots(screen)


def test_home_starts_a_game_against_a_computer() -> None:
    app, controller = FakeApp("en"), FakeController()
    home = HomeScreen(app, controller)
    home.field("seat1", "3")
    home.field("seat0", "9")
    home.press(aim("act:start"))
    kind, _, _, names, seats = controller.asked[-1]
    assert kind == "start" and seats == (0, 3) and names == ()
    home.field("name0", "Ana")
    home.press(aim("act:start"))
    assert controller.asked[-1][3] == ("Ana", "")
