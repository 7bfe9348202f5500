"""One's own mistakes as exercises: which are kept, when they come back, and their screen."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from engine.core.contract import Action
from engine.games import load_game
from engine.match import codec
from engine.match.match import Match, MatchConfig
from engine.search.analysis import Verdict, analyse
from engine.search.budget import Budget, finish
from engine.search.engine_server import JUDGE
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.ui.fakes import opened
from tests.ui.pages import Page
from tests.ui.test_blunders import GAMES
from tests.ui.test_mistakes import judged, played, set_up
from tests.ui.test_opponent import FakeEngine
from ui.home import played as home
from ui.home.screen import HomeScreen
from ui.learn.mistakes.collecting import LEAST, exercises
from ui.learn.mistakes.decisions import Mistake, Past
from ui.learn.mistakes.training import NothingToTrain, TrainingScreen, open_training
from ui.saves.own_mistakes import (
    BOXES,
    KEY,
    MOST,
    OwnMistake,
    add_mistakes,
    due_mistakes,
    note_try,
    own_mistakes,
)
from ui.saves.storage import MemoryStorage

TODAY = date(2027, 1, 6)
FOOLS = OwnMistake(  # the position before the second move of the fool's mate
    "andarraya", {}, "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "e2e4",
    "g2g4", 0, TODAY,
)  # fmt: skip


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    """The only engine of the page, which answers when the test says so."""
    made = FakeEngine()
    monkeypatch.setattr(Page, "engine", lambda page: made, raising=False)
    return made


def fools(storage: MemoryStorage) -> OwnMistake:
    """The mistake of the fool's mate as the judge finds it; stored."""
    game = load_game("andarraya")({})
    match = Match(MatchConfig("andarraya", {}), game=game)
    for text in ("f2f3", "e7e5"):
        match.play(game.parse_action(match.state, text))
    seen = match.state.observation(0)
    better = game.parse_action(seen, "e2e4")
    match.play(game.parse_action(seen, "g2g4"))
    one = Mistake(2, Verdict(better, 0.5, 0.0), 0.5)
    [found] = exercises(Past(match), {0: [one]}, TODAY)
    add_mistakes(storage, [found])
    return found


# -- the schedule --------------------------------------------------------------------------------


def test_a_mistake_comes_back_after_the_published_days_and_is_gone_then() -> None:
    storage = MemoryStorage()
    add_mistakes(storage, [FOOLS])
    day, waits = TODAY, []
    for _ in range(10):
        [one] = due_mistakes(storage, day)
        after = note_try(storage, one, True, day)
        if after is None:
            break
        assert due_mistakes(storage, after.due - timedelta(days=1)) == []
        waits.append((after.due - day).days)
        day = after.due
    assert tuple(waits) == BOXES == (1, 3, 7, 14, 30)
    assert own_mistakes(storage) == []
    add_mistakes(storage, [FOOLS])
    assert own_mistakes(storage) == [], "it is learned and does not come back"


def test_a_failure_puts_a_mistake_back_to_the_first_box() -> None:
    storage = MemoryStorage()
    add_mistakes(storage, [FOOLS])
    one = present(note_try(storage, FOOLS, True, TODAY))
    again = present(note_try(storage, one, False, one.due))
    assert due_mistakes(storage, one.due) == [again]
    solved = present(note_try(storage, again, True, one.due))
    assert (solved.due - one.due).days == BOXES[0]


def test_the_store_is_bounded_and_has_nothing_twice() -> None:
    storage = MemoryStorage()
    many = [replace(FOOLS, position=f"{number}") for number in range(MOST + 30)]
    add_mistakes(storage, many)
    add_mistakes(storage, many[-5:])
    kept = own_mistakes(storage)
    assert len(kept) == MOST and kept[-1].position == many[-1].position
    add_mistakes(storage, [replace(FOOLS, position="x" * 5000)])
    assert own_mistakes(storage) == kept


