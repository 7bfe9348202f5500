"""In which order the actions of a position are looked at: the better the first of them, the less
has to be seen of the others. They are listed when they are needed: often the first settles it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Action, State
from engine.search.hints import Hints
from engine.search.memory import Memory


def in_turn(
    hints: Hints, memory: Memory, state: State, first: Action | None, ply: int
) -> Iterator[tuple[float, Action]]:
    """(worth, action): the best of before, what takes something, then the rest by what it seems to
    win, by the refutations of this ply, and by what was good elsewhere."""
    foremost, tried = hints.foremost(state), set()
    if foremost is not None:
        if first is not None:
            tried.add(first)
            yield hints.worth(state, (first,))[0], first
        for one in foremost:
            if one[0] > 0 and one[1] not in tried:
                tried.add(one[1])
                yield one
    for _, action, gain in _ranked(hints, memory, state, first, ply):
        if action not in tried:
            yield gain, action


def _ranked(
    hints: Hints, memory: Memory, state: State, first: Action | None, ply: int
) -> list[tuple[float, Action, float]]:
    """(minus its rank, action, worth) of all there are."""
    killers, history = memory.killers[ply], memory.history
    ranked = []
    for gain, action in hints.generate(state):
        if action == first:
            rank = 1e9
        elif gain > 0:
            rank = 1e6 * (1 + gain)
        elif action in killers:
            rank = 1e6
        else:
            rank = gain * 1e4 + history.get(action, 0)
        ranked.append((-rank, action, gain))
    if hints.chosen:  # the game has put them in an order of its own
        ranked.sort(key=lambda one: one[0])
    else:
        ranked.sort()
    return ranked
