"""The engine's view at a table: asked for, streamed, followed, stopped; never in a running game."""

from __future__ import annotations

import json
from html import unescape
from random import Random
from string import ascii_lowercase
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.contract import Action, State
from engine.core.texts import Message, player_name
from engine.games import load_game
from engine.match.match import Match, MatchConfig
from engine.search.budget import Budget, finish
from engine.search.engine_server import JUDGE, LINES
from engine.search.lines import best_lines
from tests.engine.test_lines import turn_start
from tests.far.world import two
from tests.fixtures.says import says
from tests.fixtures.shipped import SHIPPED
from tests.fixtures.targets import aim
from tests.ui.test_app import opened
from tests.ui.test_mistakes import FOOLS_MATE, played, set_up
from tests.ui.test_opponent import FakeEngine, slots, table
from ui.learn.analysis.panel import EnginePanel
from ui.learn.analysis.telling import WORDED, LineTelling
from ui.learn.analysis.thinking import Spot
from ui.session.session import Session
from ui.table import engine_view
from ui.table.screen import TableScreen
from ui.table.voice import Voice
from ui.words.i18n import LANGUAGES
from ui.words.targets import Target

EVERY = ("go", "threat", "line:0:1", "line:0:0", "line:²:٣", "line:9:9", "", "go:go", "nothing")
BUTTON = 'data-target="act:engine:go"'


def asked(engine: FakeEngine) -> list[dict[str, Any]]:
    return [one for one in engine.asked if one["about"] == LINES]


def stream(engine: FakeEngine, turns: int = 8) -> None:
    for _ in range(turns):
        engine.server.step(0.02)
        engine.wait()


def looking(at: int | None = 2) -> tuple[TableScreen, FakeEngine]:
    """Open the view on a position of the finished fool's mate."""
    screen, engine = played()
    screen.press(aim("act:engine:go"))
    if at is not None:
        screen.session.look(at)
        screen.go_on()
    stream(engine)
    return screen, engine


# -- it is there only afterwards -------------------------------------------------------------------


def running() -> list[tuple[str, TableScreen, FakeEngine]]:
    found = [("against the computer", *table((0, 1), game_id="andarraya"))]
    found.append(("two people", *table((0, 0), game_id="andarraya")))
    found.append(("secrets", *table((0, 3), game_id="stratego")))
    for name in ("watched", "task"):
        screen, engine = played()
        if name == "task":
            screen.table.task = True
        else:
            screen.session._match.plays = False  # a view of one player's knowledge
        found.append((name, screen, engine))
    return found


def test_a_far_table_asks_no_engine_while_it_is_played() -> None:
    """Neither side of a table between two devices gets lines, on the move or waiting, looking back
    or not."""
    ana, blas = two()
    ana.play("e2e4")
    blas.settle()
    for device in (ana, blas):
        for before in ("act:log-last", "act:log-first"):
            device.press(before)
            for what in EVERY:
                device.press(f"act:engine:{what}")
            screen = device.app.screen
            assert isinstance(screen, TableScreen) and screen.table.far is not None
            assert screen.table.engine_view is None and not engine_view.offered(screen.table)
            assert "act:engine" not in slots(screen)


@pytest.mark.parametrize("what", EVERY)
def test_no_fragment_brings_the_engine_to_a_running_game(what: str) -> None:
    app = opened("#new=andarraya")
    for fragment in (f"act:engine:{what}", f"engine={what}", f"engine:{what}", "mistakes=go"):
        app.route(f"#{fragment}")
        screen = app.screen
        if isinstance(screen, TableScreen):
            assert screen.table.engine_view is None and "act:engine" not in slots(screen)


@pytest.mark.parametrize("what", EVERY)
def test_no_press_asks_the_engine_about_a_game_that_is_running(what: str) -> None:
    for name, screen, engine in running():
        screen.press(aim(f"act:engine:{what}"))
        engine_view.press(screen.table, what)
        for _ in range(3):
            engine.wait()
        assert not asked(engine) and screen.table.engine_view is None, name
        assert "act:engine" not in slots(screen), name


def test_no_key_asks_the_engine_about_a_game_that_is_running() -> None:
    for name, screen, engine in running():
        for key in (*ascii_lowercase, "Enter", "F1", "ContextMenu"):
            screen.key(key, Target("sq", "e4"))
        assert not asked(engine) and screen.table.engine_view is None, name


