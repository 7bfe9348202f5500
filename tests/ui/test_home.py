"""Home screen: choosing a game, the set-up form, saved games and importing a game."""

from __future__ import annotations

import re
from html import escape

import pytest

from engine.core.contract import Event
from engine.core.outcome import won_by
from engine.games import REGISTRY, game_info
from engine.match import savefile
from engine.match.match import MatchConfig
from tests.fixtures.model import MODEL, model_match, register
from tests.fixtures.says import game_says, says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, whole
from ui.home.html import first_slots, when
from ui.home.screen import HomeScreen
from ui.home.setup_form import Setup
from ui.saves.entries import key_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.words.i18n import I18n
from ui.words.options import value_words


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def home(
    app: FakeApp | None = None, controller: FakeController | None = None, **more: object
) -> HomeScreen:
    return HomeScreen(app or FakeApp(), controller or FakeController(), **more)  # type: ignore


def saved_game(app: FakeApp, *names: str) -> str:
    key = app.store.new_game(MatchConfig(MODEL, {"width": 5}, names))
    app.store.append(key, 0, Event(0, ("hide", 1)))
    return key


def test_every_registered_game_is_offered() -> None:
    markup = whole(home())
    for game in (*REGISTRY, MODEL):
        assert f'data-target="act:game:{game}"' in markup


def test_a_game_is_chosen_and_started_with_names_and_options() -> None:
    controller = FakeController()
    screen = home(controller=controller)
    assert f'data-target="act:game:{MODEL}" data-boot-action data-boot-name="Lantern"' in whole(
        screen
    )
    screen.press(aim(f"act:game:{MODEL}"))
    assert 'data-target="act:start"' in whole(screen)
    screen.press(aim("opt:width=7"))
    screen.field("opt:turns", "60")
    screen.field("name0", "  Ana ")
    screen.press(aim("act:start"))
    started = ("start", MODEL, {"width": 7, "turns": 60}, ("Ana", ""))
    assert controller.asked == [started] and ("show", ".setup") in screen.app.page.handed


def test_names_stay_when_another_game_is_chosen() -> None:
    screen = home()
    screen.field("name0", "Ana")
    screen.press(aim(f"act:game:{MODEL}"))
    assert screen.setup.names == ["Ana", ""]


def test_typed_values_survive_a_redraw_of_the_form() -> None:
    screen = home()
    screen.press(aim(f"act:game:{MODEL}"))
    screen.press(aim("opt:width=7"))
    screen.field("name1", "Blas")
    screen.field("seat0", "4")
    screen.field("paste", "1. e4 <b>")
    markup = whole(screen)  # as after Settings, the rulebook, Back
    assert 'value="Blas"' in markup and '<option value="4" selected' in markup
    assert "1. e4 &lt;b&gt;</textarea>" in markup
    assert 'value="7" data-field="opt:width" checked' in markup


def test_a_refused_value_stays_in_its_field() -> None:
    screen = home()
    screen.press(aim("act:game:stratego"))
    screen.field("opt:army", "ten dragons")
    assert 'value="ten dragons"' in whole(screen)
    screen.press(aim("preset:barrage"))
    assert 'value="ten dragons"' not in whole(screen)


def test_a_game_chosen_again_keeps_its_options_and_the_names() -> None:
    screen = home()
    screen.press(aim(f"act:game:{MODEL}"))
    screen.press(aim("opt:width=7"))
    screen.press(aim("act:game:stratego"))
    screen.press(aim("preset:four_armies"))
    screen.field("name0", "Ana")
    screen.field("name3", "Dora")
    screen.press(aim(f"act:game:{MODEL}"))
    assert screen.setup.options["width"] == 7 and screen.setup.player_names() == ("Ana", "")
    screen.press(aim("act:game:stratego"))
    assert screen.setup.player_names() == ("Ana", "", "", "Dora")


