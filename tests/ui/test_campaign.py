"""Campaigns: data and texts of every game, and how tries are judged, stored and unlocked."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import cast

import pytest

from engine.core.campaign import LOST, OPEN, WON, Played, Scenario, verdict, whole_start
from engine.core.lessons import names_of
from engine.games import REGISTRY, game_info, game_text, load_game
from tests.ui.fakes import Opened, opened
from ui.home.played import following
from ui.input.unplayed import Unplayed
from ui.learn.campaign.book import due, says, scenarios_of
from ui.learn.campaign.listing import CampaignList
from ui.learn.campaign.screen import ScenarioScreen
from ui.saves.index import Summary
from ui.saves.scenarios import PREFIX, note, passed
from ui.saves.storage import MemoryStorage
from ui.table import background, warning
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES

GAMES = [game for game in REGISTRY if game_info(game).campaign]
EACH = [
    pytest.param(game, number, id=f"{game}-{number}")
    for game in GAMES
    for number in range(1, len(scenarios_of(game)) + 1)
]
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1"


def played(game_id: str, scenario: Scenario, seed: int = 0, turns: int = 0) -> Played:
    game = load_game(game_id)(scenario.options)
    text = whole_start(game, scenario, Random(seed))
    state = game.state_from_text(text) if text else game.initial_state()
    viewer = max(state.current_player(), 0)
    seen = state.observation(viewer)
    return Played(game, viewer, seen, seen, turns)


def trying(game: str, number: int, storage: MemoryStorage | None = None) -> tuple[Opened, str]:
    """Return the page at a new try and the key of its game."""
    app = opened(storage=storage)
    app.controller.play_scenario(game, number)
    return app, cast(TableScreen, app.screen).session.key


# -- the data ------------------------------------------------------------------------------------


def test_every_game_has_a_campaign_of_eight_to_ten_scenarios() -> None:
    assert list(REGISTRY) == GAMES
    assert all(8 <= len(scenarios_of(game)) <= 10 for game in GAMES)


@pytest.mark.parametrize(("game", "number"), EACH)
def test_a_scenario_begins_undecided_with_its_person_to_move(game: str, number: int) -> None:
    scenario = scenarios_of(game)[number - 1]
    begun = played(game, scenario)
    assert verdict(scenario, begun) == OPEN
    assert not scenario.star.met(begun) or scenario.star.aim or scenario.star.within
    assert begun.now.current_player() in (begun.viewer, -1)
    assert begun.now.outcome() is None


@pytest.mark.parametrize(("game", "number"), EACH)
def test_a_scenario_has_its_texts_in_both_languages(game: str, number: int) -> None:
    scenario = scenarios_of(game)[number - 1]
    for lang in LANGUAGES:
        texts = {
            what: says(game, number, what, lang) for what in ("title", "story", "goal", "star")
        }
        assert all(texts.values()) and "{" not in "".join(texts.values())
        for what, task in (("goal", scenario.goal), ("star", scenario.star)):
            for number_of_turns in filter(None, (task.within, task.hold)):
                assert str(number_of_turns) in texts[what]
    keys = [
        set(json.loads(game_text(game, f"locale/campaign.{one}.json") or "")) for one in LANGUAGES
    ]
    assert keys[0] == keys[1] and len(keys[0]) == 4 * len(scenarios_of(game))


def test_what_a_person_does_not_see_is_drawn_anew() -> None:
    """Two tries differ, but not in what their person sees."""
    scenarios = scenarios_of("stratego")
    game = load_game("stratego")(scenarios[0].options)
    assert len({whole_start(game, scenarios[0], Random(seed)) for seed in range(9)}) > 1
    for scenario in scenarios:
        first, second = (played("stratego", scenario, seed) for seed in (1, 2))
        assert first.now.to_text() == second.now.to_text()


def test_what_is_drawn_anew_is_what_the_story_tells_of() -> None:
    """What the position leaves out has been captured, so that nothing else can be hidden."""
    for scenario in scenarios_of("stratego"):
        if scenario.position:
            game = load_game("stratego")(scenario.options)
            starts = [
                scenario.position,
                *(whole_start(game, scenario, Random(n)) for n in range(6)),
            ]
            boards = [(text or "").split()[0] for text in starts]
            assert len({tuple(sorted(re.findall("[rb][M2-9SBF]", one))) for one in boards}) == 1


def test_the_aims_look_only_at_the_position() -> None:
    """A try is judged without its happenings and actions, so no aim may ask for them."""
    tasks = [task for game in GAMES for one in scenarios_of(game) for task in (one.goal, one.star)]
    assert not {"told", "did"} & {name for task in tasks for name in names_of(task.aim)}


# -- judging -------------------------------------------------------------------------------------


def test_turns_run_out_and_holding_out_counts_them() -> None:
    first, held = scenarios_of("andarraya")[0], scenarios_of("andarraya")[5]
    limited = Scenario(goal=type(first.goal)(first.goal.aim, within=3), star=first.star, level=1,
                       position=first.position)  # fmt: skip
    assert [verdict(limited, played("andarraya", limited, turns=n)) for n in (2, 3)] == [OPEN, LOST]
    for turns, how in ((held.goal.hold - 1, OPEN), (held.goal.hold, WON)):
        assert verdict(held, played("andarraya", held, turns=turns)) == how


def test_a_won_scenario_is_stored_and_opens_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    first = scenarios_of("andarraya")[0]
    quick = Scenario(goal=first.goal, star=first.star, level=1, position=MATE_IN_ONE)
    monkeypatch.setattr("ui.learn.campaign.book.scenarios_of", lambda game: (quick, first))
    storage = MemoryStorage()
    app, key = trying("andarraya", 1, storage)
    screen = cast(ScenarioScreen, app.screen)
    assert screen.verdict == OPEN and due(storage, "andarraya") == 1
    app.press("sq:d1", "sq:d8")
    assert screen.verdict == WON
    assert passed(storage, "andarraya") == {1: 2} and due(storage, "andarraya") == 2
    assert screen.table.voice.t("campaign.passed") in app.view.slots["result"]
    again = opened(storage=storage)
    again.controller.open_saved(key)
    assert cast(ScenarioScreen, again.screen).verdict == WON


def met_early(monkeypatch: pytest.MonkeyPatch) -> tuple[Opened, ScenarioScreen, MemoryStorage]:
    """A scenario whose goal, a queen, is one move away and does not end the game."""
    queen = scenarios_of("andarraya")[1]
    near = replace(queen, position="8/1P5k/8/8/8/8/8/4K3 w - - 0 1")
    monkeypatch.setattr("ui.learn.campaign.book.scenarios_of", lambda game: (near, near))
    storage = MemoryStorage()
    app, _ = trying("andarraya", 1, storage)
    return app, cast(ScenarioScreen, app.screen), storage


def test_a_goal_met_by_a_move_that_was_judged_first_ends_the_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such a move is played without a press, and so is a move of the computer."""
    _, screen, storage = met_early(monkeypatch)
    state = screen.session._match.state
    ends = {screen.session.game.path(state, one)[-1]: one for one in state.legal_actions()}
    move = ends["sq:b8"]
    held = screen.table.state.unplayed = Unplayed(screen.session, (), move, asks=False)
    warning._play(screen.table, held)
    assert passed(storage, "andarraya") == {1: 2}
    _, screen, storage = met_early(monkeypatch)
    screen.session.play([move])
    background.moved(screen.table)
    assert passed(storage, "andarraya") == {1: 2}


