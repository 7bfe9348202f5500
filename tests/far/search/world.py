"""One honest seat, on one device or two, against a cheat who forges, holds back and dates letters
as he likes; and what must hold in every state they reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from engine.far.decision import decision
from engine.far.fold import LetterFold
from engine.far.letter import (
    Accept,
    Chance,
    EventsLetter,
    Letter,
    LetterPart,
    Open,
    Parent,
    WordLetter,
)
from engine.far.log import Log
from engine.match.clock import NO_CLOCK, Clock
from tests.far.search.devices import (
    CURVE,
    KNOWN,
    NAMES,
    START,
    Honest,
    Verdict,
    View,
    ancestors,
    chain,
    depth,
    join_part,
    keys,
    note,
    numbered,
    terms_of,
    verdict,
    view,
)

GHOST = "Ghost"  # a second guest of the cheat, played by himself
MOST_REPLIES = 12


class World:
    """All letters of a table, and the devices of the honest seat. `born`: when each was written;
    `bad`: what has been broken; `log`: how it came to this; `me`, `cheat`: the seats."""

    def __init__(
        self,
        game_id: str,
        clock: Clock = NO_CLOCK,
        devices: int = 1,
        me: int = 0,
        invites: bool = True,
    ) -> None:
        self.me, self.cheat = me, 1 - me
        inviter = me if invites else self.cheat
        self.terms = terms_of(game_id, clock, inviter)
        self.now = START
        self.born: dict[bytes, int] = {}
        self.bad: list[str] = []
        self.log: list[str] = []
        self.devices = [Honest(self.terms, me) for _ in range(devices)]
        guest = 1 - inviter
        name, chance = NAMES[guest], self.terms.info.has_chance
        join = self._sign(Letter(self.terms.id, guest, 0, START, (), (join_part(name, chance),)))
        log = Log(self.terms, CURVE, CURVE.public(keys(NAMES[inviter]).secret))
        log.receive(join, trusted=True)
        accept = self._sign(log.acceptance(join, START))
        for device in self.devices:
            device.read([join, accept], self.now)

    def copy(self) -> World:
        found = World.__new__(World)
        found.__dict__.update(self.__dict__)
        found.born, found.bad, found.log = dict(self.born), list(self.bad), list(self.log)
        found.devices = [one.copy() for one in self.devices]
        return found

    @property
    def key(self) -> tuple[object, ...]:
        born = frozenset(self.born.items())
        return born, self.now, tuple(one.key for one in self.devices)

    def _sign(self, plain: Letter) -> Letter:
        letter = plain.write(CURVE, bytes(32))
        note(letter)
        self.born.setdefault(letter.digest, self.now)
        return letter

    # -- the honest seat ---------------------------------------------------------------------

    def press(self, what: str, at: int = 0) -> bool:
        device = self.devices[at]
        device.wake(self.now)
        letter = device.press(what) if device.online else None
        if letter is None:
            return False
        self._wrote(device, letter)
        self.settle(device)
        return True

    def _wrote(self, device: Honest, letter: Letter) -> None:
        self.born.setdefault(letter.digest, self.now)
        self.log.append(f"device {self.devices.index(device) + 1}: {words(letter)}")

    def settle(self, device: Honest) -> None:
        """Let a device write what it owes, and check what it shows."""
        if not device.online:
            return
        device.wake(self.now)
        for _ in range(MOST_REPLIES):
            self.check(device)
            seen = device.look()
            letter = device.reply()
            if letter is None:
                return
            self._wrote(device, letter)
            self._check_reply(device, seen, letter)
        self._broken("a device never stops writing")

    def wait(self, millis: int) -> None:
        self.log.append(f"{millis} ms pass")
        for _ in range(4):
            self.now += -(-millis // 4)
            for device in self.devices:
                self.settle(device)

    def close(self) -> bool:
        was, self.devices[0].online = self.devices[0].online, False
        self.log.append("the page is closed")
        return was

    def open(self) -> bool:
        device = self.devices[0]
        if device.online:
            return False
        device.online = True
        return self.sync(0)

    def sync(self, at: int) -> bool:
        """Let a device read everything there is."""
        device = self.devices[at]
        if {*self.born} <= device.letters:
            return False
        self.log.append(f"device {at + 1} reads all")
        device.read((KNOWN[one] for one in self.born), self.now)
        self.settle(device)
        return True

    def late(self, letter: Letter, at: int) -> bool:
        """Let a letter arrive that a device lacks, with or without those that it builds on."""
        device = self.devices[at]
        if letter.digest in device.letters or not device.online:
            return False
        self.log.append(f"device {at + 1} gets {words(letter)}")
        device.read([letter], self.now)
        self.settle(device)
        return True

    # -- the cheat ---------------------------------------------------------------------------

    def letters(self, seat: int, ghost: bool = False) -> list[Letter]:
        """Return all letters of a seat, the latest last; those of the ghost apart."""
        mine = [KNOWN[one] for one in self.born if KNOWN[one].seat == seat]
        own = [one for one in mine if (self._root(one) in self._ghosts()) == ghost]
        return sorted(own, key=lambda one: (one.n, one.digest))

    def _ghosts(self) -> set[bytes]:
        return {one for one in self.born if _name(KNOWN[one]) == GHOST}

    def _root(self, letter: Letter) -> bytes:
        first = (one for one in ancestors(letter.digest) if KNOWN[one].seat == letter.seat)
        return next((one for one in first if not KNOWN[one].n), letter.digest)

    def behind(self, own: Letter | None, cross: Letter | None) -> View | None:
        """Return what a letter after these two would build on; None if they do not fit."""
        known: frozenset[bytes] = frozenset()
        for one in (own, cross):
            if one is not None:
                known |= {one.digest} | ancestors(one.digest)
        places = [(KNOWN[one].seat, KNOWN[one].n) for one in known]
        if len({*places}) != len(places):
            return None
        tops = {one.seat: one.n for one in (own, cross) if one is not None}
        if any(n > tops.get(seat, -1) for seat, n in places):
            return None
        seat = self.cheat if own is None else own.seat
        return view(self.terms, seat, NAMES[seat], known, None)

    def forge(
        self, what: str, own: Letter, cross: Letter | None, at: int, low: bool | None = None
    ) -> Letter | None:
        """Write a letter of the cheat's after these two; None if it is none or known already.
        `low`: of two letters for one place, whether its digest is to be the lower one."""
        seen = self.behind(own, cross)
        parts = None if seen is None else parts_of(what, own.seat, seen, self.terms)
        if seen is None or parts is None:
            return None
        known = [one for one in (own, cross) if one is not None]
        parents = sorted(Parent(one.seat, one.n + 1, one.digest) for one in known)
        at = max(at, *(one.at for one in known))
        plain = Letter(self.terms.id, own.seat, own.n + 1, at, tuple(parents), parts)
        rivals = [one for one in self._followers(own) if one.digest != plain.digest]
        for later in range(24):
            letter = replace(plain, at=at + later)
            if low is None or not rivals:
                break
            if all((letter.digest < one.digest) == low for one in rivals):
                break
        if letter.digest in self.born:
            return None
        letter = self._sign(letter)
        ahead = f" dated {letter.at - self.now:+d} ms" if letter.at != self.now else ""
        self.log.append(f"cheat: {what} {words(letter)}{ahead}")
        return letter

    def _followers(self, own: Letter) -> Iterable[Letter]:
        for one in self.born:
            parent = KNOWN[one].saw(own.seat)
            if KNOWN[one].seat == own.seat and parent and parent.digest == own.digest:
                yield KNOWN[one]

    def invite_ghost(self, own: Letter) -> Letter | None:
        """Let the cheat, who has invited, accept a guest of his own after this letter."""
        name, chance = GHOST, self.terms.info.has_chance
        join = self._sign(Letter(self.terms.id, self.me, 0, START, (), (join_part(name, chance),)))
        before = own.saw(self.cheat)
        n, parents = own.n, [Parent(self.me, 1, join.digest)]
        if before is not None:
            parents.append(before)
        part = Accept(join)
        letter = Letter(self.terms.id, self.cheat, n, self.now, tuple(sorted(parents)), (part,))
        if letter.digest in self.born:
            return None
        self.log.append("cheat: accepts a ghost")
        return self._sign(letter)

    def deliver(self, letter: Letter, to: Iterable[int]) -> None:
        behind = sorted((KNOWN[one] for one in ancestors(letter.digest)), key=depth)
        for at in to:
            device = self.devices[at]
            if device.online:
                device.read([*behind, letter], self.now)
                self.settle(device)

    # -- what must hold ----------------------------------------------------------------------

    def _broken(self, what: str) -> None:
        if what not in self.bad:
            self.bad.append(what)

    def _check_reply(self, device: Honest, seen: View, letter: Letter) -> None:
        """Nobody's own word that his time is over comes before it is."""
        turn = seen.course.turn
        if turn is not None and "time" in _words(letter):
            began = self.born[turn.giver.digest]
            if self.now - began < turn.left and not seen.course.over:
                self._broken("1: the device gives up although its player had time")

    def check(self, device: Honest) -> None:
        seen = device.look()
        found = verdict(seen.course)
        self._check_winner(device, seen, found)
        self._check_time(seen.course)
        self._check_end(device, seen.course, found)
        self._check_opened(device, seen, found)

    def _check_winner(self, device: Honest, seen: View, found: Verdict | None) -> None:
        """A win of the cheat comes from the board, from the honest player, or from his silence."""
        course = seen.course
        if found is None or found.winner != self.cheat or found.reason in ("board", "resign"):
            return
        end = course.ruling
        if end is None or course.conceded or end.claim is None or end.claim.turn is None:
            return  # by the honest player's own letter, checked when it was written
        turn, patience = end.claim.turn, course.times.patience
        giver, sent = self.born[turn.giver.digest], self.born[end.letter.digest]
        answers = [
            one
            for one in seen.log.kept()
            if one.seat == self.me and giver <= self.born[one.digest] < sent
            and one is not turn.giver and self._answers(one, turn.giver)
        ]  # fmt: skip
        real = sent - giver
        if not answers and real >= turn.left + patience:
            return  # he was silent
        if not device.measured_otherwise(end):
            self._broken("1: a loss by an end that is false, and the device offers nothing")

    def _answers(self, letter: Letter, giver: Letter) -> bool:
        """Return whether a letter of the honest seat moves or denies in the turn after `giver`."""
        knew = giver.digest in ancestors(letter.digest)
        kinds = [part for part in letter.parts if isinstance(part, EventsLetter)]
        return knew and (bool(kinds) or "time-no" in _words(letter))

    def _check_time(self, course: LetterFold) -> None:
        """No letter of the cheat's spends the honest player's time."""
        stated = sum(part.used for one in self.letters(self.me) for part in one.parts
                     if isinstance(part, EventsLetter))  # fmt: skip
        if sum(course.spent.get(self.me, [])) > stated:
            self._broken("3: more time of the honest player is spent than he has stated")

    def _check_end(self, device: Honest, course: LetterFold, found: Verdict | None) -> None:
        """What a page has shown as ended without the cheat as winner stays so; but a win by silence
        may be broken off until it is accepted."""
        final = device.final
        if final is not None and self._own_fork():
            if final.reason == "board" or not self._both_saw(device.finish):
                device.final = None  # its devices were apart: the other seat chooses what counts
                return
        silent = course.ruling is not None and not course.conceded
        same = found == final or (
            self._own_fork() and found is not None and final is not None
            and found.winner == final.winner
        )  # fmt: skip
        if final is not None and not same:
            self._broken(f"2: the page said {final}, then {found}")
        ended = found is not None and found.winner != self.cheat and not silent
        if final is None and ended:
            finish = course.finish if course.ruling is None else course.ruling.letter
            device.final, device.finish = found, finish.digest if finish else b""

    def _own_fork(self) -> bool:
        """Return whether the two devices of the honest seat have written in the same place."""
        places = [one.n for one in self.letters(self.me)]
        return len({*places}) < len(places)

    def _both_saw(self, end: bytes) -> bool:
        """Return whether the other seat has a letter that names this one."""
        seat = KNOWN[end].seat
        return any(KNOWN[one].seat != seat and end in ancestors(one) for one in self.born)

    def _check_opened(self, device: Honest, seen: View, found: Verdict | None) -> None:
        """What is opened stays on the chain that counts, and nothing is decided after it."""
        course, chain_ = seen.course, seen.log.chain(self.me)
        opens = any(isinstance(part, Open) for one in chain_ for part in one.parts)
        if len(self.devices) == 1:
            lost = [one for one in seen.log.kept() if one.seat == self.me and one not in chain_]
            given = [p for one in lost for p in one.parts if isinstance(p, Open | Chance)]
            if given:
                self._broken("4: what was opened is on a branch that does not count")
        events = [(one.actor, one.action[0]) for one in course.events]
        stands = (tuple(events) if len(self.devices) == 1 else (), found)
        if opens and device.opened is None:
            device.opened = stands
            if found is None or found.reason in ("broken", "left"):
                self._broken("4: opened although the game is not over")
        elif device.opened is not None and stands != device.opened:
            self._broken(f"4: opened at {device.opened[1]}, then {found}")

    def agreed(self, rng: Random) -> None:
        """Check that a spectator who gets the letters in any order sees what the device sees."""
        for device in self.devices:
            mine = device.look()
            letters = [KNOWN[one] for one in sorted(device.letters)]
            rng.shuffle(letters)
            log, course = Log(self.terms, CURVE), LetterFold(self.terms)
            for letter in letters:
                log.receive(letter, trusted=True)
                course.follow(log, device.now)
            if len(log.kept()) == len(mine.log.kept()) and verdict(course) != verdict(mine.course):
                self._broken("0: a spectator sees another end")


