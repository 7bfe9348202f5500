"""Several tabs of one browser and one game: who plays it, and how it is handed over.

Only the tab that holds the lock of a game writes it. Another one that wants to play says so; the
one that plays stops, hands over what it has stored, and lets go. The new one begins when it sees
all of that in the store: what a tab has written does not reach the others at once. Hand-overs are
numbered, so that a word which arrives late is not taken for the newest.

The lock is taken away only from a tab that does not answer, and a tab that could not have answered
lately does not write: it lets go and asks anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol

from engine.core.jsontext import BadJson, read_json
from ui.saves.entries import is_count

AT_ONCE, IN_LINE, STEAL = "at once", "in line", "steal"  # how a lock is asked for

LOOK = 0.03  # seconds, as everything below: between two looks at the store
BEAT = 0.5  # between two signs that this tab runs
LEASE = 5.0  # how long after such a sign it may still write
ASK_AGAIN = 0.6
ASKED_OFTEN = 14  # times without a word from anybody: more than LEASE
KEEP = 1.0  # who has just begun to play does so for a moment
MANNERS = 1.5  # how long others in line let somebody go first
LINE_UP = 0.05  # until whoever has let go stands in line again
WORD = 0.4  # until the word of the tab before arrives, if it had time to send one
SIGHT = 2.0  # until what it has stored is seen here


class Player(Protocol):
    """The tab, as far as the lock of a game is concerned."""

    def set_mine(self, mine: bool) -> None:
        """Whether this tab plays from now on. False: it writes nothing any more, not even now."""

    def give(self) -> str:
        """Sees to it that the whole game is stored; all of that, for the next one."""

    def shows(self, given: str) -> bool:
        """Whether this tab sees all of that in the store."""

    def adopt(self, given: str) -> None:
        """It never will: writes what is missing."""


class Line(Protocol):
    """What the browser does for the tabs of one game."""

    def request(
        self,
        how: str,
        granted: Callable[[Callable[[], None] | None], None],
        lost: Callable[[], None],
    ) -> None:
        """Asks for the lock. `granted` gets what lets go of it, or None when it is not to be had
        at once; `lost`: it was stolen."""

    def say(self, text: str) -> None:
        """To the other tabs of this game."""

    def after(self, seconds: float, act: Callable[[], None]) -> None: ...

    def now(self) -> float:
        """In seconds, from anywhere."""

    def close(self) -> None:
        """Nothing is heard any more."""


class TabClaim:
    """One tab in the line of one game, from the opening of its table to its end."""

    def __init__(self, line: Line, player: Player) -> None:
        """`player` is told whether this tab plays, as often as that changes."""
        self.player = player
        self._line = line
        self._round = 0  # what was asked for in an earlier one no longer counts
        self._let_go: Callable[[], None] | None = None  # holds the lock
        self._plays = self._leaving = self._taking = self._over = False
        self._since = 0.0  # when it began to play
        self._asked = 0  # times, since anybody has said a word
        self._number = 0  # of the newest hand-over that was heard of
        self._given: tuple[int, str] = (-1, "")  # at which hand-over, and what
        self._polite_until = 0.0
        self._runs()
        self._request(AT_ONCE)

    # -- from the table ----------------------------------------------------------------------

    def want(self) -> None:
        """Somebody wants to play here."""
        if not self._plays and not self._taking:
            self._taking, self._asked = True, 0
            self._take(self._round)

    def sure(self) -> bool:
        """Whether this tab may write: it plays, and nobody can have taken that away unheard."""
        return self._plays and self._line.now() < self._alive + LEASE

    def doubt(self) -> None:
        """It may have been taken away, or somebody else has written: asks anew."""
        if not self._over:
            self._stop()
            self._request(AT_ONCE)

    def end(self) -> None:
        """The table is left: others may play."""
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
        """Unless it has become another matter by then."""
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
        """Writes nothing from here on."""
        self._plays = False
        self.player.set_mine(False)
        self._free()

    def _enter(self, patience: float) -> None:
        """Plays, as soon as everything the tab before has stored is seen here."""
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
        """Asks until it is this tab that plays, and takes the lock from one that is asleep. Times
        are counted, not seconds: while this tab sleeps itself it hears no answer."""
        if number != self._round or not self._taking:
            return
        if self._asked >= ASKED_OFTEN and self._let_go is None:
            self._round += 1
            self._request(STEAL)
            return
        self._asked += 1
        self._say("want")
        self._line.after(ASK_AGAIN, lambda: self._take(number))

    # -- words between the tabs --------------------------------------------------------------

    def _say(self, what: str, given: str = "") -> None:
        self._line.say(json.dumps([what, self._number, given]))

    def heard(self, text: str) -> None:
        """What another tab of this game says."""
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
        """Somebody else wants to play: hands over, stops, lets go, stands in line."""
        if not self.sure():
            self.doubt()
            return
        self._say("left", self.player.give())
        self._polite_until = self._line.now() + MANNERS
        self._stop()
        self._later(LINE_UP, lambda: self._request(IN_LINE))


def _word(text: str) -> tuple[str, int, str]:
    """What a tab says, as `_say` writes it; nothing at all where it is something else."""
    try:
        found = read_json(text)
    except BadJson:
        found = None
    match found:
        case [str() as what, int() as number, str() as given] if is_count(number):
            return what, number, given
    return "", 0, ""