def test_after_the_end_of_a_try_nothing_of_a_running_game_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, screen, _ = met_early(monkeypatch)
    assert "act:resign" in app.view.slots["tools"]
    app.press("sq:b7", "sq:b8")
    assert not screen.session.over
    for tool in ("act:hint", "act:draw", "act:resign"):
        assert tool not in app.view.slots["tools"]


def test_a_goal_met_after_an_undo_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen, storage = met_early(monkeypatch)
    app.press("sq:b7", "sq:b8")
    storage.remove(PREFIX + "andarraya")
    app.press("act:undo")
    assert screen.verdict == OPEN
    app.press("sq:b7", "sq:b8")
    assert passed(storage, "andarraya") == {1: 2}


def test_a_star_once_earned_is_kept() -> None:
    storage = MemoryStorage()
    note(storage, "rilatria", 1, star=True)
    note(storage, "rilatria", 1, star=False)
    assert passed(storage, "rilatria") == {1: 2}


@pytest.mark.parametrize("raw", ["[", "[1]", '{"1": 9}', '{"1": []}', "null"])
def test_an_unreadable_entry_is_set_aside(raw: str) -> None:
    storage = MemoryStorage()
    storage.set(PREFIX + "rilatria", raw)
    assert passed(storage, "rilatria") == {} and due(storage, "rilatria") == 1
    assert storage.get(PREFIX + "rilatria") is None


def test_numbers_that_no_scenario_has_are_left_out() -> None:
    storage = MemoryStorage()
    storage.set(PREFIX + "rilatria", '{"1": 1, "0": 2, "100": 2, "x": 1}')
    assert passed(storage, "rilatria") == {1: 1}


