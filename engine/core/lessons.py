"""Lessons: positions, each with one thing to achieve there, as data in the folder of a game.

`table/lessons.json` holds `{"lessons": [{"steps": [step, …]}, …], "game": {options}}`. A step:

    position   text; without one the step goes on where the one before ended
    options    of the game, where they are not those of its start
    aim        what has to be achieved, by the names of CHECKS: all of them
    most       how many decisions the person may take for it (1)
    chance     what dice, coins and cards bring, as notation, in order
    reply      what is answered once the aim is met, as notation
    solutions  ways to achieve it, as notation: shown when asked for, tried by a test

Its sentences are in `table/locale/lessons.<lang>.json`: `<lesson>.title`, `<lesson>.<step>`,
`<lesson>.<step>.done`, and `….miss` where more can be said to what is allowed and misses the aim.
`game`: the options of the game that follows the last lesson. Aims look at what one player sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from engine.core.contract import CHANCE, Action, AnyGame, Event, State
from engine.core.errors import ActionError
from engine.core.options import Options
from engine.core.scene import Piece, Scene
from engine.core.steps import Step as Tried
from engine.core.steps import Steps
from engine.core.telling import Happening

Aim = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    position: str
    aim: Aim
    options: Options = field(default_factory=dict)
    most: int = 1
    chance: tuple[str, ...] = ()
    reply: str = ""
    solutions: tuple[str, ...] = ()


class Lessons(NamedTuple):
    """`steps` by lesson; `game`: options of the game to be played afterwards."""

    steps: tuple[tuple[Step, ...], ...]
    game: Options


def read_lessons(data: Mapping[str, Any]) -> Lessons:
    """Raises KeyError, TypeError or ValueError for what no game of ours may have in its folder."""
    steps = tuple(tuple(map(_step, one["steps"])) for one in data["lessons"])
    return Lessons(steps, dict(data.get("game", {})))


def _step(data: Mapping[str, Any]) -> Step:
    step = Step(
        position=data.get("position", ""),
        aim=data["aim"],
        options=data.get("options", {}),
        most=data.get("most", 1),
        chance=tuple(data.get("chance", ())),
        reply=data.get("reply", ""),
        solutions=tuple(data["solutions"]),
    )
    unknown = set(data) - set(Step.__slots__) | set(names_of(step.aim)) - set(CHECKS)
    if unknown:
        raise ValueError(f"unknown in a lesson: {sorted(unknown)}")
    return step


def names_of(aim: Aim) -> Iterator[str]:
    """The checks an aim is made of."""
    for name, wanted in aim.items():
        yield name
        inside = wanted if name == "any" else [wanted] if name == "not" else []
        for one in inside:
            yield from names_of(one)


def decisions(game: AnyGame, state: State, text: str) -> list[Action]:
    """What a text of a lesson stands for from `state` on: one decision, or as records write whole
    turns. Raises ActionError."""
    try:
        return [game.parse_action(state, text)] if text else []
    except ActionError:
        return [action for one in game.read_actions(state, text) for action in one.actions]


# -- what can still be achieved ------------------------------------------------------------------


def within_reach(course: Course, step: Step, chance: Sequence[str], rng: Random) -> Steps[bool]:
    """Whether the decisions somebody has left in a step can still meet its aim, however they are
    taken; `chance`: what is still to come of the step's. What is hidden from him `rng` makes up."""
    world = course.now.determinize(course.viewer, rng)
    return (yield from _tried(course, world, step, tuple(chance)))


def _tried(course: Course, world: State, step: Step, chance: tuple[str, ...]) -> Steps[bool]:
    if met(step.aim, course):
        return True
    if world.current_player() != course.viewer or len(course.actions) >= step.most:
        return False
    for number, action in enumerate(world.legal_actions(), 1):
        state, left, told = world.clone(), list(chance), list(course.told)
        told += _played(course, state, action)
        while state.current_player() == CHANCE:
            told += _played(course, state, drawn(course.game, state, left))
        now = state.observation(course.viewer)
        further = course._replace(now=now, told=told, actions=[*course.actions, action])
        yield Tried(number)
        if (yield from _tried(further, state, step, tuple(left))):
            return True
    return False


def _played(course: Course, state: State, action: Action) -> Sequence[Happening]:
    """Plays it in `state`; what the viewer is told of that."""
    seen, event = state.observation(course.viewer), Event(state.current_player(), action)
    redacted = course.game.redact(state, event, course.viewer)
    state.apply(action)
    after = state.observation(course.viewer)
    return course.game.tell(seen, redacted, after, course.viewer) if redacted else ()