def test_returning_home_closes_open_questions() -> None:
    app = FakeApp()
    screen = home(app)
    screen.press(aim(f"act:delete:{saved_game(app, 'Ana', 'Blas')}"))
    screen.field("paste", "nothing")
    screen.press(aim("act:open"))
    screen.again("stratego")
    assert screen.problem is None and not screen.saved.doomed and screen.paste.text == "nothing"
    assert screen.setup.info.id == "stratego"


def test_a_preset_sets_the_options_and_is_shown_as_chosen() -> None:
    screen = home(chosen=MODEL)
    screen.press(aim("preset:wide"))
    assert screen.setup.options == {"width": 7, "turns": 30}
    assert 'data-target="preset:wide" aria-pressed="true"' in screen.slots()["presets"]
    screen.press(aim("opt:turns=60"))
    assert 'data-target="preset:wide" aria-pressed="false"' in screen.slots()["presets"]


@pytest.mark.parametrize("game", REGISTRY)
def test_the_chosen_preset_says_what_differs_from_the_usual_rules(game: str) -> None:
    screen = home(FakeApp())
    screen.press(aim(f"act:game:{game}"))
    usual = says("home.presets.usual") in screen.slots()["presets"]
    assert usual is bool(game_info(game).options)
    for preset in game_info(game).presets:
        screen.press(aim(f"preset:{preset.id}"))
        shown = screen.slots()["presets"]
        for name in preset.options:
            assert escape(game_says(game, f"option.{name}")) in shown
        assert (says("home.presets.usual") in shown) is not bool(preset.options)


def test_values_without_words_are_yes_no_or_as_they_are() -> None:
    own = I18n("en").for_game("stratego")
    assert value_words(own, "blind_combat", True) == says("home.yes")
    assert value_words(own, "rescue_points", 3) == "3"
    assert value_words(own, "army", "barrage8") == game_says("stratego", "option.army.barrage8")


def test_choosing_an_option_does_not_rewrite_the_form() -> None:
    screen = home(chosen=MODEL)
    before = screen.slots()
    screen.press(aim("opt:width=7"))
    screen.field("name0", "Ana")
    after = screen.slots()
    assert before["options"] == after["options"]
    assert before["players"] == after["players"]


def test_invalid_presses_and_values_change_nothing() -> None:
    screen = home(chosen=MODEL)
    before = dict(screen.setup.options)
    for target in ("opt:width=6", "opt:nothing=1", "act:nothing", "act:game:chess", "preset:x", ""):
        screen.press(aim(target))
    screen.field("name7", "nobody")
    screen.field("opt:width", "seven")
    assert screen.setup.options == before
    assert screen.setup.names == ["", ""]


def test_a_refused_value_has_a_message_in_its_own_slot() -> None:
    screen = home(chosen=MODEL)
    screen.field("opt:width", "seven")
    assert "width" in screen.slots()["refused"]
    screen.field("opt:width", "7")
    assert screen.slots()["refused"] == ""


def test_values_typed_before_python_started_are_kept() -> None:
    screen = home(chosen="cotadrez", fields={"name0": "Ana", "name1": "Blas", "opt:water": "seco"})
    assert 'value="Ana"' in screen.slots()["players"]
    assert screen.setup.options["water"] == "seco"
    assert 'value="seco" data-field="opt:water" checked' in screen.slots()["options"]


def test_names_of_saved_games_are_escaped() -> None:
    app = FakeApp()
    saved_game(app, "<img src=x>", 'B" onload="x')
    markup = whole(home(app))
    assert "<img" not in markup and 'onload="x' not in markup


def test_saved_games_can_be_continued_and_the_last_has_its_own_button() -> None:
    app, controller = FakeApp(), FakeController()
    key = saved_game(app, "Ana", "Blas")
    screen = home(app, controller)
    slots = screen.slots()
    assert "Ana – Blas" in slots["saved"] and " move" not in slots["saved"]
    assert f'data-target="act:continue:{key}"' in slots["waiting"]
    screen.press(aim(f"act:continue:{key}"))
    assert controller.asked == [("saved", key)]


