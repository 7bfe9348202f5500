"""Ways to play a game: one press on a card of home, and the sheet with the computer's level."""

from __future__ import annotations

import pytest

from engine.games import REGISTRY, game_info
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, opened, play, whole
from ui.home.game_sheet import WaysDialog
from ui.home.screen import HomeScreen
from ui.saves.levels import USUAL, keep_level, level_of
from ui.saves.storage import MemoryStorage
from ui.words.names import COMPUTERS


def home(app: FakeApp, fields: dict[str, str] | None = None) -> tuple[HomeScreen, FakeController]:
    controller = FakeController()
    return HomeScreen(app, controller, fields=fields), controller


@pytest.mark.parametrize("game", REGISTRY)
def test_one_press_starts_a_game_against_the_computer(game: str) -> None:
    screen, controller = home(FakeApp())
    screen.press(aim(f"act:computer:{game}"))
    [(kind, started, _, names, seats)] = controller.asked
    assert (kind, started, names, seats) == ("start", game, (), (0, USUAL))


@pytest.mark.parametrize("game", REGISTRY)
def test_every_way_has_a_button_that_names_the_game(game: str) -> None:
    screen, _ = home(FakeApp())
    markup, info = whole(screen), game_info(game)
    ways = {"computer": True, "together": True, "learn": info.lessons, "away": info.far}
    for way, offered in {**ways, "game": True, "ways": True}.items():
        assert (f'data-target="act:{way}:{game}"' in markup) is offered
    assert f'Play the computer</span><span class="visually-hidden"> at {info.title}<' in markup


def test_one_press_starts_a_game_of_two_and_opens_an_invitation() -> None:
    screen, controller = home(FakeApp())
    screen.field("name0", "Ana")
    play(screen, "act:together:andarraya", "act:away:cotadrez")
    started, invited = controller.asked
    assert started[:2] == ("start", "andarraya") and started[3:] == (("Ana", ""),)
    assert invited[:2] == ("invite", "cotadrez") and invited[3] == "Ana"


def test_one_press_takes_the_rules_last_chosen_in_the_form() -> None:
    screen, controller = home(FakeApp())
    play(screen, "act:game:cotadrez", "opt:water=seco", "act:games", "act:computer:cotadrez")
    assert controller.asked[-1][2]["water"] == "seco"


def test_one_press_with_four_armies_in_the_form_starts_a_game_of_two() -> None:
    screen, controller = home(FakeApp())
    play(screen, "act:game:stratego", "preset:four_armies", "act:computer:stratego")
    assert controller.asked[-1][2]["players"] == 2 and controller.asked[-1][4] == (0, USUAL)


def test_unknown_games_are_not_started() -> None:
    screen, controller = home(FakeApp())
    for way in ("computer", "together", "away", "ways", "game"):
        screen.press(aim(f"act:{way}:chess"))
    assert controller.asked == [] and not screen.opened


def test_the_level_is_remembered_for_each_game() -> None:
    app = FakeApp()
    screen, controller = home(app)
    sheet = WaysDialog(screen, "rilatria")
    assert f'value="{USUAL}" data-field="level" checked' in sheet.layout()
    sheet.press(aim("act:level:4"))
    assert says("computer.level.4") in sheet.slots()["level"]
    sheet.press(aim("act:computer:rilatria"))
    screen.press(aim("act:computer:stratego"))
    assert [one[4] for one in controller.asked] == [(0, 4), (0, USUAL)]
    assert 'value="4" data-field="level" checked' in WaysDialog(screen, "rilatria").layout()


def test_the_other_language_is_one_press_away() -> None:
    app = opened("", MemoryStorage())
    assert 'lang="en"' in app.screen.layout() and "act:language:en" in app.screen.layout()
    app.press("act:language:en")
    assert app.settings.lang == "en" and "act:language:es" in app.screen.layout()
    app.press("act:language:xx")
    assert app.settings.lang == "en"


@pytest.mark.parametrize("level", ["0", "9", "-1", "", "<b>"])
def test_the_sheet_takes_only_its_levels(level: str) -> None:
    app = FakeApp()
    sheet = WaysDialog(home(app)[0], "rilatria")
    sheet.press(aim(f"act:level:{level}"))
    sheet.field("level", level)
    assert level_of(app.store.storage, "rilatria") == USUAL
    assert sheet.layout().count('data-target="act:level:') == len(COMPUTERS) + 1  # that adapts


@pytest.mark.parametrize("raw", ["", "0", "9", "two", '"3"', "²"])
def test_an_unreadable_level_counts_as_the_usual_one(raw: str) -> None:
    assert level_of(MemoryStorage({"asedio:level:rilatria": raw}), "rilatria") == USUAL


def test_the_level_of_the_form_and_of_the_table_is_remembered_too() -> None:
    storage = MemoryStorage()
    app = opened("", storage)
    for target in ("act:game:andarraya", "act:start"):
        app.field("seat1", "3")
        app.press(target)
    assert level_of(storage, "andarraya") == 3
    app.field("level1", "5")
    assert level_of(storage, "andarraya") == 5
    keep_level(storage, "andarraya", 0)
    assert level_of(storage, "andarraya") == 5


def test_the_sheet_opens_the_form_in_place_of_the_cards() -> None:
    app = opened("", MemoryStorage())
    assert "cards" in app.screen.slots()
    app.press("act:ways:twocities")
    assert app.dialog is not None and app.dialog.name == "ways"
    app.press("act:game:twocities")
    assert app.dialog is None
    assert "players" in app.screen.slots() and "cards" not in app.screen.slots()
    app.press("act:games")
    assert "cards" in app.screen.slots() and "players" not in app.screen.slots()
