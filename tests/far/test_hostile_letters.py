"""Well-formed nonsense, signed by a changed client with the keys of its seat: letters, presence,
names and rematches. The honest page must not crash, lose anything or stop."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadLink
from engine.core.texts import plain_name
from engine.far.crypto import mail_secret
from engine.far.letter import (
    COPY_BLOCK,
    COPY_TAG,
    ID,
    KEYS,
    MAX_COPY,
    MAX_LEAVES,
    MAX_LETTER,
    MAX_SAID,
    MAX_SEALED,
    SEED,
    WORDS,
    Chance,
    Closed,
    DeckStep,
    EventsLetter,
    Join,
    Leaves,
    Letter,
    LetterPart,
    Open,
    OwnCopy,
    Parent,
    Says,
    Sealed,
    Shown,
    WordLetter,
)
from engine.far.tablefile import MOST_LETTERS
from engine.match.clock import Clock
from tests.far.test_bait import over
from tests.far.test_chat import spectator
from tests.far.test_endurance import step
from tests.far.test_table import MATE, same, turn
from tests.far.world import RELAYS, Device, relays, two
from tests.fixtures.sampled import sampled
from ui.far.relays.manual_mail import open_file
from ui.far.relays.presence import HERE, Whisper
from ui.far.seat_store import new_seat, to_text

GAMES = ("andarraya", "cotadrez", "rilatria", "stratego")
NUMBERS = (0, 1, 7, 63, 64, 127, 128, 255, 256, 65_535, 2**31 - 1, 2**31, 2**32, 2**35 - 1)
LAST = (1 << 48) - 1
TEXTS = (
    "", "a", "x" * 200, "\0", "\u202eevil\u2069", "\ud7ff\U0010ffff", "e\u0301" * 60, "<b>&amp;",
    "{who}", "%s", "\n\r\t", "e4", "9" * 200, "-1", "null", "\u200d\ufeff", "🏴" * 9,
)  # fmt: skip
VERBS = ("resign", "draw", "time", "move", "put", "reveal", "ready", "end", "choose", *TEXTS)
STEPS, LENGTH = 25, 10


class Liar:
    """A changed client in Blas's seat. It writes what it likes; its own page is not used."""

    def __init__(self, ana: Device, blas: Device, rng: Random) -> None:
        seat = blas.side.seat
        self.secret, self.seat, self.terms = seat.keys.secret, seat.seat, seat.terms
        self.crypto, self.rng = blas.tools.crypto, rng
        self.mail = self.crypto.public(mail_secret(self.secret)).hex()

    def send(self, ana: Device, letter: Letter) -> bool:
        """Sign and post a letter; return whether it may be sent at all."""
        data = letter.write(self.crypto, self.secret).data
        if len(data) > MAX_LETTER + 100:
            return False
        for relay in ana.world.values():
            relay.publish(self.terms.topic, to_text(data), self.mail)
        return True

    def value(self, depth: int = 3) -> Any:
        rng, kind = self.rng, self.rng.randrange(7 if depth else 5)
        if kind < 2:
            return (None, True, False)[rng.randrange(3)]
        if kind < 4:
            return rng.choice((1, -1)) * rng.choice((*NUMBERS[:-1], *range(9)))
        if kind == 4:
            return rng.choice(TEXTS)
        return tuple(self.value(depth - 1) for _ in range(rng.randrange(4)))

    def action(self, ana: Device) -> tuple[Any, ...]:
        """Return an action: a legal one, a legal one with odd fields, or anything."""
        rng, match = self.rng, ana.side.course.match
        legal = [] if match.over else list(match.options_now())
        if not legal or rng.random() < 0.3:
            return (rng.choice(VERBS), *(self.value() for _ in range(rng.randrange(4))))
        action = list(rng.choice(legal))
        if rng.random() < 0.7:
            at = rng.randrange(len(action))
            action[max(1, at) : at + 1] = [self.value() for _ in range(rng.randrange(3))]
        return tuple(action)

    def actions(self, ana: Device) -> tuple[tuple[Any, ...], ...]:
        return tuple(self.action(ana) for _ in range(self.rng.choice((0, 1, 1, 1, 2, 4))))

    def bytes(self, *counts: int) -> bytes:
        return self.rng.randbytes(self.rng.choice(counts))

    def word(self, ana: Device) -> WordLetter:
        rng, word, more = self.rng, self.rng.choice(WORDS), b""
        if word == "again":
            more = rng.choice((b"", self.bytes(40, 1024), self.terms.data))
        count = ana.side.course.event_count
        return WordLetter(word, rng.choice((count, rng.randrange(8), *NUMBERS)), more)

    def deck_step(self) -> DeckStep:
        what, count = self.rng.randrange(SEED + 1), self.rng.randrange(1, 5)
        items = tuple(self.bytes(32) for _ in range(1 if what == SEED else count))
        places = tuple(range(count)) if what == KEYS else ()
        return DeckStep(what, 0 if what == SEED else self.rng.choice(NUMBERS), items, places)

    def part(self, ana: Device) -> LetterPart:
        rng, course = self.rng, ana.side.course
        number = rng.choice((course.event_count, course.draws, *NUMBERS))
        kind = rng.randrange(16)
        if kind < 4:
            return EventsLetter(rng.choice((course.event_count, number)), self.actions(ana))
        if kind < 8:
            return self.word(ana)
        makers = (
            lambda: Says(rng.choice(TEXTS)[:MAX_SAID]),
            lambda: Sealed(self.bytes(0, 100, MAX_SEALED)),
            lambda: Chance(rng.choice((course.draws, number)), self.bytes(32)),
            lambda: Open(rng.choice((0, 1, number)), self.bytes(32), self.actions(ana)),
            self.deck_step,
            lambda: Closed(self.bytes(32)),
            lambda: Leaves((self.bytes(32),) * rng.choice((1, 3, MAX_LEAVES))),
            lambda: rng.choice((
                Shown(number, rng.choice(NUMBERS), self.bytes(32)),
                OwnCopy(self.bytes(COPY_TAG + COPY_BLOCK, MAX_COPY)),
                Join(rng.choice(TEXTS)[:40], self.bytes(32), self.bytes(32), self.bytes(0, 32)),
            )),
        )  # fmt: skip
        return makers[kind - 8]()

    def letter(self, ana: Device) -> Letter:
        """Return the next letter, a fork, or one that forgets what it has seen."""
        rng, log = self.rng, ana.side.log
        chain, heads = log.chain(self.seat), log.heads()
        if rng.random() < 0.15 and len(chain) > 1:
            heads = rng.choice(chain[1:]).parents
        elif rng.random() < 0.1:
            heads = tuple(one for one in heads if one.seat == self.seat)
        n = next((one.seen for one in heads if one.seat == self.seat), 0)
        parts = tuple(self.part(ana) for _ in range(rng.choice((1, 1, 1, 2, 3, 8))))
        now = ana.side.now()
        at = rng.choice((now, now, 0, now - 10**9, now + 119_000, now + 10**9, now + 10**12, LAST))
        plain: Letter = log.next_letter(self.seat, parts, at, heads)
        return replace(plain, n=n, at=at) if rng.random() < 0.3 else plain


