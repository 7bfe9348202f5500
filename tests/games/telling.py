"""Helpers for the tests of all games that read what a viewer is told about actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import CHANCE, Action, AnyGame, Event, State
from engine.core.options import Options
from engine.core.telling import Telling, fold, picture
from engine.dev.checks_telling import received
from engine.dev.common import LANGUAGES, catalogue, open_game
from engine.dev.walks import random_walk
from engine.match.match import Match, MatchConfig
from tests.fixtures.words import play

PLAIN = {"move", "place", "take", "turn", "changed", "chance", "decides"}
MOST = 400  # events of a walk that are read


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


class Case(NamedTuple):
    """What happens in a position, told to a viewer (default: who decides first)."""

    text: str  # of the position; empty: the start
    words: str
    viewer: int | None = None
    options: Options = {}
    actions: tuple[Action, ...] = ()  # of the table, after the words

    def state(self, game_id: str) -> State:
        """Return the position after the words before ` | `, which are not told."""
        game = open_game(game_id, self.options)
        state: State = game.state_from_text(self.text) if self.text else game.initial_state()
        before, bar, _ = self.words.partition(" | ")
        return play(state, before if bar else "")

    def telling(self, game_id: str) -> Telling:
        state = self.state(game_id)
        actions = [*read(state, self.words.rpartition(" | ")[2]), *self.actions]
        decider = max(state.current_player(), 0)
        return told(state, actions, decider if self.viewer is None else self.viewer)


def in_full(game_id: str, telling: Telling) -> list[tuple[object, ...]]:
    """Return all that can be read of a telling: happenings in both languages, and their items."""
    es, en = (catalogue(game_id, lang).text for lang in LANGUAGES)
    lines: list[tuple[object, ...]] = []
    for one in telling:
        rest = ("aside",) if one.aside else ()
        lines.append((one.kind, one.squares, one.side, es(one.words), en(one.words), *rest))
        for item in one.shown:
            notes = (es(item.note), en(item.note)) if item.note else ()
            shows = (item.letter, item.value, item.state, *notes)
            lines.append((" ", item.side, en(item.label), *shows))
    return lines


def read(state: State, words: str) -> list[Action]:
    """Parse the words of a command line and return the actions they stand for."""
    return [action for one in state.game.read_actions(state, words) for action in one.actions]


def sentences(game_id: str, telling: Telling, lang: str) -> list[str]:
    return [catalogue(game_id, lang).text(one.words) for one in telling]


def plainly_told(game_id: str, options: dict[str, Any], seed: int) -> Iterator[str]:
    """Yield the events of a random game that some viewer reads only in generic words.

    PLAIN names the generic keys; each line holds the event and its English sentence.
    """
    game: AnyGame = open_game(game_id, options)
    match = random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), Random(seed))
    for viewer in range(-1, len(game.sides)):
        for one in islice(received(match, viewer), MOST):
            for happening in game.tell(one.before, one.event, one.after, viewer):
                if happening.words.key.removeprefix("tell.") in PLAIN:
                    yield f"{one.event}: {catalogue(game_id, LANGUAGES[1]).text(happening.words)}"