def test_a_finished_game_is_not_offered_to_continue() -> None:
    app = FakeApp()
    key = saved_game(app, "Ana", "Blas")
    app.store.set_result(key, won_by(0, "mate"))
    slots = home(app).slots()
    assert "won by" in slots["saved"] and slots["waiting"] == ""


def test_the_names_of_the_last_game_are_offered_again() -> None:
    app = FakeApp()
    home(app).people.remember(["Ana", "Blas"])
    saved_game(app, "Ana", "Blas")
    assert 'value="Blas"' in home(app, chosen=MODEL).slots()["players"]


def test_names_in_an_opened_game_do_not_become_those_of_the_next() -> None:
    """Neither in the game nor in what is played on from it."""
    app = FakeApp()
    app.store.add(model_match(names=("Kasparov", "Topalov")))
    saved_game(app, "Kasparov", "Topalov")
    controller = FakeController()
    screen = home(app, controller)
    assert screen.setup.names == ["", ""]
    screen.press(aim(f"act:away:{MODEL}"))
    assert controller.asked[-1][0] == "invite" and controller.asked[-1][-1] == ""
    home(app).people.remember(["Ana"])
    saved_game(app, "Ana", "Topalov")
    assert home(app).setup.names[0] == "Ana"
    assert "Topalov" not in home(app).setup.names


def test_of_a_far_game_only_the_own_name_is_offered_again() -> None:
    """The opponent's name at another device is not mine."""
    app = FakeApp()
    key = saved_game(app, "Dora", "Eva")
    app.store.storage.set(key_of("far", key), "{}")
    app.store.save_table(key, {"far": 1})
    app.store.rescan()
    assert home(app).setup.names == ["", "Eva"]


def test_deleting_a_game_asks_first() -> None:
    app = FakeApp()
    key = saved_game(app, "Ana", "Blas")
    screen = home(app)
    screen.press(aim(f"act:delete:{key}"))
    assert f"act:delete-yes:{key}" in screen.slots()["saved"]
    assert app.store.games()
    screen.press(aim("act:delete-no"))
    assert "act:delete-yes" not in screen.slots()["saved"]
    screen.press(aim(f"act:delete:{key}"))
    screen.press(aim(f"act:delete-yes:{key}"))
    assert app.store.games() == []


def test_home_says_when_nothing_can_be_saved() -> None:
    class Blocked(MemoryStorage):
        def set(self, key: str, value: str) -> None:
            raise PermissionError

    assert home(FakeApp()).slots()["notices"] == ""
    blocked = FakeApp(store=Store(Blocked()))
    assert "when you close this tab" in home(blocked).slots()["notices"]


def test_a_long_list_of_saved_games_is_shortened() -> None:
    app = FakeApp()
    for number in range(15):
        saved_game(app, f"Ana {number}", "Blas")
    screen = home(app)
    assert screen.slots()["saved"].count("<li") == 12
    screen.press(aim("act:all-saves"))
    assert screen.slots()["saved"].count("<li") == 15


def test_a_pasted_game_is_opened() -> None:
    controller = FakeController()
    screen = home(controller=controller)
    match = model_match(names=("Ana", "Blas"))
    screen.field("paste", savefile.dump(match))
    screen.press(aim("act:open"))
    [(what, opened)] = controller.asked
    assert what == "match" and opened.events == match.events
    assert screen.slots()["problem"] == ""


@pytest.mark.parametrize("text", ["", "hello", "https://x.org/#g=AAAA", "{", "<b>"])
def test_a_text_that_is_no_game_gets_a_message(text: str) -> None:
    controller = FakeController()
    screen = home(controller=controller)
    screen.field("paste", text)
    screen.press(aim("act:open"))
    assert len(screen.slots()["problem"]) > 20 and controller.asked == []
    assert ("show", ".problem") in screen.app.page.handed
    screen.field("paste", "x")
    assert screen.slots()["problem"] == ""