def drawn(game: AnyGame, state: State, left: list[str]) -> Action:
    """What luck brings, taken from `left`; where that says nothing, or of something else that has
    not come to pass, the first that may come."""
    try:
        action = game.parse_action(state, left[0] if left else "")
    except ActionError:
        return min(action for action, _ in state.chance_outcomes())
    left.pop(0)
    return action


# -- what was achieved ---------------------------------------------------------------------------


class Course(NamedTuple):
    """A try, as `viewer` saw it: his observations at the beginning of the step and now, what he was
    told in between, and what he decided."""

    game: AnyGame
    viewer: int
    before: State
    now: State
    told: Sequence[Happening]
    actions: Sequence[Action]

    def scene(self) -> Scene:
        return self.game.scene(self.now, self.viewer)

    def side(self, whose: str) -> Callable[[int], bool]:
        """Whether a side of the scene is one's own (`me`) or another player's (`other`)."""
        scene = self.scene()
        own = scene.seats[self.viewer] if scene.seats else self.viewer
        return lambda side: (side == own) if whose == "me" else (side >= 0 and side != own)


def met(aim: Aim, course: Course) -> bool:
    """Whether everything an aim asks for is so."""
    return all(CHECKS[name](course, wanted) for name, wanted in aim.items())


def _told(course: Course, wanted: Mapping[str, Any]) -> bool:
    """Something happened: of a `kind`, said with one of these `words`, on one of these `squares`,
    `by` me or another."""
    whose = course.side(wanted.get("by", "me"))
    return any(
        whose(one.side)
        and wanted.get("kind", one.kind) == one.kind
        and one.words.key in wanted.get("words", (one.words.key,))
        and ("squares" not in wanted or bool(set(wanted["squares"]) & set(one.squares)))
        for one in course.told
    )


def _stands(course: Course, wanted: Mapping[str, Any]) -> bool:
    """At least `count` (1) pieces of mine, or of the other (`by`), that are a `what` and stand `on`
    one of these squares."""
    found = [piece for piece in course.scene().pieces if _fits(course, piece, wanted)]
    return len(found) >= int(wanted.get("count", 1))


def _fits(course: Course, piece: Piece, wanted: Mapping[str, Any]) -> bool:
    return (
        course.side(wanted.get("by", "me"))(piece.side)
        and wanted.get("what", piece.glyph) == piece.glyph
        and piece.square in wanted.get("on", (piece.square,))
    )


def _gone(course: Course, squares: Sequence[str]) -> bool:
    """The pieces that stood there have left the board or that square."""
    before = {
        piece.square: piece for piece in course.game.scene(course.before, course.viewer).pieces
    }
    now = {piece.square: piece for piece in course.scene().pieces}
    stood = [square for square in squares if square in before]
    return bool(stood) and all(
        square not in now or now[square].side != before[square].side for square in stood
    )


def _meter(course: Course, wanted: Mapping[str, Any]) -> bool:
    """A number of mine, or of the other (`by`), by the drawing of its item, is at `least` or at
    `most` something."""
    whose = course.side(wanted.get("by", "me"))
    for area in course.scene().areas:
        for item in area.items:
            if item.glyph == wanted["what"] and whose(item.side if item.side >= 0 else area.side):
                number = item.value if item.value >= 0 else item.count
                if wanted.get("least", number) <= number <= wanted.get("most", number):
                    return True
    return False


def _won(course: Course, wanted: bool) -> bool:
    """The game is over, and mine."""
    outcome = course.now.outcome()
    won = outcome is not None and outcome.winner == course.viewer
    return won is wanted


def _asks(course: Course, frames: Sequence[str]) -> bool:
    """What is being asked now, of whomever."""
    return course.now.frame() in frames


def _did(course: Course, verbs: Sequence[str]) -> bool:
    """I decided something of this kind."""
    return any(action[0] in verbs for action in course.actions)


def _marked(course: Course, kinds: Sequence[str]) -> bool:
    """The table carries such a mark: a king in check."""
    return any(mark.kind in kinds for mark in course.scene().marks)


CHECKS: dict[str, Callable[[Course, Any], bool]] = {
    "told": _told,
    "stands": _stands,
    "gone": _gone,
    "meter": _meter,
    "won": _won,
    "asks": _asks,
    "did": _did,
    "marked": _marked,
    "any": lambda course, aims: any(met(aim, course) for aim in aims),
    "not": lambda course, aim: not met(aim, course),
}