# -- what the table tells ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_where_the_game_must_be_won_its_table_says_how(game: str) -> None:
    won = [one.goal.aim for one in scenarios_of(game)].index({"won": True}) + 1
    app, _ = trying(game, won)
    session = cast(ScenarioScreen, app.screen).session
    goal = session.game.goal(session.observation(), session.viewer)
    assert goal is not None
    words = cast(ScenarioScreen, app.screen).table.voice.message(goal)
    assert words in unescape(app.view.slots["say"])


def test_the_turn_is_told_where_turns_count() -> None:
    app, _ = trying("andarraya", 1)
    assert "10 turnos como mucho. Turno 1." in app.view.slots["say"]
    screen = cast(ScenarioScreen, app.screen)
    for text in ("a1a4", "d5d6"):
        screen.session.play([screen.session.game.parse_action(screen.session._match.state, text)])
    screen.table.state.revision.bump()
    app.refresh()
    assert "10 turnos como mucho. Turno 2." in app.view.slots["say"]
    app, _ = trying("andarraya", 3)
    assert "Turno 1." not in app.view.slots["say"]


def test_nobody_has_captured_what_a_scenario_leaves_out() -> None:
    for number, shown in ((1, False), (8, True)):
        app, _ = trying("andarraya", number)
        assert ("bits-captured" in "".join(app.view.slots.values())) is shown


def test_the_reserve_that_is_to_be_called_is_the_persons_own() -> None:
    begun = played("cotadrez", scenarios_of("cotadrez")[1])
    scene = begun.game.scene(begun.now, begun.viewer)
    own = {item.glyph for area in scene.areas if area.id == "reserve0" for item in area.items}
    assert begun.viewer == 0 and own == {"heavy_cavalry", "light_cavalry"}


# -- the page ------------------------------------------------------------------------------------


def test_the_list_offers_what_was_won_and_the_next_one() -> None:
    storage = MemoryStorage()
    note(storage, "rilatria", 1, star=True)
    app = opened(storage=storage)
    app.controller.open_campaign("rilatria")
    assert isinstance(app.dialog, CampaignList)
    layout = str(app.dialog.layout())
    assert [f"act:scenario:{n}" in layout for n in (1, 2, 3)] == [True, True, False]
    app.press("act:scenario:2")
    assert cast(ScenarioScreen, app.screen).number == 2


@pytest.mark.parametrize("way", ["ways", "game"])
def test_sheet_and_form_of_a_game_lead_to_its_campaign(way: str) -> None:
    app = opened()
    app.press(f"act:{way}:rilatria")
    app.press("act:campaign:rilatria" if way == "ways" else "act:campaign")
    assert isinstance(app.dialog, CampaignList)
    assert "act:scenario:1" in app.view.layouts["dialog"]


def test_home_leads_to_the_campaign_of_the_game_last_finished() -> None:
    app, storage = opened(), MemoryStorage()
    note(storage, "rilatria", 1, star=True)
    lost = Summary("a", "rilatria", (), {}, 9, 1, "0-1", "hero", seats=(0, 1), mine=0)
    games = {"rilatria": game_info("rilatria")}
    drawn = str(following(app.words(), [lost], games, 0, storage))
    assert "act:campaign:rilatria" in drawn
    assert app.words().t("home.campaign.won", n=1) in drawn


def test_home_leads_there_also_when_every_level_has_been_beaten() -> None:
    app, games = opened(), {"rilatria": game_info("rilatria")}
    won = Summary("a", "rilatria", (), {}, 9, 1, "1-0", "hero", seats=(0, 5), mine=0)
    drawn = str(following(app.words(), [won], games, 0, MemoryStorage()))
    assert "act:campaign:rilatria" in drawn and "act:next:" not in drawn


def test_a_table_with_a_number_that_no_scenario_has_is_an_ordinary_one() -> None:
    storage = MemoryStorage()
    app, key = trying("andarraya", 1, storage)
    for target in ("sq:a1", "sq:a4"):  # something is decided, so that the game is kept
        app.press(target)
    app.store.save_table(key, {"seats": [0, 1], "scenario": 99})
    again = opened(storage=storage)
    again.controller.open_saved(key)
    assert type(again.screen) is TableScreen


def test_a_try_does_not_count_as_a_game_against_its_level() -> None:
    storage = MemoryStorage()
    app, key = trying("andarraya", 1, storage)
    app.press("sq:a1", "sq:a4")
    assert [one.mine for one in app.store.games() if one.id == key] == [-1]
