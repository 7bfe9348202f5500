"""View at a table: it shows one player’s view, and nothing can be played."""

from __future__ import annotations

from random import Random

from engine.dev.common import play_on
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, FakeTable, look_on, match_of, play, whole
from ui.home.screen import HomeScreen
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share


def text_of(viewer: int = 0, length: int = 80, game_id: str = "twocities") -> str:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), sampler=seeded(3))
    match.begin()
    return share.Exports(play_on(match, Random(3), length), viewer).view_text()


def screen_of(text: str, lang: str = "en") -> FakeTable:
    view = share.read_text(text)
    assert isinstance(view, View)
    return look_on(view, lang)


def test_a_view_names_its_player_and_offers_nothing_to_play() -> None:
    screen = screen_of(text_of(1))
    page = whole(screen)
    assert "as Blas saw it" in page and "reading-bar" in page
    for target in ("act:undo", "act:resign", "act:draw", "act:hint", "act:rematch", "act:enter"):
        assert target not in page
    before = match_of(screen.session).state.key()
    for square in screen.table.scene.board.squares[:8]:
        screen.press(aim(f"sq:{square.name}"))
    notice = present(screen.table.state.notice)
    assert notice.key == "view.read_only"
    screen.press(aim("act:resign"))
    screen.press(aim("act:resign-yes")) if screen.session.can_resign(1) else None
    assert match_of(screen.session).state.key() == before


def test_a_view_can_be_stepped_back_and_forward() -> None:
    screen = screen_of(text_of(0))
    seen = [screen.session.observation().key()]
    for _ in range(3):
        screen.press(aim("act:log-prev"))
        seen.append(screen.session.observation().key())
        assert "act:log-last" in whole(screen)
    assert len(set(seen)) == len(seen)
    play(screen, "act:log-first", "act:log-last")
    assert screen.session.observation().key() == seen[0] and screen.session.live


def test_a_view_of_every_length_can_be_shown_from_the_start() -> None:
    for game_id in ("stratego", "cotadrez", "twocities"):
        for length, viewer in ((0, 0), (3, 1), (90, 0)):
            screen = screen_of(text_of(viewer, length, game_id))
            assert "reading-bar" in whole(screen) and screen.parts()
            screen.press(aim("act:log-first"))
            assert "reading-bar" in whole(screen) and screen.table.mode == "play"


def test_a_view_is_stored_as_its_file_and_listed_as_a_view() -> None:
    store = Store(MemoryStorage())
    view = share.read_text(text_of(0))
    key = store.add(view, share.kept_view(view))
    saved = present(store.load(key))
    assert saved.events == []
    assert share.stored_view(saved.view).state.key() == view.state.key()
    (summary,) = store.games()
    assert summary.view and not summary.over
    page = whole(HomeScreen(FakeApp("en", store), FakeController()))
    assert says("home.saved.view") in page and 'class="waiting"' not in page


def test_home_opens_a_view_like_any_record() -> None:
    controller = FakeController()
    home = HomeScreen(FakeApp("en"), controller)
    home.field("paste", text_of(1))
    home.press(aim("act:open"))
    assert isinstance(controller.asked[0][1], View)
    home.field("paste", text_of(1).replace('"viewer":"', '"viewer":"x'))
    home.press(aim("act:open"))
    assert home.problem is not None and home.problem.key == "save.viewer"
