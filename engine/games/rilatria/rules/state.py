"""A Rilatria position: board, both reserves, and where in the turn the game stands.

Everything is public. The horoscope deck is a multiset without an order; no state holds a coin or
a card that has not been tossed or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from engine.core.contract import CHANCE, DRAW, RESIGN, TERMINAL, TIME, Action, State
from engine.core.options import Options
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.texts import Message
from engine.games.rilatria.rules import horoscope, reserve
from engine.games.rilatria.rules.horoscope import DRAWN
from engine.games.rilatria.rules.pieces import (
    ASSASSIN,
    HERO,
    LIMITS,
    PRICES,
    RAM,
    SIZE,
    UNITS,
    ZONES,
    army_value,
    by_file,
    code,
    free_moves,
    prey,
)
from engine.games.rilatria.rules.reserve import (
    HONOUR,
    MONEY,
    START,
    TOKENS,
    VITALITY,
    Shift,
    Step,
    shift,
)

# Phases, as the state string writes them, and the frames they are.
SETUP, CALL, COIN, DEAL, CHOOSE, FREE, OVER = "D", "C", "P", "N", "O", "L", "X"
FRAMES = {
    SETUP: "setup",
    CALL: "call",
    COIN: "coin",
    DEAL: "draw",
    CHOOSE: "choose",
    FREE: "free",
    OVER: "over",
}

# Marks of the turn: hero acted, unit acted, sacrificed, something was destroyed.
HERO_DONE, UNIT_DONE, SACRIFICED, KILLED = 1, 2, 4, 8


class Rules(Protocol):
    """What a state and a record ask of the game: its options, compiled, and texts of positions.
    `blow`: vitality lost per kill; `shared`: one horoscope deck for both; `count`: the limits are
    judged; `quiet`, `rounds`: where they are."""

    options: Options
    blow: int
    shared: bool
    count: bool
    quiet: int
    rounds: int

    def initial_state(self) -> RilatriaState: ...

    def state_from_text(self, text: str) -> RilatriaState: ...

    def position_text(self, state: RilatriaState) -> str: ...

    def why_not(self, state: RilatriaState, action: Action) -> Message:
        """Why a readable action is not legal."""

    def faults(self, state: RilatriaState) -> Iterator[str]: ...


class RilatriaState(State):
    """`side`: whose turn it is. `call`: 0 heads, 1 tails, −1 none. `cards`: drawn so far this
    turn. `marks`: bits of the turn; `recruits`: squares of this turn's purchases, by file and rank.
    `quiet`: finished turns without a destroyed piece. `tags` tells pieces of one kind apart and
    `story` lists what happened to the reserves this turn, in order: both serve the picture and the
    telling and are no part of the position."""

    __slots__ = (
        "board",
        "call",
        "cards",
        "game",
        "marks",
        "phase",
        "quiet",
        "recruits",
        "reserves",
        "result",
        "round",
        "side",
        "story",
        "tags",
    )

    game: Rules

    def __init__(self, game: Rules) -> None:
        self.game = game
        self.board = bytearray(SIZE)
        self.tags = bytearray(SIZE)
        self.reserves = (bytearray(START), bytearray(START))
        self.side = 0
        self.phase = SETUP
        self.call = -1
        self.cards: tuple[int, ...] = ()
        self.marks = 0
        self.recruits: tuple[int, ...] = ()
        self.quiet = 0
        self.round = 1
        self.result: Outcome | None = None
        self.story: tuple[Step, ...] = ()

    def clone(self) -> RilatriaState:
        new: RilatriaState = object.__new__(RilatriaState)
        new.game = self.game
        new.board = self.board[:]
        new.tags = self.tags[:]
        first, second = self.reserves
        new.reserves = (first[:], second[:])
        new.side = self.side
        new.phase = self.phase
        new.call = self.call
        new.cards = self.cards
        new.marks = self.marks
        new.recruits = self.recruits
        new.quiet = self.quiet
        new.round = self.round
        new.result = self.result
        new.story = self.story
        return new

    # -- who and what ------------------------------------------------------------------------

    def frame(self) -> str:
        return FRAMES[self.phase]

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        return CHANCE if self.phase in (COIN, DEAL) else self.side

    def turn_index(self) -> int:
        """The halves of the set-up are turns 0 and 1."""
        return self.side if self.phase == SETUP else 2 * self.round + self.side

    def held(self) -> int:
        """Tokens that are out of the deck the mover draws from."""
        own = self.reserves[self.side][TOKENS]
        return own + self.reserves[1 - self.side][TOKENS] if self.game.shared else own

    def to_place(self) -> int:
        """The kind that the set-up asks for now: hero first (section 3)."""
        return RAM if self.board.count(code(self.side, HERO)) else HERO

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self.result is not None:
            return []
        if self.phase == FREE:
            return self._free_actions()
        if self.phase == CHOOSE:
            return [("choose", card) for card in sorted(set(self.cards))]
        if self.phase == CALL:
            return [("call", 0), ("call", 1)]
        if self.phase == SETUP:
            kind = self.to_place()
            return [("place", kind, sq) for sq in ZONES[self.side] if not self.board[sq]]
        return []

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Section 8: a fair coin; cards by the copies that are left."""
        if self.phase == COIN:
            return [(("coin", 0), 1), (("coin", 1), 1)]
        if self.phase == DEAL:
            copies = horoscope.left(self.held(), self.cards)
            return [(("deal", card), n) for card, n in enumerate(copies) if n > 0]
        return []

    def _free_actions(self) -> list[Action]:
        out: list[Action] = [("end",)]
        board = self.board
        own = self.side
        for square, piece in enumerate(board):
            if not piece or piece >> 3 != own or self.acted(piece & 7):
                continue
            out += [("move", square, target) for target in free_moves(board, square)]
            if square not in self.recruits:
                out += [("attack", square, target) for target in prey(board, square)]
        if self.reserves[own][MONEY] >= PRICES[UNITS[-1]]:
            free = [square for square in ZONES[own] if not board[square]]
            for kind in UNITS:
                if free and self.affordable(kind) and self.below_limit(kind):
                    out += [("buy", kind, square) for square in free]
        if not self.marks & SACRIFICED and reserve.may_sacrifice(self.reserves[own]):
            out.append(("sacrifice",))
        return out

    def acted(self, kind: int) -> bool:
        """Whether the action that a piece of this kind would use is spent."""
        return bool(self.marks & (HERO_DONE if kind == HERO else UNIT_DONE))

    def affordable(self, kind: int) -> bool:
        """Money, and for the assassin a token."""
        own = self.reserves[self.side]
        return own[MONEY] >= PRICES[kind] and (kind != ASSASSIN or own[TOKENS] > 0)

    def below_limit(self, kind: int) -> bool:
        return self.board.count(code(self.side, kind)) < LIMITS[kind]

    def table_actions(self) -> list[Action]:
        """Section 10: only the mover, in C, O or L; a draw is agreed in L."""
        if self.result is not None or self.phase not in (CALL, CHOOSE, FREE):
            return []
        draw: list[Action] = [(DRAW,)] if self.phase == FREE else []
        return [(RESIGN, self.side), *draw]

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        verb = action[0]
        if verb == "move":
            self._move(action[1], action[2])
        elif verb == "attack":
            self._attack(action[1], action[2])
        elif verb == "end":
            self._end_turn()
        elif verb == "buy":
            self._buy(action[1], action[2])
        elif verb == "deal":
            self.cards = (*self.cards, action[1])
            if len(self.cards) == DRAWN:
                self.phase = CHOOSE
        elif verb == "choose":
            self._choose(action[1])
        elif verb == "sacrifice":
            own = self.reserves[self.side]
            self.marks |= SACRIFICED
            self._tell(Step(verb, self.side, (shift(own, VITALITY, -1), shift(own, MONEY, 1))))
        elif verb == "call":
            self.call = action[1]
            self.phase = COIN
        elif verb == "coin":
            self._coin(action[1])
        elif verb == "place":
            self._place(action[1], action[2])
        else:
            self._settle(action)

    def _settle(self, action: Action) -> None:
        """Resignation, agreed draw, time."""
        if action[0] == DRAW:
            self._finish(drawn("acuerdo"))
        else:
            assert action[0] in (RESIGN, TIME), action
            reason = "abandono" if action[0] == RESIGN else "time"
            self._finish(won_by(1 - action[1], reason))

    def _finish(self, result: Outcome) -> None:
        self.result = result
        self.phase = OVER
        self.call = -1
        self.cards = ()

    def _tell(self, step: Step | None) -> None:
        if step is not None:
            self.story = (*self.story, step)

    def _place(self, kind: int, square: int) -> None:
        self.put(kind, square)
        if kind != RAM:
            return
        if self.side == 0:
            self.side = 1
        else:
            self.side = 0
            self._begin()

    def put(self, kind: int, square: int) -> None:
        """Sets a piece of the mover down under the first free number of its kind."""
        piece = code(self.side, kind)
        used = {self.tags[s] for s in range(SIZE) if self.board[s] == piece}
        self.board[square] = piece
        self.tags[square] = next(n for n in range(1, LIMITS[kind] + 1) if n not in used)

    def _begin(self) -> None:
        """The automatic part of a turn (section 5): each treaty sees what the one before left."""
        self.marks = 0
        self.recruits = ()
        own = self.reserves[self.side]
        own[:], self.story, coin = reserve.opened(bytes(own), self.side)
        self.phase = CALL if coin else DEAL

    def _coin(self, face: int) -> None:
        own = self.reserves[self.side]
        self._tell(reserve.coin_treaty(own, self.side, self.call, face))
        self.call = -1
        if own[VITALITY]:
            self._tell(reserve.money_treaty(own, self.side))
            self.phase = DEAL
        else:
            self._finish(won_by(1 - self.side, "suerte"))

    def _choose(self, card: int) -> None:
        own = self.reserves[self.side]
        own[:], step = reserve.carded(bytes(own), self.side, card)
        self._tell(step)
        self.cards = ()
        self.phase = FREE

    def _move(self, origin: int, target: int) -> None:
        board, tags = self.board, self.tags
        self.marks |= HERO_DONE if board[origin] & 7 == HERO else UNIT_DONE
        board[target], board[origin] = board[origin], 0
        tags[target], tags[origin] = tags[origin], 0
        if origin in self.recruits:
            moved = (target if square == origin else square for square in self.recruits)
            self.recruits = tuple(sorted(moved, key=by_file))

    def _attack(self, origin: int, target: int) -> None:
        """The attacker stands where its victim stood; then the kill treaty (section 7)."""
        victim = self.board[target] & 7
        self._move(origin, target)
        self.marks |= KILLED
        mover, foe = self.side, 1 - self.side
        own, other = self.reserves[mover], self.reserves[foe]
        self._tell(Step("kill", mover, (shift(own, HONOUR, reserve.BOUNTY),), (victim,)))
        losses = [shift(other, VITALITY, -self.game.blow)]
        if victim == ASSASSIN:
            losses.append(shift(other, HONOUR, -reserve.BOUNTY))
        self._tell(Step("loss", foe, tuple(losses), (victim,)))
        if victim == HERO:
            self._finish(won_by(mover, "heroe"))
        elif not other[VITALITY]:
            self._finish(won_by(mover, "vitalidad"))

    def _buy(self, kind: int, square: int) -> None:
        own = self.reserves[self.side]
        changes = [shift(own, MONEY, -PRICES[kind])]
        if kind == ASSASSIN:
            own[TOKENS] -= 1
            changes += [Shift(TOKENS, -1, -1), shift(own, HONOUR, -own[HONOUR])]
        self._tell(Step("buy", self.side, tuple(changes), (kind,)))
        self.put(kind, square)
        self.recruits = tuple(sorted((*self.recruits, square), key=by_file))

    def _end_turn(self) -> None:
        """Section 10: quiet, `calma`, `limite`, then the round and the side."""
        self.quiet = 0 if self.marks & KILLED else self.quiet + 1
        if self.quiet >= self.game.quiet:
            self._finish(self._at_limit("calma"))
        elif self.side == 1 and self.round >= self.game.rounds:
            self._finish(self._at_limit("limite"))
        else:
            self.round += self.side
            self.side = 1 - self.side
            self._begin()

    def _at_limit(self, cause: str) -> Outcome:
        """A draw, or with `limit=count` what the reserves and the armies say."""
        if self.game.count:
            first, second = (
                (values[VITALITY], army_value(self.board, side), values[HONOUR])
                for side, values in enumerate(self.reserves)
            )
            if first != second:
                return won_by(0 if first > second else 1, "juicio")
        return drawn(cause)

    def outcome(self) -> Outcome | None:
        return self.result

    # -- value and texts ---------------------------------------------------------------------

    def key(self) -> tuple[Any, ...]:
        """Everything the state string shows."""
        ended = (self.result.score, self.result.reason) if self.result else ()
        return (
            bytes(self.board),
            self.side,
            self.phase,
            self.call,
            self.cards,
            bytes(self.reserves[0]),
            bytes(self.reserves[1]),
            self.marks,
            self.recruits,
            self.quiet,
            self.round,
            ended,
        )

    def check_invariants(self) -> None:
        """The state string is one that the reader accepts (section 9)."""
        fault = next(self.game.faults(self), None)
        assert fault is None or (self.result is not None and self.result.reason == "time"), fault
