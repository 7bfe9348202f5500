"""Cheating clients that need no position: each in five games, in both seats, over a relay and by
links, with each kind of clock; and what the page, a second device of its seat, a spectator and
`verify` then say. The cheats of single games are in the tests that docs/far-faults.md names.

A page plays. The cheat is a device of the engine that writes what it likes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import pytest

from engine.core.contract import RESIGN, TIME
from engine.core.steps import finish
from engine.core.texts import Message
from engine.far.certificate import certify, examine
from engine.far.crypto import mail_secret
from engine.far.letter import Chance, EventsLetter, Letter, LetterPart, Says, WordLetter
from engine.far.terms import open_invitation
from engine.match.clock import DAY, SECOND
from tests.far.devices import Curve, Device
from tests.far.groups import ToyGroup
from tests.far.search.devices import Verdict, View, owed, verdict
from tests.far.tables import chain, turn_of
from tests.far.test_endurance import step
from tests.far.test_two_devices import phone_of
from tests.far.world import Device as Page
from tests.far.world import relays
from tests.fixtures.says import says
from ui.far.relays.manual_mail import pack_link
from ui.far.seat_store import to_text

GAMES = ("andarraya", "cotadrez", "rilatria", "stratego", "twocities")
CLOCKS = ("none", "30m", "3d", "own-bank")
YEAR = 365 * DAY


class Place(NamedTuple):
    """Where a cheat is tried. `seat`: the page's."""

    game: str
    seat: int
    live: bool
    clock: str


class Tried:
    """A page that has invited, and a cheat who has sat down."""

    def __init__(self, place: Place) -> None:
        self.place, self.me = place, place.seat
        world = relays() if place.live else {}
        self.page = page = Page(world, usual=tuple(world))
        page.press(f"act:game:{place.game}", "act:invite")
        page.press(f"far-side:{self.me}", f"far-clock:{place.clock}", "far:make").settle()
        self.base, word = page.side.invitation.split("#join=")
        self.group = ToyGroup() if place.game == "twocities" else None
        self.cheat = Device(open_invitation(word.split("&")[0]), 1 - self.me, "Blas", self.group)
        self.rng = Random(place.game)
        self.wait(0)
        self.hand(self.cheat.join())
        while not self.begun:
            self.go_on()

    def wait(self, millis: int) -> None:
        self.page.clock += millis / SECOND
        self.cheat.at = self.page.side.now()

    def hand(self, *letters: Letter) -> None:
        """Give letters to the page, and the cheat what it then has."""
        page, cheat = self.page, self.cheat
        author = Curve().public(mail_secret(cheat.keys.secret)).hex()
        if self.place.live:
            for letter in letters:
                for relay in page.world.values():
                    relay.publish(cheat.terms.topic, to_text(letter.data), author)
        else:
            if letters:
                page.open(f"{self.base}#l={pack_link(cheat.terms.id, letters)}")
        page.settle()
        cheat.take(*page.side.log.kept())

    @property
    def begun(self) -> bool:
        """Whether somebody is to decide who may resign."""
        course = self.page.side.course
        turn = course.turn is not None or self.place.clock == "none"
        return turn and (RESIGN, self.cheat.seat) in course.match.state.table_actions()

    def go_on(self) -> None:
        """Let both do what is due: set up, contribute, shuffle."""
        cheat = self.cheat
        step(self.page, self.rng)
        self.hand()
        view = View(cheat.log, cheat.course)
        if due := owed(view, cheat.seat, cheat.at, 0, True, chain(cheat.keys.seed)):
            self.hand(cheat.write(*due.parts))
        elif cheat.course.match.state.current_player() == cheat.seat:
            letter = cheat.decide(turn_of(cheat, self.rng))
            self.hand(letter)

    def written(self, *parts: LetterPart, ahead: int = 0, after: int = 0) -> Letter:
        """Return a letter after the cheat's latest but `after`, dated ahead."""
        log, me = self.cheat.log, self.cheat.seat
        chain_ = log.chain(me)
        heads = chain_[-after].parents if after else log.heads()
        return log.next_letter(me, parts, self.cheat.at + ahead, heads).write(
            self.cheat.crypto, self.cheat.keys.secret
        )

    def say(self, *parts: LetterPart, ahead: int = 0) -> None:
        self.hand(self.written(*parts, ahead=ahead))

    @property
    def count(self) -> int:
        return self.cheat.course.event_count

    def lost(self) -> EventsLetter:
        return EventsLetter(self.count, ((RESIGN, self.cheat.seat),))

    def ends(self) -> EventsLetter:
        return EventsLetter(self.count, ((TIME, self.me),))


@dataclass
class Cheat:
    """What is tried, and how the game then stands: `won` by the page's seat, else it goes on.
    `words`: what the page says of it, as a key."""

    does: Callable[[Tried], None]
    won: bool = False
    words: str = ""


def claims_at_once(on: Tried) -> None:
    on.say(WordLetter("time?", on.count))
    on.say(on.ends())


def claims_ahead(on: Tried) -> None:
    span = max(40 * DAY, on.cheat.course.left(on.me))
    on.say(WordLetter("time?", on.count), ahead=span)
    on.say(on.ends(), ahead=span + 10 * DAY)


def resigns_a_year_ahead(on: Tried) -> None:
    on.say(on.lost(), ahead=YEAR)