@pytest.mark.parametrize(
    "raw",
    ["", "5", "[]", '{"list":5}', '{"list":[5,[]],"gone":7}',
     '{"list":[["andarraya",{},"p","b","p",9,"2027-01-06"]]}',
     '{"list":[["andarraya",[],"p","b","p",0,"2027-01-06"]]}',
     '{"list":[["andarraya",{},"p","b","p",0,"soon"]]}'],
)  # fmt: skip
def test_what_cannot_be_read_is_no_mistake(raw: str) -> None:
    storage = MemoryStorage()
    storage.set(KEY, raw)
    assert own_mistakes(storage) == []
    add_mistakes(storage, [FOOLS])
    assert own_mistakes(storage) == [FOOLS]


# -- which mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["andarraya", "rilatria", "twocities"])
def test_a_planted_blunder_becomes_an_exercise_and_is_solved(game: str, engine: FakeEngine) -> None:
    one = dict(GAMES)[game]
    past = Past(codec.decode(one["link"]))
    seen, action = past.before(one["seat"], one["at"]), past.match.events[one["at"]].action
    verdict = present(finish(analyse(past.game, seen, action, Random(one["at"]), Budget())))
    assert verdict.loss >= LEAST
    storage = MemoryStorage()
    mistake = Mistake(one["at"], verdict, verdict.loss)
    add_mistakes(storage, exercises(past, {one["seat"]: [mistake]}, TODAY))
    screen = training(storage)
    press(screen, verdict.better)
    assert screen.status == "right" and not asked(engine)
    [kept] = own_mistakes(storage)
    assert kept.successes == 1 and kept.due == TODAY + timedelta(days=1)


PLANTED = ("andarraya", "rilatria", "twocities")


def test_three_planted_blunders_come_back_after_the_published_days_and_are_gone(
    engine: FakeEngine,
) -> None:
    """Solved on the table each time, by a clock that the test sets."""
    storage, better = MemoryStorage(), dict[str, Action]()
    for game in PLANTED:
        one = dict(GAMES)[game]
        past = Past(codec.decode(one["link"]))
        seen, action = past.before(one["seat"], one["at"]), past.match.events[one["at"]].action
        verdict = finish(analyse(past.game, seen, action, Random(one["at"]), Budget()))
        assert verdict is not None
        better[game] = verdict.better
        mistake = Mistake(one["at"], verdict, verdict.loss)
        add_mistakes(storage, exercises(past, {one["seat"]: [mistake]}, TODAY))
    day = TODAY
    for wait in (*BOXES, 0):
        assert {one.game for one in due_mistakes(storage, day)} == set(PLANTED)
        for _ in PLANTED:
            screen = training(storage, day)
            press(screen, better[screen.table.game_id])
            assert screen.status == "right"
        if wait:
            assert due_mistakes(storage, day + timedelta(days=wait - 1)) == []
        day += timedelta(days=wait)
    assert own_mistakes(storage) == [] and not asked(engine)
    with pytest.raises(NothingToTrain):
        training(storage, day + timedelta(days=400))


def test_a_small_loss_is_no_exercise() -> None:
    storage = MemoryStorage()
    fools(storage)
    game = load_game("andarraya")({})
    match = Match(MatchConfig("andarraya", {}), game=game)
    match.play(match.options_now()[0])
    better = Match(MatchConfig("andarraya", {}), game=game).options_now()[1]
    small = Mistake(0, Verdict(better, 0.5, 0.5 - LEAST + 0.01), 0.5)
    assert list(exercises(Past(match), {0: [small]}, TODAY)) == []


def test_an_exercise_holds_only_what_its_player_knew() -> None:
    """Stratego with another set-up of the enemy gives the same exercise."""
    found: list[OwnMistake] = []
    truths: list[str] = []
    for rival in (1, 2):
        match = set_up("stratego", 7, rival)
        truths.append(match.state.to_text())
        at = len(match.events)
        match.play(match.options_now()[0])
        seen = match.state_at(at).observation(0)
        other = next(a for a in seen.legal_actions() if a != match.events[at].action)
        one = Mistake(at, Verdict(other, 0.9, 0.1), 0.8)
        found += exercises(Past(match), {0: [one]}, TODAY)
    first, second = found
    assert truths[0] != truths[1] and first == second