def test_a_chess_game_opens_as_andarraya_only_after_a_question() -> None:
    controller = FakeController()
    screen = home(controller=controller)
    for answer in ("act:adopt-no", "act:adopt"):
        screen.field("paste", "1. e4 e5 2. Nf3 *")
        screen.press(aim("act:open"))
        assert controller.asked == [] and "act:adopt" in screen.slots()["problem"]
        assert screen.app.page.handed.pop() == ("show", ".problem")
        screen.press(aim(answer))
        assert screen.slots()["problem"] == ""
    [(what, opened)] = controller.asked
    assert what == "match" and len(opened.events) == 3
    screen.field("paste", "1. e4 e5 2. Ke5")
    screen.press(aim("act:open"))
    assert "2. Ke5" in screen.slots()["problem"] and "act:adopt" not in screen.slots()["problem"]
    screen.press(aim("act:adopt"))
    assert len(controller.asked) == 1


def test_a_file_is_opened_or_refused() -> None:
    controller = FakeController(savefile.dump(model_match()))
    home(controller=controller).press(aim("act:file"))
    assert controller.asked[0][0] == "match"
    screen = home(controller=FakeController(None))
    screen.press(aim("act:file"))
    assert "too long" in screen.slots()["problem"]


def test_dates_are_written_as_people_say_them() -> None:
    from datetime import datetime

    now = datetime(2026, 11, 21, 12, 0)
    words = FakeApp("es").words()

    def told(*moment: int) -> str:
        return when(words, int(datetime(*moment).timestamp() * 1000), now)

    assert told(2026, 11, 21, 9, 5) == "hoy, 9:05"
    assert told(2026, 11, 20, 23, 59) == "ayer, 23:59"
    assert told(2026, 3, 1, 1, 0) == "1 de marzo de 2026"


def test_home_imports_no_rules_of_any_game() -> None:
    import subprocess
    import sys

    probe = (
        "import sys, ui.home.screen, ui.home.html as h; from ui.words.i18n import I18n;"
        "h.first_slots(I18n('es'));"
        "print([m for m in sys.modules if m.startswith('engine.games.') and '.info' not in m"
        " and m.count('.') > 2], 'ui.session.share' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] False"


def test_targets_on_home_are_unique() -> None:
    markup = whole(home(chosen=MODEL))
    targets = re.findall(r'data-target="([^"]+)"', markup)
    assert len(targets) == len(set(targets))


def test_the_result_of_the_form_is_a_copy() -> None:
    screen = home(chosen=MODEL)
    taken = screen.setup.result()
    screen.press(aim("opt:width=7"))
    assert taken["width"] == 5
    assert Setup(screen.setup.info).options["width"] == 5


def test_a_row_of_pieces_is_edited_one_piece_at_a_time() -> None:
    setup = Setup(game_info("twocities"))
    setup.lay("setup", "0", "A")
    assert setup.options["setup"] == "ACPTAPCL"
    setup.lay("setup", "4", "T")  # the city moves, there is only one
    assert setup.options["setup"] == "ACPATPCL" and not setup.refused
    setup.lay("setup", "4", "L")
    assert setup.options["setup"] == "ACPATPCL" and "setup" in setup.refused
    for index, letter in (("9", "L"), ("x", "L"), ("0", "LL"), ("0", "")):
        setup.lay("setup", index, letter)
    assert setup.options["setup"] == "ACPATPCL"


def test_the_form_describes_the_chosen_computer() -> None:
    screen = home(chosen=MODEL)
    assert not str(screen.slots()["opponents"])
    screen.field("seat1", "1")
    assert "misses a lot" in str(screen.slots()["opponents"])
    screen.field("seat1", "7")
    shown = str(screen.slots()["opponents"])
    assert "reckless" in shown and "misses a lot" not in shown
    screen.field("seat1", "9")
    assert screen.setup.levels[1] == 7


def test_home_takes_over_the_games_of_the_prerendered_page_but_no_open_form() -> None:
    screen = home(FakeApp("es"))
    there = screen.prerendered()
    assert there == first_slots(I18n("es")) and there["cards"] == screen.slots()["cards"]
    screen.press(aim(f"act:game:{MODEL}"))
    assert screen.prerendered() == {}