def resigns_and_writes_anew(on: Tried) -> None:
    on.hand(on.written(on.lost()))
    on.hand(on.written(Says("no"), after=1))


def resigns_and_claims(on: Tried) -> None:
    on.say(on.lost())
    on.wait(8 * DAY)
    on.say(WordLetter("time?", on.count))
    on.wait(8 * DAY)
    on.say(on.ends())


def resigns_and_breaks_off(on: Tried) -> None:
    on.say(on.lost())
    on.say(WordLetter("off", on.count))
    on.say(WordLetter("draw!", on.count))


def breaks_off(on: Tried) -> None:
    on.say(WordLetter("off", on.count))


def confirms_what_nobody_has_offered(on: Tried) -> None:
    for word in ("draw!", "back!", "home!", "draw", "back"):
        on.say(WordLetter(word, on.count))


def gives_up_for_the_other(on: Tried) -> None:
    on.say(EventsLetter(on.count, ((RESIGN, on.me),)))


def gives_luck_early(on: Tried) -> None:
    on.say(Chance(7, chain(on.cheat.keys.seed).contribution(7)))


def replays(on: Tried) -> None:
    """His old letters, letters of another table, and a forged one."""
    other = Tried(on.place)
    strange = other.written(other.lost())
    forged = replace(on.written(on.lost()), signature=bytes(64))
    on.hand(*on.cheat.log.chain(on.cheat.seat), strange, forged)


def writes_twice(on: Tried) -> None:
    first, other = (on.written(Says(words)) for words in ("one", "two"))
    on.hand(first, other)


def floods(on: Tried) -> None:
    for number in range(40):
        on.hand(*(on.written(Says(f"{number} {n}")) for n in range(2)))


CHEATS = {
    "claims time and ends the game at once": Cheat(claims_at_once),
    "claims and ends with dates far ahead": Cheat(claims_ahead),
    "resigns with a date a year ahead": Cheat(resigns_a_year_ahead, True),
    "resigns and writes another letter in its place": Cheat(resigns_and_writes_anew, True),
    "resigns and claims weeks later": Cheat(resigns_and_claims, True),
    "resigns, breaks off and confirms": Cheat(resigns_and_breaks_off, True),
    "breaks off a game that nobody has ended": Cheat(breaks_off),
    "confirms and accepts what nobody has offered": Cheat(confirms_what_nobody_has_offered),
    "resigns for the other": Cheat(gives_up_for_the_other, words="far.refused"),
    "gives a contribution long before its time": Cheat(gives_luck_early, words="far.refused"),
    "plays letters again, and those of another table": Cheat(replays),
    "writes two letters for one place": Cheat(writes_twice),
    "floods with words and branches": Cheat(floods),
}  # fmt: skip


def cases() -> list[object]:
    """Return all cases. `make test` takes each cheat in each game once, with the others in turn."""
    found: list[object] = []
    for i, what in enumerate(CHEATS):
        for j, game in enumerate(GAMES):
            turn = Place(game, (i + j) % 2, (i + j // 2) % 2 == 0, CLOCKS[(i + j) % 4])
            for seat in (0, 1):
                for live in (True, False):
                    for clock in CLOCKS:
                        place = Place(game, seat, live, clock)
                        marks = () if place == turn else (pytest.mark.soak,)
                        name = f"{what}-{game}-{seat}-{'live' if live else 'link'}-{clock}"
                        found.append(pytest.param(what, place, marks=marks, id=name))
    return found


@pytest.mark.parametrize(("what", "place"), cases())
def test_a_cheat_reaches_nothing_in_any_game(what: str, place: Place) -> None:
    on, cheat = Tried(place), CHEATS[what]
    assert on.page.side.met
    before = on.page.stored()
    cheat.does(on)
    page = on.page
    course = page.side.course
    end = verdict(course)
    assert (end is not None and end.winner == on.me) == cheat.won and course.over == cheat.won, end
    assert end is None or end.reason.startswith("resign") or end.reason in ("abandono",)
    proved = cheat.won and not course.closed
    if cheat.words:
        assert says(cheat.words, who="Blas") in page.panel
    assert seen(on) == [end, end]
    now = on.cheat.at
    text = finish(certify(page.side.log, None, on.group, now))
    found = finish(examine(text, Curve(), on.group, now))
    if any(one.kind == "refused" for one in course.incidents) and not cheat.won:
        assert found.failure is not None
        side, liar = found.failure.message.params["side"], course.match.game.info.sides[1 - on.me]
        assert isinstance(side, Message) and side.key == f"side.{liar}"
    else:
        assert found.failure is None and (found.status == "valid") == proved
    assert len(page.stored()) < len(before) + 40_000
    page = page.reopen()
    assert verdict(page.side.course) == end and not page.reports


def seen(on: Tried) -> list[Verdict | None]:
    """Return what a second device of the seat and a spectator see."""
    letters = on.page.side.log.kept()
    phone = phone_of(on.page)
    for letter in () if on.place.live else letters:  # a link may hold no more than one
        phone.open(f"{on.base}#l={pack_link(on.cheat.terms.id, [letter])}")
    phone.clock = on.page.clock
    phone.settle()
    eva = Device(on.cheat.terms, -1, "Eva", on.group)
    for letter in reversed(letters):
        eva.log.receive(letter.data)
    eva.course.follow(eva.log, on.page.side.now())
    return [verdict(phone.side.course), verdict(eva.course)]
