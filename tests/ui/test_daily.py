"""The challenge of the day on the page: what it shows and stores, its days, and no secrets."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from engine.games import list_games, load_game
from engine.match.challenges import LEVEL, LOST, NODES, OPEN, WON, Challenge, Course, begun
from tests.fixtures.says import says
from tests.ui.fakes import FakeApp, FakeController, Opened, app_of, opened, whole
from tests.ui.test_opponent import mind_of
from ui.home import played
from ui.home.screen import HomeScreen
from ui.learn.daily import entry, strip
from ui.learn.daily.entry import challenges_of, open_challenge
from ui.learn.daily.screen import ChallengePlace, ChallengeScreen
from ui.learn.practice import seated
from ui.saves.challenge_days import (
    KEY,
    MOST,
    DayPlayed,
    days_played,
    note_attempt,
    streak,
    week_of,
)
from ui.saves.storage import MemoryStorage
from ui.shell.controller import Controller
from ui.words.i18n import I18n

TODAY = date(2027, 1, 6)  # a Wednesday
WEEK = [TODAY + timedelta(days=number) for number in range(7)]
MATE = Challenge("7k/8/5KQ1/8/8/8/8/8 w - - 0 60", 1)  # of Andarraya


pytestmark = pytest.mark.usefixtures("waiting_engine")


def at_home(app: Opened) -> Controller:
    """The controller of a page that shows home."""
    assert isinstance(app.screen, HomeScreen)
    return app.screen.controller


def at(day: date = TODAY, storage: MemoryStorage | None = None) -> ChallengeScreen:
    """The challenge of a day, with its date as today's."""
    app = opened("", storage)
    app.go(open_challenge(app, at_home(app), day.isoformat(), day))
    return app.showing(ChallengeScreen)


def mating(storage: MemoryStorage | None = None, prompt: bool = True) -> ChallengeScreen:
    """A challenge that one move wins."""
    app = opened("", storage)
    match = begun(load_game("andarraya")({}), MATE)
    place = ChallengePlace(TODAY, MATE, TODAY if prompt else TODAY + timedelta(days=1))
    session, controller = seated(match, LEVEL), at_home(app)
    app.go(ChallengeScreen(app, controller, session, place, Course(match, MATE.turns)))
    return app.showing(ChallengeScreen)


def move(screen: ChallengeScreen, wins: bool) -> None:
    """Make a move that wins, or one after which the game goes on."""
    state, game = screen.session.observation(), screen.table.game
    for action in sorted(state.legal_actions()):
        after = state.clone()
        after.apply(action)
        outcome = after.outcome()
        won = outcome is not None and outcome.winner == screen.session.viewer
        if won if wins else outcome is None and after.legal_actions():
            for target in game.path(state, action):
                screen.app.press(target)
            return
    raise AssertionError("no such move")


def answered(screen: ChallengeScreen) -> None:
    """Let the opponent make its first move."""
    screen.session.play([sorted(screen.session.observation().legal_actions())[0]])
    screen.go_on()


# -- days ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", WEEK)
def test_a_week_of_challenges_opens_and_is_the_same_each_time(day: date) -> None:
    one, again = at(day), at(day)
    assert one.session.observation().to_text() == one.place.challenge.position
    assert one.slots() == again.slots() and one.fragment() == f"#daily={day}"
    assert one.table.voice.t("challenge.ask", n=one.place.challenge.turns) in one.slots()["say"]


def test_a_day_to_come_or_an_unreadable_one_is_today() -> None:
    app = opened("")
    for text in ("", "soon", "2027-01-07", "9999-99-99"):
        screen = open_challenge(app, at_home(app), text, TODAY)
        assert screen.place.day == TODAY and screen.place.prompt
    past = open_challenge(app, at_home(app), "2027-01-05", TODAY)
    assert past.place.day == date(2027, 1, 5) and not past.place.prompt


def test_the_address_opens_the_challenge() -> None:
    app = opened("#daily=2026-01-05")
    assert isinstance(app.screen, ChallengeScreen) and app.page.reports == []


