"""Course of a far table: folds its letters into the match, offers, clocks, claims and chat.

A refused part of a letter changes nothing and is listed in `refused`. The same letters give the
same match on every device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.contract import DRAW, RESIGN, TABLE_VERBS, TIME
from engine.core.texts import plain_name
from engine.far.agreement import Agreements, Offer
from engine.far.letter import (
    SEATS,
    Accept,
    Chance,
    DeckStep,
    EventsLetter,
    Join,
    Letter,
    LetterPart,
    Open,
    Says,
    Sealed,
    WordLetter,
)
from engine.far.log import Log
from engine.far.luck import LuckFold
from engine.far.order import displaced
from engine.far.own_copy import OwnSecrets
from engine.far.story import Refused
from engine.far.timing import (
    BROKEN,
    LEFT,
    LOST,
    REFUSED,
    ClockTurn,
    TimeClaim,
    Times,
    names,
)
from engine.match.match import table_options

MAX_SAYS = 200


class Said(NamedTuple):
    """Chat message of a seat, as plain text or sealed between the two mail keys."""

    seat: int
    part: Says | Sealed


class Incident(NamedTuple):
    """What a letter did, as a key of the catalogue below `certificate.`, with a number if it has
    one: `back` (taken back to event `number`), `draw.agreed`, `home`, `engine` (level), `hint`
    (events before it), `forfeit` (seat that lost), `over`, `refused` (`why`)."""

    kind: str
    letter: Letter
    number: int = 0
    why: str = ""


class LetterFold(LuckFold):
    """Fold of the letters in their order."""

    def __post_init__(self) -> None:
        self._secrets = OwnSecrets(self.seat, self.seed, self.own)
        self._takes: dict[type[LetterPart], Callable[[Letter, Any], None]] = {
            Join: self._join, EventsLetter: self._events, Open: self._open, Chance: self._chance,
            DeckStep: self._deck, WordLetter: self._word, Says: self._say, Sealed: self._say,
        }  # fmt: skip
        super().__post_init__()

    def _reset(self) -> None:
        super()._reset()
        self.names = [""] * SEATS
        self.names[self.terms.seat] = plain_name(self.terms.name)
        self.agreements = Agreements()
        self.again: dict[int, bytes] = {}  # by seat: its first invitation to a rematch
        self.said: list[Said] = []
        self.refused: dict[bytes, str] = {}  # by digest of the letter
        self.incidents: list[Incident] = []
        self.times = Times(self.terms.clock, self.terms.left)
        self._met = False  # the free seat is taken: clocks run
        self._used: int | None = None  # by the decision that the letter at hand has brought
        self.finish: Letter | None = None  # ended the game; no end that does not name it counts
        self.home: int | None = None  # seat on whose device the game continues alone
        self.engines: dict[int, int] = {}  # computer level by seat
        self.hints: dict[int, set[int]] = {}  # by seat: events after which it used a hint
        self.rewound = 0  # count of letters at the last agreed takeback
        self._decided: Letter | None = None  # the last decision, which the next one has to name
        self._resigned: Letter | None = None  # has crossed a question
        self._unread = False  # what an own letter hides is not known here
        self._done: list[Letter] = []

    # -- folding -----------------------------------------------------------------------------

    def follow(self, log: Log, now: int | None = None) -> None:
        """Fold the new letters of a log (`fold`)."""
        self.fold(log.order(), now)

    def fold(self, letters: list[Letter], now: int | None = None) -> None:
        """Fold the new ones of these letters; start over if the order of earlier ones has changed.

        `now`: this device's clock, milliseconds since 1970. Claims and ends of a game on time that
        are dated further ahead than AHEAD wait until then; None: nothing waits."""
        for word in displaced(self._done, letters):
            del self.said[max(0, len(self.said) - len(word.parts)) :]
        new = letters[len(self._done) :]
        again = letters[: len(self._done)] != self._done  # compares the same objects
        if self.riding and any(letter.seat != self.seat for letter in new):
            again = True  # foreseen chance must follow these letters
        if self.ruling is not None:
            again = again or any(map(self._overturns, new)) or self.times.ripe(now)
        if again:
            self.ruling, self.lost = None, False
            self._reset()
        self._fold(letters)
        if self._unread and not self.lost:
            self.lost = True
            self._reset()
            self._fold(letters)
        if self.ruling is None:
            self._judge(letters, now)

    def _fold(self, letters: list[Letter]) -> None:
        for letter in letters[len(self._done) :]:
            before, self._used = (self.event_count, self.awaited), None
            self._take(letter)
            if self.over:
                self.finish = self.finish or letter
            accepts = letter.part(Accept) is not None
            self._met = self._met or accepts
            awaited = self.awaited
            if self._met and (accepts or before != (self.event_count, awaited)):
                owes = self.at_chance or self.agreements.accepted is not None
                self.times.pass_on(letter, awaited, self.event_count, self._used, owes)
            self._done.append(letter)

    def _judge(self, letters: list[Letter], now: int | None) -> None:
        """Judge claims and ends. If one ends the game, fold again up to there: the letters that it
        overrules change nothing."""
        times = self.times
        if not times.noted:
            return
        self.ruling = times.judge(now, self.finish)
        if self.ruling is not None:
            self._reset()
            self._fold(letters)
            self.times.adopt(times, self.ruling)
        for end in self.times.ends:
            if end.verdict == REFUSED and (end.answer is None or names(end.letter, end.answer)):
                self.refused.setdefault(end.letter.digest, "illegal")

    def _overturns(self, letter: Letter) -> bool:
        """Return whether a new letter may change how the game has ended on time."""
        if self.ruling is None or letter.talk:
            return False
        off = any(isinstance(part, WordLetter) and part.word == "off" for part in letter.parts)
        refuses = off and self.ruling.verdict == LOST and not self.conceded
        return refuses or not names(letter, self.ruling.letter)

    def _overruled(self, letter: Letter) -> bool:
        """Return whether the end of the game on time overrules this letter: it is the one that
        would have ended the turn, or was written by somebody who knew it."""
        move = None if self.ruling is None else self.ruling.move
        known = move is not None and (letter.digest == move.digest or names(letter, move))
        return known and not self.over

    def _take(self, letter: Letter) -> None:
        overruled = self._overruled(letter)
        for part in letter.parts:
            take = self._takes.get(type(part))
            if take is None or (overruled and not part.talk):
                continue
            try:
                take(letter, part)
            except Refused as why:
                self.refused[letter.digest] = str(why)
                self._note("refused", letter, why=str(why))
                return

    def _note(self, kind: str, letter: Letter, number: int = 0, why: str = "") -> None:
        self.incidents.append(Incident(kind, letter, number, why))

    def _say(self, letter: Letter, part: Says | Sealed) -> None:
        self.said = [*self.said, Said(letter.seat, part)][-MAX_SAYS:]

    def _join(self, letter: Letter, part: Join) -> None:
        if letter.seat == self.terms.seat or letter.n:
            raise Refused("join")
        if self.terms.info.has_chance and not part.chain:
            raise Refused("chance")
        self.names[letter.seat] = plain_name(part.name)
        self.ends[letter.seat] = part.chain
        self._settle()

    def _events(self, letter: Letter, part: EventsLetter) -> None:
        """Play all actions of a part or none. A resignation may cross other events on its way: it
        is played after them, and after the questions they have raised, or ignored if the game is
        over. Raises Refused."""
        if not part.actions or self.home is not None:
            raise Refused("illegal")
        resigns = all(action[0] in TABLE_VERBS for action in part.actions)
        if part.count != self.event_count and not resigns:
            raise Refused("stale")
        if any(action[0] == TIME for action in part.actions):
            return self._flag(letter, part)
        if self.stands or (resigns and (self.match.over or self.agreements.drawn_by(letter.seat))):
            return
        early = resigns and part.actions[0] not in table_options(self.match.state)
        if early and self.story.singly and part.actions == ((RESIGN, letter.seat),):
            self._resigned = self._resigned or letter  # counts once a turn begins
            return
        answers = self._decided is None or names(letter, self._decided)
        if not resigns and (not answers or self.agreements.binds(letter)):
            raise Refused("stale")
        spent = self.dealing.played(letter.seat, part.actions)
        if spent is None:
            raise Refused("card")
        if not self.lost and not self._secrets.read_back(letter, self.match.state):
            self._unread = True
            raise Refused("closed")
        self.story.play(letter, part.actions)
        self._used = None if resigns else part.used
        self._decided = self._decided if resigns else letter
        self.dealing.spend(letter.seat, spent)
        if spent:
            self._least = self.event_count - self.dealing.later(part.actions)
        self.agreements.close()
        late = self._resigned
        if late is not None and (RESIGN, late.seat) in table_options(self.match.state):
            self.story.play(late, ((RESIGN, late.seat),))
        self._settle()

    def _open(self, letter: Letter, part: Open) -> None:
        if not self.stands:
            self.story.open(letter, part)
            self._settle()

    def _flag(self, letter: Letter, part: EventsLetter) -> None:
        """Note a loss on time, or carry it out if it ends the game. Raises Refused."""
        if part.actions != ((TIME, 1 - letter.seat),):
            raise Refused("illegal")
        self.times.note_end(letter, part.count)
        self._conclude(letter)

    def _conclude(self, letter: Letter) -> None:
        """End the game if this is the letter that ends it on time."""
        end = self.ruling
        if end is None or end.letter.digest != letter.digest or self.over:
            return
        drawn = self.agreements.drawn_by(letter.seat)
        self.agreements.close()
        if end.verdict == BROKEN:
            self.broken_off = end
        elif drawn:
            self._agree(letter, Offer("draw", end.loser, self.event_count))
        elif end.verdict == LEFT:
            self.abandoned = end.loser
        else:
            self._lose(letter, end.loser)

    def _lose(self, letter: Letter, seat: int) -> None:
        self.agreements.close()
        if (RESIGN, seat) in self.match.state.table_actions():
            self.story.lose_on_time(seat)
            self._settle()
        else:
            self.forfeit = seat
            self._note("forfeit", letter, seat)

    def _word(self, letter: Letter, part: WordLetter) -> None:
        """Handle an offer, answer, claim or rematch. Outdated offers, answers and confirmations are
        ignored without being refused. Raises Refused."""
        seat = letter.seat
        if part.word == "again":
            if not self.over or not part.more:
                raise Refused("word")
            self.again.setdefault(seat, part.more)
        elif part.word == "engine":
            if self.engines.get(seat) != part.number:
                self._note("engine", letter, part.number)
            self.engines[seat] = part.number
        elif part.word == "over":
            self._end(letter, part)
        elif part.word == "hint":
            hints = self.hints.setdefault(seat, set())
            if part.number not in hints:
                self._note("hint", letter, part.number)
            hints.add(part.number)
        elif part.word in ("time?", "time", "time-no", "off"):
            if self.times.endless and part.word in ("time", "off"):
                raise Refused("word")
            self.times.note_word(letter, part)
            if part.word == "time":
                self._out_of_time(letter)
        elif part.word.endswith("?"):
            what = part.word[:-1]
            if not self.over and self.may_offer(what, part.number):
                self.agreements.ask(letter, Offer(what, seat, part.number))
        elif not part.word.endswith("!"):
            self.agreements.answer(letter, part)
        elif (offer := self.agreements.confirm(letter, part)) is not None and not self.over:
            self._agree(letter, offer)

    def _out_of_time(self, letter: Letter) -> None:
        """Take the word of a seat that its own time is over, or that it accepts the other's end."""
        end = self.ruling
        if not self.over and not self.agreements.drawn_by(letter.seat):
            self._lose(letter, letter.seat)
        elif end is not None and end.verdict == LOST and end.loser == letter.seat:
            self.conceded = self.conceded or names(letter, end.letter)

    def _end(self, letter: Letter, part: WordLetter) -> None:
        """Take the word of a seat that alone can see that the game is over. Raises Refused."""
        if not self.story.singly or self.over or part.number > self.event_count:
            raise Refused("word")
        if self.agreements.drawn_by(letter.seat):
            return
        self.story.ended_by = letter.seat
        self._note("over", letter)
        self.agreements.close()
        self._settle()

    def may_claim(self, seat: int) -> bool:
        """Return whether the opponent's clock is running and there is no claim yet."""
        turn = self.turn
        return turn is not None and turn.seat == 1 - seat and self.claim is None

    @property
    def awaited(self) -> int:
        """The seat whose clock runs: it is to move, or only its device owes a chance contribution,
        an opening or a confirmation. −1: none, or both."""
        state = self.match.state
        if not self.over and self.agreements.accepted is not None:
            return 1 - self.agreements.accepted.seat
        if self.over or state.current_player() >= 0:
            return -1 if self.over else state.current_player()
        return self.owing[0] if len(self.owing) == 1 else -1

    @property
    def turn(self) -> ClockTurn | None:
        """The turn whose clock runs; None if none does."""
        return None if self.over else self.times.turn

    @property
    def claim(self) -> TimeClaim | None:
        """The claim on time that is open."""
        return None if self.over else self.times.claim

    @property
    def spent(self) -> dict[int, list[int]]:
        """Milliseconds of each turn, by seat."""
        return self.times.spent

    def left(self, seat: int) -> int:
        """Return the milliseconds a seat had at the start of this turn."""
        return self.times.left(seat)

    def _agree(self, letter: Letter, offer: Offer) -> None:
        """Carry out what both have agreed to and this letter has confirmed."""
        if offer.what == "draw":
            if (DRAW,) in table_options(self.match.state):
                self.story.agree_draw()
                self._note("draw.agreed", letter)
                self._settle()
        elif offer.what == "home":
            self.home = offer.seat
            self._note("home", letter)
        elif offer.number >= self._least and self.story.may_cut(offer.number):
            self.story.cut(offer.number)
            self.times.go_back()
            self.rewound = len(self._done) + 1
            self._note("back", letter, self.event_count)

    def may_offer(self, what: str, number: int) -> bool:
        """Return whether a draw, `home` or a takeback to `number` events may be offered now.

        `number` counts public events. A takeback never crosses chance or closed decisions."""
        if self.home is not None:
            return False
        if what == "home":
            return number == self.event_count and self.story.whole
        if what == "draw":
            return number == self.event_count and (DRAW,) in table_options(self.match.state)
        return number >= self._least and self.story.may_cut(number)

    @property
    def letters(self) -> int:
        """Number of letters folded so far."""
        return len(self._done)
