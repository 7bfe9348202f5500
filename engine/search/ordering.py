"""Move ordering. Actions are generated in stages, since the first ones often cause a cutoff."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Action, State
from engine.search.hints import Hints
from engine.search.transposition import SearchTables


def ordered_actions(
    hints: Hints, tables: SearchTables, state: State, hash_action: Action | None, ply: int
) -> Iterator[tuple[float, Action]]:
    """Yield (worth, action): hash action, winning captures, killers, then by worth and history."""
    captures, tried = hints.first_stage(state), set()
    if captures is not None:
        if hash_action is not None:
            tried.add(hash_action)
            yield hints.worth(state, (hash_action,))[0], hash_action
        for capture in captures:
            if capture[0] > 0 and capture[1] not in tried:
                tried.add(capture[1])
                yield capture
    for _, action, gain in _ranked(hints, tables, state, hash_action, ply):
        if action not in tried:
            yield gain, action


def _ranked(
    hints: Hints, tables: SearchTables, state: State, hash_action: Action | None, ply: int
) -> list[tuple[float, Action, float]]:
    """Return (negative rank, action, worth) of every action, in search order."""
    killers, history = tables.killers[ply], tables.history
    ranked = []
    for gain, action in hints.generate(state):
        if action == hash_action:
            rank = 1e9
        elif gain > 0:
            rank = 1e6 * (1 + gain)
        elif action in killers:
            rank = 1e6
        else:
            rank = gain * 1e4 + history.get(action, 0)
        ranked.append((-rank, action, gain))
    if hints.generates:  # a stable sort keeps the order of the game
        ranked.sort(key=lambda one: one[0])
    else:
        ranked.sort()
    return ranked
