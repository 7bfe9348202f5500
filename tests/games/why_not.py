"""Random refused presses under random options, with the reasons that `Game.explain` gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.core.contract import Action, AnyGame, Game, Path, State
from engine.core.texts import Message
from engine.match.chance import ChanceSampler

SNAPSHOTS, GAP = 4, 30  # of a game; most events between two
TRIED, ALIKE = 120, 4  # presses of a snapshot; most with the same reason

Refusal = tuple[Any, Path, Message]
Chooser = Callable[[Any, Random], Action]


def at_random(state: State, rng: Random) -> Action:
    return rng.choice(list(state.legal_actions()))


def refusals(
    kind: type[Game[Any]],
    squares: list[str],
    seed: int,
    games: int,
    ready: Callable[[Any], bool] = lambda state: bool(state.table_actions()),
    choose: Chooser = at_random,
) -> Iterator[Refusal]:
    """Yield refused presses of depth 1 and 2 as the player to decide meets them: his observation,
    the path and the reason. Without `squares` all of the board are pressed.

    Every second game has random options. Its snapshots begin where `ready` first holds, after the
    set-up; `choose` picks the actions that lead to the next one.
    """
    rng = Random(seed)
    for number in range(games):
        game = kind(kind.random_options(rng) if number % 2 else {})
        for state in _snapshots(game, rng, ready, choose):
            yield from _refused(game, state, squares, rng)


def _snapshots(
    game: AnyGame, rng: Random, ready: Callable[[Any], bool], choose: Chooser
) -> Iterator[State]:
    """Yield positions of one random game in which a player decides."""
    state = game.initial_state()
    chance = ChanceSampler(rng)

    def step() -> None:
        state.apply(chance(state) if state.current_player() < 0 else choose(state, rng))

    while state.outcome() is None and not ready(state):
        step()
    for _ in range(SNAPSHOTS):
        wait = rng.randrange(GAP)
        while state.outcome() is None and (wait > 0 or state.current_player() < 0):
            step()
            wait -= 1
        if state.outcome() is not None:
            return
        yield state.observation(state.current_player())


def _refused(game: AnyGame, state: State, squares: list[str], rng: Random) -> Iterator[Refusal]:
    """Yield refused presses in one position, only some of each reason, so that rare ones are
    met."""
    met: Counter[str] = Counter()
    for path in rng.sample(paths := _presses(game, state, squares), min(TRIED, len(paths))):
        found = game.explain(state, path)
        if found is not None and met[found.key] < ALIKE:
            met[found.key] += 1
            yield state, path, found


def _presses(game: AnyGame, state: State, squares: list[str]) -> list[Path]:
    """Return the presses of depth 1, and those of depth 2 after the beginning of an action."""
    scene = game.scene(state, state.current_player())
    names = squares or [square.name for square in scene.board.squares]
    beside = [item.target for area in scene.areas for item in area.items if item.target]
    targets = list(dict.fromkeys([*(f"sq:{name}" for name in names), *beside]))
    whole = {way for action in state.legal_actions() for way in game.paths(state, action)}
    begun = sorted({way[:1] for way in whole} - whole)
    return [*((one,) for one in targets), *((*one, two) for one in begun for two in targets)]
