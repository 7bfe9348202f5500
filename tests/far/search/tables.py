"""Random tables: two seats play at random, and one of them also sends letters that are forged,
held back, dated or repeated. The other has two devices; a spectator reads along.

`python -m tests.far.search.tables TABLES SEED [--until 17:30]` plays so many, or until that time of
day (UTC), and says what it has found and with which seed to go on. One table in ten has real
signatures.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from statistics import median
from typing import Any

from engine.core.contract import CHANCE
from engine.far.decision import decision
from engine.far.group import Group
from engine.far.letter import (
    Chance,
    EventsLetter,
    Letter,
    LetterPart,
    Open,
    Parent,
    Says,
    WordLetter,
)
from engine.far.replies import going_on_from
from engine.far.terms import Terms
from engine.far.timing import named
from engine.match.clock import DAY, NO_CLOCK, SECOND, Clock
from tests.far.decks import chosen
from tests.far.devices import Curve, Device, Hashes, table
from tests.far.groups import ToyGroup
from tests.far.search.devices import Verdict, View, owed, verdict
from tests.far.search.toy import OPEN, SECRET, registered
from tests.far.tables import chain, turn_of

GAMES = {  # with how often they are played
    OPEN: 4, SECRET: 4, "andarraya": 3, "rilatria": 2, "cotadrez": 1, "stratego": 2, "twocities": 1,
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {"stratego": {"army": "barrage8"}}
CLOCKS = (NO_CLOCK, Clock(minutes=1), Clock(minutes=10, seconds=5), Clock(days=1))
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")  # of Andarraya: the second seat wins
FORGED = ("decide", "resign", "end", "draw?", "draw", "draw!", "back?", "back", "back!", "home?",
          "home!", "time?", "time", "time-no", "off", "stands", "over", "again", "say", "open",
          "flip", "hint")  # fmt: skip


class Seat(Device):
    """A device that answers by itself as the page does."""

    def __init__(
        self, terms: Terms, seat: int, name: str, group: Group | None, crypto: Curve
    ) -> None:
        super().__init__(terms, seat, name, group, crypto)
        self.had: dict[bytes, int] = {}
        self.spent: list[float] = []  # seconds for each letter read
        self.ahead = 0  # of the true time, as on a page (ui/far/clock/clocks.py)

    def read(self, letters: list[Letter], now: int) -> None:
        begin = time.perf_counter()
        self.at = now + self.ahead
        for letter in letters:
            for one in self.log.receive(letter).entered:
                self.had.setdefault(one.digest, self.at)
        self.course.follow(self.log, self.at)
        if letters:
            self.spent.append((time.perf_counter() - begin) / len(letters))
        turn = self.course.turn
        if self.log.open_forks:
            return
        own = self.log.chain(self.seat)[-1:] if self.seat >= 0 else []
        behind = max(turn.began if turn else 0, *(one.at for one in own), 0) - self.at
        if behind > 0:
            used = self.used()
            self.ahead, self.at = self.ahead + behind, self.at + behind
            if turn is not None:
                self.had[turn.giver.digest] = self.at - used
            self.course.follow(self.log, self.at)  # an end that had to wait may be due

    def send(self, *parts: LetterPart, first: bool = False) -> Letter:
        parts = (*self.course.riding, *parts)
        counts = named(self.log, self.seat, self.course.times, self.at, parts)
        first_heads = going_on_from(self.log, self.course, self.seat) if first else ()
        heads = first_heads or self.log.heads(counts)
        plain = self.log.next_letter(self.seat, parts, self.at, heads)
        letter = plain.write(self.crypto, self.keys.secret)
        self.read([letter], self.at - self.ahead)
        return letter

    def used(self) -> int:
        turn = self.course.turn
        if turn is None or turn.seat != self.seat:
            return 0
        return max(0, self.at - max(turn.began, self.had.get(turn.giver.digest, self.at)))

    def reply(self) -> Letter | None:
        view = View(self.log, self.course)
        found = owed(view, self.seat, self.at, self.used(), True, chain(self.keys.seed))
        return None if found is None else self.send(*found.parts, first=found.first)

    def choose(self, actions: tuple[Any, ...]) -> Letter:
        """Decide, with what the decisions hide, show and draw from."""
        course, n = self.course, len(self.log.chain(self.seat))
        found = decision(course.story, self.keys.seed, self.seat, n, actions, self.used())
        if found.opening is not None:
            course.own[n] = found.opening
        state = course.match.state.clone()
        for action in actions:
            state.apply(action)
        behind: list[LetterPart] = [*course.dealing.behind(state)]
        shows = course.match.game.info.has_chance and not behind
        if state.current_player() == CHANCE and shows and not course.match.game.draws(state):
            behind.append(Chance(course.draws, chain(self.keys.seed).contribution(course.draws)))
        return self.send(*course.dealing.before(actions), *found.parts, *behind)


@dataclass
class Played:
    """What became of the tables. `early`, `late`: seconds for a letter, at the begin of a table and
    at its end."""

    tables: int = 0
    letters: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    early: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def slower(self) -> float:
        """Return how many times as long as an early letter a late one takes, by the medians."""
        return median(self.late) / median(self.early) if self.early else 1.0

    def add(self, other: Played) -> None:
        self.tables, self.letters = self.tables + other.tables, self.letters + other.letters
        self.ends += other.ends
        self.broken += other.broken
        self.early += other.early
        self.late += other.late


class Table:
    """One table. `final`: the end that the honest page has shown, once the cheat did not win."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.seed = seed
        game = rng.choices([*GAMES], [*GAMES.values()])[0]
        self.game, self.clock = game, rng.choice(CLOCKS)
        group = ToyGroup() if game == "twocities" else None
        self.me = rng.randrange(2)
        crypto = Hashes() if seed % 10 else Curve()
        terms = table(game, rng.randrange(2), self.clock, crypto, **OPTIONS.get(game, {}))
        names = ("Ana", "Blas") if terms.seat == 0 else ("Blas", "Ana")
        seats = [Seat(terms, seat, names[seat], group, crypto) for seat in (0, 1)]
        self.honest, self.cheat = seats[self.me], seats[1 - self.me]
        self.now = self.honest.at
        self.final: Verdict | None = None
        self.finish = b""
        inviter, guest = seats[terms.seat], seats[1 - terms.seat]
        join = guest.join()
        inviter.read([join], self.now)
        accept = inviter.post(inviter.log.acceptance(join, self.now))
        self.sent: list[Letter] = [join, accept]  # everything there is
        self.held: list[Letter] = []  # of the cheat, not delivered yet
        for one in seats:
            one.read(self.sent, self.now)
        self.phone = Seat(terms, self.me, names[self.me], group, crypto)
        self.eva = Seat(terms, -1, "Eva", group, crypto)
        self.script = list(MATE) if game == "andarraya" and rng.random() < 0.5 else []
        self.broken: list[str] = []

    # -- what happens ------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        rng = self.rng
        for _ in range(steps):
            self._wait()
            who = self._decider()
            act = rng.random()
            if act < 0.45 and who is self.honest:
                self._decide(self.honest)
            elif act < 0.45 and who is self.cheat:
                self._deliver(self._decide(self.cheat))
            elif act < 0.55:
                self._ask(self.honest)
            elif act < 0.85:
                self._forge()
            elif act < 0.95:
                self._release()
            else:
                self._deliver([rng.choice(self.sent)])
            self._settle()
        self._finish()

    def _wait(self) -> None:
        short = self.rng.randrange(SECOND, 15 * SECOND)
        long = self.clock.left(()) + self.clock.patience if self.clock != NO_CLOCK else 30 * DAY
        self.now += long if self.rng.random() < 0.03 else short
        for one in (self.honest, self.cheat):
            one.read([], self.now)

    def _decider(self) -> Seat | None:
        state = self.honest.course.match.state
        who = {self.me: self.honest, 1 - self.me: self.cheat}.get(state.current_player())
        return who if who is not None and not who.course.over else None

    def _actions(self, who: Seat) -> tuple[Any, ...] | None:
        state = who.course.match.state
        if state.current_player() != who.seat or who.course.agreements.accepted or who.course.over:
            return None
        if self.script and self.game == "andarraya":
            game = who.course.match.game
            texts = [one for one in self.script if _fits(game, state, one)]
            if texts and texts[0] == self.script[0]:
                return (game.parse_action(state, self.script.pop(0)),)
        if self.game == "twocities":
            return chosen(who, self.rng)
        if self.game in (OPEN, SECRET):
            options = sorted(state.legal_actions())
            weights = [1 if one[0] in ("win", "lose") else 8 for one in options]
            return (self.rng.choices(options, weights)[0],)
        return turn_of(who, self.rng)

    def _decide(self, who: Seat) -> list[Letter]:
        actions = self._actions(who)
        if not actions:
            return []
        letter = who.choose(actions)
        self.sent.append(letter)
        return [letter]

    def _ask(self, who: Seat) -> None:
        """Let the honest player offer, answer, claim or accept something."""
        course, rng = who.course, self.rng
        offer = course.agreements.offer
        end = course.ruling
        if end is not None and end.verdict == "lost" and end.loser == who.seat:
            self._say(who, WordLetter("off", course.event_count))
        elif course.over or course.agreements.accepted:
            return
        elif offer is not None and offer.seat != who.seat:
            yes = rng.random() < 0.3
            self._say(who, WordLetter(offer.what if yes else f"{offer.what}-no", offer.number))
        elif offer is None and rng.random() < 0.5 and course.may_offer("draw", course.event_count):
            self._say(who, WordLetter("draw?", course.event_count))
        elif (turn := course.turn) is not None and course.may_claim(who.seat):
            if who.at >= course.times.claimable(turn):
                self._say(who, WordLetter("time?", course.event_count))

    def _say(self, who: Seat, part: LetterPart) -> None:
        self.sent.append(who.send(part))

    # -- the cheat ---------------------------------------------------------------------------

    def _deliver(self, letters: list[Letter]) -> None:
        if letters and self.rng.random() < 0.25:
            self.held += letters
        else:
            self.honest.read(letters, self.now)

    def _release(self) -> None:
        rng = self.rng
        rng.shuffle(self.held)
        some = rng.randrange(len(self.held) + 1)
        self.honest.read(self.held[:some], self.now)
        del self.held[:some]

    def _forge(self) -> None:
        """Write a letter after any of his latest, as if he knew only some of the other's."""
        rng, cheat = self.rng, self.cheat
        mine = sorted(
            (one for one in self.sent if one.seat == cheat.seat), key=lambda one: one.n
        )[-4:]  # fmt: skip
        his = sorted(
            (one for one in self.sent if one.seat != cheat.seat), key=lambda one: one.n
        )[-3:]  # fmt: skip
        own, cross = rng.choice(mine), rng.choice(his)
        least = max(own.at, cross.at)
        span = self.clock.left(()) + self.clock.patience if self.clock != NO_CLOCK else 5 * DAY
        at = rng.choice((least, max(least, self.now), least + span, max(least, self.now) + span))
        parents = sorted(Parent(one.seat, one.n + 1, one.digest) for one in (own, cross))
        part = self._part(rng.choice(FORGED))
        if part is None:
            return
        plain = Letter(cheat.terms.id, cheat.seat, own.n + 1, at, tuple(parents), (part,))
        letter = plain.write(cheat.crypto, cheat.keys.secret)
        self.sent.append(letter)
        if rng.random() < 0.5:
            cheat.read([letter], self.now)
        self._deliver([letter])

    def _part(self, what: str) -> LetterPart | None:
        rng, cheat = self.rng, self.cheat
        course, count = cheat.course, max(0, cheat.course.event_count - rng.choice((0, 0, 0, 1, 2)))
        if what == "decide":
            state = course.match.state
            if state.current_player() != cheat.seat:
                return None
            action = rng.choice(sorted(state.legal_actions()))
            return EventsLetter(count, (action,), rng.choice((0, 10**6)))
        if what == "resign":
            return EventsLetter(count, (("resign", cheat.seat),))
        if what == "end":
            return EventsLetter(count, (("time", self.me),))
        if what == "flip":
            return Chance(course.draws, chain(cheat.keys.seed).contribution(course.draws))
        if what == "open":
            own: list[Open] = [*course.own.values()]
            return rng.choice(own) if own else None
        if what == "say":
            return Says(str(rng.random()))
        return WordLetter(what, count, cheat.terms.data if what == "again" else b"")

    # -- what must hold ----------------------------------------------------------------------

    def _settle(self) -> None:
        """Let both devices write what they owe, and check what the honest one shows."""
        for _ in range(40):
            self._check()
            letter = self.honest.reply()
            if letter is not None:
                self.sent.append(letter)
                self.cheat.read([letter], self.now)
                continue
            self.cheat.read([one for one in self.sent if one.seat == self.me][-4:], self.now)
            answer = self.cheat.reply() if self.rng.random() < 0.8 else None
            if answer is None:
                return
            self.sent.append(answer)
            self._deliver([answer])
        self._break("the devices never stop writing")

    def _check(self) -> None:
        course = self.honest.course
        found = verdict(course)
        winner = None if found is None else found.winner
        false = found is not None and found.reason == "unproved"  # loses whoever had won
        if self.final is not None and winner != self.final.winner and not false:
            self._break(f"the page said {self.final}, then {found}")
        if course.failed == self.me:
            self._break("an honest board or hand counts as false")
        silent = course.ruling is not None and not course.conceded
        if found is not None and found.winner != 1 - self.me and not silent and self.final is None:
            self.final = found
        lost = [
            one for one in self.honest.log.kept()
            if one.seat == self.me and one not in self.honest.log.chain(self.me)
        ]  # fmt: skip
        if lost:
            self._break("a letter of a seat that never forked does not count")

    def _finish(self) -> None:
        """Deliver everything; another device of the seat and a spectator must see the same."""
        self.honest.read(self.held, self.now)
        self._settle()
        self._check()
        mine = [one for one in self.honest.log.kept()]
        for other in (self.phone, self.eva):
            letters = [*mine]
            self.rng.shuffle(letters)
            for one in letters:
                other.read([one], self.honest.at)
            if self.eva.log.count(self.me) == self.honest.log.count(self.me):
                if verdict(other.course) != verdict(self.honest.course):
                    self._break(f"{other.name} sees {verdict(other.course)}")

    def _break(self, what: str) -> None:
        self.broken.append(f"table {self.seed}, {self.game}: {what}")