def test_judging_a_finished_game_fills_the_store_and_a_running_one_does_not() -> None:
    screen, engine = played()
    storage = screen.app.store.storage
    assert storage.get(KEY) is None
    judged(screen, engine)
    [one] = own_mistakes(storage)
    assert one.game == "andarraya" and one.position.split()[1] == "w"


# -- the screen ----------------------------------------------------------------------------------


def training(storage: MemoryStorage, day: date = TODAY) -> TrainingScreen:
    app = opened("", storage)
    assert isinstance(app.screen, HomeScreen)
    app.go(open_training(app, app.screen.controller, day))
    return app.showing(TrainingScreen)


def press(screen: TrainingScreen, action: Action) -> None:
    for target in screen.table.game.path(screen.session.observation(), action):
        screen.app.press(target)


def move(screen: TrainingScreen, text: str) -> None:
    press(screen, screen.table.game.parse_action(screen.session.observation(), text))


def asked(engine: FakeEngine) -> list[dict[str, object]]:
    return [one for one in engine.asked if one["about"] == JUDGE]


def test_the_same_mistake_again_is_wrong_and_stays_due(engine: FakeEngine) -> None:
    storage = MemoryStorage()
    fools(storage)
    screen = training(storage)
    move(screen, "g2g4")
    assert screen.status == "judged" and len(asked(engine)) == 1
    engine.finish()
    assert screen.status == "wrong" and len(due_mistakes(storage, TODAY)) == 1
    assert "act:train:again" in screen.slots()["tools"]
    screen.app.press("act:train:again")
    assert screen.status == "open" and screen.session.count == 0


def test_another_good_move_is_right_too(engine: FakeEngine) -> None:
    storage = MemoryStorage()
    fools(storage)
    screen = training(storage)
    move(screen, "b1c3")
    engine.finish()
    assert screen.status == "right" and due_mistakes(storage, TODAY) == []
    assert screen.table.voice.t("train.again_in", n=1) in screen.slots()["result"]


def test_an_answer_of_the_judge_that_comes_too_late_is_ignored(engine: FakeEngine) -> None:
    storage = MemoryStorage()
    fools(storage)
    screen = training(storage)
    move(screen, "g2g4")
    hears = engine.hears
    screen.app.press("act:train:leave")
    screen.again()
    assert screen.status == "open"
    engine.hears = hears
    engine.finish()
    assert screen.status == "open"


def test_the_task_does_not_give_the_answer_away() -> None:
    storage = MemoryStorage()
    one = fools(storage)
    shown = " ".join(str(html) for html in training(storage).said().values())
    assert one.better not in shown and one.played not in shown and "primary" not in shown


def test_the_shown_move_leaves_the_mistake_due(engine: FakeEngine) -> None:
    storage = MemoryStorage()
    fools(storage)
    screen = training(storage)
    screen.app.press("act:train:solve")
    assert screen.status == "shown" and len(due_mistakes(storage, TODAY)) == 1


def test_a_mistake_that_cannot_be_opened_is_dropped() -> None:
    storage = MemoryStorage()
    bad = [replace(FOOLS, position="nonsense"), replace(FOOLS, game="gone", position="x")]
    add_mistakes(storage, bad)
    app = opened("", storage)
    assert isinstance(app.screen, HomeScreen)
    with pytest.raises(NothingToTrain):
        open_training(app, app.screen.controller, TODAY)
    assert own_mistakes(storage) == []


def test_home_leads_to_the_mistakes_that_are_due() -> None:
    storage = MemoryStorage()
    assert home.due(storage, TODAY) == 0
    one = replace(fools(MemoryStorage()), due=date(2020, 1, 1))  # before any day of a test
    add_mistakes(storage, [one])
    assert home.due(storage, TODAY) == 1
    app = opened("#train", storage)
    assert isinstance(app.screen, TrainingScreen)
    drawn = str(home.following(app.words(), [], {}, 2, storage))
    assert "act:train" in drawn and app.words().t("home.train.due", n=2) in drawn


def test_nothing_due_is_said_on_home() -> None:
    app = opened("#train")
    assert isinstance(app.screen, HomeScreen)
    assert says("train.none", "es") in str(app.view.noticed)
