"""Guide for a player's first games: when it appears, and when it stops."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.games import REGISTRY, load_game
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.fixtures.says import game_says, game_wording, says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import Opened, opened
from ui.saves.storage import MemoryStorage
from ui.table import speech
from ui.table.guide import CHANCES, GAMES, guide
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES, I18n

STRIKE = "9/1h7/9/4t4/4T4/9/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"  # a ram can destroy a ram


def andarraya(storage: MemoryStorage | None = None) -> Opened:
    return opened("#new=andarraya", storage)


def asked(app: Opened) -> str:
    return str(app.view.slots["say"])


def test_the_first_games_are_guided_and_later_ones_are_not() -> None:
    storage = MemoryStorage()
    for number in range(1, GAMES + 2):
        app = andarraya(storage)
        assert ('class="guide"' in asked(app)) == (number <= GAMES), number
    assert 'class="guide"' in asked(opened("#new=rilatria", storage)), "counted by game"


def test_the_guide_can_be_switched_off() -> None:
    app = andarraya()
    assert game_says("andarraya", "guide.turn", "es") in asked(app)
    app.set_setting("guide", "off")
    assert 'class="guide"' not in asked(app)


def test_a_possible_capture_is_shown_and_announced() -> None:
    app = andarraya()
    app.press("sq:e2", "sq:e4", "sq:d7", "sq:d5")
    assert (
        says("guide.can.capture", "es") in asked(app)
        and says("guide.can.capture", "es") in app.view.said[-1]
    )
    app.press("sq:e4", "sq:e5")
    assert says("guide.can.capture", "es") not in asked(app)


def test_a_player_in_check_is_asked_to_get_out_of_it() -> None:
    app = andarraya()
    app.press("sq:e2", "sq:e4", "sq:f7", "sq:f6", "sq:d1", "sq:h5")
    assert "Las negras deben salir del jaque" in asked(app)
    assert game_says("andarraya", "guide.turn_check", "es") in asked(app)
    assert game_says("andarraya", "guide.turn", "es") not in asked(app)


def told(app: Opened) -> str:
    """Return what is said below the board, once what waits for the paint is done."""
    for act in list(app.page.due):
        act()
    screen = app.showing(TableScreen)
    return str(screen.slots()["notice"])


def test_a_press_tells_how_a_piece_moves_whoever_owns_it() -> None:
    app = andarraya()
    app.press("sq:g1")
    assert game_wording("andarraya", "about.piece.knight", "es") in told(app)
    app.press("sq:a1")
    assert "no tiene casillas libres. Se mueve por filas y columnas" in told(app)
    app.press("sq:g1", "sq:d8")
    assert game_wording("andarraya", "about.piece.queen", "es") in told(app)


def test_later_games_do_not_tell_how_a_chosen_piece_moves() -> None:
    storage = MemoryStorage()
    for _ in range(GAMES + 1):
        app = andarraya(storage)
    app.press("sq:g1")
    assert game_wording("andarraya", "about.piece.knight", "es") not in told(app)


def test_a_press_on_an_enemy_piece_shows_what_it_attacks() -> None:
    app = andarraya()
    app.press("sq:e2", "sq:e4", "sq:d7", "sq:d5")
    screen = app.showing(TableScreen)
    assert "mark-attack" not in str(screen.slots()["hints"])
    app.press("sq:d5")
    assert "mark-attack" in str(screen.slots()["hints"])


def test_the_guide_explains_the_set_up_until_it_is_complete() -> None:
    app = opened("#new=rilatria")
    assert wording("guide.lay", "es") in asked(app)
    app.press("act:random")
    assert wording("guide.lay", "es") not in asked(app) and "Listo" in asked(app)


def test_there_is_no_guide_behind_the_curtain() -> None:
    app = opened("#new=stratego")
    app.press("act:random", "act:ready")
    assert app.screen.attributes()["data-mode"] == "curtain"
    assert 'class="guide"' not in app.view.layouts["main"]


def test_a_chance_takes_the_place_of_advice_after_what_the_turn_still_offers() -> None:
    """Regression test: the buttons moved down a line when a piece could be destroyed."""
    match = Match(MatchConfig("rilatria", {}, ("Ana", "Blas"), STRIKE), chance.seeded(1))
    app = opened(f"#g={codec.encode(match)}")
    assert isinstance(app.screen, TableScreen)
    keys = [one.key for one in guide(app.table.table)]
    assert keys == ["guide.left", "guide.can.capture"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY)
def test_the_guide_has_sentences_for_every_game(game: str, lang: str) -> None:
    words = I18n(lang, game)
    assert all(words.has(f"guide.can.{mark}") for mark in CHANCES)
    assert any(words.has(f"guide.{frame}") for frame in load_game(game)().frames)


@pytest.mark.parametrize("game", REGISTRY)
def test_every_target_of_a_hint_has_a_name(game: str) -> None:
    """A hint must not show the internal name of a target."""
    screen = opened(f"#new={game}").screen
    assert isinstance(screen, TableScreen)
    session, table, rng = screen.session, screen.table, Random(5)
    seen = 0
    while seen < 60 and not session.over:
        if session.curtain is not None:
            session.reveal()
        state = session.observation()
        actions = sorted(state.legal_actions())
        if table.plan is None:
            seen += 1
            for target in {one for action in actions for one in session.game.path(state, action)}:
                assert (
                    speech.what(table, aim(target)) != target.partition(":")[2]
                    or target[:3] == "sq:"
                )
        session.play([rng.choice(actions)])


FREE = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"


def rilatria(position: str = FREE) -> Opened:
    """Open a game of Rilatria that starts from a position."""
    match = Match(MatchConfig("rilatria", {}, (), position))
    return opened(f"#g={codec.encode(match)}")


def urged(app: Opened, target: str) -> bool:
    """Tell whether a button is drawn as the primary one."""
    found = re.search(f'<button[^>]*data-target="{target}"[^>]*>', app.view.slots["choices"])
    assert found is not None
    return "primary" in found[0]


LEFT = ("hero", "unit", "buy")


def test_the_guide_lists_what_can_still_be_done_in_a_turn() -> None:
    app = rilatria()
    hero, unit, buy = (game_says("rilatria", f"guide.left.{one}", "es") for one in LEFT)
    some, both = (
        says("guide.left.both", "es", first=a, last=buy) for a in (f"{hero}, {unit}", unit)
    )
    assert says("guide.left", "es", what=some) in asked(app)
    app.press("sq:h2", "sq:h1")
    assert says("guide.left", "es", what=both) in asked(app)
    app.press("kind:barbarian", "sq:i1")
    assert says("guide.left", "es", what=unit) in asked(app)
    app.press("sq:g3", "sq:g4")
    assert game_says("rilatria", "guide.left.none", "es") + "</p>" in asked(app)


def test_nothing_is_left_only_after_a_possible_sacrifice() -> None:
    """Regression test: the guide said so beside the button “Sacrifice”."""
    app = rilatria(FREE.replace("6.3.0.2.0", "6.4.0.0.0", 1))
    only = game_says("rilatria", "guide.left.only.sacrifice", "es")
    for target in ("sq:h2", "sq:h1", "sq:g3", "sq:g4"):
        assert only not in asked(app)
        app.press(target)
    assert only + "</p>" in asked(app)
    app.press("btn:sacrifice")
    assert game_says("rilatria", "guide.left.none", "es") + "</p>" in asked(app)


def test_the_end_button_is_primary_once_nothing_else_can_be_done() -> None:
    app = rilatria()
    assert not urged(app, "btn:end")
    for target in ("sq:h2", "sq:h1", "kind:barbarian", "sq:i1", "sq:g3"):
        app.press(target)
        assert not urged(app, "btn:end")
    app.press("sq:g4")
    assert urged(app, "btn:end")


def test_the_button_that_uses_the_selection_is_primary() -> None:
    app = opened("#new=twocities")
    app.press("btn:reveal")
    screen = app.showing(TableScreen)
    state = screen.session.observation()
    plays = (action for action in sorted(state.legal_actions()) if action[0] == "play")
    app.press(screen.session.game.path(state, next(plays))[0])
    assert urged(app, "btn:play")
