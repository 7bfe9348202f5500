"""Clocks of people who share a device: arithmetic, when they run, the end, storage and the form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import BadLink
from engine.core.outcome import Outcome
from engine.match import codec, record, savefile
from engine.match.clock import MINUTE, NO_CLOCK, SECOND, Clock, read_clock
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeController, Opened, match_of
from tests.ui.pages import Page
from tests.ui.test_home import home
from tests.ui.test_tabs import Locks, Tab
from ui.saves.storage import MemoryStorage
from ui.session.session import Session
from ui.session.table_clock import NOBODY, TableClock, read_table_clock
from ui.words.clocks import left_words


class TimedPage(Page):
    """Fake page with a timer of its own: `pass_time` runs what falls due, in order."""

    def __init__(self, fragment: str) -> None:
        super().__init__(fragment)
        self.passed = 5_000.0
        self.alarms: list[tuple[float, Callable[[], None]]] = []
        self.faces: Any = None
        self.sounds: list[Any] = []

    def millis(self) -> float:
        return self.passed

    def after(self, millis: int, act: Callable[[], None]) -> None:
        self.alarms.append((self.passed + millis, act))

    def tick(self, faces: Any) -> None:
        self.faces = list(faces)

    def sound(self, sounds: Any) -> None:
        self.sounds += sounds

    def pass_time(self, millis: float) -> None:
        until = self.passed + millis
        while due := min((one for one in self.alarms if one[0] <= until), default=None, key=_when):
            self.alarms.remove(due)
            self.passed = max(self.passed, due[0])
            due[1]()
        self.passed = until


class TimedTab(Tab, TimedPage):
    """Tab of a browser with a timer of its own."""


def _when(alarm: tuple[float, Callable[[], None]]) -> float:
    return alarm[0]


class Players:
    """A page with a game of two people who share it."""

    def __init__(self, fragment: str, storage: MemoryStorage | None = None) -> None:
        self.storage = storage or MemoryStorage()
        self.page = TimedPage(fragment)
        self.app = Opened(self.page, self.storage, "en")
        self.app.start()

    def press(self, *targets: str) -> Players:
        for target in targets:
            self.app.press(target)
        return self

    def wait(self, seconds: float) -> Players:
        self.page.pass_time(seconds * SECOND)
        return self

    def reopened(self) -> Players:
        """Return the game on a page loaded anew, much later."""
        again = Players(self.page.fragment(), self.storage)
        again.page.passed = 10**9
        return again

    @property
    def session(self) -> Session:
        return self.app.session

    @property
    def clock(self) -> TableClock:
        return present(self.session.clock)

    @property
    def outcome(self) -> Outcome:
        return present(self.session.outcome())

    @property
    def left(self) -> list[float]:
        """Seconds left by player, as far as the running clock was charged."""
        self.clock.charge(self.page.millis())
        return [one / SECOND for one in self.clock.left]

    @property
    def strips(self) -> str:
        slots = self.app.view.slots
        return str(slots["above"]) + str(slots["below"])

    def shown(self) -> list[str]:
        """Return what the clocks said when they were last drawn, by side."""
        face = r'data-side="(\d)".*?class="strip-clock"[^>]*>(?:<span.*?</span>)?<b>(.*?)<'
        return [words for _, words in sorted(re.findall(face, self.strips))]


def chess(clock: str = "10+5") -> Players:
    return Players(f"#new=andarraya&clock={clock}")


# -- descriptions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clock"),
    [("10+5", Clock(0, 10, 5)), ("10 5", Clock(0, 10, 5)), ("600", Clock(0, 600)),
     ("3+0", Clock(0, 3)), ("h5", Clock(0, 5, 0, True))],
)  # fmt: skip
def test_clocks_are_read_and_written_in_short(text: str, clock: Clock) -> None:
    assert read_clock(text) == clock and read_clock(clock.text) == clock


@pytest.mark.parametrize(
    "text",
    ["", "0", "0+5", "-5", "601", "10+601", "10+", "+5", "h", "h0", "h5+3", "1e3", "NaN", "10+5 ",
     "٣+٥", "9" * 5000, "10.5", None, 10, ["10+5"], {"minutes": 10}, True],
)  # fmt: skip
def test_anything_else_is_no_clock(text: object) -> None:
    assert read_clock(text) is None


def test_an_hourglass_has_no_increment_and_no_days() -> None:
    assert Clock(0, 5, 0, True).good
    assert not Clock(0, 5, 3, True).good and not Clock(0, 0, 0, True).good
    assert not Clock(1, 0, 0, True).good


def test_times_are_written_with_tenths_only_when_little_is_left() -> None:
    def words(left: int) -> str:
        return left_words(str, left, False, tenths=True)

    assert words(10 * MINUTE) == "10:00" and words(90 * MINUTE + 500) == "1:30:00"
    assert words(10_000) == "0:10" and words(9_999) == "0:09.9" and words(0) == "0:00.0"
    assert left_words(str, 9_999, False) == "0:09"


# -- arithmetic ----------------------------------------------------------------------------------


def test_only_the_running_clock_loses_time() -> None:
    clock = TableClock(Clock(0, 1, 10), 2)
    clock.charge(500)
    assert clock.left == [MINUTE, MINUTE] and clock.running == NOBODY
    clock.start(0, 1_000)
    clock.charge(1_500)
    clock.charge(1_500.9)  # fractions are not lost
    clock.stop(4_000)
    clock.charge(9_000)
    assert clock.left == [57_000, MINUTE]
    clock.add(0)
    assert clock.left == [67_000, MINUTE]
    clock.take_back(0)
    assert clock.left == [57_000, MINUTE]


def test_time_never_falls_below_zero_nor_grows_when_the_timer_goes_back() -> None:
    clock = TableClock(Clock(0, 1, 10), 2)
    clock.start(1, 5_000)
    clock.charge(1_000)
    assert clock.left == [MINUTE, MINUTE]
    clock.charge(10 * MINUTE)
    assert clock.left == [MINUTE, 0] and clock.over() == [1]
    clock.add(1)  # no increment after the flag
    clock.take_back(1)
    assert clock.left == [MINUTE, 0]


def test_an_hourglass_gives_the_time_used_to_the_next_player() -> None:
    clock = TableClock(Clock(0, 2, 0, True), 3)
    clock.following = lambda player: 2 if player == 0 else 0  # 1 is out
    clock.start(0, 0)
    clock.charge(30_000)
    assert clock.left == [90_000, 120_000, 150_000]
    clock.start(2, 40_000)
    clock.stop(10**7)
    assert clock.left == [80_000 + 160_000, 120_000, 0]
    assert sum(clock.left) == 3 * 2 * MINUTE


@pytest.mark.parametrize(
    "left",
    [[1], [1, 2, 3], "12", None, {"0": 1}, [1, "2"], [1, 2.5], [1, True], [1, -1], [1, 10**15],
     [float("nan"), 1], [1, None]],
)  # fmt: skip
def test_implausible_times_mean_no_clock(left: object) -> None:
    assert read_table_clock({"clock": "10+5", "left": left}, 2) is None


def test_stored_times_are_read() -> None:
    clock = present(read_table_clock({"clock": "10+5", "left": [0, 700_000]}, 2))
    assert clock.left == [0, 700_000] and clock.clock == Clock(0, 10, 5)
    again = present(read_table_clock(clock.stored(), 2))
    assert again.left == clock.left
    assert read_table_clock({"seats": [0, 1]}, 2) is None
    assert read_table_clock({"clock": 7, "left": [1, 1]}, 2) is None
    good = {"clock": "h1", "left": [MINUTE - 5, MINUTE + 5]}
    assert read_table_clock(good, 2) is not None
    assert read_table_clock({"clock": "h1", "left": [MINUTE, MINUTE + 5]}, 2) is None


def test_a_damaged_entry_costs_the_clock_and_not_the_game() -> None:
    """JSON has no NaN, so such an entry is set aside."""
    two = chess().press("sq:e2", "sq:e4")
    for raw in ('{"clock":"10+5","left":[NaN,1]}', '{"clock":"10+5","left":[1e99,"x"]}'):
        two.storage.set(f"asedio:table:{two.session.key}", raw)
        again = two.reopened()
        assert again.session.clock is None and again.session.count == 1
        assert 'class="strip-clock"' not in again.strips
        again.press("sq:e7", "sq:e5")
        assert again.session.count == 2
        again.press("act:undo")


# -- at the table --------------------------------------------------------------------------------


def test_the_clock_of_the_player_to_move_runs() -> None:
    two = chess()
    assert two.shown() == ["10:00", "10:00"] and two.strips.count("data-runs") == 1
    two.wait(75).press("sq:e2", "sq:e4")
    assert two.left == [530, 600] and two.shown() == ["8:50", "10:00"]
    assert two.page.faces == [(1, 600_000, -1)]
    two.wait(10).press("sq:e7", "sq:e5")
    assert two.left == [530, 595]


def test_games_without_a_clock_and_against_the_computer_have_none() -> None:
    two = Players("#new=andarraya")
    assert two.shown() == [] and "act:clock" not in two.app.view.slots["tools"]
    two.wait(1)  # what else the table looks for a moment later
    assert two.page.faces is None and two.page.alarms == []


def test_an_hourglass_shows_both_clocks_moving() -> None:
    two = chess("h5").wait(20).press("sq:e2", "sq:e4")
    assert two.left == [280, 320] and two.page.faces == [(1, 320_000, -1), (0, 280_000, 1)]


def test_an_undone_move_gives_back_no_time_and_its_increment_is_lost() -> None:
    two = chess().wait(20).press("sq:e2", "sq:e4").wait(30).press("act:undo")
    assert two.left == [580, 570] and two.session.decider == 0
    two.press("sq:e2", "sq:e4", "act:undo", "sq:d2", "sq:d4")
    assert two.left == [585, 570]


def test_a_pause_stops_the_clocks_until_it_is_closed() -> None:
    two = chess().wait(5).press("act:clock")
    assert says("clock.paused") in two.app.view.layouts["dialog"]
    assert two.page.faces == [] and "data-runs" not in two.strips
    two.wait(500)
    assert two.left == [595, 600]
    two.press("dialog:close").wait(1)
    assert two.left == [594, 600] and two.strips.count("data-runs") == 1


def test_other_dialogs_do_not_stop_the_clock_but_other_screens_do() -> None:
    two = chess().press("act:settings").wait(10).press("dialog:close")
    assert two.left == [590, 600]
    table = two.app.screen
    two.press("act:rules").wait(50).press("act:back")
    assert two.app.screen is table and two.left == [590, 600]
    assert two.wait(2).left == [588, 600]


def test_a_hidden_page_stops_the_clock_and_says_so() -> None:
    two = chess().wait(5)
    two.app.unseen()
    two.wait(500)
    assert two.left == [595, 600]
    assert wording("clock.paused.hidden") in two.app.view.layouts["dialog"]
    assert two.press("dialog:close").wait(1).left == [594, 600]


@pytest.mark.parametrize("first", ["timer", "press", "drawing"])
def test_a_device_that_was_asleep_is_a_pause_and_not_a_loss_on_time(first: str) -> None:
    """13 minutes with the lid closed and without any event lost the game."""
    two = chess().wait(61)
    two.page.passed += 13 * MINUTE
    if first == "press":
        two.press("sq:e2")
    elif first == "drawing":
        two.app.refresh()
    two.wait(1)
    assert two.session.outcome() is None and 530 < two.left[0] < 540
    dialog = two.app.view.layouts["dialog"]
    assert two.app.t("clock.paused.asleep") in dialog
    before = two.wait(300).left[0]
    assert two.press("dialog:close").wait(1).left[0] == before - 1


def test_a_reload_keeps_the_time_left_and_does_not_count_the_time_away() -> None:
    two = chess().wait(20).press("sq:e2", "sq:e4").wait(9)
    again = two.reopened()
    assert wording("clock.paused.back") in again.app.view.layouts["dialog"]
    again.wait(300)
    assert again.left[0] == 585 and 591 <= again.left[1] <= 596  # stored every five seconds
    assert again.shown() == ["9:45", again.shown()[1]]
    before = again.left[1]
    assert again.press("dialog:close").wait(1).left[1] == before - 1


def test_a_page_that_is_hidden_stores_the_time_at_once() -> None:
    two = chess().wait(3.2)
    two.app.unseen()
    assert two.reopened().left == [596.8, 600]


def test_the_curtain_and_a_set_up_stop_the_clock() -> None:
    two = Players("#new=stratego&clock=5+3").wait(30)
    assert two.left == [300, 300] and "data-runs" not in two.strips
    two.press("act:random", "act:ready", "btn:reveal", "act:random", "act:ready")
    assert two.session.curtain == 0 and two.wait(30).left == [300, 300]
    two.press("btn:reveal").wait(7)
    assert two.left == [293, 300]
    move = match_of(two.session).options_now()[0]
    path = two.session.game.path(two.session.observation(), move)
    two.press(*path)
    assert two.session.curtain == 1 and two.wait(60).left == [296, 300]
    assert two.press("btn:reveal").wait(3).left == [296, 297]


def test_low_time_is_spoken_and_sounded_once_at_each_mark() -> None:
    two = chess("1+30")
    two.app.set_setting("sound", "on")
    said = two.app.view.said

    def warnings() -> list[str]:
        return [one for one in said if wording("clock.said") in one]

    two.wait(29)
    assert warnings() == [] and "data-low" not in two.strips
    two.wait(2)
    assert (
        warnings() == [says("clock.said", who="White", s=30)] and two.strips.count("data-low") == 1
    )
    assert says("strip.clock.low") in two.strips and two.page.sounds == [("time", 0)]
    two.wait(20)
    assert warnings()[1:] == [says("clock.said", who="White", s=10)] and "0:09.9" in two.strips
    two.press("sq:e2", "sq:e4", "sq:e7", "sq:e5").wait(11)
    assert len(warnings()) == 2 and two.page.sounds.count(("time", 0)) == 2


# -- the end -------------------------------------------------------------------------------------


def test_the_flag_ends_the_game_like_a_resignation() -> None:
    two = chess("1+5").press("sq:e2", "sq:e4").wait(61)
    assert two.outcome.reason == "time" and two.outcome.winner == 0
    assert match_of(two.session).events[-1].action == ("time", 1)
    assert says("tell.time", who="Black") in two.app.view.slots["result"]
    assert two.shown() == ["1:05", "0:00.0"] and two.page.faces == []
    before = list(two.clock.left)
    two.wait(100).press("act:undo")
    assert two.session.over and two.clock.left == before
    assert two.reopened().outcome.winner == 0


def test_a_move_after_the_flag_does_not_count_even_if_the_timer_is_late() -> None:
    two = chess("1+5").press("sq:e2", "sq:e4", "sq:e7")
    two.wait(55).page.passed += 8_000
    two.press("sq:e5")
    assert two.session.count == 2 and two.outcome.winner == 0


def test_record_save_file_and_link_keep_the_flag_and_no_clock() -> None:
    two = chess("1+5").press("sq:e2", "sq:e4").wait(61)
    match = match_of(two.session)
    for again in (
        record.read(record.write(match), "andarraya"),
        savefile.load(savefile.dump(match)),
        codec.decode(codec.encode(match)),
    ):
        assert again.outcome() == match.outcome() and again.events == match.events


def test_a_rematch_has_the_same_clock() -> None:
    two = chess("1+5").wait(61).press("act:rematch")
    assert two.session.count == 0 and two.left == [60, 60]
    assert two.clock.clock == Clock(0, 1, 5)


def test_with_more_players_the_one_whose_flag_falls_is_out() -> None:
    two = Players("#new=stratego&players=3&clock=1+0")
    for _ in range(3):
        two.press("act:random", "act:ready", "btn:reveal")
    assert two.session.decider == 0 and two.session.curtain is None
    two.wait(61)
    assert not two.session.over and two.session.decider == 1
    assert two.session.losers_on_time() == [1, 2]
    two.press("btn:reveal").wait(2)
    assert two.left == [0, 58, 60]


def test_an_hourglass_passes_over_a_player_who_is_out() -> None:
    two = Players("#new=stratego&players=3&clock=h1")
    for _ in range(3):
        two.press("act:random", "act:ready", "btn:reveal")
    assert two.wait(61).left == [0, 120, 60]
    two.press("btn:reveal").wait(2)
    assert two.left == [0, 118, 62]
    move = match_of(two.session).options_now()[0]
    two.press(*two.session.game.path(two.session.observation(), move), "btn:reveal").wait(3)
    assert two.session.decider == 2 and two.left == [0, 121, 59]


def test_a_flag_waits_for_the_answer_where_the_rules_do_not_let_a_turn_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = chess("1+5")
    monkeypatch.setattr(two.session, "losers_on_time", list)  # as in the questions of Stratego
    two.wait(70).press("sq:e2", "sq:e4")
    assert not two.session.over and two.left == [0, 60]
    monkeypatch.undo()
    two.wait(1).press("sq:e7")
    assert two.outcome.winner == 1 and two.session.count == 2


def test_only_the_tab_that_plays_counts_and_stores_time() -> None:
    locks, tabs, store = Locks(), list[Tab](), MemoryStorage()
    first = TimedTab("#new=andarraya&clock=10+5", locks, tabs, store)
    first.pass_time(20_000)
    first.app.press("sq:e2", "sq:e4")
    second = TimedTab(first.fragment(), locks, tabs, store)
    key = f"asedio:table:{second.app.session.key}"
    before = store.get(key)
    second.pass_time(50_000)
    assert store.get(key) == before and second.faces == []
    first.pass_time(30_000)
    second.app.press("act:here", "dialog:close")
    second.pass_time(1_000)
    clock = present(second.app.session.clock)
    clock.charge(second.millis())
    assert clock.left == [585_000, 569_000]
    stored = store.get(key)
    first.pass_time(90_000)
    assert first.faces == [] and store.get(key) == stored


def test_time_may_run_out_in_the_middle_of_a_turn_of_two_cities() -> None:
    """twocities 9.13: its record holds the unfinished turn."""
    from engine.match import chance
    from engine.match.match import Match, MatchConfig

    match = Match(MatchConfig("twocities"), chance.seeded(3))
    match.begin()
    met = 0
    for _ in range(120):
        loser = match.state.current_player()
        if match.over:
            break
        if ("resign", loser) not in match.state.table_actions():
            early = match.until(len(match.events))
            early.play(("time", loser))
            outcome = present(early.outcome())
            assert (outcome.winner, outcome.reason) == (1 - loser, "time")
            for again in (
                record.read(record.write(early), "twocities"),
                savefile.load(savefile.dump(early)),
                codec.decode(codec.encode(early)),
            ):
                assert again.outcome() == outcome and again.events == early.events
            met += 1
        match.play(match.options_now()[met % len(match.options_now())])
    assert met > 20


# -- storage and form ----------------------------------------------------------------------------


def test_the_table_entry_holds_the_clock() -> None:
    two = chess().wait(3).press("sq:e2", "sq:e4")
    raw = json.loads(two.storage.get(f"asedio:table:{two.session.key}") or "")
    assert raw["clock"] == "10+5" and raw["left"] == [602_000, 600_000]


def test_a_game_left_without_a_decision_leaves_nothing_behind() -> None:
    two = chess().wait(8).press("act:home").wait(20)
    assert [key for key in two.storage.entries if ":table:" in key or ":game:" in key] == []


def test_a_save_file_holds_the_time_left() -> None:
    two = chess().wait(20).press("sq:e2", "sq:e4")
    text = two.session.exports().save_text()
    match = savefile.load(text)
    other = Players("")
    other.app.controller.open_match(match)
    assert other.left == [585, 600] and other.clock.clock == Clock(0, 10, 5)
    assert "left" not in two.session.exports(0).save_text()  # an earlier position has no times
    assert "left" not in Players("#new=andarraya").session.exports().save_text()


@pytest.mark.parametrize("left", ["[NaN,1]", "[1]", '"x"', "[-1,5]", "[1e9,5]", "{}", "null"])
def test_a_save_file_with_hostile_times_has_no_clock(left: str) -> None:
    two = chess().press("sq:e2", "sq:e4")
    text = re.sub(r'"left":\[.*?\]', f'"left":{left}', two.session.exports().save_text())
    other = Players("")
    try:
        match = savefile.load(text)
    except BadLink:
        assert "NaN" in left
        return
    other.app.controller.open_match(match)
    assert other.session.count == 1 and other.session.clock is None


@pytest.mark.parametrize("bad", ["0", "601+5", "NaN", "-3", "10+9999", "x" * 9000, ""])
def test_a_hostile_clock_in_an_address_is_refused_politely(bad: str) -> None:
    two = Players(f"#new=andarraya&clock={bad}")
    assert two.app.screen.name == "home" and two.page.reports == []
    assert "A clock has 1 to 600 minutes" in two.app.view.noticed


def started(*acts: tuple[str, str]) -> tuple[Any, str]:
    """Fill in the form of Andarraya and start; return what was asked for, and the form's markup."""
    controller = FakeController()
    screen = home(controller=controller, chosen="andarraya")
    for name, value in acts:
        if name:
            screen.field(name, value)
        else:
            screen.press(aim(value))
    slots = screen.slots()
    drawn = slots["clock"] + slots["clock-numbers"] + slots["refused"]
    screen.press(aim("act:start"))
    return (controller.asked[-1] if controller.asked else None), str(drawn)


