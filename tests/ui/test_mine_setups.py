"""Kept set-ups in My games: named, drawn, counted, deleted with undo, and used in a new game."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.outcome import won_by
from engine.core.steps import finish
from engine.games import load_game
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, Opened, opened
from tests.ui.test_mine import screen
from tests.ui.test_setup_results import drafts, set_up_match, texts
from ui.home.mine.placing import KeptSetup, drawing_setup, placing
from ui.home.mine.screen import MineScreen
from ui.saves.named_setups import FREE, NamedSetups
from ui.saves.results import DRAWN, LOST, WON, Results, ended
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

BOTH = drafts("stratego")
RED, BLUE = texts("stratego", BOTH)


def kept(*texts: str) -> MemoryStorage:
    """Return a storage with these set-ups of Stratego."""
    disk = MemoryStorage()
    Store(disk).save_draft("own-stratego", 0, tuple((FREE, one) for one in texts))
    return disk


def store(*texts: str) -> Store:
    return Store(kept(*texts))


def part(app: FakeApp | Opened) -> str:
    return str(MineScreen(app, FakeController()).rest()["setups"])


def test_set_ups_are_listed_by_game_and_nothing_without_one() -> None:
    assert part(FakeApp(store=store())) == ""
    shown = part(FakeApp(store=store(RED, BLUE)))
    assert shown.count("<li") == 2 and "Set-up 1" in shown and "Set-up 2" in shown
    assert shown.count("Stratego") == 2 and shown.count("data-picture=") == 2


def test_a_name_is_kept_with_its_set_up_and_bounded() -> None:
    app = FakeApp(store=store(RED, BLUE))
    shown = screen(app)
    shown.press(aim("act:setup-edit:stratego:1"))
    assert 'data-field="setup-name"' in shown.rest()["setups"]
    shown.field("setup-name", "  <b>Wall</b> " + "x" * 500)
    shown.press(aim("act:setup-keep:stratego:1"))
    (first, _), (second, text) = NamedSetups(app.store, "stratego").public()
    assert first == "" and second.startswith("<b>Wall</b> x") and len(second) < 60 and text == BLUE
    assert "<b>Wall" not in part(app) and "&lt;b&gt;Wall" in part(app)
    NamedSetups(app.store, "stratego").add(RED, "t", 0)  # kept again at a table
    assert second in dict(NamedSetups(app.store, "stratego").public())
    NamedSetups(app.store, "stratego").rename(BLUE, " ")
    assert dict(NamedSetups(app.store, "stratego").public()) == {"": BLUE}


def test_a_deleted_set_up_comes_back_in_its_place_with_its_name() -> None:
    app = FakeApp(store=store(RED, BLUE))
    kept = NamedSetups(app.store, "stratego")
    kept.rename(RED, "Wall")
    before = kept.public()
    shown = screen(app)
    shown.press(aim("act:setup-delete:stratego:0"))
    assert kept.public() == [("", BLUE)] and "Wall" not in shown.rest()["setups"]
    shown.press(aim("act:setup-undo"))
    assert kept.public() == before == [("Wall", RED), ("", BLUE)]
    shown.press(aim("act:setup-undo"))
    assert kept.public() == before


def test_deleting_a_public_set_up_leaves_the_same_one_that_a_seat_hides() -> None:
    app = FakeApp(store=store(RED))
    key = app.store.add(set_up_match("stratego", BOTH))  # goes on between two people
    kept = NamedSetups(app.store, "stratego")
    app.store.save_draft("own-stratego", 0, ((f"{key}:0", RED), (FREE, RED)))
    screen(app).press(aim("act:setup-delete:stratego:0"))
    assert kept.public() == [] and kept.seen(key, 0) == [RED] and kept.seen(key, 1) == []


@pytest.mark.parametrize("act", ["use", "keep", "delete", "edit"])
@pytest.mark.parametrize("key", ["", "stratego:7", "stratego", "no:0", "stratego:x"])
def test_a_press_on_a_set_up_that_is_gone_does_nothing(act: str, key: str) -> None:
    app = FakeApp(store=store(RED))
    screen(app).press(aim(f"act:setup-{act}:{key}"))
    assert NamedSetups(app.store, "stratego").public() == [("", RED)]


# -- on the board ------------------------------------------------------------------------------


def test_a_set_up_starts_a_game_against_the_computer_with_it_on_the_board() -> None:
    app = opened("#games", kept(BLUE, RED))
    app.page.slices()
    app.press("act:setup-use:stratego:1")
    table = app.table.table
    assert app.screen.name == "table" and app.page.reports == []
    assert table.game.setup_text(table.arrange.position, table.arrange.draft) == RED
    assert table.session.levels[0] == 0 and table.session.levels[1] > 0


def test_a_set_up_of_other_rules_is_used_with_them() -> None:
    game = load_game("stratego")({"board": "small8"})
    draft = game.random_draft(game.initial_state(), Random(1))
    text = game.setup_text(game.initial_state(), draft)
    found = present(finish(placing(KeptSetup("stratego", 0, "", text))))
    assert set(found.draft) == set(draft)
    assert load_game("stratego")(found.options).read_setup(game.initial_state(), text)
    usual = present(finish(placing(KeptSetup("stratego", 0, "", RED))))
    assert usual.options == {}


def test_a_set_up_that_fits_no_rules_is_not_used() -> None:
    app = opened("#games", kept("nonsense"))
    app.press("act:setup-use:stratego:0")
    assert app.screen.name == "mine" and app.t("mine.setup.misfit") in app.view.noticed


def test_pictures_of_set_ups_are_drawn_when_they_come_into_view() -> None:
    app = opened("#games", kept(RED))
    app.page.slices()
    app.page.scrolled("stratego:0")
    app.page.slices()
    assert 'class="thumbnail side0"' in app.page.pictures["stratego:0"]


@pytest.mark.parametrize("game_id", ["cotadrez", "stratego"])
def test_the_picture_of_a_set_up_has_a_letter_for_every_piece(game_id: str) -> None:
    draft = drafts(game_id)[0]
    drawn = finish(drawing_setup(KeptSetup(game_id, 0, "", texts(game_id, drafts(game_id))[0])))
    assert drawn.count("<text") == len(draft)
    assert drawn.count("></text>") == sum(kind == "mountain" for kind, _ in draft)


# -- results -----------------------------------------------------------------------------------


def test_results_are_read_on_request_from_finished_games() -> None:
    app = opened("#games", kept(RED, BLUE))
    for winner in (0, 1, 0):
        key = app.store.add(set_up_match("stratego", BOTH))
        app.store.save_table(key, {"seats": [0, 2]})
        app.store.set_result(key, won_by(winner, "flag"))
    app.store.add(set_up_match("stratego", BOTH))  # goes on: not counted
    app.route("#games")
    app.page.slices()
    assert "3 partidas" not in app.view.slots["setups"]
    app.press("act:setup-fared")
    app.page.slices()
    assert says("mine.setup.fared", "es", n=3, won=2, drawn=0, lost=1) in app.view.slots["setups"]
    assert app.t("mine.setup.unused") in app.view.slots["setups"]  # Blue's, the computer's
    assert "act:setup-fared" not in app.view.slots["setups"] and app.page.reports == []


def test_how_a_game_ended_for_a_player() -> None:
    scores = ("1-0", "0-1", "1/2-1/2", "2", "", "draw")
    assert [ended(one, 0) for one in scores] == [WON, LOST, DRAWN, "", "", ""]
    assert [ended(one, 1) for one in scores] == [LOST, WON, DRAWN, "", "", ""]
    assert [ended(one, -1) for one in scores] == ["", "", DRAWN, "", "", ""]
    assert Results(1, 2, 3).and_those(Results(4, 5, 6)) == Results(5, 7, 9)
