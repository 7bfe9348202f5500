"""Coordination of several tabs that show the same game: only one plays it and writes to the store.

The playing tab holds the game's lock. Another tab that wants to play sends `want`; the playing tab
stops writing, sends `left` with all it has stored and releases the lock. The new tab starts once it
sees these entries in the store, because writes of one tab reach the others with a delay. Hand-overs
are numbered, so that a late message is not mistaken for the newest.

The lock is stolen only from a tab that does not answer. A tab whose timers have not run lately (its
lease has expired) does not write: it releases the lock and requests it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.jsontext import BadJson, read_json
from ui.saves.entries import is_count

if TYPE_CHECKING:
    from ui.browser.locks import BrowserLine
    from ui.shell.tab_table import TabPlayer

AT_ONCE, IN_LINE, STEAL = "at once", "in line", "steal"  # ways to request the lock

LOOK = 0.03  # seconds, like all below: interval of checking the store
BEAT = 0.5  # interval of renewing the lease
LEASE = 5.0  # time after a renewal in which the tab may write
ASK_AGAIN = 0.6  # interval of repeating `want`
ASKED_OFTEN = 14  # unanswered requests before the lock is stolen; takes longer than LEASE
KEEP = 1.0  # least time a tab plays before it hands over
MANNERS = 1.5  # time in which other waiting tabs let the requesting tab go first
LINE_UP = 0.05  # delay before a tab that released the lock queues again
WORD = 0.4  # longest wait for the `left` message of the previous tab
SIGHT = 2.0  # longest wait for its entries to appear in the store


class TabClaim:
    """One tab's claim to play one game, from opening its table until leaving it."""

    def __init__(self, line: BrowserLine, player: TabPlayer) -> None:
        """Request the lock at once; `player.set_mine` reports every change."""
        self.player = player
        self._line = line
        self._round = 0  # grows when the lock is given up; older callbacks are ignored
        self._let_go: Callable[[], None] | None = None  # releases the lock; None without it
        self._plays = self._leaving = self._taking = self._over = False
        self._since = 0.0  # time when this tab started to play
        self._asked = 0  # unanswered `want` messages
        self._number = 0  # of the newest known hand-over
        self._given: tuple[int, str] = (-1, "")  # hand-over number, entries
        self._polite_until = 0.0
        self._runs()
        self._request(AT_ONCE)

    # -- called by the table -----------------------------------------------------------------

    def want(self) -> None:
        """Ask the playing tab to hand over, until this tab plays."""
        if not self._plays and not self._taking:
            self._taking, self._asked = True, 0
            self._take(self._round)

    def sure(self) -> bool:
        """Return whether this tab may write: it plays and its lease has not expired."""
        return self._plays and self._line.now() < self._alive + LEASE

    def doubt(self) -> None:
        """Stop and request the lock again: another tab may have taken it or has written."""
        if not self._over:
            self._stop()
            self._request(AT_ONCE)

    def end(self) -> None:
        """Hand over and release the lock: the table is closed."""
        if self._plays:
            self._say("left", self.player.give())
        self._over = True
        self._free()
        self._line.close()

    # -- the lock ----------------------------------------------------------------------------

    def _request(self, how: str) -> None:
        number = self._round

        def granted(let_go: Callable[[], None] | None) -> None:
            if let_go is None:
                if number == self._round:
                    self.player.set_mine(False)
                    self._request(IN_LINE)
            elif number != self._round:
                let_go()
            elif not self._taking and self._line.now() < self._polite_until:
                let_go()
                self._later(LINE_UP, lambda: self._request(IN_LINE))
            else:
                self._let_go = let_go
                self._enter(0.0 if how == AT_ONCE else WORD)

        def lost() -> None:
            if number == self._round:
                self._stop()
                self._request(IN_LINE)

        self._line.request(how, granted, lost)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        """Run `act` after a delay unless a newer round has started by then."""
        number = self._round
        self._line.after(seconds, lambda: act() if number == self._round else None)

    def _runs(self) -> None:
        self._alive = self._line.now()
        if not self._over:
            self._line.after(BEAT, self._runs)

    def _free(self) -> None:
        self._round += 1
        self._plays = self._leaving = False
        let_go, self._let_go = self._let_go, None
        if let_go is not None:
            let_go()

    def _stop(self) -> None:
        """Stop playing and release the lock."""
        self._plays = False
        self.player.set_mine(False)
        self._free()

    def _enter(self, patience: float) -> None:
        """Start to play once the previous tab's entries are visible here.

        `patience`: seconds to wait for its `left` message, if none has arrived yet."""
        word_until = self._line.now() + patience
        sight_until = word_until + SIGHT

        def look() -> None:
            number, given = self._given
            now = self._line.now()
            if number < self._number or number < 0:
                if now < word_until:
                    self._later(LOOK, look)
                    return
            elif not self.player.shows(given):
                if now < sight_until:
                    self._later(LOOK, look)
                    return
                self.player.adopt(given)
            self._start()

        look()

    def _start(self) -> None:
        self._plays, self._taking = True, False
        self._given = (-1, "")
        self._number += 1
        self._since = self._alive = self._line.now()
        self._say("plays")
        self.player.set_mine(True)

    def _take(self, number: int) -> None:
        """Repeat `want` until this tab plays; steal the lock after ASKED_OFTEN without an answer.

        Messages are counted, not seconds: while this tab is suspended it receives no answers."""
        if number != self._round or not self._taking:
            return
        if self._asked >= ASKED_OFTEN and self._let_go is None:
            self._round += 1
            self._request(STEAL)
            return
        self._asked += 1
        self._say("want")
        self._line.after(ASK_AGAIN, lambda: self._take(number))

    # -- messages between the tabs -----------------------------------------------------------

    def _say(self, what: str, given: str = "") -> None:
        self._line.say(json.dumps([what, self._number, given]))

    def heard(self, text: str) -> None:
        """Handle a message from another tab of this game."""
        what, number, given = _word(text)
        if what == "want":
            self._wanted()
            return
        self._asked = 0
        if what == "left" and number >= self._number:
            self._number, self._given = number, (number, given)
        elif what == "plays":
            self._polite_until = 0.0
            self._number = max(self._number, number)
            if self._plays:
                self.doubt()

    def _wanted(self) -> None:
        if not self._plays:
            self._polite_until = self._line.now() + MANNERS
        elif not self._leaving:
            self._leaving = True
            self._later(max(0.0, self._since + KEEP - self._line.now()), self._leave)

    def _leave(self) -> None:
        """Hand over to another tab: send the entries, release the lock, queue again."""
        if not self.sure():
            self.doubt()
            return
        self._say("left", self.player.give())
        self._polite_until = self._line.now() + MANNERS
        self._stop()
        self._later(LINE_UP, lambda: self._request(IN_LINE))


def _word(text: str) -> tuple[str, int, str]:
    """Parse a message of `_say`: (kind, hand-over number, entries); ("", 0, "") if malformed."""
    try:
        found = read_json(text)
    except BadJson:
        found = None
    match found:
        case [str() as what, int() as number, str() as given] if is_count(number):
            return what, number, given
    return "", 0, ""