def test_looking_back_in_a_running_game_opens_no_engine() -> None:
    screen, engine = table((0, 0), game_id="andarraya")
    game = screen.session.game
    for text in FOOLS_MATE[:3]:
        screen.session.play([game.parse_action(screen.session._match.state, text)])
    screen.press(aim("act:log-first"))
    screen.press(aim("act:engine:go"))
    assert not asked(engine) and "act:engine" not in slots(screen)


def test_taking_back_the_end_ends_the_engine_at_once() -> None:
    screen, engine = looking(None)
    panel = screen.table.engine_view
    assert panel is not None
    screen.session.look(1)
    screen.go_on()
    number = asked(engine)[-1]["number"]
    screen.session.look(None)
    screen.press(aim("act:undo"))
    assert number in engine.cancelled and not engine.server.busy
    assert screen.table.engine_view is None and "act:engine" not in slots(screen)
    before = len(asked(engine))
    for what in EVERY:
        panel.press(what)  # even a panel that someone has kept
        panel.follow()
    assert len(asked(engine)) == before and not panel.body() and not panel.bar()


# -- what it shows ---------------------------------------------------------------------------------


def test_nothing_is_thought_before_it_is_asked_for() -> None:
    screen, engine = played()
    for _ in range(20):
        engine.wait()
    assert not asked(engine) and BUTTON in slots(screen)


def test_lines_evaluation_and_bar_are_streamed() -> None:
    screen, engine = looking()
    shown = slots(screen)
    assert "% chance of winning" in shown and "Depth " in shown
    assert shown.count('class="engine-value"') == 3 and 'class="engine-bar' in shown
    assert "act:engine:line:0:1" in shown
    first = screen.table.engine_view._thinking.opinion  # type: ignore[union-attr]
    stream(engine, 20)
    later = screen.table.engine_view._thinking.opinion  # type: ignore[union-attr]
    assert later.depth > first.depth and engine.server.busy


def test_the_forced_win_of_the_second_player_is_no_chance_for_the_first() -> None:
    screen, engine = looking(3)  # before the mate
    stream(engine, 20)
    shown = slots(screen)
    assert says("engine.chances", who="Ana", n=0) in shown and "--share:0%" in shown
    assert "Qh4" in shown


def test_it_follows_the_position_on_the_board() -> None:
    screen, engine = looking()
    screen.press(aim("act:log-prev"))
    assert [len(one["events"]) for one in asked(engine)][-2:] == [2, 1]
    assert "starting" in slots(screen)  # the lines of another position are not shown
    screen.press(aim("act:log-last"))
    stream(engine)
    assert "The game is over here" in slots(screen)


def test_it_stops_at_once_and_keeps_its_lines() -> None:
    screen, engine = looking()
    screen.press(aim("act:engine:go"))
    assert asked(engine)[-1]["number"] in engine.cancelled and not engine.server.busy
    shown = slots(screen)
    assert "Start" in shown and "Depth " in shown and "stopped" in screen.app.said[-1]
    before = len(engine.asked)
    stream(engine)
    assert len(engine.asked) == before


@pytest.mark.parametrize("how", ["hidden", "left"])
def test_a_hidden_page_and_another_screen_stop_it(how: str) -> None:
    screen, engine = looking()
    if how == "hidden":
        screen.unseen()
    else:
        screen.leave()
    assert not engine.server.busy and not screen.table.engine_view.on  # type: ignore[union-attr]


def test_the_one_worker_serves_the_engine_or_the_mistakes() -> None:
    screen, engine = looking()
    screen.press(aim("act:mistakes:go"))
    assert not screen.table.engine_view.on  # type: ignore[union-attr]
    assert engine.asked[-1]["about"] == JUDGE
    screen.press(aim("act:engine:go"))
    assert engine.asked[-1]["about"] == LINES and "Go on" in slots(screen)


def test_a_threat_is_what_the_mover_would_suffer() -> None:
    screen, engine = looking(2)
    screen.press(aim("act:engine:threat"))
    stream(engine)
    assert asked(engine)[-1]["threat"]
    shown = slots(screen)
    assert says("engine.passed", who="").removesuffix(".") in shown
    assert "act:engine:line" not in shown
    screen.press(aim("act:engine:line:0:1"))
    assert not [one for one in screen.table.controller.asked if one[0] == "new"]  # type: ignore[attr-defined]


