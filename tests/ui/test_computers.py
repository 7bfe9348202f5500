"""Computer players at a table: pace, watching, draws, hints, and several computers at once."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.games import REGISTRY, load_game
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.search.budget import SLICE
from engine.search.engine_server import DRAW, EngineServer, question
from tests.fixtures.present import present
from tests.fixtures.says import wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, FakeTable, match_of, play
from tests.ui.test_opponent import FakeEngine, move, slots, table
from ui.home.screen import HomeScreen
from ui.table.opponent import PACES, READ_MS
from ui.table.voice import Voice

ARMIES = {"players": 4, "board": "four_armies", "army": "army24"}
FOUR = ("Ana", "Bot", "Cleo", "Droid")
LOST = "4k3/8/8/8/8/8/qq6/4K3 w - - 0 1"  # from White's point of view
WON = "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1"


def chess(*seats: int, start: str | None = None) -> tuple[FakeTable, FakeEngine]:
    return table(seats, start, "andarraya")


def count(screen: FakeTable) -> int:
    return len(match_of(screen.session).events)


def think(engine: FakeEngine) -> None:
    """Run the search to its end without delivering the answer."""
    while engine.server.step(0.1):
        pass


# -- pace ----------------------------------------------------------------------------------------


def test_an_answer_waits_until_the_last_move_was_shown() -> None:
    screen, engine = chess(0, 1)
    move(screen)
    think(engine)
    due = dict(zip(engine.waits, engine.due, strict=True))
    engine.due = []
    engine.wait()
    assert count(screen) == 1, "it is known, and kept"
    due[PACES["normal"]]()
    assert count(screen) == 2


def test_an_answer_waits_until_the_result_of_a_fight_was_read() -> None:
    screen, engine = chess(0, 1)
    move(screen)
    think(engine)
    due = dict(zip(engine.waits, engine.due, strict=True))
    computer = screen.table.opponent()
    computer.tell(600, True)
    engine.due = []
    engine.wait()
    due[PACES["normal"]]()
    assert count(screen) == 1 and engine.waits[-1] == 600 + READ_MS - PACES["normal"]
    engine.due[-1]()
    assert count(screen) == 2
    computer.pace = "fast"
    computer.tell(600, True)
    move(screen)
    think(engine)
    assert READ_MS + 600 - PACES["fast"] not in engine.waits


def test_instant_waits_for_nothing_that_is_told() -> None:
    """Regression test: three steps of a turn took 4.7 s, most of it for their animations."""
    screen, engine = chess(0, 1)
    computer = screen.table.opponent()
    computer.pace, before = "fast", len(engine.waits)
    move(screen)
    computer.tell(600, True)
    think(engine)
    engine.wait()
    assert count(screen) == 2 and max(engine.waits[before:]) == 0


def test_pressing_the_board_or_the_button_hurries_the_computer() -> None:
    for press in ("sq:e4", "act:hurry"):
        screen, engine = chess(0, 1)
        move(screen)
        assert "act:hurry" in slots(screen)
        think(engine)
        engine.due = []
        screen.press(aim(press))
        engine.wait()  # the answer is played when it comes
        assert count(screen) == 2, press
        assert "act:hurry" not in slots(screen)


def test_the_worker_starts_while_the_person_sets_up() -> None:
    screen, engine = table((0, 3))
    assert screen.table.mode == "setup" and not engine.asked
    engine.wait()
    assert engine.woken == 1 and not engine.asked
    assert not table((0, 0))[1].due  # no computer, no worker


def test_the_pace_is_a_setting() -> None:
    screen, engine = chess(0, 1)
    screen.app.set_setting("pace", "slow")
    screen.restyle()
    move(screen)
    assert PACES["slow"] in engine.waits
    assert set(PACES) == {"slow", "normal", "fast"}


def test_a_takeback_drops_an_answer_that_was_waiting() -> None:
    screen, engine = chess(0, 1)
    move(screen)
    think(engine)
    later = engine.due
    engine.due = []
    engine.wait()
    screen.press(aim("act:undo"))
    for one in later:
        one()
    assert count(screen) == 0


# -- watching ------------------------------------------------------------------------------------


def test_watching_can_be_paused_and_continued_step_by_step() -> None:
    screen, engine = chess(1, 1)
    engine.finish()
    assert count(screen) == 1
    screen.press(aim("act:pause"))
    assert engine.cancelled
    for _ in range(3):
        engine.finish()
    assert count(screen) == 1 and "Paused" in slots(screen)
    screen.press(aim("sq:e4"))  # a press does not hurry a paused game
    engine.finish()
    assert count(screen) == 1
    for number in (2, 3):
        screen.press(aim("act:step"))
        engine.finish()
        engine.finish()
        assert count(screen) == number
    screen.press(aim("act:resume"))
    engine.finish()
    assert count(screen) == 4 and "act:pause" in slots(screen)


def test_a_spectator_hurries_one_move_at_a_time() -> None:
    screen, engine = chess(1, 1)
    think(engine)
    engine.due = []
    screen.press(aim("sq:e4"))
    engine.wait()
    assert count(screen) == 1
    think(engine)
    assert PACES["normal"] in engine.waits[-2:]  # the next move has the usual pace again


def test_looking_back_pauses_the_computers() -> None:
    screen, engine = chess(1, 1)
    for number in (1, 2):
        engine.finish()
        assert count(screen) == number
    screen.press(aim("act:log-first"))
    for _ in range(3):
        engine.finish()
    assert count(screen) == 2 and "act:hurry" not in slots(screen)
    screen.press(aim("act:log-last"))
    engine.finish()
    assert count(screen) == 3


def test_pause_is_not_offered_against_a_single_computer() -> None:
    assert "act:pause" not in slots(chess(0, 3)[0])


# -- draws ---------------------------------------------------------------------------------------


def offer(screen: FakeTable, engine: FakeEngine) -> None:
    play(screen, "act:draw", "act:draw-yes")
    for _ in range(4):
        engine.finish()


def test_a_computer_that_is_better_declines_a_draw_and_says_so() -> None:
    screen, engine = chess(0, 3, start=LOST)
    offer(screen, engine)
    assert not match_of(screen.session).over
    assert wording("computer.draw.declined") in slots(screen)
    asked = len(engine.asked)
    offer(screen, engine)  # the same position again
    assert len(engine.asked) == asked and wording("computer.draw.again") in slots(screen)


def test_a_computer_that_is_worse_accepts_a_draw() -> None:
    screen, engine = chess(0, 3, start=WON)
    offer(screen, engine)
    outcome = present(match_of(screen.session).outcome())
    assert outcome.winner is None
    assert wording("computer.draw.accepted") in slots(screen)


def test_hidden_pieces_do_not_change_the_answer_to_a_draw_offer() -> None:
    """The question about a draw holds only what the seat knows."""
    config = MatchConfig("stratego", {}, ("Ana", "Computer"))
    asked = set()
    for seed in range(3):
        match = Match(config, seeded(1))
        rng = {0: Random(seed), 1: Random(9)}
        while match.game.arrangement(match.state) is not None:
            side = match.state.current_player()
            seen = match.state.observation(side)
            plan = present(match.game.arrangement(seen, match.game.random_draft(seen, rng[side])))
            for action in plan.actions:
                match.play(action)
        asked.add(question(match, 1, 2, 5, DRAW))
    assert len(asked) == 1
    server = EngineServer()
    server.ask(asked.pop())
    while server.step(1.0):
        pass
    assert isinstance(json.loads(server.reply())["agrees"], bool)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_game_can_answer_a_draw_offer(game_id: str) -> None:
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id, dict(game.options)), seeded(2), game)
    match.begin()
    rng = Random(3)
    while ("draw",) not in match.state.table_actions():
        match.play(rng.choice(match.options_now()))
    server = EngineServer()
    server.ask(question(match, 1 - match.state.current_player(), 1, 5, DRAW))
    while server.step(1.0):
        pass
    told = json.loads(server.reply())
    assert "error" not in told and isinstance(told["agrees"], bool)


# -- hints ---------------------------------------------------------------------------------------


def test_a_hint_for_a_target_beside_the_board_is_marked_and_named() -> None:
    screen, engine = table((0, 1), None, "rilatria")
    rng = Random(1)
    session = screen.session
    for _ in range(400):
        paths = [
            session.game.path(match_of(session).state, a) for a in match_of(session).options_now()
        ]
        if session.decider == 0 and not any(path[0].startswith("sq:") for path in paths):
            if session.game.arrangement(match_of(session).state) is None:
                break
        session.play([rng.choice(match_of(session).options_now())])
    play(screen, "act:turn", "act:hint")
    engine.finish()
    hint = present(screen.table.opponent().hint)
    assert not hint.path[0].square
    shown = slots(screen)
    at = shown.index(f'data-target="{hint.path[0]}"')
    assert "hinted" in shown[shown.rindex("<", 0, at) : shown.index(">", at)]
    notice = shown[shown.index('class="notice"') :][:200]
    assert hint.path[0].name not in notice.split("<")[0].split()


def test_a_hint_hides_the_move_marks_of_another_piece() -> None:
    screen, engine = chess(0, 1)
    screen.press(aim("sq:b1"))
    assert slots(screen).count("mark-move") == 2
    screen.press(aim("act:hint"))
    engine.finish()
    hint = present(screen.table.opponent().hint)
    assert "mark-move" not in slots(screen)
    screen.press(aim("act:hint"))
    assert hint.whole and "mark-move" not in slots(screen)


# -- cancelling ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_cancelled_search_ends_within_one_slice(game_id: str) -> None:
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id, dict(game.options)), seeded(2), game)
    match.begin()
    rng = Random(3)
    while game.arrangement(match.state) is not None or len(match.options_now()) < 2:
        match.play(rng.choice(match.options_now()))
    server = EngineServer()
    server.ask(question(match, match.state.current_player(), 5, 5))
    server.step(0.01)
    budget, search = server._budget, server._search
    before = budget.nodes
    budget.cancel()
    if search is not None:
        with pytest.raises(StopIteration):
            for _ in range(3):
                next(search)
    assert budget.nodes - before <= SLICE
    server.cancel(1)
    assert not server.busy and not server.step(1.0)


# -- several computers ---------------------------------------------------------------------------


def four(*seats: int) -> tuple[FakeTable, FakeEngine]:
    return table(seats, None, "stratego", ARMIES, FOUR)


def set_up(screen: FakeTable, engine: FakeEngine) -> None:
    """Finish all set-ups: persons press Random and Ready, computers answer."""
    for _ in range(12):
        if screen.table.mode == "curtain":
            screen.press(aim("btn:reveal"))
        elif screen.session.awaited is not None:
            engine.finish()
        elif screen.table.mode == "setup":
            play(screen, "act:random", "act:ready")
        else:
            return


def test_one_person_can_play_three_computers() -> None:
    screen, engine = four(0, 1, 2, 1)
    set_up(screen, engine)
    assert screen.table.mode == "play" and screen.session.viewer == 0
    assert screen.session.curtain is None
    move(screen)
    turn = match_of(screen.session).state.turn_index()
    for _ in range(30):
        if screen.session.decider == 0 or match_of(screen.session).over:
            break
        assert screen.session.viewer == 0
        engine.finish()
    assert screen.session.decider == 0
    assert match_of(screen.session).state.turn_index() >= turn + 3
    shown = slots(screen)
    assert "act:pause" in shown and shown.count('data-field="level') == 3
    assert {one["seat"] for one in engine.asked} == {1, 2, 3}


def test_two_persons_and_two_computers_keep_their_secrets() -> None:
    screen, engine = four(0, 1, 0, 1)
    set_up(screen, engine)
    for _ in range(40):
        if match_of(screen.session).state.turn_index() > 8:
            break
        if screen.session.curtain is not None:
            assert screen.session.curtain in (0, 2)
            screen.press(aim("btn:reveal"))
        elif screen.session.awaited is not None:
            assert engine.asked[-1]["seat"] == screen.session.awaited
            engine.finish()
        else:
            assert screen.session.viewer == screen.session.decider
            move(screen)
    assert match_of(screen.session).state.turn_index() > 4


def test_a_draw_offer_asks_persons_first_and_then_computers() -> None:
    screen, engine = four(0, 1, 0, 1)
    set_up(screen, engine)
    for _ in range(20):
        if screen.session.curtain is not None:
            screen.press(aim("btn:reveal"))
        elif screen.session.awaited is not None:
            engine.finish()
        else:
            break
    screen.press(aim("act:draw"))
    assert "Cleo agrees" in slots(screen)
    asked = len(engine.asked)
    screen.press(aim("act:draw-yes"))
    for _ in range(6):
        engine.finish()
    new = engine.asked[asked:]
    assert new and all(one["about"] == DRAW for one in new)
    assert match_of(screen.session).over or "declines" in slots(screen)


def test_several_computers_have_their_own_and_no_stored_names() -> None:
    app, controller = FakeApp("en"), FakeController()
    home = HomeScreen(app, controller)
    play(home, "act:game:stratego", "preset:four_armies")
    home.field("seat1", "2")
    home.field("seat3", "4")
    home.press(aim("act:start"))
    _, _, options, names, seats = controller.asked[-1]
    assert options["players"] == 4 and seats == (0, 2, 0, 4)
    assert names == ()
    voice = Voice("en", "stratego", names, seats)
    assert [voice.name(p) for p in range(4)] == ["Red", "Odile", "Green", "Wanda"]


# -- resigning and dead draws -------------------------------------------------------------------


def say(engine: FakeEngine, **more: bool) -> None:
    """Deliver the computer's answer with extra fields, such as `resigns`."""
    think(engine)
    engine.server._reply.update(more)
    for _ in range(3):
        engine.wait()


def test_a_computer_resigns_only_if_the_setting_allows_it() -> None:
    for likes in ("on", "off"):
        screen, engine = chess(0, 5)
        screen.app.set_setting("resigns", likes)
        screen.restyle()
        move(screen)
        say(engine, resigns=True)
        outcome = match_of(screen.session).outcome()
        assert (outcome is not None and outcome.winner == 0) == (likes == "on")
        assert count(screen) == 2


def test_a_dead_draw_is_pointed_out_and_accepted() -> None:
    screen, engine = chess(0, 1, start="4k3/8/8/8/8/8/5B2/4K3 w - - 0 1")
    move(screen)
    engine.finish()
    assert wording("computer.draw.offers") in slots(screen) and not screen.session.over
    offer(screen, engine)
    outcome = present(match_of(screen.session).outcome())
    assert outcome.winner is None


def test_two_computers_agree_to_a_dead_draw() -> None:
    screen, engine = chess(1, 1, start="4k3/8/8/8/8/8/5B2/4K3 w - - 0 1")
    for _ in range(3):
        engine.finish()
    assert screen.session.over and count(screen) <= 3
