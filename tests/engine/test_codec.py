"""Links: round trips, damage, and malicious words that must be cheap to refuse."""

from __future__ import annotations

import base64
from random import Random
from typing import Any
from zlib import crc32

import pytest

from engine.core.contract import TABLE_VERBS
from engine.core.errors import BadLink
from engine.dev.common import play_on
from engine.dev.walks import random_walk
from engine.match import codec
from engine.match.match import Match, MatchConfig
from engine.match.validation import MAX_NAME, MAX_TABLE_EVENTS
from tests.fixtures.model import MODEL, model_match

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def finished(seed: int = 5, **config: Any) -> Match:
    return random_walk(model_match(seed, **config), Random(seed))


def key_of(token: str) -> str:
    with pytest.raises(BadLink) as caught:
        codec.decode(token)
    return caught.value.message.key


def sealed(body: bytes) -> str:
    """Return a word with a correct checksum, as an attacker can make it."""
    return base64.urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).rstrip(b"=").decode()


def opened(token: str) -> bytes:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))[:-4]


def crafted(plain: int, forced: int, tables: bytes = b"\0", digits: bytes = b"") -> str:
    """Return a word of the model game with these counts (below 128) and digits."""
    head = bytes([codec.FORMAT, len(MODEL)]) + MODEL.encode() + b"\1\0\0\0"
    return sealed(head + bytes([plain, forced]) + tables + digits)


def assert_same(one: Match, other: Match) -> None:
    assert one.events == other.events
    assert one.state.key() == other.state.key()
    assert one.config.options == other.config.options
    assert (one.config.names, one.config.start) == (other.config.names, other.config.start)


@pytest.mark.parametrize("seed", range(20))
def test_round_trip_at_every_length(seed: int) -> None:
    whole = random_walk(model_match(seed, {"width": 7}, names=("Ñandú 🏰", "")), Random(seed))
    part = Match(MatchConfig(MODEL, {"width": 7}, ("Ñandú 🏰", "")))
    for event in whole.events:
        assert_same(part, codec.decode(codec.encode(part)))
        part.play(event.action)
    assert_same(whole, codec.decode(codec.encode(whole)))


def test_round_trip_from_a_position() -> None:
    match = model_match(1, start="5/2G2/4g/5 south 4 - a1,a4 - turn:2 -")
    play_on(match, Random(2), 12)
    assert_same(match, codec.decode(codec.encode(match)))


def test_trailing_first_options_survive() -> None:
    match = Match(MatchConfig(MODEL))
    for _ in range(5):
        match.take(match.options_now()[0])
    assert len(codec.decode(codec.encode(match)).events) == 5


def test_link_uses_the_url_alphabet_and_is_short() -> None:
    token = codec.encode(finished(3, names=("Ana", "Luis")))
    assert set(token) <= set(ALPHABET)
    assert len(token) < 120


def test_a_forced_event_costs_no_bits() -> None:
    match = Match(MatchConfig(MODEL, start="5/2G2/4g/5 south 0 - a1,a4 - turn:1 -"))
    move = match.game.parse_action(match.state, "c3-c4")
    match.play(move)
    before = len(codec.encode(match))
    match.take(match.options_now()[0])
    assert len(codec.encode(match)) == before


@pytest.mark.parametrize(
    "form",
    [
        "  {}\n",
        "{}.",
        "{}).",
        "<{}>",
        '"{}"',
        "https://example.org/asedio/#g={}",
        "Look: https://example.org/#g={}, your turn!",
    ],
)
def test_links_with_surrounding_text_are_read(form: str) -> None:
    match = finished()
    assert_same(match, codec.decode(form.format(codec.encode(match))))


def test_decoding_draws_no_chance_but_keeps_the_sampler() -> None:
    match = Match(MatchConfig(MODEL))
    for text in ("Ta1", "Tb4"):
        match.play(match.game.parse_action(match.state, text))
    asked = []

    def sampler(state: Any) -> Any:
        asked.append(state)
        return ("roll", 1)

    again = codec.decode(codec.encode(match), sampler)
    assert not asked and len(again.events) == 2
    again.begin()
    assert again.events[-1].action == ("roll", 1)


def test_long_names_are_cut() -> None:
    match = model_match(1, names=("x" * 500, "y"))
    assert codec.decode(codec.encode(match)).config.names == ("x" * MAX_NAME, "y")


# -- damage ----------------------------------------------------------------------------------


def test_every_changed_character_is_detected() -> None:
    token = codec.encode(finished(7, names=("Ana", "Luis")))
    rng = Random(1)
    for place, right in enumerate(token):
        for wrong in rng.sample(ALPHABET.replace(right, "") + ".%é ", 12):
            assert key_of(token[:place] + wrong + token[place + 1 :]) == "link.damaged"


