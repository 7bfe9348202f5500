"""Damaged and hostile input for every game: it is refused with a message, never crashes, and costs
no more work than its size allows."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

import pytest

from engine.core.contract import Reading, State
from engine.core.errors import (
    ActionError,
    AsedioError,
    BadLink,
    BadOptions,
    BadPosition,
    BadRecord,
)
from engine.dev.common import play_on, random_match
from engine.games import REGISTRY, load_game
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from engine.match.validation import MAX_TABLE_EVENTS
from tests.fixtures.sampled import sampled
from ui.session import share
from ui.words.i18n import LANGUAGES, I18n

SPICE = (
    *"()[]{}<>\"'\\/;:,.#*=+-!?~@$%&|_ \n\t\0é🏰٣²",
    "99999",
    "9" * 5_000,
    "((((((",
    "\ud800",
    "1e999",
    "NaN",
    "[" * 3_000,
)
OUT_OF_PLACE = re.compile(r"\{\w*\}|\b(?:error|link|save|record|open|view|bad_position)\.[a-z]")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by one with every event that a match takes."""
    count: list[int] = []
    real = Match._append

    def counting(self: Match, event: Any) -> Any:
        count.append(len(self.events))
        return real(self, event)

    monkeypatch.setattr(Match, "_append", counting)
    return count


def short_match(game: str, seed: int) -> Match:
    """Play about 40 events of a random game."""
    return play_on(Match(MatchConfig(game, {}, ("Ana", "Blas"))), Random(seed), 40)


def damaged(text: str, rng: Random) -> str:
    """Return the text with one to three pieces replaced, removed, doubled or reversed."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + 12)
        piece = text[at:to]
        new = rng.choice(("", piece * 2, piece[::-1], rng.choice(SPICE), piece + rng.choice(SPICE)))
        text = text[:at] + new + text[to:]
    return text


def resealed(word: str, rng: Random) -> str:
    """Return a link with changed bytes and a correct checksum."""
    body = bytearray(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))[:-4])
    for _ in range(rng.randint(1, 3)):
        body[rng.randrange(1, len(body))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    body += crc32(body).to_bytes(4, "big")
    return base64.urlsafe_b64encode(body).rstrip(b"=").decode()


def in_words(refusal: AsedioError, game: str | None) -> None:
    for lang in LANGUAGES:
        said = I18n(lang, refusal.game_id or game).message(refusal.message)
        assert len(said) < 1_500, said
        quoted = [str(p) for p in refusal.message.params.values() if isinstance(p, str)]
        for one in sorted(quoted, key=len, reverse=True):
            said = said.replace(one, "…") if one.strip() else said
        assert not OUT_OF_PLACE.search(said), said


def refused(
    kinds: type[AsedioError] | tuple[type[AsedioError], ...],
    act: Callable[[], Any],
    game: str | None = None,
) -> bool:
    """Tell whether `act` was refused with a readable message; other errors are not caught."""
    try:
        act()
    except kinds as why:
        in_words(why, game)
        return True
    return False


def most_events(chars: int) -> int:
    """Return the most events that a link of so many characters may play."""
    return codec.FORCED_FREE + (codec.FORCED_PER_CHAR + 6) * chars + MAX_TABLE_EVENTS


@pytest.mark.parametrize("game", REGISTRY)
def test_damaged_links_are_refused_with_a_message_and_limited_work(
    game: str, played: list[int]
) -> None:
    rng, bad = Random(1), 0
    words = [codec.encode(short_match(game, seed)) for seed in range(4)]
    for number in range(120):
        word = resealed(rng.choice(words), rng) if number % 4 else damaged(rng.choice(words), rng)
        played.clear()
        bad += refused(BadLink, partial(codec.decode, word))
        assert len(played) <= most_events(len(word))
    assert bad > 40


@pytest.mark.parametrize("game", REGISTRY)
def test_damaged_files_are_refused_with_a_message_and_limited_work(
    game: str, played: list[int]
) -> None:
    rng, bad = Random(2), 0
    texts = [savefile.dump(short_match(game, seed)) for seed in range(3)]
    for _ in range(100):
        text = damaged(rng.choice(texts), rng)
        played.clear()
        bad += refused(BadLink, partial(savefile.load, text))
        assert len(played) <= len(text)
    assert bad > 60


def spoiled(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield files of the right form in which one field has an extreme value."""
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    extreme: tuple[Any, ...] = (
        None, True, 7, -1, 10**400, "x" * 50_000, "\ud800", [], {}, deep, [deep],
    )  # fmt: skip
    for name in document:
        for value in extreme:
            yield {**document, name: value}
    first = document["events"][0]
    for entry in ([], [0], [0, "x"], [0, deep], [0, "x", 10**400], [0, "\ud800"], [0, {}], deep):
        yield {**document, "events": [entry, first]}
    for option in ("", "water", "army", "max_actions", "setup", "x" * 3_000):
        for value in (10**400, "9" * 2_000, deep, {"a": deep}, 1e300, "\0", None):
            yield {**document, "options": {option: value}}