def parts_of(what: str, seat: int, seen: View, terms: Any) -> tuple[LetterPart, ...] | None:
    """Return what a letter of the cheat says; None if it makes no sense there."""
    course, number = seen.course, seen.course.event_count
    offer = course.agreements.offer
    if what in ("go", "win", "lose", "coin"):
        return (EventsLetter(number, ((what,),)),)
    if what == "hide":
        seed, n = keys(NAMES[seat]).seed, len(seen.log.chain(seat))
        return decision(course.story, seed, seat, n, (("hide", 1),)).parts
    if what == "resign":
        return (EventsLetter(number, (("resign", seat),)),)
    if what == "end":
        return (EventsLetter(number, (("time", 1 - seat),)),)
    if what == "flip":
        return (Chance(course.draws, chain(NAMES[seat]).contribution(course.draws)),)
    if what == "open":
        due = course.story.to_open(seat)
        return tuple(course.own[n] for n in due) or None
    if what == "again":
        return (WordLetter(what, 0, terms.data),)
    if what.rstrip("!") in ("draw", "back", "home") and offer is not None:
        number = offer.number
    elif what == "back?":
        number = numbered(course, "back", seat)
        if number < 0:
            return None
    return (WordLetter(what, number),)


def _words(letter: Letter) -> list[str]:
    return [part.word for part in letter.parts if isinstance(part, WordLetter)]


def _name(letter: Letter) -> str:
    return getattr(letter.parts[0], "name", "")


def words(letter: Letter) -> str:
    """Describe a letter in short: seat, number, what it says and what it names."""
    said = [
        part.word if isinstance(part, WordLetter)
        else "+".join(one[0] for one in part.actions) if isinstance(part, EventsLetter)
        else type(part).__name__
        for part in letter.parts
    ]  # fmt: skip
    named = " ".join(f"{'AB'[one.seat]}{one.seen - 1}" for one in letter.parents)
    return f"{'AB'[letter.seat]}{letter.n}#{letter.digest.hex()[:3]} {', '.join(said)} ({named})"
