"""Letters and invitations: one encoding each, all input checked, bad input cheap to refuse."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import BadLink
from engine.core.texts import MAX_NAME
from engine.far.bytes import ByteReader, ByteWriter, Damage, from_word, to_word
from engine.far.crypto import Keys
from engine.far.letter import (
    ID,
    MAX_LETTER,
    Chance,
    EventsLetter,
    Join,
    Letter,
    Parent,
    Says,
    Sealed,
    WordLetter,
    read,
)
from engine.far.limits import MAX_ASIDE
from engine.far.terms import SeatLink, Terms, open_invitation, open_seat_link
from tests.far.devices import Curve, Device, keys_of, met, table

CURVE = Curve()
IDS = st.binary(min_size=ID, max_size=ID)
KEYS = st.binary(min_size=32, max_size=32)
NUMBERS = st.integers(0, 2**35 - 1)
LEAVES = st.one_of(st.integers(-1000, 10_000), st.text(max_size=20))
ACTIONS = st.builds(
    lambda verb, rest: (verb, *rest),
    st.text(max_size=9),
    st.lists(st.one_of(LEAVES, st.lists(LEAVES, max_size=3).map(tuple)), max_size=4),
)
PARTS = st.one_of(
    st.builds(Join, st.text(max_size=MAX_NAME), KEYS, KEYS, st.one_of(st.just(b""), KEYS)),
    st.builds(EventsLetter, NUMBERS, st.lists(ACTIONS, max_size=4).map(tuple)),
    st.builds(Chance, NUMBERS, KEYS),
    st.builds(WordLetter, st.sampled_from(("draw?", "back", "draw-no")), NUMBERS),
    st.builds(Says, st.text(max_size=50)),
    st.builds(Sealed, st.binary(max_size=300)),
)


@st.composite
def letters(draw: st.DrawFn) -> Letter:
    seat, n = draw(st.integers(0, 3)), draw(st.integers(0, 300))
    seats = sorted(draw(st.sets(st.integers(0, 3))) | ({seat} if n else set()))
    parents = [
        Parent(one, n if one == seat else draw(st.integers(1, 300)), draw(IDS))
        for one in seats
        if one != seat or n
    ]
    parts = tuple(draw(st.lists(PARTS, min_size=1, max_size=3)))
    at = draw(st.integers(0, 2**48 - 1))
    return Letter(draw(IDS), seat, n, at, tuple(parents), parts, bytes(64))


@settings(max_examples=150, deadline=None)
@given(letters())
def test_a_letter_survives_writing_and_reading(letter: Letter) -> None:
    again = read(letter.data)
    assert again == letter and again.data == letter.data and again.digest == letter.digest


@pytest.mark.parametrize("odd", [None, False, True, 10_000_001, (1, (False,))])
def test_an_action_of_other_values_than_texts_and_small_integers_is_damage(odd: object) -> None:
    """`False == 0`, so such an action could be legal, and could not be read from the store."""
    letter = Letter(bytes(ID), 0, 0, 0, (), (EventsLetter(0, (("move", odd),)),), bytes(64))
    with pytest.raises(Damage):
        read(letter.data)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_a_letter_or_damage(data: bytes) -> None:
    with suppress(Damage):
        assert read(data).data == data


@settings(max_examples=100, deadline=None)
@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=8))
def test_a_value_has_one_encoding(value: object) -> None:
    data = ByteWriter().value(value).done()
    try:
        reader = ByteReader(data)
        assert reader.value() == value
        reader.finish()
    except Damage:
        assert str(value).count("((((") or str(value).count("(") > 4  # nested deeper than allowed


def test_every_changed_byte_is_detected() -> None:
    """The letter is damaged, of another table or wrongly signed."""
    ana, _ = met()
    letter = ana.write(EventsLetter(0, (ana.course.match.options_now()[0],)))
    rng = Random(3)
    for index in range(len(letter.data)):
        data = bytearray(letter.data)
        data[index] ^= rng.randrange(1, 256)
        blas = met()[1]
        before = blas.course.match.state.key()
        found = blas.log.receive(bytes(data))
        blas.course.follow(blas.log)
        assert found.what in ("aside", "waiting"), (index, found)
        assert blas.course.match.state.key() == before
        assert blas.take(letter) == ["new"]


def mutated(letter: Letter, rng: Random) -> bytes:
    """Return the letter with some bytes changed, inserted or cut off."""
    data = bytearray(letter.data)
    for _ in range(rng.randrange(1, 4)):
        kind, at = rng.randrange(3), rng.randrange(len(data))
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:]
            data += b"\0"
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 9))
    return bytes(data) if bytes(data) != letter.data else mutated(letter, rng)


def mutated_letters(count: int) -> tuple[Terms, list[bytes]]:
    """Return a table's terms and `count` corrupted letters of it."""
    ana, _ = met()
    letter, rng = ana.write(EventsLetter(0, (ana.course.match.options_now()[0],))), Random(4)
    return ana.terms, [mutated(letter, rng) for _ in range(count)]