def test_without_challenges_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("")
    monkeypatch.setattr(entry, "list_games", list)
    with pytest.raises(entry.NoChallenge):
        open_challenge(app, at_home(app), "", TODAY)


# -- playing -------------------------------------------------------------------------------------


def test_a_win_in_time_is_stored_and_can_be_sent() -> None:
    storage = MemoryStorage()
    screen = mating(storage)
    assert "act:challenge:copy" not in screen.slots()["tools"]
    move(screen, wins=True)
    assert screen.status == WON and days_played(storage) == {TODAY: DayPlayed(1, 1, True)}
    assert "act:challenge:copy" in screen.slots()["tools"]
    assert screen.table.voice.t("challenge.won", n=1) in screen.slots()["result"]


def test_an_attempt_ends_with_its_last_turn_and_can_be_repeated() -> None:
    storage = MemoryStorage()
    screen = mating(storage)
    move(screen, wins=False)
    assert screen.status == OPEN
    answered(screen)
    assert screen.status == LOST and days_played(storage)[TODAY] == DayPlayed(1)
    screen.app.press("act:challenge:again")
    assert screen.status == OPEN and screen.session.count == 0
    move(screen, wins=True)
    assert days_played(storage)[TODAY] == DayPlayed(2, 1, True)


def test_an_attempt_given_up_counts() -> None:
    storage = MemoryStorage()
    screen = mating(storage)
    screen.app.press("act:challenge:again")
    assert days_played(storage) == {}, "nothing was played"
    move(screen, wins=False)
    screen.app.press("act:challenge:again")
    assert days_played(storage)[TODAY] == DayPlayed(1)


def test_a_late_win_counts_for_its_day_but_not_for_the_row() -> None:
    storage = MemoryStorage()
    move(mating(storage, prompt=False), wins=True)
    assert days_played(storage)[TODAY] == DayPlayed(1, 1, False)
    assert streak(days_played(storage), TODAY) == 0


def test_the_opponent_is_asked_with_a_seed_and_nodes_of_the_challenge() -> None:
    asked = []
    for _ in range(2):
        screen = mating()
        move(screen, wins=False)
        asked.append([{**one, "number": 0} for one in mind_of(screen).asked])
    assert asked[0] == asked[1] and asked[0][0]["nodes"] == NODES
    assert asked[0][0]["level"] == LEVEL


def test_neither_hint_nor_resignation_can_be_pressed() -> None:
    screen = at()
    before = screen.session.count
    app_of(screen).press("act:hint", "act:resign", "act:undo", "act:draw")
    assert screen.session.count == before and not screen.session.over
    assert screen.table.opponent().hint is None


# -- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["stratego", "twocities"])
def test_nothing_shown_depends_on_what_is_hidden(game: str) -> None:
    """The same position with another sample of its secrets gives the same page."""
    compared = 0
    for one in challenges_of(game).challenges[:4]:
        (first, truth), (second, other) = (_sampled(game, one, extra) for extra in range(2))
        assert first.slots() == second.slots() and first.rest() == second.rest()
        assert whole(first) == whole(second)
        compared += truth != other
    assert compared, "all samples are equal"


def _sampled(game: str, one: Challenge, extra: int) -> tuple[ChallengeScreen, str]:
    """The screen of a challenge with other luck and other secrets, and its whole position."""
    app = opened("")
    match = begun(load_game(game)({}), _reseeded(one, extra))
    place, course = ChallengePlace(TODAY, one, TODAY), Course(match, one.turns)
    app.go(ChallengeScreen(app, at_home(app), seated(match, LEVEL), place, course))
    assert isinstance(app.screen, ChallengeScreen)
    return app.screen, match.state.to_text()


def _reseeded(one: Challenge, extra: int) -> Challenge:
    class Other(Challenge):
        @property
        def seed(self) -> int:
            return one.seed + extra

    return Other(one.position, one.turns)


