"""A Stratego position: set-up or battle, with the question that is pending.

The same class holds the truth and what a viewer knows of it (`viewer`): unknown types are HIDDEN,
other sides' vacancies are empty. What goes out at the end of a turn is then not worked out but
told (`told_out`), since it depends on hidden pieces.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from engine.core.contract import DRAW, RESIGN, TERMINAL, Action, Outcome, State
from engine.core.texts import Message
from engine.games.stratego import flow, movement
from engine.games.stratego.pieces import BOMB, FLAG, GROUP, HIDDEN, RANKED, SKILL, TRUTH, TYPES
from engine.games.stratego.placing import OPEN

if TYPE_CHECKING:
    from engine.games.stratego.game import Stratego

# What is being asked. ANNOUNCE is a turn in which only `out` or `end` is left.
PLACE, OPENING, TURN, ANNOUNCE = "place", "open", "turn", "announce"
ANSWER, SHOW1, SHOW2, MERIT, COURAGE, REAR = (
    "answer",
    "show1",
    "show2",
    "merit",
    "courage",
    "rear",
)
FRAMES = (PLACE, OPENING, TURN, ANNOUNCE, ANSWER, SHOW1, SHOW2, MERIT, COURAGE, REAR)

NO_CHASES = ((), (), (), ())


class StrategoState(State):
    """Sides are players in acting order: red 0, blue 1, green 2, yellow 3.

    `board`, `flags`: piece and marks by cell. `turn`: the side to act, or to set up. `asked`: one
    of FRAMES but ANNOUNCE. `act`: (origin, target, attack) of the action whose questions are being
    answered. `fight`: (outcome, attacker's type, defender's type, defender's owner, what others
    were shown: 1 attacker, 2 defender), or () before; `deserted` instead of a fight. `rises`:
    ("=" or "^", new type) of this turn. `placed`: home cells decided by `turn`, −1 unknown.
    `memory`, `skips`, `pts`, `lost`, `resc`, `buy`, `vac`, `chs` are by side (sheet, section 7).
    `turns` counts turns for notation; `skipped`: sides passed over when the turn came to `turn`.
    `ids`: by cell, where the piece entered play and how many had entered there before; `entered`
    counts them. Both are for drawing and no part of the position.
    """

    __slots__ = (
        "_legal",
        "act",
        "asked",
        "board",
        "buy",
        "chs",
        "deserted",
        "entered",
        "fight",
        "flags",
        "game",
        "ids",
        "lost",
        "memory",
        "placed",
        "plies",
        "pts",
        "quiet",
        "resc",
        "result",
        "rises",
        "skipped",
        "skips",
        "told_out",
        "turn",
        "turns",
        "vac",
        "viewer",
    )

    def __init__(self, game: Stratego) -> None:
        size, players = game.tables.grid.size, game.players
        self.game = game
        self.viewer = TRUTH
        self.board, self.flags = bytearray(size), bytearray(size)
        self.ids, self.entered = [0] * size, bytearray(size)
        self.turn = 0
        self.asked = PLACE
        self.act: tuple[int, ...] = ()
        self.fight: tuple[int, ...] = ()
        self.deserted = False
        self.rises: tuple[tuple[str, int], ...] = ()
        self.placed = 0
        self.skips: tuple[int, ...] = (0,) * players
        self.skipped: tuple[int, ...] = ()
        self.quiet = self.plies = self.turns = 0
        self.memory: tuple[tuple[movement.Entry, ...], ...] = ((),) * players
        self.lost = [bytearray(4 * GROUP) for _ in range(players)]
        self.pts: tuple[int, ...] = (0,) * players
        self.resc = [bytearray(GROUP) for _ in range(players)]
        self.buy = [bytearray(GROUP) for _ in range(players)]
        self.vac = [bytearray(GROUP) for _ in range(players)]
        self.chs: tuple[tuple[movement.Step, ...], ...] = NO_CHASES[:players]
        self.told_out: tuple[int, ...] = ()
        self.result: Outcome | None = None
        self._legal: list[Action] | None = None

    def clone(self) -> StrategoState:
        new: StrategoState = object.__new__(StrategoState)
        new.game = self.game
        new.viewer = self.viewer
        new.board = self.board[:]
        new.flags = self.flags[:]
        new.ids = self.ids[:]
        new.entered = self.entered[:]
        new.turn = self.turn
        new.asked = self.asked
        new.act = self.act
        new.fight = self.fight
        new.deserted = self.deserted
        new.rises = self.rises
        new.placed = self.placed
        new.skips = self.skips
        new.skipped = self.skipped
        new.quiet = self.quiet
        new.plies = self.plies
        new.turns = self.turns
        new.memory = self.memory
        new.lost = [row[:] for row in self.lost]
        new.pts = self.pts
        new.resc = [row[:] for row in self.resc]
        new.buy = [row[:] for row in self.buy]
        new.vac = [row[:] for row in self.vac]
        new.chs = self.chs
        new.told_out = self.told_out
        new.result = self.result
        new._legal = self._legal
        return new

    # -- who and what ------------------------------------------------------------------------

    @property
    def setting_up(self) -> bool:
        return self.asked in (PLACE, OPENING)

    def alive(self) -> list[int]:
        """Sides still in: those with pieces on the board (4.3)."""
        owners = {piece >> 4 for piece in self.board if piece}
        return sorted(owners)

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        if self.asked in (ANSWER, SHOW2, MERIT):
            return self.board[self.act[1]] >> 4
        return self.turn

    def frame(self) -> str:
        if self.asked == TURN and self.result is None and self.announces():
            return ANNOUNCE
        return self.asked

    def announces(self) -> bool:
        """Whether the side to act has only `out` or `end` left, as far as this state can tell."""
        legal = self.legal_actions()
        return len(legal) == 1 and legal[0][0] in ("out", "end")

    def turn_index(self) -> int:
        """Every cell of a set-up counts as a turn of its own: nobody lists whole set-ups."""
        if self.asked == PLACE:
            return self.turn * 400 + max(self.placed, 0)
        if self.asked == OPENING:
            return 1800 + self.turn
        return 2000 + self.turns

    def laid(self, side: int) -> list[int]:
        """The set-up of a side as far as it stands, in set-up order (placing.Zone)."""
        home = self.game.tables.homes[side]
        done = len(home)
        if self.asked == PLACE and side >= self.turn:
            done = max(self.placed, 0) if side == self.turn else 0
        return [self.board[c] & 15 if n < done else OPEN for n, c in enumerate(home)]

    def automatic(self) -> Action | None:
        """Opening and showing are never a choice, nor are `out` and `end` (rule sheet, 2.3, 4)."""
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
            kind = self.board[self.act[1]] & 15
            return [("stand",)] if kind in (FLAG, BOMB) else [("stand",), ("desert",)]
        if asked == MERIT:
            return self._risings(flow.may_earn(self))
        if asked == COURAGE:
            return self._risings(flow.may_dare(self))
        if asked == REAR:
            return [*flow.rear_rescues(self), ("decline",)]
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
        """Only between turns and never during a set-up (section 4)."""
        if self.result is not None or self.asked != TURN:
            return []
        return [*((RESIGN, side) for side in self.alive()), (DRAW,)]

    def apply(self, action: Action) -> None:
        self._legal = None
        flow.apply(self, action)

    def outcome(self) -> Outcome | None:
        return self.result

    # -- value, views, texts -----------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """Everything a position text shows."""
        fight = self.fight[:3]
        question = (self.asked, self.placed, self.act, fight, self.deserted, self.rises)
        ended = (self.result.reason, self.result.returns) if self.result else ()
        return (
            bytes(self.board),
            bytes(self.flags),
            self.turn if self.result is None else -1,
            question if self.result is None else (),
            (self.skips, self.quiet, self.plies, self.memory, self.pts, self.chs),
            tuple(
                bytes(row) for rows in (self.lost, self.resc, self.buy, self.vac) for row in rows
            ),
            ended,
        )

    def observation(self, viewer: int) -> StrategoState:
        from engine.games.stratego.views import observation

        return observation(self, viewer)

    def determinize(self, viewer: int, rng: Random) -> StrategoState:
        from engine.games.stratego.guess import determinize

        return determinize(self, viewer, rng)

    def to_text(self) -> str:
        from engine.games.stratego.position import write_position

        return write_position(self)

    def prompt(self, viewer: int) -> Message:
        from engine.games.stratego.words import prompt

        return prompt(self, viewer)

    def check_invariants(self) -> None:
        tables = self.game.tables
        closed = tables.layout.lakes | tables.layout.void
        for cell, piece in enumerate(self.board):
            assert not piece or cell not in closed, cell
            assert piece or not self.flags[cell], cell
            assert not self.flags[cell] & SKILL or piece & 15 not in (FLAG, BOMB), cell
        if self.viewer != TRUTH or self.result is not None:
            return
        for side in range(self.game.players):
            counts = [self.board.count(side << 4 | kind) for kind in range(GROUP)]
            assert all(counts[k] <= tables.army[k] for k in TYPES), (side, counts)
            assert not counts[HIDDEN], side
            for kind in RANKED:
                gone = self.lost[side][kind] + self.lost[side][GROUP + kind]
                assert self.resc[side][kind] + self.buy[side][kind] <= gone, (side, kind)
        assert self.setting_up or self.asked == TURN or self.act


__all__ = ["FRAMES", "StrategoState"]
