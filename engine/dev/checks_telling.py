"""Contract rule 12: happenings match the changes on the table and have plain sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.core.contract import Event, State
from engine.core.telling import KINDS, Telling, fold, picture
from engine.core.texts import Message
from engine.dev.common import LANGUAGES, catalogue, viewers
from engine.dev.walks import positions, require
from engine.match.match import Match

# Notation, raw catalogue keys and unfilled template gaps.
TOKENS = re.compile(
    r"[@$;={}<>_|~*#^]|\w:\w|[a-z]\d+[-x×>][a-z]?\d|\b\d-\d\b|[a-z]\.[a-z]|\b[A-Z][a-z]\d\b"
)
SQUARE = re.compile(r"[a-p]\d{1,2}")


class Told(NamedTuple):
    """An event as one viewer received it, with his observations before and after."""

    before: State
    event: Event
    after: State
    viewer: int


def received(match: Match, viewer: int) -> Iterator[Told]:
    """Yield every event a viewer received, in order."""
    state = match.start.observation(viewer)
    for _, event in match.observed_events(viewer):
        after = state.clone()
        after.apply(event.action)
        yield Told(state, event, after, viewer)
        state = after


def rule_12(match: Match, rng: Random, samples: int) -> None:
    """Check that the happenings of an event account for every change of pieces and numbers between
    the two scenes, and for nothing else; that they are equal for all determinizations; and that
    each has a sentence without notation in both languages, as has the goal. Checks up to `samples`
    events of every verb."""
    for viewer in viewers(match.game):
        heard = list(match.observed_events(viewer))
        chosen = _some([event for _, event in heard], rng, samples)
        for number, told in enumerate(received(match, viewer)):
            if number in chosen:
                _require_told(match, told)
    for number, state in positions(match, rng, samples):
        if number < len(match.events):
            _require_fair(match, state, match.events[number], rng)


def _some(events: Sequence[Event], rng: Random, samples: int) -> set[int]:
    """Return the indices of up to `samples` events of every verb, and the last one."""
    by_verb: dict[tuple[bool, str], list[int]] = {}
    for number, event in enumerate(events):
        by_verb.setdefault((event.actor < 0, event.action[0]), []).append(number)
    chosen = {len(events) - 1}
    for numbers in by_verb.values():
        chosen.update(rng.sample(numbers, min(samples, len(numbers))))
    return chosen


def _require_told(match: Match, told: Told) -> None:
    game, (before, event, after, viewer) = match.game, told
    telling = game.tell(before, event, after, viewer)
    require(telling, 12, f"nothing is told of {event}", before)
    try:
        now = fold(picture(game.scene(before, viewer)), telling)
    except ValueError as why:
        require(False, 12, f"{event}: {why}", before)
    wanted = picture(game.scene(after, viewer))
    wrong = {key for key in now.keys() | wanted.keys() if now.get(key) != wanted.get(key)}
    require(not wrong, 12, f"{event}: {[(k, now.get(k), wanted.get(k)) for k in wrong]}", before)
    squares = {square.name for square in game.scene(after, viewer).board.squares}
    text = "" if event.action[0] not in _verbs(before) else _notation(match, before, event)
    for happening in telling:
        require(happening.kind in KINDS, 12, f"{event}: kind {happening.kind}", before)
        require(squares.issuperset(happening.squares), 12, f"{event}: {happening.squares}", before)
        for message in (happening.words, *_held_up(telling)):
            _require_words(match, message, text, before)


def _verbs(state: State) -> set[str]:
    """Return the verbs of possible actions. A redacted event may have another one."""
    options = [action for action, _ in state.chance_outcomes()] or state.legal_actions()
    return {action[0] for action in options} if state.current_player() >= -1 else set()


def _notation(match: Match, before: State, event: Event) -> str:
    known = [action for action, _ in before.chance_outcomes()] or before.legal_actions()
    text: str = match.game.action_text(before, event.action) if event.action in known else ""
    return "" if SQUARE.fullmatch(text) or text.isalpha() else text


def _held_up(telling: Telling) -> Iterator[Message]:
    for happening in telling:
        for item in happening.shown:
            yield item.label
            if item.note is not None:
                yield item.note


def require_words(game_id: str, message: Message) -> None:
    """Check that the key, and the keys of nested messages, exist in both catalogues."""
    for lang in LANGUAGES:
        known = catalogue(game_id, lang)
        require(known.has(message.key), 10, f"no words for {message.key} in {lang}")
    for value in message.params.values():
        if isinstance(value, Message):
            require_words(game_id, value)


def _require_words(match: Match, message: Message, notation: str, state: State) -> None:
    require_words(match.config.game_id, message)
    for lang in LANGUAGES:
        words = catalogue(match.config.game_id, lang).text(message)
        require(words.strip(), 12, f"no {lang} words: {message}", state)
        token = TOKENS.search(words)
        found = f"{lang}: notation {token.group()} in {words!r}" if token else ""
        require(not token, 12, found, state)
        if len(notation) > 2:
            require(notation not in words, 12, f"{lang}: {notation!r} in {words!r}", state)


def _require_fair(match: Match, state: State, event: Event, rng: Random) -> None:
    """Check that happenings and goal reveal nothing the viewer cannot know."""
    game = match.game
    for viewer in viewers(game):
        told = game.redact(state, event, viewer)
        if told is None:
            continue
        truth, guess = state.observation(viewer), state.determinize(viewer, rng)
        seen = guess.observation(viewer)
        goal = game.goal(truth, viewer)
        require(goal == game.goal(seen, viewer), 12, f"the goal tells {viewer} a secret", state)
        if goal is not None:
            _require_words(match, goal, "", state)
        tellings = []
        for before in (truth, seen):
            after = before.clone()
            after.apply(told.action)
            tellings.append(game.tell(before, told, after, viewer))
        require(tellings[0] == tellings[1], 12, f"{event} tells {viewer} a secret", state)
