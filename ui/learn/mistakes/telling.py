"""A mistake in words and on the board: what was played, what was better, what follows each.

Made from what its seat knew. With hidden information, sampled worlds are compared and only what
happens in all of them is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import NamedTuple

from engine.core.contract import CHANCE, Action, Event, State
from engine.core.telling import Happening, Telling
from engine.core.texts import Message
from engine.match.match import sorted_options
from engine.search.analysis import Line
from ui.learn.mistakes.decisions import Mistake, Past
from ui.learn.mistakes.turning_point import TurningPoint
from ui.render.board import Names
from ui.words.targets import read_path, squares_in

WORLDS = 3
MOST = 3  # happenings per telling
SMALL = ("meter", "pass")  # left out unless there is nothing else
# Told first of another player's whole turn.
GRAVE = ("end", "take", "fight", "shoot", "siege")


class Comparison(NamedTuple):
    """Happenings of the played and the better action, and what follows each of them.

    `paths`: the squares of both, for arrows on the board.
    """

    played: Telling
    better: Telling
    then: Telling
    instead: Telling
    paths: tuple[tuple[str, ...], tuple[str, ...]]


def story(past: Past, seat: int, one: Mistake) -> Comparison:
    verdict, observation = one.verdict, past.before(seat, one.at)
    done = past.match.events[one.at].action
    played = _happened(past, seat, one.at)
    better, instead = _would(past, seat, observation, verdict.better, verdict.lines[1])
    _, then = _would(past, seat, observation, done, verdict.lines[0])
    paths = (
        _squares(past, observation, done, played),
        _squares(past, observation, verdict.better, better),
    )
    return Comparison(_main(played), _main(better), _grave(then), _grave(instead), paths)


def _main(telling: Telling) -> Telling:
    return tuple([one for one in telling if one.kind not in SMALL] or telling)[:MOST]


def _grave(telling: Telling) -> Telling:
    """Return the serious happenings of a turn; for a quiet turn the last one.

    If the game ends, the end and what led to it.
    """
    grave = tuple([one for one in telling if one.kind in GRAVE])
    if grave and grave[0].kind == "end":
        return _main(telling[-2:])
    return grave[:MOST] or _main(telling)[-1:]


def _squares(past: Past, seen: State, action: Action, telling: Telling) -> tuple[str, ...]:
    path = past.game.path(seen, action)
    squares = tuple(squares_in(read_path(path)))
    told = next((one.squares for one in telling if one.squares), ())
    return squares if len(squares) > 1 or not told else told


def _happened(past: Past, seat: int, at: int) -> Telling:
    """Return the happenings of a decision and the chance events after it in the same turn."""
    state, events = past.match.state_at(at), past.match.events
    telling: Telling = ()
    turn = state.turn_index()
    for index in range(at, len(events)):
        if index > at and (events[index].actor >= 0 or state.turn_index() != turn):
            break
        telling += _told(past, state, events[index], seat)
    return telling


def turned(past: Past, point: TurningPoint, viewer: int) -> Telling:
    """Return what happened at the turning point, as a viewer saw it."""
    state, telling = past.match.state_at(point.at), ()  # type: tuple[State, Telling]
    for event in past.match.events[point.at : point.until]:
        telling += _told(past, state, event, viewer)
    return _grave(telling) if point.luck else _main(telling)


def _told(past: Past, state: State, event: Event, viewer: int) -> Telling:
    """Play an event and return the happenings that a viewer sees of it."""
    seen, before = past.game.redact(state, event, viewer), state.observation(viewer)
    state.apply(event.action)
    if seen is None:
        return ()
    return past.game.tell(before, seen, state.observation(viewer), viewer)


def _would(
    past: Past, seat: int, observation: State, action: Action, line: Line
) -> tuple[Telling, Telling]:
    """Return what an action would cause, and the other players' replies in the line."""
    tellings: list[tuple[Telling, Telling]] = []
    for world in _worlds(past, seat, observation):
        first = _told(past, world, Event(seat, action), seat)
        tellings.append((first, _answer(past, world, line, seat)))
    return _common([one for one, _ in tellings]), _common([one for _, one in tellings])


def _answer(past: Past, state: State, line: Line, viewer: int) -> Telling:
    """Return the happenings of other players' actions in a line, as far as it is possible."""
    telling: Telling = ()
    for action in line:
        actor = state.current_player()
        if action not in sorted_options(state):
            break
        told = _told(past, state, Event(actor, action), viewer)
        telling += told if actor not in (CHANCE, viewer) else ()
    return telling


def _worlds(past: Past, seat: int, observation: State) -> Iterator[State]:
    if not past.game.info.has_secrets:
        yield observation.clone()
        return
    rng = Random(WORLDS)
    for _ in range(WORLDS):
        yield observation.determinize(seat, rng)


def _common(tellings: Sequence[Telling]) -> Telling:
    """Return the common beginning of several tellings."""
    pairs = zip(*tellings, strict=False)
    return tuple(row[0] for row in takewhile(_alike, pairs))


def _alike(row: Sequence[Happening]) -> bool:
    return all(one.words == row[0].words for one in row)


def in_words(
    telling: Telling,
    paths: Sequence[str],
    say: Callable[[Message], str],
    names: Callable[[], Names],
) -> str:
    """Return the sentences of a telling; without any, the names of the squares in `paths`."""
    if telling:
        return " ".join(say(one.words) for one in telling)
    return " → ".join(names().of(square) for square in paths)
