"""Play every worked example of every rulebook, to check the claims of its `position` block.

The first line of a block is the position that the page draws. The page omits the lines below it;
they repeat the claims of the surrounding sentences in notation:

* `with: name=value …`  the options, if not the defaults
* `from: POSITION` (or `start`) and `by: ACTIONS`  how to reach the position
* `yes: A | B`  each of these is legal (an entry may be several actions)
* `no: A | B`  none of these is legal
* `all P: A | B`  the complete turns that begin with P are exactly these
* `count: ACTIONS P = N`  after the actions, N decisions begin with P
* `do: ACTIONS = POSITION` and, if the game is over then, ` = RESULT REASON`
* `end: RESULT REASON`  the game is over in this position
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from engine.core.contract import AnyGame, State
from engine.core.errors import ActionError
from engine.dev.turns import turn_texts
from engine.games import REGISTRY, load_game
from ui.learn.rulebook import rulebook

_BLOCK = re.compile(r"^```position[^\n]*\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_SQUARE = re.compile(r"[a-j](?:10|[1-9])")
KEYS = ("with", "from", "by", "yes", "no", "all", "count", "do", "end")


class Example(NamedTuple):
    """A block: game, number in the rulebook, position and claims as (key, words)."""

    game: str
    number: int
    position: str
    claims: tuple[tuple[str, str], ...]

    def value(self, key: str) -> str:
        return next((words for name, words in self.claims if name == key), "")

    def rules(self) -> AnyGame:
        options: dict[str, Any] = {}
        for part in self.value("with").split():
            name, _, value = part.partition("=")
            options[name] = {"true": True, "false": False}.get(value, value)
        return load_game(self.game)(options)


def examples(language: str = "es") -> Iterator[Example]:
    for game in REGISTRY:
        for number, body in enumerate(_BLOCK.findall(rulebook(game, language)), 1):
            position, *lines = body.splitlines()
            claims = tuple(
                (name, words) for name, _, words in (line.partition(": ") for line in lines)
            )
            yield Example(game, number, position, claims)


EXAMPLES = list(examples())
each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.game}-{e.number}")


def played(game: AnyGame, state: State, text: str) -> State:
    """Return the state after the actions. Raises ActionError if one is illegal."""
    state = state.clone()
    for reading in game.read_actions(state, text):
        for action in reading.actions:
            state.apply(action)
    return state


def ending(state: State) -> str:
    outcome = state.outcome()
    return f"{outcome.score} {outcome.reason}" if outcome else ""


def entries(words: str) -> list[str]:
    return words.split(" | ")


@each
def test_claims_of_an_example_hold(example: Example) -> None:
    game = example.rules()
    state = game.state_from_text(example.position)
    for key, words in example.claims:
        name, _, prefix = key.partition(" ")
        if name == "yes":
            for text in entries(words):
                played(game, state, text)
        elif name == "no":
            for text in entries(words):
                with pytest.raises(ActionError):
                    played(game, state, text)
        elif name == "all":
            turns = turn_texts(game, state, 10_000)[0]
            assert [t for t in turns if t.startswith(prefix)] == sorted(entries(words))
        elif name == "count":
            text, wanted = words.split(" = ")
            *before, start = text.split()
            there = played(game, state, " ".join(before))
            found = [
                a
                for a in there.legal_actions()
                if game.action_text(there, a)[: len(start)] == start
            ]
            assert len(found) == int(wanted)
        elif name == "do":
            text, position, *result = words.split(" = ")
            there = played(game, state, text)
            assert there.to_text() == position and ending(there) == "".join(result)
        elif name == "end":
            assert ending(state) == words


@each
def test_given_actions_lead_to_the_position(example: Example) -> None:
    game = example.rules()
    start = example.value("from")
    state = game.initial_state() if start in ("", "start") else game.state_from_text(start)
    if start:
        state = played(game, state, example.value("by"))
    else:
        state = game.state_from_text(example.position)
    assert state.to_text() == example.position


@each
def test_every_example_makes_known_claims(example: Example) -> None:
    assert example.claims
    assert all(len(claim) == 2 and claim[0].split()[0] in KEYS for claim in example.claims)
    proofs = [key for key, _ in example.claims if key.split()[0] not in ("with", "by")]
    assert proofs, "a block claims what a test can try"


@pytest.mark.parametrize("game", REGISTRY)
def test_both_languages_make_the_same_claims(game: str) -> None:
    es, en = ([e for e in examples(lang) if e.game == game] for lang in ("es", "en"))
    assert es and es == en


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", REGISTRY)
def test_sentences_beside_an_example_name_the_claimed_squares(game: str, language: str) -> None:
    """If a paragraph beside a block names squares, it names those of the block's claims."""
    source = rulebook(game, language)
    for block in _BLOCK.finditer(source):
        before = source[: block.start()].rstrip().rsplit("\n\n", 1)[-1]
        after = source[block.end() :].lstrip().split("\n\n", 1)[0]
        told = set(_SQUARE.findall(before + " " + after))
        for line in block[1].splitlines()[1:]:
            key, words = line.split(": ", 1)
            if key in ("yes", "no") and told:
                aims = {found[-1] for text in entries(words) if (found := _SQUARE.findall(text))}
                assert aims <= told, f"{line}: {sorted(aims - told)} not in the sentences"
