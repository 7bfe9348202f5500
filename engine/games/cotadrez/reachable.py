"""Why no game can reach a position that the reader accepts: for the editor (rulebook, 4.1 to 5.8).

The reader leaves these alone, so that texts from everywhere stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.editing import Fault
from engine.core.texts import Message
from engine.games.cotadrez.rules.state import TURN, CotadrezState


def unreachable(state: CotadrezState) -> Fault | None:
    """Return the first reason why no game reaches a position; None if there is none, and after the
    end."""
    return None if state.result is not None else next(_turns(state), None)


def _turns(state: CotadrezState) -> Iterator[Fault]:
    """Yield numbers that do not fit the turns played; before the first turn they say little."""
    turns, quiet = state.turns, state.quiet
    if turns and (turns % 2 == 0) != (state.side == state.j1):
        yield Fault(Message("editor.bad.side", "4.1", n=turns), (), "side")
    if quiet > turns:
        yield Fault(Message("editor.bad.quiet", "5.7", n=turns), (), "quiet")
    taken = any(map(any, state.dungeons))
    if turns and quiet == turns and taken and state.stack[-1][0] == TURN:
        yield Fault(Message("editor.bad.captured", "5.7"), (), "quiet")
    if state.passes > quiet:
        yield Fault(Message("editor.bad.passes", "5.8", n=quiet), (), "passes")
