"""Lessons: positions, each with a task to solve, stored as data in a game's folder.

`table/lessons.json` holds `{"lessons": [{"steps": [step, …]}, …], "game": {options}}`. A step:

    position   text; without one the step continues where the one before ended
    options    of the game, if they differ from those of its position
    aim        what the player has to achieve: all of these CHECKS, by name
    most       how many decisions the player may take for it (1)
    chance     the outcomes of dice, coins and cards, as notation, in order
    reply      the opponent's answer once the aim is met, as notation
    solutions  ways to achieve it, as notation: shown on request, checked by a test
    claims     what its texts state, by text (CLAIMED): facts in the notation of
               `tests.fixtures.lesson_claims`, about which a test asks the rules

Texts are in `table/locale/lessons.<lang>.json`: `<lesson>.title`, `<lesson>.<step>`,
`<lesson>.<step>.done`, and `….miss` with extra help after a legal move that misses the aim.
`game` holds the options of the game offered after the last lesson. Aims look at one player's view.
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
CLAIMED = ("task", "done", "miss")  # texts that may state facts


@dataclass(frozen=True, slots=True)
class LessonStep:
    position: str
    aim: Aim
    options: Options = field(default_factory=dict)
    most: int = 1
    chance: tuple[str, ...] = ()
    reply: str = ""
    solutions: tuple[str, ...] = ()
    claims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Lessons(NamedTuple):
    """`steps` by lesson; `game` holds the options of the game played afterwards."""

    steps: tuple[tuple[LessonStep, ...], ...]
    game: Options


def read_lessons(data: Mapping[str, Any]) -> Lessons:
    """Parse a lessons.json. Raises KeyError, TypeError or ValueError if it is malformed."""
    steps = tuple(tuple(map(_step, one["steps"])) for one in data["lessons"])
    return Lessons(steps, dict(data.get("game", {})))


def _step(data: Mapping[str, Any]) -> LessonStep:
    step = LessonStep(
        position=data.get("position", ""),
        aim=data["aim"],
        options=data.get("options", {}),
        most=data.get("most", 1),
        chance=tuple(data.get("chance", ())),
        reply=data.get("reply", ""),
        solutions=tuple(data["solutions"]),
        claims={text: tuple(facts) for text, facts in data.get("claims", {}).items()},
    )
    unknown = set(data) - set(LessonStep.__slots__) | set(names_of(step.aim)) - set(CHECKS)
    unknown |= set(step.claims) - set(CLAIMED)
    if unknown:
        raise ValueError(f"unknown in a lesson: {sorted(unknown)}")
    return step


def names_of(aim: Aim) -> Iterator[str]:
    """Yield the names of all checks in an aim, including nested ones."""
    for name, wanted in aim.items():
        yield name
        inside = wanted if name == "any" else [wanted] if name == "not" else []
        for one in inside:
            yield from names_of(one)


def decisions(game: AnyGame, state: State, text: str) -> list[Action]:
    """Parse a lesson's notation from `state` on: one decision, or whole turns as records write
    them. Raises ActionError."""
    try:
        return [game.parse_action(state, text)] if text else []
    except ActionError:
        return [action for one in game.read_actions(state, text) for action in one.actions]


# -- what can still be achieved ------------------------------------------------------------------


def within_reach(
    course: Attempt, step: LessonStep, chance: Sequence[str], rng: Random
) -> Steps[bool]:
    """Say whether any sequence of the step's remaining decisions can still meet its aim. `chance`
    holds the outcomes still to come; `rng` guesses what is hidden from the player."""
    world = course.now.determinize(course.viewer, rng)
    return (yield from _tried(course, world, step, tuple(chance)))


def _tried(course: Attempt, world: State, step: LessonStep, chance: tuple[str, ...]) -> Steps[bool]:
    if met(step.aim, course):
        return True
    if world.current_player() != course.viewer or len(course.actions) >= step.most:
        return False
    for number, action in enumerate(world.legal_actions(), 1):
        state, left, told = world.clone(), list(chance), list(course.happenings)
        told += _played(course, state, action)
        while state.current_player() == CHANCE:
            told += _played(course, state, drawn(course.game, state, left))
        now = state.observation(course.viewer)
        further = course._replace(now=now, happenings=told, actions=[*course.actions, action])
        yield Tried(number)
        if (yield from _tried(further, state, step, tuple(left))):
            return True
    return False


def _played(course: Attempt, state: State, action: Action) -> Sequence[Happening]:
    """Apply `action` to `state` and return what the viewer is told."""
    seen, event = state.observation(course.viewer), Event(state.current_player(), action)
    redacted = course.game.redact(state, event, course.viewer)
    state.apply(action)
    after = state.observation(course.viewer)
    return course.game.tell(seen, redacted, after, course.viewer) if redacted else ()


def drawn(game: AnyGame, state: State, left: list[str]) -> Action:
    """Return the next chance outcome and remove it from `left`. If `left` is empty or its first
    entry is impossible here, return the smallest possible outcome instead."""
    try:
        action = game.parse_action(state, left[0] if left else "")
    except ActionError:
        return min(action for action, _ in state.chance_outcomes())
    left.pop(0)
    return action


# -- what was achieved ---------------------------------------------------------------------------


class Attempt(NamedTuple):
    """An attempt as `viewer` saw it: observations at the start of the step and now, the happenings
    in between and his decisions."""

    game: AnyGame
    viewer: int
    before: State
    now: State
    happenings: Sequence[Happening]
    actions: Sequence[Action]

    def scene(self) -> Scene:
        return self.game.scene(self.now, self.viewer)

    def side(self, whose: str) -> Callable[[int], bool]:
        """Return a test for scene sides: the viewer's own (`me`) or another player's (`other`)."""
        scene = self.scene()
        own = scene.seats[self.viewer] if scene.seats else self.viewer
        return lambda side: (side == own) if whose == "me" else (side >= 0 and side != own)


def met(aim: Aim, course: Attempt) -> bool:
    """Say whether all checks of an aim hold."""
    return all(CHECKS[name](course, wanted) for name, wanted in aim.items())


def _told(course: Attempt, wanted: Mapping[str, Any]) -> bool:
    """Check for a happening of this `kind`, with one of these message keys (`words`), on one of
    these `squares`, `by` me or other."""
    whose = course.side(wanted.get("by", "me"))
    return any(
        whose(happening.side)
        and wanted.get("kind", happening.kind) == happening.kind
        and happening.words.key in wanted.get("words", (happening.words.key,))
        and ("squares" not in wanted or bool(set(wanted["squares"]) & set(happening.squares)))
        for happening in course.happenings
    )


def _stands(course: Attempt, wanted: Mapping[str, Any]) -> bool:
    """Check for at least `count` (1) pieces of glyph `what` `on` these squares, `by` me
    or other."""
    found = [piece for piece in course.scene().pieces if _fits(course, piece, wanted)]
    return len(found) >= int(wanted.get("count", 1))


def _fits(course: Attempt, piece: Piece, wanted: Mapping[str, Any]) -> bool:
    return (
        course.side(wanted.get("by", "me"))(piece.side)
        and wanted.get("what", piece.glyph) == piece.glyph
        and piece.square in wanted.get("on", (piece.square,))
    )


def _gone(course: Attempt, squares: Sequence[str]) -> bool:
    """Check that all pieces on these squares have left or been replaced by another side's."""
    before = {
        piece.square: piece for piece in course.game.scene(course.before, course.viewer).pieces
    }
    now = {piece.square: piece for piece in course.scene().pieces}
    stood = [square for square in squares if square in before]
    return bool(stood) and all(
        square not in now or now[square].side != before[square].side for square in stood
    )


