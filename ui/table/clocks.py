"""Clocks at a table where people share the device: when they run, and what happens when time is
low or over.

The clock of the player to decide runs while the board is shown to him: not behind the curtain, in a
set-up, in a pause, on another screen, in a hidden page or after the end. Whose clock runs is looked
at after every change of the table. The page counts the display down by itself; Python wakes only to
store the times, to warn and at the end. If it wakes far later than it asked for, the device was
asleep: the clock stops at the time it asked for, and a pause is told.
"""

from __future__ import annotations

from math import inf

from engine.match.clock import SECOND
from ui.session.table_clock import NOBODY, ClockFace, TableClock
from ui.shell import routes
from ui.shell.screen import Screen
from ui.table import speech
from ui.table.table import Table
from ui.words.clocks import left_words

LOW = 30 * SECOND
WARNINGS = (LOW, 10 * SECOND)  # each is spoken once per player
ASLEEP = 10 * SECOND  # by how much a timer is late only if the device was asleep
KEEP_EVERY = 5 * SECOND  # how much time a crash of the page can give back


class TableTimer:
    """Runs the clocks of one table. `paused`: why they stand still until a player continues
    (`asked`, `hidden`, `asleep` or `back`); "" if they may run."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._page = table.app.page
        self._said: set[tuple[int, int]] = set()
        self._round = 0  # of the timer; an older one does nothing
        self._due = inf  # when the timer is to wake
        self._gone = False  # another screen is shown
        self._dialog: Screen | None = None  # of the pause
        self._seen(table.session.count, table.session.decider)
        clock = table.session.clock
        self.paused = "back" if clock is not None and not clock.fresh else ""

    @property
    def _clock(self) -> TableClock | None:
        return self._table.session.clock

    def _seen(self, count: int, decider: int) -> None:
        self._count, self._decider = count, decider

    # -- display -------------------------------------------------------------------------------

    def face(self, player: int) -> ClockFace | None:
        clock = self._clock
        if clock is None:
            return None
        self._charge(clock)
        left, runs = clock.left[player], clock.running == player
        words = left_words(self._table.voice.t, left, False, tenths=True)
        return ClockFace(words, runs, left < LOW and (runs or not left), False)

    def _show(self, clock: TableClock) -> None:
        """Let the page count the display on, or stop doing so."""
        runner = clock.running
        if runner == NOBODY:
            self._page.tick(())
            return
        faces = [(runner, -1)]
        if clock.clock.hourglass:
            faces.append((clock.following(runner), 1))
        seats = self._table.scene.seats
        self._page.tick(
            [(seats[one] if seats else one, clock.left[one], way) for one, way in faces]
        )

    # -- running -------------------------------------------------------------------------------

    def note(self) -> None:
        """Stop the clock of a player who has just decided, and add the increment."""
        clock, session = self._clock, self._table.session
        count, decider = session.count, session.decider
        if clock is None or (count, decider) == (self._count, self._decider):
            return
        passed, ran = self._decider, clock.running == self._decider
        if session.watching:
            self._seen(count, decider)
            return
        clock.stop(self._page.millis())
        if decider != passed and count > self._count and ran:
            clock.add(passed)
        elif decider != passed and count < self._count and self._table.mode == "play":
            clock.take_back(decider)
        self._seen(count, decider)

    def consider(self) -> None:
        """Start or stop the clocks as the table is now, after it was painted."""
        if self._clock is None:
            return
        self.note()
        self.fell()
        clock, runner = self._clock, self._runner()
        if clock is None:
            return
        if runner != clock.running:
            if runner == NOBODY:
                clock.stop(self._page.millis())
            else:
                clock.start(runner, self._page.millis())
        self._table.session.keep_clock()
        self._show(clock)
        self._plan(clock)
        shown = self._dialog is not None and self._table.app.dialog is self._dialog
        if self.paused and self._may_run() and not shown:
            self._dialog = routes.pause(self._table, self)
            self._table.app.open(self._dialog)

    def _runner(self) -> int:
        return NOBODY if self.paused or not self._may_run() else self._table.session.decider

    def _may_run(self) -> bool:
        table, session = self._table, self._table.session
        if self._gone or session.watching or session.asking or session.decider < 0:
            return False
        return table.mode == "play"

    def fell(self) -> bool:
        """End the game for a player whose time is over. Return whether one has lost just now."""
        clock, session = self._clock, self._table.session
        if clock is None or session.over or session.watching or session.asking:
            return False
        self._charge(clock)
        alive = session.losers_on_time()
        loser = next((player for player in clock.over() if player in alive), None)
        if loser is None:
            return False
        self._table.state.fresh()
        self._table.state.question = ""
        session.lose_on_time(loser)
        clock.stop(self._page.millis())
        self._seen(session.count, session.decider)
        speech.after(self._table)
        return True

    def _charge(self, clock: TableClock) -> None:
        """Count the time used so far, but none while the device was asleep."""
        now = self._page.millis()
        if clock.running == NOBODY or now <= self._due + ASLEEP:
            clock.charge(now)
            return
        clock.stop(self._due)
        self.paused = self.paused or "asleep"
        self._page.after(0, lambda: self._table.app.later(self._changed))  # not while it is drawn

    # -- warnings and the end ------------------------------------------------------------------

    def _plan(self, clock: TableClock) -> None:
        """Wake at the next warning, at the end, or to store the time."""
        self._round += 1
        this, self._due = self._round, inf
        if clock.running == NOBODY:
            return
        left = clock.left[clock.running]
        next_mark = max((one for one in WARNINGS if one < left), default=0)
        wait = min(left - next_mark, KEEP_EVERY) if left else KEEP_EVERY
        self._due = self._page.millis() + wait + 1
        self._page.after(wait + 1, lambda: self._wake(this))

    def _wake(self, this: int) -> None:
        clock = self._clock
        if this != self._round or clock is None or clock.running == NOBODY:
            return
        self._charge(clock)
        player = clock.running
        if player == NOBODY:
            return
        left = clock.left[player]
        self._table.session.keep_clock()
        passed = [one for one in WARNINGS if left <= one and (player, one) not in self._said]
        if not left and player in self._table.session.losers_on_time():
            self._table.app.later(self._end)
        elif passed:
            self._said.update((player, one) for one in passed)
            self._table.app.later(lambda: self._warn(player, min(passed)))
        self._plan(clock)

    def _end(self) -> None:
        if self.fell():
            self._table.go_on()

    def _warn(self, player: int, mark: int) -> None:
        """Say that little time is left, and draw the clock again."""
        table = self._table
        table.state.revision.bump()
        who = table.voice.name(player)
        table.app.announce(table.voice.t("clock.said", who=who, s=mark // SECOND))
        if table.app.settings.sound == "on":
            table.app.page.sound([("time", 0)])

    # -- pauses --------------------------------------------------------------------------------

    def pause(self, why: str) -> None:
        """Stop the clocks until a player continues."""
        if self._clock is not None and self._may_run():
            self.paused = self.paused or why
            self._changed()

    def go_on(self) -> None:
        """Continue after a pause."""
        self.paused, self._dialog = "", None
        self._table.app.later(self._changed)

    def _changed(self) -> None:
        """Follow a change that is not one of the game: the clocks have to be drawn again."""
        self._table.state.revision.bump()
        self.consider()

    def leave(self) -> None:
        """Stop while another screen is shown."""
        self._gone = True
        self.consider()

    def come_back(self) -> None:
        self._gone = False
