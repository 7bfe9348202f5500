"""Course of a far table: folds its letters into the match, offers, clocks, claims and chat.

A refused part of a letter changes nothing and is listed in `refused`. The same letters give the
same match on every device.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.core.contract import CHANCE, DRAW, RESIGN, SPECTATOR, TABLE_VERBS, TIME, Event
from engine.core.texts import plain_name
from engine.far.agreement import Agreements, Offer
from engine.far.chance import after, outcome, step
from engine.far.dealing import Dealing
from engine.far.deckfold import DeckFold
from engine.far.group import Group, cached
from engine.far.letter import (
    SEATS,
    Accept,
    Chance,
    DeckStep,
    EventsLetter,
    Join,
    Letter,
    Open,
    Says,
    Sealed,
    WordLetter,
)
from engine.far.log import Log
from engine.far.order import displaced
from engine.far.own_copy import OwnSecrets
from engine.far.story import DeviceMatch, Refused
from engine.far.terms import Terms
from engine.far.timing import (
    BROKEN,
    LEFT,
    LOST,
    REFUSED,
    ClockTurn,
    TimeClaim,
    TimeEnd,
    Times,
    names,
)
from engine.match.match import Match, table_options

MAX_SAYS = 200


class Said(NamedTuple):
    """Chat message of a seat, as plain text or sealed between the two mail keys."""

    seat: int
    part: Says | Sealed


@dataclass
class LetterFold(DeckFold):
    """Fold of the letters in their order. Attributes are read-only for callers.

    `seat`: the one this device plays (SPECTATOR: none). `own`: its closed decisions, by number of
    the letter; those that are missing are read back from the letters with the `seed` of this seat.
    If that fails the device continues as a spectator (`lost`). `group`: for shared decks.
    """

    terms: Terms
    seat: int = SPECTATOR
    own: dict[int, Open] = field(default_factory=dict)
    group: Group | None = None
    seed: bytes = b""

    def __post_init__(self) -> None:
        self.lost = False
        self._secrets = OwnSecrets(self.seat, self.seed, self.own)
        self._cached = None if self.group is None else cached(self.group)
        self.ruling: TimeEnd | None = None  # how the game ended on time
        self._reset()

    def _reset(self) -> None:
        self.story = DeviceMatch(self.terms, SPECTATOR if self.lost else self.seat, self.own)
        self.names = [""] * SEATS
        self.names[self.terms.seat] = plain_name(self.terms.name)
        self.ends: dict[int, bytes] = {self.terms.seat: self.terms.chain}
        self.agreements = Agreements()
        self.again: dict[int, bytes] = {}  # by seat: its first invitation to a rematch
        self.said: list[Said] = []
        self.refused: dict[bytes, str] = {}  # by digest of the letter
        self.draws = 0  # settled draws
        self._place = 0  # node within the current draw
        self.given: dict[int, list[bytes]] = {}  # contributions by seat
        self.times = Times(self.terms.clock)
        self._met = False  # the free seat is taken: clocks run
        self._used: int | None = None  # by the decision that the letter at hand has brought
        self.forfeit: int | None = None  # seat that lost on time where the rules have no such loss
        self.broken_off: TimeEnd | None = None  # the end whose answer breaks the game off
        self.abandoned: int | None = None  # seat that left a table without a clock
        self.conceded = False  # the loser by silence has accepted that
        self.finish: Letter | None = None  # ended the game; no end that does not name it counts
        self.home: int | None = None  # seat on whose device the game continues alone
        self.engines: dict[int, int] = {}  # computer level by seat
        self.hints: dict[int, set[int]] = {}  # by seat: events after which it used a hint
        self.riding: list[Chance | DeckStep] = []  # own ones to send with the next letter
        seat = SPECTATOR if self.lost else self.seat
        self.dealing = Dealing(
            self.match.game, self.terms.id, self._cached, seat, self.seed, self.ends
        )
        self.guilt = self.convicted = None
        self._judged = {}
        self._least = 0  # public events that no takeback may cross: a card was shown or drawn
        self.rewound = 0  # count of letters at the last agreed takeback
        self._resigned: Letter | None = None  # has crossed a question
        self._done: list[Letter] = []
        self._settle()

    # -- folding -----------------------------------------------------------------------------

    def follow(self, log: Log, now: int | None = None) -> None:
        """Fold the new letters; start over if the order of earlier ones has changed.

        `now`: this device's clock, milliseconds since 1970. Claims and ends of a game on time that
        are dated further ahead than AHEAD wait until then; None: nothing waits."""
        letters = log.order()
        for word in displaced(self._done, letters):
            del self.said[max(0, len(self.said) - len(word.parts)) :]
        done = len(self._done)
        again = letters[:done] != self._done  # compares the same objects
        if self.riding and any(letter.seat != self.seat for letter in letters[done:]):
            again = True  # foreseen chance must follow these letters
        lost = any(map(self._secrets.lost, letters[0 if again else done :]))
        if again or (lost and not self.lost):
            again, self.lost = True, lost
        if self.ruling is not None:
            new = any(self._overturns(letter) for letter in letters[done:])
            again = again or new or self.times.ripe(now)
        if again:
            self.ruling = None
            self._reset()
        self._fold(letters)
        if self._secrets.failed and not self.lost:
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
            accepts = any(isinstance(part, Accept) for part in letter.parts)
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
        if self.ruling is None or all(isinstance(part, Says | Sealed) for part in letter.parts):
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
            if overruled and not isinstance(part, Says | Sealed):
                continue
            try:
                if isinstance(part, Join):
                    self._join(letter, part)
                elif isinstance(part, EventsLetter):
                    self._events(letter, part)
                elif isinstance(part, Open):
                    self._open(letter, part)
                elif isinstance(part, Chance):
                    self._chance(letter.seat, part)
                elif isinstance(part, DeckStep):
                    self._deck(letter.seat, part)
                elif isinstance(part, WordLetter):
                    self._word(letter, part)
                elif isinstance(part, Says | Sealed):
                    self.said = [*self.said, Said(letter.seat, part)][-MAX_SAYS:]
            except Refused as why:
                self.refused[letter.digest] = str(why)
                return

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
        if self.stands or (resigns and self.match.over):
            return
        early = resigns and part.actions[0] not in table_options(self.match.state)
        if early and self.story.singly and part.actions == ((RESIGN, letter.seat),):
            self._resigned = self._resigned or letter  # counts once a turn begins
            return
        if not resigns and self.agreements.binds(letter):
            raise Refused("stale")
        spent = self.dealing.played(letter.seat, part.actions)
        if spent is None:
            raise Refused("card")
        if not self.lost and not self._secrets.read_back(letter, self.match.state):
            raise Refused("closed")
        self.story.play(letter, part.actions)
        self._used = None if resigns else part.used
        self.dealing.spend(letter.seat, spent)
        if spent:
            self._least = self.event_count - self.dealing.later(part.actions)
        self.agreements.decided(letter)
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
        elif end.verdict == LEFT:
            self.abandoned = end.loser
        elif drawn:
            self._agree(Offer("draw", end.loser, self.event_count))
        else:
            self._lose(end.loser)

    def _lose(self, seat: int) -> None:
        self.agreements.close()
        if (RESIGN, seat) in self.match.state.table_actions():
            self.story.lose_on_time(seat)
            self._settle()
        else:
            self.forfeit = seat

    def _word(self, letter: Letter, part: WordLetter) -> None:
        """Handle an offer, answer, claim or rematch. Outdated offers, answers and confirmations are
        ignored without being refused. Raises Refused."""
        seat = letter.seat
        if part.word == "again":
            if not self.over or not part.more:
                raise Refused("word")
            self.again.setdefault(seat, part.more)
        elif part.word == "engine":
            self.engines[seat] = part.number
        elif part.word == "over":
            self._end(letter, part)
        elif part.word == "hint":
            self.hints.setdefault(seat, set()).add(part.number)
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
            self._agree(offer)

    def _out_of_time(self, letter: Letter) -> None:
        """Take the word of a seat that its own time is over, or that it accepts the other's end."""
        end = self.ruling
        if not self.over:
            self._lose(letter.seat)
        elif end is not None and end.verdict == LOST and end.loser == letter.seat:
            self.conceded = self.conceded or names(letter, end.letter)

    @property
    def opens(self) -> bool:
        """Whether secrets are opened now that the game is over: not if it was broken off or left,
        nor if it was lost by silence before the loser has accepted that."""
        return self.over and (self.ruling is None or self.conceded)

    def _end(self, letter: Letter, part: WordLetter) -> None:
        """Take the word of a seat that alone can see that the game is over. Raises Refused."""
        if not self.story.singly or self.over or part.number > self.event_count:
            raise Refused("word")
        self.story.ended_by = letter.seat
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
        seats = range(len(self.names))
        owing = [one for one in seats if self.owes(one) or self.story.to_open(one)]
        owing += [one for one in seats if self.dealing.owes(one, self.drawn)]
        return owing[0] if len(owing) == 1 else -1

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

    def _agree(self, offer: Offer) -> None:
        """Carry out what both have agreed to and the offerer has confirmed."""
        if offer.what == "draw":
            if (DRAW,) in table_options(self.match.state):
                self.story.agree_draw()
                self._settle()
        elif offer.what == "home":
            self.home = offer.seat
        elif offer.number >= self._least and self.story.may_cut(offer.number):
            self.story.cut(offer.number)
            self.times.go_back()
            self.rewound = len(self._done) + 1

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

    # -- chance ------------------------------------------------------------------------------

    @property
    def at_chance(self) -> bool:
        return self.match.state.current_player() == CHANCE

    def owes(self, seat: int) -> bool:
        """Return whether the game waits for a chance contribution of this seat."""
        waits = self.at_chance and not self.story.shows and not self.stands and not self.drawn
        return waits and len(self.given.get(seat, ())) <= self.draws

    def _chance(self, seat: int, part: Chance) -> None:
        """Accept a contribution. Raises Refused if early or not the next link of its chain."""
        if seat == self.seat and part in self.riding:
            self.riding.remove(part)
            return
        if self.stands or (self.over and part.draw == self.draws):
            return  # the game ended meanwhile
        given = self.given.setdefault(seat, [])
        if not self.at_chance or part.draw != self.draws or self.drawn is not None:
            raise Refused("ahead" if part.draw >= self.draws else "chance")
        if len(given) != part.draw:
            raise Refused("chance")
        before = given[-1] if given else self.ends.get(seat, b"")
        if step(part.contribution) != before:
            raise Refused("chance")
        given.append(part.contribution)
        self._settle()

    def foresee(self, part: Chance) -> bool:
        """Apply this seat's own contribution before it is sent, and return True, if it completes
        the draw and this seat decides next: one letter then carries both."""
        given = [list(self.given.get(seat, [])) for seat in range(len(self.names))]
        given[self.seat].append(part.contribution)
        if any(len(one) <= self.draws for one in given):
            return False
        state = after(self.match.state, [one[self.draws] for one in given])
        if not self.dealing.comes_next(state):
            return False
        self.riding.append(part)
        self.given[self.seat] = given[self.seat]
        self._settle()
        return True

    def _settle(self) -> None:
        """Disclose opened decisions, then draw chance while every seat has contributed."""
        self.story.disclose()
        while self.at_chance:
            drawn = self.drawn
            if drawn is not None:
                if not self._deal(drawn):
                    return
                continue
            if self.story.shows:
                if not self.story.whole:
                    return
                self.story.settle(self.match.options_now()[0])
                continue
            given = [self.given.get(seat, []) for seat in range(len(self.names))]
            if any(len(one) <= self.draws for one in given):
                return
            links = [one[self.draws] for one in given]
            self.story.settle(outcome(self.match.state, links, self._place))
            self._place += 1
        self.draws += self._place > 0
        self._place = 0

    # -- how it stands -------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or where it `stands`."""
        return self.match.over or self.stands or self.story.ended_by is not None

    @property
    def stands(self) -> bool:
        """Whether the game has ended while the match has not: by time where the rules allow no such
        loss, by breaking off or leaving, or by a proved cheat."""
        ends = self.forfeit, self.broken_off, self.abandoned, self.convicted, self.story.unproved
        return any(one is not None for one in ends)

    @property
    def match(self) -> Match:
        return self.story.match

    @property
    def event_count(self) -> int:
        """Number of publicly known events, as letters count them."""
        return self.story.event_count

    @property
    def letters(self) -> int:
        """Number of letters folded so far."""
        return len(self._done)

    @property
    def events(self) -> list[Event]:
        """Log of the match as this device may know it."""
        return self.match.events
