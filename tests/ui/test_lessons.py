"""Lessons of every game: data, sentences, and every step played by presses at the table."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from engine.core.lessons import Attempt, decisions, met, within_reach
from engine.core.steps import finish
from engine.core.texts import Message
from engine.games import REGISTRY, game_info, game_text
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import Opened, match_of, opened, whole
from ui.learn.lessons import entry, strip
from ui.learn.lessons.book import LessonPlace, lessons_of
from ui.learn.lessons.screen import LessonScreen
from ui.learn.lessons.tutor import AT_IT, MISSED, PASSED
from ui.learn.task_table import LEFT_OUT
from ui.saves.storage import MemoryStorage
from ui.shell.fetching import NotYetHere
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES

TAUGHT = [game for game in REGISTRY if game_text(game, "lessons.json")]
TRIES = 4  # wrong answers tried in each step


def places(game: str) -> Iterator[LessonPlace]:
    for lesson, steps in enumerate(lessons_of(game).steps, 1):
        for number in range(1, len(steps) + 1):
            yield LessonPlace(game, lesson, number)


STEPS = [
    pytest.param(place, id=f"{game}-{place.lesson}.{place.number}")
    for game in TAUGHT
    for place in places(game)
]


def at(place: LessonPlace) -> tuple[Opened, LessonScreen]:
    app = opened()
    app.controller.open_lesson(place.game_id, place.lesson, place.number)
    return app, app.showing(LessonScreen)


def press_all(app: Opened, screen: LessonScreen, text: str) -> int:
    """Play a solution press by press; return how many decisions it has."""
    session = screen.session
    actions = decisions(session.game, session.observation(), text)
    for action in actions:
        for target in session.game.path(session.observation(), action):
            app.press(target)
    return len(actions)


@pytest.mark.parametrize("place", STEPS)
def test_a_step_begins_with_its_aim_unmet_and_its_sentence_announced(place: LessonPlace) -> None:
    app, screen = at(place)
    session = screen.session
    seen = session.observation()
    course = Attempt(session.game, session.viewer, seen, seen, (), ())
    assert session.answering and screen.tutor.verdict == AT_IT
    assert not met(place.step.aim, course)
    assert place.says("es") in app.view.said[-1]
    assert place.says("es") in app.view.slots["say"].replace("&quot;", '"')


@pytest.mark.parametrize("place", STEPS)
def test_every_solution_passes_when_pressed(place: LessonPlace) -> None:
    assert place.step.solutions
    for text in place.step.solutions:
        app, screen = at(place)
        count = press_all(app, screen, text)
        assert screen.tutor.verdict == PASSED, (text, app.view.noticed, screen.table.state.notice)
        assert count <= place.step.most
        assert screen.session.over == ("won" in place.step.aim)
        said = strip.done(screen.table.voice, place)
        assert said in app.view.said[-1] and "act:lesson:" in app.view.slots["tools"]


@pytest.mark.parametrize("place", STEPS)
def test_a_legal_but_wrong_answer_is_explained_and_taken_back(place: LessonPlace) -> None:
    app, screen = at(place)
    session = screen.session
    before, count = session.observation().key(), session.count
    wrong, actions = 0, sorted(session.observation().legal_actions(), key=repr)
    for action in actions:
        for target in session.game.path(session.observation(), action):
            app.press(target)
        if screen.tutor.verdict == MISSED:
            wrong += 1
            expected = screen.table.voice.message(strip.missed(screen.table.voice, place))
            assert app.view.said[-1] == expected and expected in app.view.slots["notice"]
            app.page.due.pop()()
            assert session.observation().key() == before and session.count == count
        app.press("act:lesson:again")
        if wrong == TRIES:
            break
    if place.step.most == 1 and len(actions) > 2:  # a choice of heads or tails cannot be wrong
        assert wrong, "everything passes: there is nothing to learn"


def place_of(case: ParameterSet) -> LessonPlace:
    """Return the step that a case is about."""
    (place,) = case.values
    assert isinstance(place, LessonPlace)
    return place


LONG = [one for one in STEPS if place_of(one).step.most > 1]


@pytest.mark.parametrize("place", LONG)
def test_a_hopeless_action_is_answered_before_the_turn_ends(place: LessonPlace) -> None:
    app, screen = at(place)
    session = screen.session
    for action in sorted(session.observation().legal_actions())[:12]:
        app.page.due.clear()
        for target in session.game.path(session.observation(), action):
            app.press(target)
        assert screen.tutor._actions() == [action], "it was refused"
        course, left = screen.tutor._course(), screen.tutor._script.left
        hopeful = not session.over and finish(within_reach(course, place.step, left, Random(1)))
        while app.page.due and screen.tutor.verdict == AT_IT:
            app.page.due.pop(0)()
        assert screen.tutor.verdict == (AT_IT if hopeful else MISSED)
        said = screen.table.voice.message(strip.missed(screen.table.voice, place))
        assert hopeful or app.view.said[-1] == said
        app.press("act:lesson:again")


@pytest.mark.parametrize(
    ("lesson", "step", "square", "glyph"),
    [(1, 3, "e8", "bomb"), (1, 4, "e7", "marshal"), (2, 2, "e7", "general"),
     (2, 3, "e7", "captain"), (3, 2, "e6", "colonel"), (3, 3, "e7", "colonel")],
)  # fmt: skip
def test_a_piece_named_in_a_sentence_is_face_up(
    lesson: int, step: int, square: str, glyph: str
) -> None:
    _, screen = at(LessonPlace("stratego", lesson, step))
    (piece,) = (one for one in screen.table.scene.pieces if one.square == square)
    assert piece.glyph == glyph


def test_a_late_result_of_the_search_is_dropped() -> None:
    """The step is restarted before the search has ended."""
    app, screen = at(LessonPlace("rilatria", 1, 5))
    app.press("sq:g2", "sq:f1")
    late = app.page.due.pop()
    app.press("act:lesson:again")
    late()
    assert screen.tutor.verdict == AT_IT and screen.table.state.notice is None


@pytest.mark.parametrize("place", STEPS)
def test_an_illegal_press_is_refused_with_the_games_reason(place: LessonPlace) -> None:
    app, screen = at(place)
    session = screen.session
    can = [str(one) for one in screen.table.can()]
    targets = [f"sq:{one.name}" for one in screen.table.scene.board.squares]
    bad = next(one for one in targets if one not in can and one not in screen.table.scene.aliases)
    app.press(bad)
    why = present(session.game.explain(session.observation(), (bad,)))
    assert why.key != "explain.not_now"
    assert screen.table.state.notice == why and screen.tutor.verdict == AT_IT


@pytest.mark.parametrize("place", STEPS)
def test_the_solution_can_be_shown(place: LessonPlace) -> None:
    app, screen = at(place)
    app.press("act:lesson:point")
    path = screen.table.pointed
    assert path and screen.table.hinted() == path
    ways = len(path) if path[0].square else len(path) - 1  # an item beside the board has no square
    assert app.view.said[-1].count("→") == max(ways - 1, 0)


def test_what_is_chosen_stays_chosen_while_the_rest_of_the_solution_is_shown() -> None:
    """Regression test: the button that the solution named was gone."""
    app, screen = at(LessonPlace("twocities", 1, 2))
    app.press("act:lesson:point")
    first, *rest = screen.table.pointed
    app.press(str(first))
    app.press("act:lesson:point")
    assert screen.table.selection.prefix == (first,) and str(rest[0]) in map(
        str, screen.table.can()
    )


def drawn(screen: LessonScreen) -> str:
    """Return everything that a lesson writes to the document."""
    return screen.title() + whole(screen)


def test_a_lesson_shows_nothing_hidden_from_its_player() -> None:
    """A determinization of what the player knows is drawn alike."""
    others = 0
    for place in (one for game in TAUGHT if game_info(game).has_secrets for one in places(game)):
        _, screen = at(place)
        before, match = drawn(screen), match_of(screen.session)
        other = match.state.determinize(screen.session.viewer, Random(place.number))
        others += other.key() != match.state.key()
        match.state, match.start, match._kept[0] = other, other.clone(), other.clone()
        screen.session.revision.bump()
        assert drawn(screen) == before
    assert others > 10


@pytest.mark.parametrize("game", REGISTRY)
def test_home_offers_lessons_where_there_are_some(game: str) -> None:
    assert game_info(game).lessons == (game in TAUGHT)
    app = opened(f"#home={game}")
    assert ("act:learn" in app.view.slots["setup-head"]) == (game in TAUGHT)
    assert (says("home.learn.soon", "es") in app.view.slots["setup-head"]) == (game in TAUGHT)


def test_after_a_game_home_still_leads_to_the_lessons() -> None:
    storage = MemoryStorage()
    played = opened("#new=andarraya", storage)
    played.press("sq:e2", "sq:e4")
    app = opened("#home=andarraya", storage)
    head = app.view.slots["setup-head"]
    assert "Lecciones" in head and says("home.learn.soon", "es") not in head
    app.press("act:learn")
    assert isinstance(app.screen, LessonScreen)


def test_unreadable_progress_is_set_aside() -> None:
    storage = MemoryStorage({"asedio:learned:andarraya": "[1, {}"})
    app = opened("#learn=andarraya", storage)
    assert isinstance(app.screen, LessonScreen) and app.screen.place.lesson == 1
    assert any(key.startswith("asedio:aside:") for key in storage.entries)
    assert "asedio:learned:andarraya" not in storage.entries


def test_the_first_lesson_not_yet_passed_is_opened() -> None:
    storage = MemoryStorage({"asedio:learned:andarraya": "[1]"})
    app = opened("#learn=andarraya", storage)
    assert isinstance(app.screen, LessonScreen) and app.screen.place.lesson == 2


@pytest.mark.parametrize("game", TAUGHT)
def test_a_passed_lesson_opens_at_its_end_and_begins_again_only_when_asked(game: str) -> None:
    """Regression test: coming back to a lesson after its end started it again."""
    for lesson, steps in enumerate(lessons_of(game).steps, 1):
        storage = MemoryStorage({f"asedio:learned:{game}": f"[{lesson}]"})
        app = opened(f"#learn={game}&lesson={lesson}", storage)
        screen = app.showing(LessonScreen)
        assert (screen.tutor.verdict, screen.place.number) == (PASSED, len(steps))
        assert strip.done(screen.table.voice, screen.place) in app.view.said[-1]
        onward = "play" if screen.place.final else "next"
        assert f"act:lesson:{onward}" in app.view.slots["tools"]
        app.press("act:lesson:again")
        again = app.showing(LessonScreen)
        assert (again.tutor.verdict, again.place.lesson, again.place.number) == (AT_IT, lesson, 1)


def test_the_end_of_a_lesson_lists_all_with_a_tick_at_those_passed() -> None:
    storage = MemoryStorage({"asedio:learned:andarraya": "[2]"})
    app = opened("#learn=andarraya&lesson=1", storage)
    assert app.view.slots["goal"] == ""
    app = opened("#learn=andarraya&lesson=2", storage)
    entries = re.findall(r'data-target="act:lesson:open:(\d)".*?</button>', app.view.slots["goal"])
    ticks = re.findall(r"open:(\d)[^/]*<span>✓", app.view.slots["goal"])
    assert (entries, ticks) == (["1", "2", "3"], ["2"])
    app.press("act:lesson:open:3")
    assert isinstance(app.screen, LessonScreen) and app.screen.place.lesson == 3
    screen = opened("#learn=andarraya&lesson=2", storage)
    screen.press("act:lesson:open:2")  # asked for, so it begins
    assert isinstance(screen.screen, LessonScreen) and screen.screen.tutor.verdict == AT_IT


def test_after_all_lessons_the_last_one_is_opened_at_its_end() -> None:
    storage = MemoryStorage({"asedio:learned:andarraya": "[1, 2, 3]"})
    app = opened("#learn=andarraya", storage)
    assert isinstance(app.screen, LessonScreen)
    assert app.screen.place.final and app.screen.tutor.verdict == PASSED


@pytest.mark.parametrize("game", TAUGHT)
def test_there_are_three_lessons_of_four_to_eight_steps(game: str) -> None:
    lengths = [len(steps) for steps in lessons_of(game).steps]
    assert len(lengths) == 3 and all(4 <= length <= 8 for length in lengths)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_a_short_sentence_and_no_sentence_is_unused(game: str, lang: str) -> None:
    words = json.loads(game_text(game, f"locale/lessons.{lang}.json") or "{}")
    wanted = {f"{one.lesson}.{one.number}" for one in places(game)}
    wanted |= {f"{one.lesson}.title" for one in places(game)}
    allowed = {f"{key}.{more}" for key in wanted for more in ("done", "miss")}
    assert wanted <= set(words) <= wanted | allowed
    for key, text in words.items():
        assert len(text) <= (32 if key.endswith("title") else 170), (key, len(text))


@pytest.mark.parametrize("game", TAUGHT)
def test_the_lessons_lead_step_by_step_to_a_real_game(game: str) -> None:
    storage = MemoryStorage()
    app = opened(f"#learn={game}", storage)
    for place in places(game):
        screen = app.showing(LessonScreen)
        assert (screen.place.lesson, screen.place.number) == (place.lesson, place.number)
        assert app.page.now == f"#learn={game}&lesson={place.lesson}"
        press_all(app, screen, place.step.solutions[0])
        assert screen.tutor.verdict == PASSED
        app.press("act:lesson:play" if place.final else "act:lesson:next")
    assert not isinstance(app.screen, LessonScreen) and app.session.levels == (0, 1)
    assert json.loads(storage.entries[f"asedio:learned:{game}"]) == [1, 2, 3]
    games = [key for key in storage.entries if key.startswith("asedio:game:")]
    assert len(games) == 1, "a lesson is on no shelf"


@pytest.mark.parametrize(
    "bad", ["#learn=ludo", "#learn=andarraya&lesson=9", "#learn=andarraya&lesson=x"]
)
def test_an_unknown_address_of_a_lesson_shows_a_message(bad: str) -> None:
    app = opened(bad)
    assert app.screen is not None and app.screen.name == "home"
    assert app.view.noticed and app.page.reports == []


def test_a_lesson_shows_no_pieces_that_nobody_captured() -> None:
    """The step has four pieces: beside a game's board the other 28 are shown as captured."""
    _, screen = at(LessonPlace("andarraya", 2, 1))
    strips = screen.rest()["above"] + screen.rest()["below"]
    assert "Rey" not in strips and 'class="bits' not in strips
    assert any(area.items for area in screen.table.scene.areas)