def test_a_press_plays_the_line_up_to_there() -> None:
    screen, _ = looking(2)
    found: list[tuple[Any, ...]] = []
    screen.table.controller.replay = lambda *given: found.append(given)  # type: ignore[method-assign]
    line = screen.table.engine_view._thinking.opinion.lines[1][1]  # type: ignore[union-attr]
    screen.press(aim("act:engine:line:1:2"))
    ((_, events, seats, said),) = found
    assert [one.action for one in events[2:]] == list(line[:2]) and seats == (0, 1)
    assert screen.table.voice.message(said).startswith("New game")


def test_a_failure_is_said() -> None:
    screen, engine = looking()
    engine.server._fail(ValueError("broken"))
    engine.wait()
    assert "cannot read this position" in slots(screen)


# -- secrets and luck ------------------------------------------------------------------------------


class Place:
    """Another place that shows the panel, such as a study."""

    def __init__(self, match: Match, eyes: int | None) -> None:
        self.engine, self.played = FakeEngine(), []  # type: ignore[var-annotated]
        self.spot: Spot | None = Spot(match, len(match.events), eyes)
        self.voice = Voice("en", match.config.game_id, ("Ana", "Blas"))
        self.settings = SimpleNamespace(log="words", letters="own")
        self.app = SimpleNamespace(
            later=lambda act: act(), announce=lambda text: None, settings=self.settings
        )
        self.controller = SimpleNamespace(engine=lambda: self.engine)
        self.turned = False
        self.panel = EnginePanel(self, lambda: self.spot, self.played.append)  # type: ignore[arg-type]

    def restyle(self) -> None: ...

    def shown(self) -> str:
        return f"{self.panel.body()}{self.panel.lines()}{self.panel.bar()}"


def test_open_secrets_are_the_truth_and_it_says_so() -> None:
    place = Place(set_up("stratego", 7, 1), None)
    place.panel.press("go")
    stream(place.engine)
    assert "sees all hidden pieces and cards" in place.shown()
    truth = json.dumps(place.engine.asked[-1]["events"])
    other = Place(set_up("stratego", 7, 2), None)
    other.panel.press("go")
    assert truth != json.dumps(other.engine.asked[-1]["events"])


def test_through_ones_own_eyes_the_secrets_of_others_change_nothing() -> None:
    shown = set()
    for rival in (1, 2, 3):
        place = Place(set_up("stratego", 7, rival), 0)
        place.panel.press("go")
        stream(place.engine, 60)
        assert "one player’s side: Ana" in place.shown()
        asked = {key: one for key, one in place.engine.asked[-1].items() if key != "number"}
        shown.add(json.dumps(asked))
    assert len(shown) == 1


def lines_of(place: Place, steps: int = 8) -> str:
    place.panel.press("go")
    stream(place.engine, steps)
    return str(place.panel.lines())


def test_a_line_reads_as_the_feed_does_and_its_notation_is_the_title() -> None:
    place = Place(Match(MatchConfig("andarraya")), None)
    shown = lines_of(place, 12)
    line = place.panel._thinking.opinion.lines[0][1]  # type: ignore[union-attr]
    first = place.panel._turns(line)[0]
    words = "Ana moves the "
    assert f'title="{first.text}">{words}' in shown
    assert f'aria-label="Play: {first.text}: {words}' in shown
    place.settings.log = "notation"
    other = str(place.panel.lines())
    assert f'title="{words}' in other and f">{first.text}</button>" in other
    assert f'aria-label="Play: {first.text}: {words}' in other


def test_a_line_in_words_ends_after_three_turns_and_in_notation_later() -> None:
    place = Place(Match(MatchConfig("andarraya")), None)
    shown = lines_of(place, 30)
    line = max((one[1] for one in place.panel._thinking.opinion.lines), key=len)  # type: ignore[union-attr]
    turns = place.panel._turns(line)
    assert len(turns) > WORDED and "…" in shown
    assert [bool(one.words) for one in turns] == [True] * WORDED + [False] * (len(turns) - WORDED)
    assert f"line:0:{WORDED}" in shown and f":{WORDED + 1}" not in shown
    place.settings.log = "notation"
    assert f":{WORDED + 1}" in str(place.panel.lines())


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_turn_of_a_line_has_words(game_id: str) -> None:
    match = turn_start(game_id)
    for threat in (False, True):
        place = Place(match, None)
        place.panel.threat = threat
        lines_of(place, 20)
        for lang in LANGUAGES:
            place.voice = Voice(lang, game_id, ("Ana", "Blas"))
            _has_words(place)


