"""A view at the table: somebody looks at what one player knew, and nothing can be played."""

from __future__ import annotations

from random import Random

from engine.dev.common import play_on
from engine.match import record
from engine.match.dealer import seeded
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.ui.fakes import FakeApp, FakeDesk, whole
from ui import share
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.session import Session
from ui.storage import MemoryStorage
from ui.store import Store


def text_of(viewer: int = 0, length: int = 80, game_id: str = "twocities") -> str:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), dealer=seeded(3))
    match.begin()
    return share.view_text(play_on(match, Random(3), length), viewer)


def screen_of(text: str, lang: str = "en") -> TableScreen:
    app = FakeApp(lang, Store(MemoryStorage()))
    app.view.sprite = lambda game_id: None  # type: ignore[attr-defined]
    view = share.read_text(text)
    return TableScreen(app, FakeDesk(), Session(view, app.store, app.store.add(view)))  # type: ignore[arg-type]


def test_a_view_says_whose_it_is_and_offers_nothing_to_play() -> None:
    screen = screen_of(text_of(1))
    page = whole(screen)
    assert "as Blas knew it" in page and "reading-bar" in page
    for target in ("act:undo", "act:resign", "act:draw", "act:hint", "act:rematch", "act:enter"):
        assert target not in page
    before = screen.session.match.state.key()
    for square in screen.scene.board.squares[:8]:
        screen.press(f"sq:{square.name}")
    assert screen.notice is not None and screen.notice.key == "view.read_only"
    screen.press("act:resign")
    screen.press("act:resign-yes") if screen.session.can_resign(1) else None
    assert screen.session.match.state.key() == before


def test_one_steps_back_and_forward_in_a_view() -> None:
    screen = screen_of(text_of(0))
    seen = [screen.session.observation().key()]
    for _ in range(3):
        screen.press("act:log-prev")
        seen.append(screen.session.observation().key())
        assert "act:log-last" in whole(screen)
    assert len(set(seen)) == len(seen)
    screen.press("act:log-first")
    screen.press("act:log-last")
    assert screen.session.observation().key() == seen[0] and screen.session.live


def test_every_game_s_view_can_be_looked_at_from_the_start() -> None:
    for game_id in ("stratego", "cotadrez", "twocities"):
        for length in (0, 3, 90):
            for viewer in (0, 1):
                screen = screen_of(text_of(viewer, length, game_id))
                assert "reading-bar" in whole(screen) and screen.parts()
                screen.press("act:log-first")
                assert "reading-bar" in whole(screen) and screen.mode == "play"


def test_a_view_is_kept_as_its_record_and_listed_as_such() -> None:
    store = Store(MemoryStorage())
    view = share.read_text(text_of(0))
    key = store.add(view)
    saved = store.load(key)
    assert saved is not None and saved.events == []
    assert record.read_view(saved.view).state.key() == view.state.key()
    (summary,) = store.games()
    assert summary.view and not summary.over
    page = whole(HomeScreen(FakeApp("en", store), FakeDesk()))  # type: ignore[arg-type]
    assert "what one player knew" in page and "quick-continue" not in page


def test_home_opens_a_view_like_any_record() -> None:
    desk = FakeDesk()
    home = HomeScreen(FakeApp("en"), desk)  # type: ignore[arg-type]
    home.field("paste", text_of(1))
    home.press("act:open")
    assert isinstance(desk.asked[0][1], View)
    home.field("paste", text_of(1).replace(" black]", " nobody]").replace("twocities b", "x b"))
    home.press("act:open")
    assert home.problem is not None and home.problem.key == "record.view_line"