@pytest.mark.parametrize("game", REGISTRY)
def test_files_with_extreme_values_are_refused_with_limited_work(
    game: str, played: list[int]
) -> None:
    document = json.loads(savefile.dump(short_match(game, 1)))
    bad = 0
    for one in spoiled(document):
        played.clear()
        bad += refused(BadLink, partial(savefile.load, json.dumps(one)))
        entries = one["events"]
        assert len(played) <= (len(entries) if isinstance(entries, list) else 0)
    assert bad > 100


@pytest.mark.parametrize("game", REGISTRY)
def test_damaged_records_are_refused_with_a_message_and_limited_work(
    game: str, played: list[int]
) -> None:
    rng, bad = Random(3), 0
    texts = [record.write(short_match(game, seed)) for seed in range(3)]
    texts.append(record.write(random_match(game, {}, 5)))
    for _ in range(40):
        text = damaged(rng.choice(texts), rng)
        played.clear()
        bad += refused(BadRecord, partial(record.read, text, game))
        assert len(played) <= len(text)
    assert bad > 20


@pytest.mark.parametrize("game", REGISTRY)
def test_damaged_positions_are_refused_with_a_message(game: str) -> None:
    rng, bad = Random(5), 0
    rules = load_game(game)({})
    match = random_match(game, {}, 7)
    texts = [match.state_at(count).to_text() for count in range(0, len(match.events), 20)]
    for _ in range(250):
        text = damaged(rng.choice(texts), rng)
        bad += refused(BadPosition, partial(rules.state_from_text, text), game)
    assert bad > 150


@pytest.mark.parametrize("game", REGISTRY)
def test_damaged_notation_is_refused_with_a_message(game: str) -> None:
    """Notation as typed at the table: one action, a list of actions, or a table action."""
    rng, bad = Random(6), 0
    match = random_match(game, {}, 8)

    def read_all(state: State, text: str) -> list[Reading]:
        return list(match.game.read_actions(state, text))

    for _ in range(200):
        state = match.state_at(rng.randrange(len(match.events)))
        if state.current_player() < 0:
            continue
        right = match.game.action_text(state, rng.choice(sorted(state.legal_actions())))
        text = damaged(right, rng) if rng.random() < 0.8 else rng.choice(SPICE)
        for read in (match.game.parse_action, read_all, match.game.parse_table_action):
            bad += refused(ActionError, partial(read, state, text), game)
    assert bad > 100


@pytest.mark.parametrize("game", REGISTRY)
def test_invalid_options_are_refused_with_a_message(game: str) -> None:
    rng, bad = Random(7), 0
    kind = load_game(game)
    wild = (None, True, -1, 10**30, 1e300, "", "x" * 5_000, [], {}, [[[]]], {"a": 1}, *SPICE)
    for option in kind.info.options:
        for value in (*wild, *(damaged(str(one), rng) for one in option.values)):
            bad += refused(BadOptions, partial(kind, {option.name: value}), game)
    bad += refused(BadOptions, lambda: kind({"nothing of the sort": 1}), game)
    assert bad > 15 * bool(kind.info.options)


LONG = ("\n" * 200_000, "{" * 200_000, "9" * 200_000, "[ " * 100_000)


@pytest.mark.parametrize("text", sampled(LONG))
@pytest.mark.parametrize("game", REGISTRY)
def test_a_long_repetitive_text_is_read_quickly(game: str, text: str) -> None:
    """Regular expressions of quadratic cost would need minutes for these texts."""
    head = record.write(Match(MatchConfig(game))).partition("\n")[0]
    assert refused((share.Unreadable, BadLink), lambda: share.read_text("x" + text + "x"))
    try:
        assert not record.read(head + "\n\n" + text, game).events
    except BadRecord as why:
        in_words(why, game)
