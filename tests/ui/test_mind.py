"""What the table makes of its computer players: pace, watching, draws, hints, several of them."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.ai.budget import SLICE
from engine.games import REGISTRY, load_game
from engine.match.dealer import seeded
from engine.match.match import Match, MatchConfig
from tests.ui.fakes import FakeApp, FakeDesk
from tests.ui.test_opponent import FakeBrain, move, slots, table
from ui.opponent import LOOK_MS, PACES
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.thinking import DRAW, Thinker, question

ARMIES = {"players": 4, "board": "four_armies", "army": "army24"}
FOUR = ("Ana", "Bot", "Cleo", "Droid")
LOST = "4k3/8/8/8/8/8/qq6/4K3 w - - 0 1"  # for white
WON = "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1"


def chess(*seats: int, start: str | None = None) -> tuple[TableScreen, FakeBrain]:
    return table(seats, start, "andarraya")


def count(screen: TableScreen) -> int:
    return len(screen.session.match.events)


def think(brain: FakeBrain) -> None:
    """The search comes to its end; nobody has been told yet."""
    while brain.thinker.step(0.1):
        pass


# -- pace ----------------------------------------------------------------------------------------


def test_an_answer_waits_until_the_last_move_has_been_seen() -> None:
    screen, brain = chess(0, 1)
    move(screen)
    think(brain)
    due = dict(zip(brain.waits, brain.due, strict=True))
    brain.due = []
    due[LOOK_MS]()
    assert count(screen) == 1, "it is known, and kept"
    due[PACES["normal"]]()
    assert count(screen) == 2


def test_a_press_on_the_board_or_the_button_hurries() -> None:
    for press in ("sq:e4", "act:hurry"):
        screen, brain = chess(0, 1)
        move(screen)
        assert "act:hurry" in slots(screen)
        think(brain)
        brain.due = []
        screen.press(press)
        brain.wait()  # the newest word is asked for at once
        assert count(screen) == 2, press
        assert "act:hurry" not in slots(screen)


def test_the_worker_starts_while_the_person_sets_up() -> None:
    screen, brain = table((0, 3))
    assert screen.mode == "setup" and not brain.asked
    brain.wait()
    assert brain.woken == 1 and not brain.asked
    assert not table((0, 0))[1].due  # among persons nobody is woken


def test_the_pace_is_a_setting() -> None:
    screen, brain = chess(0, 1)
    screen.app.set_setting("pace", "slow")
    screen.restyle()
    move(screen)
    assert PACES["slow"] in brain.waits
    assert set(PACES) == {"slow", "normal", "fast"}


def test_a_takeback_forgets_an_answer_that_was_kept() -> None:
    screen, brain = chess(0, 1)
    move(screen)
    think(brain)
    later = brain.due
    brain.due = []
    later[1]()
    screen.press("act:undo")
    for one in later:
        one()
    assert count(screen) == 0


# -- watching ------------------------------------------------------------------------------------


def test_watching_can_be_stopped_and_led_step_by_step() -> None:
    screen, brain = chess(1, 1)
    brain.finish()
    assert count(screen) == 1
    screen.press("act:pause")
    assert brain.cancelled
    for _ in range(3):
        brain.finish()
    assert count(screen) == 1 and "Paused" in slots(screen)
    screen.press("sq:e4")  # nothing is hurried that is stopped
    brain.finish()
    assert count(screen) == 1
    for number in (2, 3):
        screen.press("act:step")
        brain.finish()
        brain.finish()
        assert count(screen) == number
    screen.press("act:resume")
    brain.finish()
    assert count(screen) == 4 and "act:pause" in slots(screen)


def test_whoever_watches_hurries_one_move_at_a_time() -> None:
    screen, brain = chess(1, 1)
    think(brain)
    brain.due = []
    screen.press("sq:e4")
    brain.wait()
    assert count(screen) == 1
    think(brain)
    assert PACES["normal"] in brain.waits[-2:]  # the next one takes its time again


def test_looking_back_stops_the_computers_until_one_returns() -> None:
    screen, brain = chess(1, 1)
    for number in (1, 2):
        brain.finish()
        assert count(screen) == number
    screen.press("act:log-first")
    for _ in range(3):
        brain.finish()
    assert count(screen) == 2 and "act:hurry" not in slots(screen)
    screen.press("act:log-last")
    brain.finish()
    assert count(screen) == 3


def test_a_person_against_one_computer_has_nothing_to_stop() -> None:
    assert "act:pause" not in slots(chess(0, 3)[0])


# -- draws ---------------------------------------------------------------------------------------


def offer(screen: TableScreen, brain: FakeBrain) -> None:
    screen.press("act:draw")
    screen.press("act:draw-yes")
    for _ in range(4):
        brain.finish()


def test_who_is_better_declines_and_says_so() -> None:
    screen, brain = chess(0, 3, start=LOST)
    offer(screen, brain)
    assert not screen.session.match.over
    assert "declines the draw" in slots(screen)
    asked = len(brain.asked)
    offer(screen, brain)  # the same position again
    assert len(brain.asked) == asked and "was declined" in slots(screen)


def test_who_is_worse_accepts() -> None:
    screen, brain = chess(0, 3, start=WON)
    offer(screen, brain)
    outcome = screen.session.match.outcome()
    assert outcome is not None and outcome.winner is None
    assert "accepts the draw" in slots(screen)


def test_what_is_hidden_changes_no_answer() -> None:
    """The question about a draw holds what the seat knows and nothing else."""
    config = MatchConfig("stratego", {}, ("Ana", "Computer"))
    asked = set()
    for seed in range(3):
        match = Match(config, seeded(1))
        rng = {0: Random(seed), 1: Random(9)}
        while match.game.arrangement(match.state) is not None:
            side = match.state.current_player()
            seen = match.state.observation(side)
            plan = match.game.arrangement(seen, match.game.random_draft(seen, rng[side]))
            assert plan is not None
            for action in plan.actions:
                match.play(action)
        asked.add(question(match, 1, 2, 1, 5, DRAW))
    assert len(asked) == 1
    thinker = Thinker()
    thinker.ask(asked.pop())
    while thinker.step(1.0):
        pass
    assert isinstance(json.loads(thinker.told())["agrees"], bool)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_game_can_be_asked_about_a_draw(game_id: str) -> None:
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id, dict(game.options)), seeded(2), game)
    match.begin()
    rng = Random(3)
    while ("draw",) not in match.state.table_actions():
        match.play(rng.choice(match.options_now()))
    thinker = Thinker()
    thinker.ask(question(match, 1 - match.state.current_player(), 1, 1, 5, DRAW))
    while thinker.step(1.0):
        pass
    told = json.loads(thinker.told())
    assert "error" not in told and isinstance(told["agrees"], bool)


# -- hints ---------------------------------------------------------------------------------------


def test_a_hint_beside_the_board_is_marked_and_named() -> None:
    screen, brain = table((0, 1), None, "rilatria")
    rng = Random(1)
    session = screen.session
    for _ in range(400):
        paths = [session.game.path(session.match.state, a) for a in session.match.options_now()]
        if session.decider == 0 and not any(path[0].startswith("sq:") for path in paths):
            if session.game.arrangement(session.match.state) is None:
                break
        session.play([rng.choice(session.match.options_now())])
    screen.press("act:turn")
    screen.press("act:hint")
    brain.finish()
    hint = screen.opponent().hint
    assert hint is not None and not hint.path[0].startswith("sq:")
    shown = slots(screen)
    at = shown.index(f'data-target="{hint.path[0]}"')
    assert "hinted" in shown[shown.rindex("<", 0, at) : shown.index(">", at)]
    notice = shown[shown.index('class="notice"') :][:200]
    assert hint.path[0].partition(":")[2] not in notice.split("<")[0].split()


# -- giving up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_search_that_is_given_up_ends_within_a_slice(game_id: str) -> None:
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id, dict(game.options)), seeded(2), game)
    match.begin()
    rng = Random(3)
    while game.arrangement(match.state) is not None or len(match.options_now()) < 2:
        match.play(rng.choice(match.options_now()))
    thinker = Thinker()
    thinker.ask(question(match, match.state.current_player(), 5, 1, 5))
    thinker.step(0.01)
    budget, search = thinker._budget, thinker._search
    before = budget.nodes
    budget.cancel()
    if search is not None:
        with pytest.raises(StopIteration):
            for _ in range(3):
                next(search)
    assert budget.nodes - before <= SLICE
    thinker.cancel(1)
    assert not thinker.busy and not thinker.step(1.0)


# -- several -------------------------------------------------------------------------------------


def four(*seats: int) -> tuple[TableScreen, FakeBrain]:
    return table(seats, None, "stratego", ARMIES, FOUR)


def set_up(screen: TableScreen, brain: FakeBrain) -> None:
    """Persons at random behind their curtains, computers by themselves."""
    for _ in range(12):
        if screen.mode == "curtain":
            screen.press("btn:reveal")
        elif screen.session.thinker is not None:
            brain.finish()
        elif screen.mode == "setup":
            screen.press("act:random")
            screen.press("act:ready")
        else:
            return


def test_one_person_among_three_computers() -> None:
    screen, brain = four(0, 1, 2, 1)
    set_up(screen, brain)
    assert screen.mode == "play" and screen.session.viewer == 0
    assert screen.session.curtain is None
    move(screen)
    turn = screen.session.match.state.turn_index()
    for _ in range(30):
        if screen.session.decider == 0 or screen.session.match.over:
            break
        assert screen.session.viewer == 0
        brain.finish()
    assert screen.session.decider == 0
    assert screen.session.match.state.turn_index() >= turn + 3
    shown = slots(screen)
    assert "act:pause" in shown and shown.count('data-field="level') == 3
    assert {one["seat"] for one in brain.asked} == {1, 2, 3}


def test_two_persons_and_two_computers_keep_their_secrets() -> None:
    screen, brain = four(0, 1, 0, 1)
    set_up(screen, brain)
    for _ in range(40):
        if screen.session.match.state.turn_index() > 8:
            break
        if screen.session.curtain is not None:
            assert screen.session.curtain in (0, 2)
            screen.press("btn:reveal")
        elif screen.session.thinker is not None:
            assert brain.asked[-1]["seat"] == screen.session.thinker
            brain.finish()
        else:
            assert screen.session.viewer == screen.session.decider
            move(screen)
    assert screen.session.match.state.turn_index() > 4


def test_a_draw_among_several_needs_persons_first_then_computers() -> None:
    screen, brain = four(0, 1, 0, 1)
    set_up(screen, brain)
    for _ in range(20):
        if screen.session.curtain is not None:
            screen.press("btn:reveal")
        elif screen.session.thinker is not None:
            brain.finish()
        else:
            break
    screen.press("act:draw")
    assert "Cleo agrees" in slots(screen)
    asked = len(brain.asked)
    screen.press("act:draw-yes")
    for _ in range(6):
        brain.finish()
    new = brain.asked[asked:]
    assert new and all(one["about"] == DRAW for one in new)
    assert screen.session.match.over or "declines" in slots(screen)


def test_home_names_several_computers_apart() -> None:
    app, desk = FakeApp("en"), FakeDesk()
    home = HomeScreen(app, desk)  # type: ignore[arg-type]
    home.press("act:game:stratego")
    home.press("preset:four_armies")
    home.field("seat1", "2")
    home.field("seat3", "4")
    home.press("act:start")
    _, _, options, names, seats = desk.asked[-1]
    assert options["players"] == 4 and seats == (0, 2, 0, 4)
    assert names[1] == "Computer 2" and names[3] == "Computer 4"
    assert "Computer" not in names[0] + names[2]