def test_every_truncation_and_swap_is_detected() -> None:
    token = codec.encode(finished(7))
    for place in range(len(token)):
        assert key_of(token[:place]) == "link.damaged"
    for place in range(len(token) - 1):
        swapped = token[:place] + token[place + 1] + token[place] + token[place + 2 :]
        assert swapped == token or key_of(swapped) == "link.damaged"


def test_each_match_has_only_one_word() -> None:
    token = codec.encode(finished(7))
    spare = {0: 0, 2: 15, 3: 3}[len(token) % 4]
    last = ALPHABET.index(token[-1])
    others = [ALPHABET[last | bits] for bits in range(1, spare + 1) if last | bits != last]
    assert all(key_of(token[:-1] + other) == "link.damaged" for other in others)
    body = opened(token)
    assert key_of(sealed(body + b"\0")) == "link.damaged"


# -- refusals, each with its own words ---------------------------------------------------------


def test_another_format_version_is_refused() -> None:
    body = bytearray(opened(codec.encode(finished())))
    body[0] = codec.FORMAT + 1
    assert key_of(sealed(bytes(body))) == "link.version"


def test_unknown_games_and_other_rules_are_refused() -> None:
    body = opened(codec.encode(finished()))
    assert key_of(sealed(body.replace(MODEL.encode(), b"lantirn"))) == "link.game"
    at = 2 + len(MODEL)
    assert key_of(sealed(body[:at] + b"\2" + body[at + 1 :])) == "link.rules"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (b'{"width":6}', "link.options"),
        (b'{"height":6}', "link.options"),
        (b"[]", "link.damaged"),
        (b"{", "link.damaged"),
        (b"[" * 120, "link.damaged"),
        (b'{"width":{"a":[]}}', "link.options"),
        (b'{"width":1e999}', "link.options"),
        (b"\xff\xfe", "link.damaged"),
    ],
)
def test_bad_options_are_refused(options: bytes, key: str) -> None:
    head = bytes([codec.FORMAT, len(MODEL)]) + MODEL.encode() + b"\1"
    assert key_of(sealed(head + bytes([len(options)]) + options + b"\0\0\0\0\0")) == key


def test_bad_start_is_refused() -> None:
    head = bytes([codec.FORMAT, len(MODEL)]) + MODEL.encode() + b"\1\0\0"
    assert key_of(sealed(head + b"\3abc\0\0\0")) == "link.start"


@pytest.mark.parametrize(
    "text", ["", " ", "#g=", "hello world", "http://example.org/", "AAAA", "é"]
)
def test_text_without_a_word_is_refused(text: str) -> None:
    assert key_of(text) == "link.damaged"