def _has_words(place: Place) -> None:
    """Check that the lines shown are told in whole sentences."""
    shown = str(place.panel.lines())
    lines = place.panel._thinking.opinion.lines  # type: ignore[union-attr]
    assert lines and "tell." not in shown and "engine." not in shown.replace("act:engine", "")
    for _, actions in lines:
        for turn in place.panel._turns(actions)[:WORDED]:
            said = " ".join(map(place.voice.message, turn.words))
            assert said.endswith((".", "!")) and said in unescape(shown)


def test_a_turn_without_happenings_is_said_to_end() -> None:
    match = Match(MatchConfig("rilatria"))
    while ("end",) not in match.options_now():
        match.take(match.options_now()[0])
    (turn,) = LineTelling(match.state, None, False).turns((("end",),))
    assert turn.words == (Message("engine.still", who=player_name(match.state.current_player())),)


def test_the_words_of_a_line_tell_no_more_than_the_eyes_know() -> None:
    """The same observation gives the same words, whatever is hidden; everything open names it."""
    state = turn_start("stratego").state
    mover = state.current_player()
    hidden = [
        one for one in sorted(state.legal_actions()) if SECRET in spoken(state, 1 - mover, one)
    ]
    assert len(hidden) > 3
    for eyes in (mover, 1 - mover):
        worlds = [state.determinize(eyes, Random(seed)) for seed in range(4)]
        assert len({world.to_text() for world in worlds}) > 1
        view = finish(best_lines(state.game, worlds[0].observation(eyes), Budget(900), eyes))
        for action in {*hidden, *(line.actions[0] for line in view.lines)}:
            assert len({spoken(world, eyes, action) for world in worlds}) == 1
    for action in hidden:
        assert SECRET not in spoken(state, None, action)
        assert SECRET not in spoken(state, mover, action)


SECRET = "a hidden piece"


def spoken(state: State, eyes: int | None, action: Action) -> str:
    """Return an action as a line tells it."""
    seen = state if eyes is None else state.observation(eyes)
    (turn,) = LineTelling(seen, eyes, False).turns((action,))
    voice = Voice("en", "stratego", ("Ana", "Blas"))
    return turn.text + " ".join(map(voice.message, turn.words))


@pytest.mark.parametrize("turned", [False, True])
def test_the_bar_lies_as_the_board_does(turned: bool) -> None:
    place = Place(Match(MatchConfig("andarraya")), None)
    place.turned = turned
    lines_of(place)
    assert ('class="engine-bar above"' in place.panel.bar()) == turned


def test_turning_the_board_turns_the_bar() -> None:
    screen, _ = looking()  # the person has the second side, which is below
    assert 'class="engine-bar above"' in slots(screen)
    screen.press(aim("act:turn"))
    assert 'class="engine-bar"' in slots(screen)


def test_luck_is_said_to_count_with_its_average() -> None:
    match = Match(MatchConfig("rilatria"))
    match.take(match.options_now()[0])
    place = Place(match, None)
    place.panel.press("go")
    stream(place.engine)
    assert "Averaged over dice, coins and cards" in place.shown()


def test_a_place_without_a_position_asks_nothing() -> None:
    match = Match(MatchConfig("andarraya"), game=load_game("andarraya")())
    place = Place(match, None)
    place.spot = None
    for what in EVERY:
        place.panel.press(what)
        place.panel.follow()
    assert not place.engine.asked and not place.shown()


def test_a_line_is_played_in_whole_turns() -> None:
    place = Place(Match(MatchConfig("andarraya")), None)
    place.panel.press("go")
    stream(place.engine, 12)
    line = place.panel._thinking.opinion.lines[0][1]  # type: ignore[union-attr]
    place.panel.press("line:0:1")
    assert place.played == [line[:1]]


def test_the_session_hands_out_its_match_only_when_it_is_over() -> None:
    screen, _ = table((0, 0), game_id="andarraya")
    assert isinstance(screen.session, Session) and not engine_view.offered(screen.table)