def test_the_form_offers_no_clock_minutes_and_an_hourglass() -> None:
    asked, drawn = started()
    assert asked[0] == "start" and len(asked) == 4
    assert says("clock.none") in drawn and "Hourglass" in drawn and "clock-minutes" not in drawn
    asked, drawn = started(("clock", "minutes"))
    assert asked[-1] == Clock(0, 10, 5)
    assert "clock-seconds" in drawn and wording("clock.about.minutes") in drawn
    asked, _ = started(("clock", "minutes"), ("", "clock:30+20"))
    assert asked[-1] == Clock(0, 30, 20)
    asked, drawn = started(("clock", "hourglass"), ("clock-minutes", "12"))
    assert asked[-1] == Clock(0, 12, 0, True) and wording("clock.about.hourglass") in drawn
    assert started(("clock", "minutes"), ("clock-minutes", "7"), ("clock-seconds", "0"))[0][
        -1
    ] == Clock(0, 7)


@pytest.mark.parametrize("typed", ["", "0", "-5", "601", "nan", "1e9", "7+7", "9" * 400])
def test_a_bad_number_is_refused_and_does_not_start(typed: str) -> None:
    asked, drawn = started(("clock", "minutes"), ("clock-minutes", typed))
    assert asked is None and "A clock has 1 to 600 minutes" in drawn


def test_the_computer_gets_no_clock() -> None:
    asked, drawn = started(("clock", "minutes"), ("clock-minutes", "0"), ("seat1", "2"))
    assert asked[-1] == (0, 2) and "clock" not in drawn
    asked, _ = started(("clock", "minutes"), ("seat1", "2"), ("seat1", "0"))
    assert asked[-1] == Clock(0, 10, 5)
    assert NO_CLOCK not in asked