# -- malicious words: refused before anything is replayed ----------------------------------------


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record every event that decoding plays."""
    played: list[int] = []
    real = Match._append

    def counting(self: Match, event: Any) -> Any:
        played.append(len(self.events))
        return real(self, event)

    monkeypatch.setattr(Match, "_append", counting)
    return played


def test_too_long_words_are_refused_unread(replayed: list[int]) -> None:
    assert key_of("A" * (codec.MAX_CHARS + 1)) == "link.too_long"
    assert key_of("A" * 10_000_000) == "link.too_long"
    assert key_of(" " * 10_000_000) == "link.too_long"
    assert not replayed


def test_counts_without_enough_bits_are_refused_before_replay(replayed: list[int]) -> None:
    assert key_of(crafted(100, 0)) == "link.damaged"
    assert key_of(crafted(100, 50, digits=b"\0" * 6)) == "link.damaged"
    assert key_of(crafted(10, 11)) == "link.damaged"
    assert key_of(crafted(2, 0, bytes([1, 9, 0]), b"\0")) == "link.damaged"
    assert not replayed


def test_more_events_than_a_game_can_have_are_refused(replayed: list[int]) -> None:
    head = bytes([codec.FORMAT, len(MODEL)]) + MODEL.encode() + b"\1\0\0\0"
    many = b"\xff\xff\xff\xff\x0f"
    assert key_of(sealed(head + many + many + b"\0")) == "link.too_long"
    assert key_of(sealed(head + b"\1\0" + bytes([MAX_TABLE_EVENTS + 1]))) == "link.too_long"
    assert not replayed


def test_forced_events_are_limited_by_the_length_before_replay(replayed: list[int]) -> None:
    """Stratego with `max_actions` 5000 and a piece with a single move: 5,001 events without bits in
    about 200 characters."""
    options = b'{"max_actions":5000,"no_capture_limit":0}'
    head = b"\1\x08stratego\1" + bytes([len(options)]) + options + b"\0\0"
    many = b"\x89\x27"  # 5001
    assert key_of(sealed(head + many + many + b"\0")) == "link.too_long"
    word = sealed(head + b"\x81\x04" + b"\x81\x04" + b"\0")  # 513
    assert key_of(word) == "link.damaged" and codec._most_forced(len(word)) >= 513
    assert not replayed


def test_writer_refuses_what_no_reader_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(MatchConfig(MODEL, start="5/2G2/4g/5 south 0 - a1,a4 - turn:1 -"))
    match.play(match.game.parse_action(match.state, "c3-c4"))
    match.take(match.options_now()[0])
    length = len(codec.encode(match))
    monkeypatch.setattr(codec, "FORCED_FREE", 1 - codec.FORCED_PER_CHAR * length)
    assert_same(match, codec.decode(codec.encode(match)))
    monkeypatch.setattr(codec, "FORCED_FREE", -codec.FORCED_PER_CHAR * length)
    with pytest.raises(BadLink) as caught:
        codec.encode(match)
    assert caught.value.message.key == "link.too_long"


def test_link_length_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codec.MAX_CHARS == 1800
    match = finished(3)
    monkeypatch.setattr(codec, "MAX_CHARS", len(codec.encode(match)))
    assert_same(match, codec.decode(codec.encode(match)))
    monkeypatch.setattr(codec, "MAX_CHARS", codec.MAX_CHARS - 1)
    with pytest.raises(BadLink):
        codec.encode(match)


def test_reading_yields_after_every_event() -> None:
    match = finished(7)
    word = codec.encode(match)
    steps = list(codec.reading(word))
    plain = [event for event in match.events if event.action[0] not in TABLE_VERBS]
    assert [step.done for step in steps] == list(range(1, len(plain) + 1))
    assert {step.total for step in steps} == {len(plain)}


def test_announced_forced_events_stop_at_the_first_real_decision(replayed: list[int]) -> None:
    assert key_of(crafted(100, 100)) == "link.damaged"
    assert not replayed


def test_left_over_digits_are_refused(replayed: list[int]) -> None:
    assert key_of(crafted(1, 0, digits=b"\xff")) == "link.damaged"
    assert key_of(crafted(1, 0, digits=b"\0\0")) == "link.damaged"
    assert key_of(crafted(0, 0, digits=b"\0")) == "link.damaged"
    assert len(replayed) <= 2


def test_events_after_the_end_and_unknown_table_actions_are_refused() -> None:
    match = Match(MatchConfig(MODEL))
    match.resign(0)
    assert_same(match, codec.decode(codec.encode(match)))
    assert key_of(crafted(0, 0, bytes([2, 0, 0, 0, 0]))) == "link.damaged"
    assert key_of(crafted(1, 1, bytes([1, 0, 0]))) == "link.damaged"
    assert key_of(crafted(0, 0, bytes([1, 0, 99]))) == "link.damaged"


def test_numbers_have_one_encoding_of_limited_length() -> None:
    head = bytes([codec.FORMAT, len(MODEL)]) + MODEL.encode()
    for number in (b"\x81\x00", b"\xff" * 9, b"\x80"):
        assert key_of(sealed(head + number)) == "link.damaged"


def test_random_bytes_with_a_right_checksum_never_crash() -> None:
    rng = Random(4)
    good = opened(codec.encode(finished(7, names=("Ana", "Luis"))))
    for _ in range(1500):
        body = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(body))
            kind = rng.randrange(3)
            if kind == 0:
                body[place] = rng.randrange(256)
            elif kind == 1:
                del body[place:]
                body += b"\0"
            else:
                body.insert(place, rng.randrange(256))
        try:
            match = codec.decode(sealed(bytes(body)))
        except BadLink:
            continue
        again = codec.encode(match)  # the same, unless a name had invisible letters
        assert again == sealed(bytes(body)) or codec.encode(codec.decode(again)) == again


def test_a_crash_while_replaying_is_reported_as_a_damaged_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = codec.encode(finished())
    monkeypatch.setattr(Match, "take", lambda self, action: 1 // 0)
    assert key_of(token) == "link.damaged"


# -- long games ---------------------------------------------------------------------------------


def test_five_thousand_digits_are_packed_in_blocks() -> None:
    rng = Random(2)
    digits = [(rng.randrange(radix), radix) for radix in (rng.randint(2, 90) for _ in range(5000))]
    data = codec._pack(digits)
    reader = codec._Digits(data)
    assert [reader.take(radix) for _, radix in digits] == [index for index, _ in digits]
    reader.finish()
    assert len(data) * 8 < sum((radix - 1).bit_length() for _, radix in digits)


@pytest.mark.parametrize("radix", [2, 3, 255, 256, 257, 65536, 2**64])
@pytest.mark.parametrize("count", [1, 2, 7, 31, 32, 33, 255, 256, 257])
def test_digits_are_packed_across_block_borders(radix: int, count: int) -> None:
    for index in (0, radix - 1, radix // 2):
        data = codec._pack([(index, radix)] * count)
        reader = codec._Digits(data)
        assert [reader.take(radix) for _ in range(count)] == [index] * count
        reader.finish()
