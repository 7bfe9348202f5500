"""The positions of an embedded match: one per turn, always as every spectator may know them."""

from __future__ import annotations

from engine.core.contract import CHANCE, SPECTATOR, State
from engine.match.match import Match
from ui.session.turns import TurnLog


class Steps:
    """Turns of a match with their positions; 0 is the start, after the set-up if there is one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._seen = match.observed_events(SPECTATOR)
        self.ends = self._turns()

    def _turns(self) -> list[int]:
        """Return the number of events at the start and at the end of each player's turn."""
        ends = [0]
        for turn in TurnLog(self.match, SPECTATOR).turns():
            if turn.setup or turn.actor == CHANCE:
                ends[-1] = turn.end
            else:
                ends.append(turn.end)
        return ends

    def position(self, turn: int) -> State:
        """Return what a spectator knows of the position after `turn` turns."""
        state = self.match.state_at(self.ends[turn])
        return state if self.match.viewer is not None else state.observation(SPECTATOR)

    def words(self, turn: int) -> str:
        """Return the notation of a turn, of the events that a spectator learns of."""
        if turn == 0:
            return ""
        first, last = self.ends[turn - 1], self.ends[turn]
        said = []
        for index, event in self._seen:
            if first <= index < last:
                state = self.match.state_at(index)
                seen = state if self.match.viewer is not None else state.observation(SPECTATOR)
                said.append(self.match.game.action_text(seen, event.action))
        return " ".join(said[-4:])
