"""A position of Stratego: set-up or battle, with the pending question.

The same class holds the truth and what a viewer knows of it (`viewer`): unknown types are HIDDEN,
vacancies of other sides are empty. Which sides go out at the end of a turn depends on hidden
pieces, so a viewer's state takes it from the event (`told_out`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, Self, TypeVar

from engine.core.contract import TERMINAL, Action, State
from engine.core.info import GameInfo
from engine.core.options import Options
from engine.core.outcome import Outcome
from engine.core.scene import Board
from engine.core.texts import Message
from engine.games.stratego.rules.combat import Combat
from engine.games.stratego.rules.losses import Losses
from engine.games.stratego.rules.pieces import (
    GROUP,
    TRUTH,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.placing import OPEN, Zone
from engine.games.stratego.rules.tables import CompiledOptions

Step = tuple[int, int]
Entry = tuple[Step, ...]  # of the repeat memory: two steps for a relay, none for a rescue

# Pending questions. ANNOUNCE is a turn in which only `out` or `end` is legal.
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

_UNVEILED = (
    *("board", "flags", "turn", "skips", "quiet", "plies", "memory", "lost", "pts", "resc"),
    *("buy", "vac", "chs", "result", "asked", "act", "fight", "deserted", "rises", "placed"),
)
NO_CHASES = ((), (), (), ())


Known = TypeVar("Known", bound="StrategoPosition")


class StrategoRules(Protocol):
    """What a position needs of its game: the compiled options, texts and the reasons of refusals.

    `players`: number of sides. `rear`: pieces each side may bring back at the far line. `price`:
    points per rank of a rescue, 0: none for sale. `quiet_limit`, `most_actions`: 0 for none.
    """

    info: ClassVar[GameInfo]
    options: Options
    tables: CompiledOptions
    players: int
    zones: list[Zone]
    combat: Combat
    shows_survivor: bool
    shows_removed: bool
    relay: bool
    desertion: bool
    rear: int
    price: int
    chase: bool
    two_square: str
    quiet_limit: int
    most_actions: int
    hills: frozenset[int]
    ground: Board

    @property
    def sides(self) -> tuple[str, ...]: ...

    @property
    def links(self) -> Callable[..., Any]: ...

    def initial_state(self) -> Any: ...

    def state_from_text(self, text: str) -> Any: ...

    def parse_action(self, state: Any, text: str) -> Action: ...

    def why_not(self, state: Any, token: str) -> Message | None: ...


class StrategoPosition(State):
    """State fields of Stratego. Sides are players in acting order: red 0, blue 1, green 2, yellow
    3.

    `board`, `flags`: piece and marks by cell. `turn`: the side to act, or to set up. `asked`: one
    of FRAMES but ANNOUNCE. `act`: (origin, target, attack) of the action whose questions are
    pending. `fight`: (outcome, attacker's type, defender's type, defender's owner, ATTACKER_SHOWN |
    DEFENDER_SHOWN), or () before the fight; `deserted`: a desertion took its place. `rises`: ("="
    or "^", new type) of this turn. `placed`: home cells that `turn` has decided, −1 unknown.
    `memory`, `skips`, `pts`, `lost`, `resc`, `buy`, `vac`, `chs` are by side (sheet, section 7).
    `turns` counts turns for notation; `skipped`: sides passed over when the turn came to `turn`.

    Not part of the position: `ids`, by cell the identity of the piece (`pieces.identity_of`);
    `entered`, by cell how many pieces have entered there; `deeds`, by identity what pieces have
    shown by their moves (`rules.deeds`), replaced and never changed in place.
    """

    __slots__ = (
        "_legal",
        "act",
        "asked",
        "board",
        "buy",
        "chs",
        "deeds",
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

    game: StrategoRules

    def __init__(self, game: StrategoRules) -> None:
        size, players = game.tables.grid.size, game.players
        self.game = game
        self.viewer = TRUTH
        self.board, self.flags = bytearray(size), bytearray(size)
        self.ids, self.entered = [0] * size, bytearray(size)
        self.deeds: dict[int, int] = {}
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
        self.memory: tuple[tuple[Entry, ...], ...] = ((),) * players
        self.lost = [Losses.none() for _ in range(players)]
        self.pts: tuple[int, ...] = (0,) * players
        self.resc = [bytearray(GROUP) for _ in range(players)]
        self.buy = [bytearray(GROUP) for _ in range(players)]
        self.vac = [bytearray(GROUP) for _ in range(players)]
        self.chs: tuple[tuple[Step, ...], ...] = NO_CHASES[:players]
        self.told_out: tuple[int, ...] = ()
        self.result: Outcome | None = None
        self._legal: list[Action] | None = None

    def clone(self) -> Self:
        new = object.__new__(self.__class__)
        new.game = self.game
        new.viewer = self.viewer
        new.board = self.board[:]
        new.flags = self.flags[:]
        new.ids = self.ids[:]
        new.entered = self.entered[:]
        new.deeds = self.deeds
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
        new.lost = [Losses(row) for row in self.lost]
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
        """Return the sides that are still in: those with pieces on the board (4.3)."""
        return sorted({owner_of(piece) for piece in set(self.board) if piece})

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        if self.asked in (ANSWER, SHOW2, MERIT):
            return owner_of(self.board[self.act[1]])
        return self.turn

    def turn_index(self) -> int:
        """Return the turn's number; every cell of a set-up counts as a turn of its own."""
        if self.asked == PLACE:
            return self.turn * 400 + max(self.placed, 0)
        if self.asked == OPENING:
            return 1800 + self.turn
        return 2000 + self.turns

    def laid(self, side: int) -> list[int]:
        """Return the set-up of a side as far as it is placed, in set-up order (placing.Zone)."""
        home = self.game.tables.homes[side]
        done = len(home)
        if self.asked == PLACE and side >= self.turn:
            done = max(self.placed, 0) if side == self.turn else 0
        return [kind_of(self.board[c]) if n < done else OPEN for n, c in enumerate(home)]

    def outcome(self) -> Outcome | None:
        return self.result

    def unveil(self, text: str) -> None:
        """Take over the final position from a text, keeping the identities that drawings use."""
        full = self.game.state_from_text(text)
        for name in _UNVEILED:
            setattr(self, name, getattr(full, name))
        self.viewer = TRUTH

    def key(self) -> tuple[Any, ...]:
        """Return everything that a position text shows."""
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