def calm(ana: Device) -> None:
    """Let the page do what is due, and open its dialogs."""
    ana.settle()
    due, ana.due = ana.due, []
    for act in due:
        act()
    ana.press("act:far:link")
    ana.app.close()
    ana.press("act:far:certificate")
    ana.app.close()


def nonsense(seed: int) -> int:
    """Play a little, then suffer the letters of a changed client. Return how many entered."""
    rng, world = Random(seed), relays()
    ana, blas = Device(world), Device(world)
    clock = rng.choice(("none", "10m", "3d"))
    game = f"act:game:{GAMES[seed % len(GAMES)]}"
    ana.press(game, "act:invite", f"far-side:{rng.randrange(2)}", f"far-clock:{clock}", "far:make")
    blas.sit(ana.settle().side.invitation)
    for _ in range(rng.randrange(LENGTH)):
        for device in (ana, blas):
            step(device, rng)
            device.settle()
    liar, entered = Liar(ana, blas, rng), 0
    blas.side.pool.close()
    for _ in range(STEPS):
        before = len(ana.side.log.kept())
        if liar.send(ana, liar.letter(ana)):
            calm(ana)
        entered += len(ana.side.log.kept()) > before
        if rng.random() < 0.2:
            ana.clock += rng.choice((5, 130, 700, 90_000, 400_000))
            calm(ana)
        if rng.random() < 0.1:
            ana = ana.reopen()
        if rng.random() < 0.2:
            step(ana, rng)
    again, eva = ana.reopen(), spectator(ana)
    orders = [[one.digest for one in device.side.log.order()] for device in (ana, again, eva)]
    assert orders[0] == orders[1] == orders[2]
    assert again.side.course.events == ana.side.course.events
    assert again.side.course.over == ana.side.course.over
    return entered


@pytest.mark.parametrize("seed", sampled(range(40), keep=2))
def test_well_formed_nonsense_never_stops_the_honest_page(seed: int) -> None:
    assert nonsense(seed) > 2


@pytest.mark.parametrize("odd", [False, 10**8, None])
def test_a_move_that_the_store_would_not_read_again_is_refused(odd: object) -> None:
    """`False == 0`, so the move would be legal, and the next start could not read it."""
    ana, blas = two()
    ana.play("e2e4")
    legal = min(blas.table.session.observation().legal_actions())
    assert legal[-1] == 0
    letter = blas.side.log.next_letter(
        1, (EventsLetter(1, ((*legal[:-1], odd),)),), blas.side.now(), blas.side.log.heads()
    )
    data = letter.write(blas.tools.crypto, blas.side.seat.keys.secret).data
    assert ana.side.receive(data)[:2] == ("aside", "damaged")
    ana = ana.reopen()
    assert len(ana.events) == 1 and ana.table.session.writer.stored() == "here"
    blas.play("e7e5")
    ana.play("g1f3")
    same(ana, blas)


