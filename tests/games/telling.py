"""Helpers for the tests of all games that read what a viewer is told about actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine.core.contract import CHANCE, Action, AnyGame, Event, State
from engine.core.telling import Happening, Telling, fold, picture
from engine.dev.checks_telling import received
from engine.dev.common import LANGUAGES, catalogue, open_game
from engine.dev.walks import random_walk
from engine.match.match import Match, MatchConfig

PLAIN = {"move", "place", "take", "turn", "changed", "chance", "decides"}


def told(state: State, actions: Sequence[Action], viewer: int) -> Telling:
    """Play the actions on a copy; return what the viewer is told about them.

    For each event the changes in the telling must lead from the picture before to the one after.
    """
    game, truth = state.game, state.clone()
    seen = truth.observation(viewer)
    out: Telling = ()
    for action in actions:
        event = game.redact(truth, Event(max(truth.current_player(), CHANCE), action), viewer)
        truth.apply(action)
        if event is None:
            continue
        before, seen = seen, seen.clone()
        seen.apply(event.action)
        telling = game.tell(before, event, seen, viewer)
        assert fold(picture(game.scene(before, viewer)), telling) == picture(
            game.scene(seen, viewer)
        )
        out += telling
    return out


def read(state: State, words: str) -> list[Action]:
    """Parse the words of a command line and return the actions they stand for."""
    return [action for one in state.game.read_actions(state, words) for action in one.actions]


def sentences(game_id: str, telling: Telling, lang: str) -> list[str]:
    return [catalogue(game_id, lang).text(one.words) for one in telling]


def outline(telling: Telling) -> list[tuple[str, ...]]:
    """Return the kind and the squares of each happening."""
    return [(one.kind, *one.squares) for one in telling]


def held_up(game_id: str, happening: Happening, lang: str) -> list[tuple[Any, ...]]:
    """Return letter, value, state and note of each item that the happening shows."""
    words = catalogue(game_id, lang)
    return [
        (item.letter, item.value, item.state, words.text(item.note) if item.note else "")
        for item in happening.shown
    ]


def plainly_told(game_id: str, options: dict[str, Any], seed: int) -> Iterator[str]:
    """Yield the events of a random game that some viewer reads only in generic words.

    PLAIN names the generic keys; each line holds the event and its English sentence.
    """
    game: AnyGame = open_game(game_id, options)
    match = random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), Random(seed))
    for viewer in range(-1, len(game.sides)):
        for one in received(match, viewer):
            for happening in game.tell(one.before, one.event, one.after, viewer):
                if happening.words.key.removeprefix("tell.") in PLAIN:
                    yield f"{one.event}: {catalogue(game_id, LANGUAGES[1]).text(happening.words)}"