@pytest.mark.parametrize("game", ["andarraya", "rilatria"])
def test_a_step_begins_at_the_beginning_of_a_game_unless_it_is_about_its_end(game: str) -> None:
    counts = {place.step.position.split()[-1] for place in places(game) if place.step.position}
    assert counts <= {"1", "51"}


def test_the_first_lesson_of_andarraya_has_the_goal_and_what_differs_from_chess() -> None:
    first = [json.dumps(step.aim) for step in lessons_of("andarraya").steps[0]]
    for wanted in ('"won"', "tell.leaps", '"gone": ["d5"]', '"queen"', "tell.dead"):
        assert any(wanted in one for one in first), wanted


def test_a_passed_step_accepts_no_further_press() -> None:
    app, screen = at(LessonPlace("andarraya", 1, 1))
    press_all(app, screen, "d1d8")
    app.press("sq:g1")
    assert screen.table.state.notice == Message("lesson.passed")
    assert not screen.grab(aim("sq:d8"))


def test_the_page_waits_until_the_lessons_are_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened()
    absent = ["lessons"]

    def open_lesson(*given: Any) -> LessonScreen:
        if absent:
            raise NotYetHere(absent[0])
        return entry.open_lesson(*given)

    real = SimpleNamespace(open_lesson=open_lesson)
    monkeypatch.setitem(sys.modules, "ui.learn.lessons.entry", real)
    app.route("#learn=andarraya")
    app.page.due.pop()()
    assert says("fetch.lessons", "es") in app.view.noticed
    pack, done = app.page.brought.pop()
    assert pack == absent.pop()
    done("")
    assert isinstance(app.screen, LessonScreen) and not app.view.noticed


def test_a_lesson_that_ends_its_game_offers_no_review() -> None:
    """Regression test: *My mistakes* was offered after a lesson whose move ended the game."""
    ended = 0
    for game in TAUGHT:
        for place in places(game):
            app, screen = at(place)
            press_all(app, screen, place.step.solutions[0])
            ended += screen.session.over
            assert "act:mistakes" not in whole(screen)
            assert screen.rest()["course-head"] == screen.rest()["course"] == ""
            assert screen.table.review is None
    assert ended


def test_slots_left_out_by_a_task_are_slots_of_a_table() -> None:
    screen = at(next(places(TAUGHT[0])))[1]
    drawn = {**TableScreen._draw(screen), **TableScreen._draw_rest(screen)}
    assert set(LEFT_OUT) <= set(drawn)