def test_the_line_to_send_tells_no_move() -> None:
    assert strip.line("Andarraya", TODAY, DayPlayed(1, 3, True), 5).endswith("3/5 🟩🟩🟩⬜⬜")
    assert strip.line("Andarraya", TODAY, DayPlayed(4, 5, True), 5).endswith("5/5 ×4 🟩🟩🟩🟩🟩")
    assert strip.line("Andarraya", TODAY, DayPlayed(2), 3).endswith("–/3 ×2 🟥🟥🟥")
    screen = at()
    screen.played = DayPlayed(1, 2, True)
    screen.copy()
    game, turns = screen.table.game.info.title, screen.place.challenge.turns
    line = strip.line(game, TODAY, screen.played, turns)
    assert app_of(screen).page.handed[-1] == (
        "copy",
        f"{line} https://example.org/asedio/#daily=2027-01-06",
    )


# -- stored days ---------------------------------------------------------------------------------


def test_attempts_are_counted_until_the_first_success() -> None:
    storage = MemoryStorage()
    assert note_attempt(storage, TODAY, 0, True) == DayPlayed(1)
    assert note_attempt(storage, TODAY, 4, True) == DayPlayed(2, 4, True)
    assert note_attempt(storage, TODAY, 1, False) == DayPlayed(2, 4, True)


def test_the_days_in_a_row_end_today_or_yesterday() -> None:
    storage = MemoryStorage()
    for back in (1, 2, 4):
        note_attempt(storage, TODAY - timedelta(days=back), 3, True)
    assert streak(days_played(storage), TODAY) == 2
    note_attempt(storage, TODAY, 2, True)
    assert streak(days_played(storage), TODAY) == 3
    assert streak(days_played(storage), TODAY + timedelta(days=2)) == 0


def test_only_the_newest_days_are_kept() -> None:
    storage = MemoryStorage()
    for back in range(MOST + 20):
        note_attempt(storage, TODAY - timedelta(days=MOST + 20 - back), 1, True)
    assert len(json.loads(storage.get(KEY) or "")) == MOST


@pytest.mark.parametrize(
    "raw",
    ["", "5", "[]", '{"x":[1,1,1]}', '{"2027-01-06":[1,1]}', '{"2027-1-6":[1,1,1]}',
     '{"2027-01-06":[-1,1,1]}', '{"2027-01-06":"x"}', '{"2027-13-06":[1,1,1]}'],
)  # fmt: skip
def test_what_cannot_be_read_was_not_played(raw: str) -> None:
    storage = MemoryStorage()
    storage.set(KEY, raw)
    assert days_played(storage) == {}
    note_attempt(storage, TODAY, 1, True)
    assert days_played(storage) == {TODAY: DayPlayed(1, 1, True)}


def test_the_calendar_offers_past_days_and_none_to_come() -> None:
    storage = MemoryStorage()
    note_attempt(storage, TODAY - timedelta(days=1), 1, True)
    drawn = str(at(TODAY, storage).slots()["goal"])
    assert drawn.count("act:challenge:day:") == 31 and "exercise-solved" in drawn
    assert "act:challenge:day:2027-01-07" not in drawn
    assert "act:challenge:day:2027-01-05" in drawn
    assert [day.weekday() for day in week_of(TODAY)] == list(range(7))


# -- home ----------------------------------------------------------------------------------------


def test_home_shows_the_week_and_opens_the_challenge() -> None:
    storage, words = MemoryStorage(), I18n("en")
    games = {info.id: info for info in list_games()}
    before = str(played.challenge(words, storage, games, TODAY))
    assert "act:day" in before and says("home.day.medium") in before
    assert before.count('class="solved"') == 0 and before.count('class="today"') == 1
    note_attempt(storage, TODAY - timedelta(days=1), 0, True)
    note_attempt(storage, TODAY, 2, True)
    after = str(played.challenge(words, storage, games, TODAY))
    assert after.count('class="solved"') == 1 and after.count('class="missed"') == 1
    assert says("home.day.solved") in after
    assert played.challenge(words, storage, {}, TODAY) is None


def test_a_press_on_home_opens_today(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = HomeScreen(FakeApp(), FakeController())
    routed: list[str] = []
    monkeypatch.setattr(screen.app, "route", routed.append)
    from tests.fixtures.targets import aim

    screen.press(aim("act:day"))
    assert routed == ["#daily"]