def calls(act: Callable[[], object]) -> int:
    """Count the calls of Python and C functions: a measure of work that machine load does not
    change."""
    found = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def test_20_000_changed_letters_change_nothing_and_are_cheap() -> None:
    """Refusing one costs at most twice as much as receiving a genuine letter."""
    ana, blas = met()
    before, rng, worst = blas.course.match.state.key(), Random(4), 0
    letter = ana.write(EventsLetter(0, (ana.course.match.options_now()[0],)))
    for _ in range(20_000):
        data = mutated(letter, rng)
        worst = max(worst, calls(partial(blas.log.receive, data)))
    blas.course.follow(blas.log)
    assert blas.course.match.state.key() == before
    assert len(blas.log.aside) == MAX_ASIDE
    assert worst <= 2 * calls(lambda: blas.log.receive(letter.data))
    blas.course.follow(blas.log)
    assert blas.course.match.state.key() != before


def test_too_long_letters_are_refused_unread() -> None:
    with pytest.raises(Damage):
        read(bytes(MAX_LETTER + 1))


def test_a_letter_of_another_table_is_refused() -> None:
    ana, _ = met()
    other = Device(table(promotion="free"), 1, "Blas")
    letter = ana.write(Says("hi"))
    assert other.log.receive(letter.data).why == "table"


# -- golden vectors: a changed encoding needs a new version ---------------------------------------

WORD = (
    "AwlhbmRhcnJheWEBAAC3QQUyKeLwbkGTGZFL7SRiRVHaLGibAFfo_9TzPYM92ci9u1iEdsaNnr_GMhbOcY-acMUjp"
    "2svTRk-5LjuY1gjAANBbmEAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHwBqVc9Y"
)


JOIN = (
    "037d19510c6f50725edd66bf99619c07b8010001a3185c50000001014604426c6173e20f68ec157fb689d133"
    "e4336e928749e451968971c4925ec29a13315f6459a3a93d3516d28b772baafcbaa62b0d8068ea748c5bfef1"
    "aa56614a48066b4e4dfc00f77cdb14a1ffc73465c34c2f065452107999f36cb8dd8bfbbcdc6f3b70527c6de6"
    "49f764eed052d09fbd4d086a7d177de4f7688bed2c53d366447a11b0c66856"
)


def test_the_invitation_matches_its_golden_vector() -> None:
    terms = table()
    assert terms.word == WORD and open_invitation(WORD) == terms
    assert terms.id.hex() == "7d19510c6f50725edd66bf99619c07b8"
    assert terms.topic == "82a31dbd36f8492d1de23a5fe60c96c4"


def test_the_letter_matches_its_golden_vector() -> None:
    blas = Device(table(), 1, "Blas")
    assert blas.join().data.hex() == JOIN


# -- invitations ---------------------------------------------------------------------------------


def test_an_invitation_contains_options_and_names() -> None:
    terms = open_invitation(table(inviter=1, promotion="free", king_leap="none").word)
    match = terms.match()
    assert match.config.options["promotion"] == "free" and match.config.names == ("", "Ana")


@pytest.mark.parametrize("index", range(0, len(WORD), 3))
def test_a_damaged_invitation_is_refused(index: int) -> None:
    changed = "A" if WORD[index] != "A" else "B"
    with pytest.raises(BadLink):
        open_invitation(WORD[:index] + changed + WORD[index + 1 :])


@pytest.mark.parametrize(
    "change",
    [
        {"game_id": "nosuch"},
        {"game_id": "stratego", "options": '{"blind_combat":true}'},  # stays on one device
        {"rules": 99},
        {"options": '{"promotion":"sideways"}'},
        {"options": "[1]"},
        {"options": "{"},
        {"seat": 2},
        {"chain": b"12"},
    ],
)
def test_an_impossible_invitation_is_refused(change: dict[str, object]) -> None:
    good = table()
    fields = {name: getattr(good, name) for name in good.__dataclass_fields__}
    with pytest.raises(BadLink):
        open_invitation(Terms(**{**fields, **change}).word)


@settings(max_examples=150, deadline=None)
@given(st.binary(min_size=1, max_size=300))
def test_arbitrary_words_are_refused_as_invitations(data: bytes) -> None:
    for opens in (open_invitation, open_seat_link):
        with pytest.raises(BadLink):
            opens(to_word(data))


def test_a_seat_link_contains_key_and_seed() -> None:
    link = SeatLink(table(), 1, keys_of("Blas"), "Blas")
    assert open_seat_link(link.word) == link
    with pytest.raises(BadLink):
        open_seat_link(SeatLink(table(), 5, Keys(bytes(32), bytes(32)), "").word)


def test_a_word_has_one_encoding() -> None:
    assert from_word(WORD, 1800) == table().data
    for bad in (WORD + "=", WORD[:-1], WORD + "A", "", "!", WORD * 20):
        with pytest.raises(Damage):
            from_word(bad, 1800)
