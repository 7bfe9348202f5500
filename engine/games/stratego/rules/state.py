"""The playable state of Stratego: legal actions, application, views (rulebook, sections 2 to 5)."""

from __future__ import annotations

from random import Random

from engine.core.contract import DRAW, RESIGN, Action
from engine.games.stratego.rules import determinize, flow, movement, promotion, received, views
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    GROUP,
    HIDDEN,
    RANKED,
    SKILL,
    TRUTH,
    TYPES,
    kind_of,
    piece_of,
)
from engine.games.stratego.rules.position import (
    ANNOUNCE,
    ANSWER,
    COURAGE,
    FRAMES,
    MERIT,
    OPENING,
    PLACE,
    REAR,
    SHOW1,
    SHOW2,
    TURN,
    StrategoPosition,
)


class StrategoState(StrategoPosition):
    """Position with the contract's methods."""

    __slots__ = ()

    def frame(self) -> str:
        if self.asked == TURN and self.result is None and self.announces():
            return ANNOUNCE
        return self.asked

    def announces(self) -> bool:
        """Tell whether `out` or `end` is the only legal action, as far as this state knows."""
        legal = self.legal_actions()
        return len(legal) == 1 and legal[0][0] in ("out", "end")

    def automatic(self) -> Action | None:
        """Return the action that is never a choice: opening, showing, `out` and `end` (2.3, 4);
        else None."""
        if self.result is not None:
            return None
        if self.asked in (OPENING, SHOW1, SHOW2):
            return self.legal_actions()[0]
        return self.legal_actions()[0] if self.asked == TURN and self.announces() else None

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self.result is not None:
            return []
        if self._legal is None:
            self._legal = self._generate()
        return list(self._legal)

    def _generate(self) -> list[Action]:
        asked = self.asked
        if asked == TURN:
            return self._turn_actions()
        if asked == PLACE:
            return self._placements()
        if asked == ANSWER:
            kind = kind_of(self.board[self.act[1]])
            return [("stand",)] if kind in (FLAG, BOMB) else [("stand",), ("desert",)]
        if asked == MERIT:
            return self._risings(promotion.may_earn(self))
        if asked == COURAGE:
            return self._risings(promotion.may_dare(self))
        if asked == REAR:
            return [*promotion.rear_rescues(self), ("decline",)]
        return [("open",)] if asked == OPENING else [("show",)]

    def _turn_actions(self) -> list[Action]:
        legal = movement.legal(self)
        if not legal:
            return [("out",)]
        game = self.game
        if game.quiet_limit and self.quiet >= game.quiet_limit:
            return [("end",)]
        if game.most_actions and self.plies >= game.most_actions:
            return [("end",)]
        return legal

    def _placements(self) -> list[Action]:
        zone = self.game.zones[self.turn]
        if self.placed < 0:
            return []
        if self.placed == zone.size:
            return [("ready",)]
        return [("put", kind) for kind in zone.choices(self.laid(self.turn), self.placed)]

    @staticmethod
    def _risings(possible: bool) -> list[Action]:
        return [("accept",), ("decline",)] if possible else [("decline",)]

    def table_actions(self) -> list[Action]:
        """Return resignations and the draw: between turns only, never during a set-up (section
        4)."""
        if self.result is not None or self.asked != TURN:
            return []
        return [*((RESIGN, side) for side in self.alive()), (DRAW,)]

    def apply(self, action: Action) -> None:
        self._legal = None
        flow.apply(self, action)

    def takes(self, action: Action) -> bool:
        return received.takes(self, action)

    # -- views -------------------------------------------------------------------------------

    def observation(self, viewer: int) -> StrategoState:
        return views.observation(self, viewer)

    def determinize(self, viewer: int, rng: Random) -> StrategoState:
        return determinize.determinize(self, viewer, rng)

    def check_invariants(self) -> None:
        tables = self.game.tables
        closed = tables.layout.lakes | tables.layout.void
        for cell, piece in enumerate(self.board):
            assert not piece or cell not in closed, cell
            assert piece or not self.flags[cell], cell
            assert not self.flags[cell] & SKILL or kind_of(piece) not in (FLAG, BOMB), cell
        if self.viewer != TRUTH or self.result is not None:
            return
        for side in range(self.game.players):
            counts = [self.board.count(piece_of(side, kind)) for kind in range(GROUP)]
            assert all(counts[k] <= tables.army[k] for k in TYPES), (side, counts)
            assert not counts[HIDDEN], side
            for kind in RANKED:
                gone = self.lost[side].captured(kind)
                assert self.resc[side][kind] + self.buy[side][kind] <= gone, (side, kind)
        assert self.setting_up or self.asked == TURN or self.act


__all__ = ["FRAMES", "StrategoState"]
