"""What this device measures of the other seat's letters: when it had last read all mail without
one, and when it arrived. Measures are shown and certified; they move no piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.far.letter import Accept, Chance, EventsLetter, Join, Letter, Open
from engine.far.timing import Measure
from engine.match.clock import MINUTE

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

MOST = 256  # newest letters whose measure is kept
_PAYS = Join | Accept | EventsLetter | Chance | Open  # who dates these wrongly pays for it himself


class Doubt(NamedTuple):
    """Turn of `seat` whose stated time does not fit.

    `says`: its milliseconds by its letter; `came`: by the arrival of that."""

    seat: int
    says: int
    came: int


class Measures:
    """Measures of one table. `now`: milliseconds since 1970 by this device."""

    def __init__(self, play: FarTable, now: Callable[[], int]) -> None:
        self._play, self._now = play, now
        self._found = play.store.measures()
        self._heard, self._lag = play.store.read()  # when a relay last proved that all is read
        self._ticked = 0  # when all was read as far as this page can tell
        self._stored = self._heard

    def heard(self) -> None:
        """Note that a relay has just proved that it has sent everything."""
        self._heard = self._now()
        if not 0 <= self._heard - self._stored < MINUTE:
            self._save()

    def arrived(self, letter: Letter, when: int) -> None:
        """Set when a letter arrived."""
        found = self._found.get(letter.digest, Measure(0, when))
        self._found[letter.digest] = found._replace(arrived=when)
        self._play.store.set_measures(self._found)

    def shift(self, ahead: int) -> None:
        """Note that this device's dates are set forward by `ahead` milliseconds."""
        self._heard += ahead
        self._ticked += ahead
        self._lag = None if self._lag is None else self._lag + ahead
        self._save()

    def tick(self) -> None:
        """Note that the page is awake and a relay open."""
        if self._play.lines.open:
            self._ticked = self._now()

    def take(self, letters: tuple[Letter, ...], live: bool | None) -> None:
        """Measure letters that have just arrived, but not mere words. `live`: by a relay that had
        sent its stored mail before; None: by hand, so that nothing is known of the mail before."""
        now, found = self._now(), False
        for letter in letters:
            if letter.seat == self._play.me or letter.digest in self._found or letter.talk:
                continue
            without = 0 if live is None else max(self._heard, self._ticked * bool(live))
            if live and any(isinstance(part, _PAYS) for part in letter.parts):
                late = now - letter.at
                self._lag = late if self._lag is None else min(self._lag, late)
            self._found[letter.digest] = Measure(without, now, self._lag or 0)
            found = True
        if found:
            for digest in list(self._found)[:-MOST]:
                del self._found[digest]
            self._play.store.set_measures(self._found)
            self._save()

    def _save(self) -> None:
        self._stored = self._heard
        self._play.store.set_read(self._heard, self._lag)

    def of(self, letter: Letter) -> Measure | None:
        return self._found.get(letter.digest)

    def doubt(self, seat: int) -> Doubt | None:
        """Return what does not fit in the newest turn of a seat, if anything."""
        ended = (one for one in reversed(self._play.course.times.turns) if one.ended is not None)
        turn = next((one for one in ended if one.seat == seat), None)
        if turn is None or turn.ended is None or turn.ended.seat != seat:
            return None
        measure, used = self.of(turn.ended), turn.used
        if measure is None or used is None or turn.giver.seat == seat:
            return None
        if not measure.doubts(turn.began, used):
            return None
        return Doubt(seat, used, max(0, measure.arrived - turn.began))