def _meter(course: Attempt, wanted: Mapping[str, Any]) -> bool:
    """Check that a number beside the board, by the glyph of its item and side (`by`), is at `least`
    and at `most` these values."""
    whose = course.side(wanted.get("by", "me"))
    for area in course.scene().areas:
        for item in area.items:
            if item.glyph == wanted["what"] and whose(item.side if item.side >= 0 else area.side):
                number = item.value if item.value >= 0 else item.count
                if wanted.get("least", number) <= number <= wanted.get("most", number):
                    return True
    return False


def _won(course: Attempt, wanted: bool) -> bool:
    """Check that the viewer has won."""
    outcome = course.now.outcome()
    won = outcome is not None and outcome.winner == course.viewer
    return won is wanted


def _asks(course: Attempt, frames: Sequence[str]) -> bool:
    """Check which question (`State.frame`) is being asked, whoever has to answer."""
    return course.now.frame() in frames


def _did(course: Attempt, verbs: Sequence[str]) -> bool:
    """Check that the player took a decision with one of these verbs."""
    return any(action[0] in verbs for action in course.actions)


def _marked(course: Attempt, kinds: Sequence[str]) -> bool:
    """Check that the scene has a mark of one of these kinds, such as a king in check."""
    return any(mark.kind in kinds for mark in course.scene().marks)


CHECKS: dict[str, Callable[[Attempt, Any], bool]] = {
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