def _fits(game: Any, state: Any, text: str) -> bool:
    try:
        return game.parse_action(state, text) is not None
    except Exception:
        return False


def play_tables(tables: int, seed: int) -> Played:
    """Play tables with the numbers from `seed` on; an exception is a break."""
    found = Played()
    for number in range(seed, seed + tables):
        one = None
        try:
            one = Table(number)
            one.play(one.rng.randrange(10, 60))
            found.broken += one.broken[:1]
        except Exception as why:
            name = "" if one is None else one.game
            found.broken.append(f"table {number}, {name}: {type(why).__name__} {why}")
        found.tables += 1
        if one is not None:
            found.letters += len(one.sent)
            times = one.honest.spent
            if len(times) > 20:
                found.early += times[2:10]
                found.late += times[-8:]
            end: Verdict | None = verdict(one.honest.course)
            won = "running" if end is None else f"{end.reason} {end.winner == one.me}"
            found.ends[won] += 1
    return found


def main(tables: int, seed: int, until: str) -> None:
    begin, done = time.monotonic(), Played()
    print(f"seed {seed}")
    with registered():
        while done.tables < tables and not (until and f"{datetime.now(UTC):%H:%M}" >= until):
            some = play_tables(min(100, tables - done.tables), seed + done.tables)
            done.add(some)
            print(done.tables, done.letters, dict(done.ends), f"{time.monotonic() - begin:.0f} s",
                  f"late letters {done.slower():.2f} times as long",
                  *some.broken[:5], sep="\n  " if some.broken else " ", flush=True)  # fmt: skip
    print(f"seed {seed}: {done.tables} tables, {done.letters} letters, {len(done.broken)} broken; "
          f"go on with seed {seed + done.tables}")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--until", default="")
    main(**vars(parser.parse_args()))