# -- presence ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seen",
    [
        (Parent(7, 3, bytes(ID)),), (Parent(1, 1, bytes(ID)), Parent(0, 1, bytes(ID))),
        (Parent(0, 1, bytes(ID)),) * 2, (Parent(0, 2**35 - 1, bytes(ID)), Parent(1, 0, bytes(ID))),
    ],
)  # fmt: skip
def test_hostile_presence_does_not_stop_the_page(seen: Sequence[Parent]) -> None:
    """Its author has seen letters of seats that do not exist, or more than there are."""
    ana, blas = two()
    ana.play("e2e4")
    seat, visit = blas.side.seat, ana.side.attendance._visit
    whisper = Whisper(seat.terms.id, 1, HERE, 2**35 - 1, bytes(8), 2**34, (visit,), tuple(seen))
    ana.side._on_report("whisper", RELAYS[0], whisper.word(blas.tools.crypto, seat.keys.secret))
    ana.side.changed(True)
    ana.press("act:far:link")
    ana.app.close()
    blas.play("e7e5")
    ana.play("g1f3")
    same(ana, blas)


# -- names ---------------------------------------------------------------------------------------


def test_a_name_cannot_reorder_the_sentences_around_it() -> None:
    """Marks of writing direction and control characters are not shown; letters stay as signed."""
    world = relays()
    ana, blas = Device(world), Device(world)
    address = ana.invite(name="\u202eanA\u2066\n")
    blas.app.route("#" + address.split("#", 1)[1])
    shown = [str(blas.view.layouts)]
    assert "anA" in shown[0]
    blas.sit(address, name="salB\u202e")
    shown += [ana.panel, blas.panel, str(ana.view.slots), str(blas.view.slots)]
    assert "salB" in "".join(shown) and not set("".join(shown)) & set("\u202e\u2066")
    assert ana.side.log.candidates() or ana.side.met


# -- rematches -----------------------------------------------------------------------------------


ODD: dict[str, dict[str, Any]] = {
    "clock": {"clock": Clock(0, 10**6)}, "seat": {"seat": 9}, "rules": {"rules": 2**34},
    "options": {"options": '{"nothing": 17179869184}'}, "game": {"game_id": "\u202e"},
    "name": {"name": "\0" * 40}, "past": {"past": "A" * 600}, "keys": {"public": bytes(32)},
}  # fmt: skip


@pytest.mark.parametrize("kind", ODD)
def test_a_rematch_with_odd_fields_stops_nothing(kind: str) -> None:
    ana, blas = over()
    made = new_seat("andarraya", {}, 1, "Ana", ana.side.seat.relays, ana.tools.crypto)
    odd = replace(made.terms, **ODD[kind])
    ana.side.write(WordLetter("again", 0, odd.data))
    ana.side.send()
    blas.settle().press("act:rematch").settle()
    assert blas.app.screen is not None and blas.app.screen.name == "table"
    blas.reopen().press("act:home")


def test_offers_with_huge_numbers_are_no_questions() -> None:
    for number in (2**35 - 1, 2**31, 7):
        ana, blas = two()
        for move in MATE[:3]:
            turn(ana, blas)[0].play(move)
        for word in ("draw?", "back?", "home?"):
            ana.side.write(WordLetter(word, number))
            ana.side.send()
            assert "act:far:yes" not in blas.settle().asks
        blas.play(MATE[3])
        same(ana, blas)


def test_a_file_with_more_letters_than_a_table_can_have_is_refused_unread() -> None:
    ana, _ = two()
    word = to_text(ana.side.log.order()[0].data)
    found = {"asedio": "far", "invitation": ana.side.seat.terms.word}
    for count, good in ((MOST_LETTERS, True), (MOST_LETTERS + 1, False)):
        text = json.dumps({**found, "letters": [word] * count})
        if good:
            assert len(open_file(text).letters) == count
        else:
            with pytest.raises(BadLink):
                open_file(text)


@pytest.mark.parametrize("name", ["\u3164", "\u115f", "\u200b", "\u2060", "\u200d \ufe0f", "\n"])
def test_a_name_that_shows_nothing_is_no_name(name: str) -> None:
    """A name of invisible letters counts as empty."""
    assert plain_name(name) == "" and plain_name(f" Ana{name}").startswith("Ana")


def test_a_name_is_one_line() -> None:
    """A line break in a name is a space; emoji keep their joiners."""
    assert plain_name("Ana\r\nwins \u2028the game") == "Ana wins the game"
    assert plain_name("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"
