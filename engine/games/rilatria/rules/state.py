"""State of Rilatria: board, both reserves, and the phase of the turn.

Everything is public. The deck is a multiset; the state holds no future coin or card.
"""

from __future__ import annotations

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
    SIZE,
    UNITS,
    Zones,
    army_value,
    by_file,
    code,
    free_moves,
    prey,
)
from engine.games.rilatria.rules.reserve import (
    DUSK,
    ENDED,
    HONOUR,
    MENDS,
    MONEY,
    RESTS,
    START,
    TOKENS,
    VITALITY,
    ReserveStep,
    Shift,
    shift,
)

# Phases as the state string writes them, and their frame names.
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

# Bits of `marks`: this turn the hero acted, a unit acted, a sacrifice was made, a piece was taken.
HERO_DONE, UNIT_DONE, SACRIFICED, KILLED = 1, 2, 4, 8


class RilatriaRules(Protocol):
    """The game as its states and records see it: compiled options and position text. `blow`:
    vitality lost per destroyed piece; `shared`: one deck for both players; `count`: at a limit the
    game is decided on points, not drawn; `quiet`, `rounds`: the limits in turns and in rounds;
    `mend`, `purse`: the options of these names; `zones`: by side, where pieces are placed; `army`:
    the pieces of the set-up, in their order."""

    options: Options
    blow: int
    shared: bool
    count: bool
    quiet: int
    rounds: int
    mend: str
    purse: bool
    zones: Zones
    army: tuple[int, ...]

    def initial_state(self) -> RilatriaState: ...

    def state_from_text(self, text: str) -> RilatriaState: ...

    def position_text(self, state: RilatriaState) -> str: ...

    def why_not(self, state: RilatriaState, action: Action) -> Message:
        """Return why a well-formed action is not legal."""

    def fault(self, state: RilatriaState) -> Exception | None: ...


TRAIL = 8  # moves remembered: two turns of both sides with hero and unit


class RilatriaState(State):
    """A position of Rilatria.

    `side`: whose turn it is. `call`: 0 heads, 1 tails, −1 none. `cards`: drawn so far this turn.
    `marks`: bits of the turn; `recruits`: squares of the units bought this turn, by file and rank.
    `quiet`: finished turns since a piece was last destroyed. `hurt`: bits of the sides that have
    lost a piece or sacrificed since their last turn began; 0 unless `mend` asks. `tags` numbers
    pieces of one kind and `story` lists this turn's changes to the reserves, in order; scene and
    happenings need both, but they are not part of the position. Nor is `trail`: the last moves of
    both sides as (side, from, to), by which a computer notices that it would take one back.
    """

    __slots__ = (
        "board",
        "call",
        "cards",
        "game",
        "hurt",
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
        "trail",
    )

    game: RilatriaRules

    def __init__(self, game: RilatriaRules) -> None:
        self.game = game
        self.board = bytearray(SIZE)
        self.tags = bytearray(SIZE)
        self.reserves = (bytearray(START), bytearray(START))
        self.side = 0
        self.phase = SETUP
        self.call = -1
        self.cards: tuple[int, ...] = ()
        self.marks = 0
        self.hurt = 0
        self.recruits: tuple[int, ...] = ()
        self.quiet = 0
        self.round = 1
        self.result: Outcome | None = None
        self.story: tuple[ReserveStep, ...] = ()
        self.trail: tuple[tuple[int, int, int], ...] = ()

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
        new.hurt = self.hurt
        new.recruits = self.recruits
        new.quiet = self.quiet
        new.round = self.round
        new.result = self.result
        new.story = self.story
        new.trail = self.trail
        return new

    # -- who and what ------------------------------------------------------------------------

    def frame(self) -> str:
        return FRAMES[self.phase]

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        return CHANCE if self.phase in (COIN, DEAL) else self.side

    def turn_index(self) -> int:
        """Return the turn number: 0 and 1 in the set-up, then 2 · round + side."""
        return self.side if self.phase == SETUP else 2 * self.round + self.side

    def tokens_out(self) -> int:
        """Return the number of tokens missing from the deck that the mover draws from."""
        own = self.reserves[self.side][TOKENS]
        return own + self.reserves[1 - self.side][TOKENS] if self.game.shared else own

    def missing(self) -> tuple[int, ...]:
        """Return the kinds that the mover still has to place in the set-up, in their order."""
        left = [self.board.count(code(self.side, kind)) for kind in range(len(LIMITS))]
        found = []
        for kind in self.game.army:
            left[kind] -= 1
            if left[kind] < 0:
                found.append(kind)
        return tuple(found)

    def to_place(self) -> int:
        """Return the kind to place next in the set-up (section 3); the last one if none is missing,
        which happens only while a draft is shown."""
        missing = self.missing()
        return missing[0] if missing else self.game.army[-1]

    def mending(self, side: int, when: int) -> int:
        """Return whether honour restores vitality to a side at the start of its turn in round
        `when`, or why it does not (RESTS, ENDED), as things stand now."""
        if self.game.mend == "dusk" and when >= DUSK:
            return ENDED
        return RESTS if self.hurt >> side & 1 and when > 1 else MENDS

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self.result is not None:
            return []
        if self.phase == FREE:
            return self._free_actions()
        if self.phase == CHOOSE:
            purse = (horoscope.PURSE,) if self.game.purse else ()
            return [("choose", card) for card in (*sorted(set(self.cards)), *purse)]
        if self.phase == CALL:
            return [("call", 0), ("call", 1)]
        if self.phase == SETUP:
            kind = self.to_place()
            return [("place", kind, sq) for sq in self.game.zones[self.side] if not self.board[sq]]
        return []

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Return the outcomes of a coin or of one card, weighted by copies left (section 8)."""
        if self.phase == COIN:
            return [(("coin", 0), 1), (("coin", 1), 1)]
        if self.phase == DEAL:
            copies = horoscope.left(self.tokens_out(), self.cards)
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
            free = [square for square in self.game.zones[own] if not board[square]]
            for kind in UNITS:
                if free and self.affordable(kind) and self.below_limit(kind):
                    out += [("buy", kind, square) for square in free]
        if not self.marks & SACRIFICED and reserve.may_sacrifice(self.reserves[own]):
            out.append(("sacrifice",))
        return out

    def acted(self, kind: int) -> bool:
        """Return whether the action of this kind of piece, hero's or unit's, is used up."""
        return bool(self.marks & (HERO_DONE if kind == HERO else UNIT_DONE))

    def affordable(self, kind: int) -> bool:
        """Return whether the mover can pay for a unit: money, and a token for the assassin."""
        own = self.reserves[self.side]
        return own[MONEY] >= PRICES[kind] and (kind != ASSASSIN or own[TOKENS] > 0)

    def below_limit(self, kind: int) -> bool:
        return self.board.count(code(self.side, kind)) < LIMITS[kind]

    def table_actions(self) -> list[Action]:
        """Return the mover's resignation in the phases C, O and L, and in L an agreed draw
        (section 10)."""
        if self.result is not None or self.phase not in (CALL, CHOOSE, FREE):
            return []
        draw: list[Action] = [(DRAW,)] if self.phase == FREE else []
        return [(RESIGN, self.side), *draw]

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        verb = action[0]
        if verb == "move":
            self._move(action[1], action[2])
            self.trail = (*self.trail[1 - TRAIL :], (self.side, action[1], action[2]))
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
            self._hurt(self.side)
            self._tell(
                ReserveStep(verb, self.side, (shift(own, VITALITY, -1), shift(own, MONEY, 1)))
            )
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
        """Apply a table action: resignation, agreed draw or loss on time."""
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

    def _tell(self, step: ReserveStep | None) -> None:
        if step is not None:
            self.story = (*self.story, step)

    def _place(self, kind: int, square: int) -> None:
        self.put(kind, square)
        if self.missing():
            return
        if self.side == 0:
            self.side = 1
        else:
            self.side = 0
            self._begin()

    def put(self, kind: int, square: int) -> None:
        """Place a piece of the mover and give it the first free tag of its kind."""
        piece = code(self.side, kind)
        used = {self.tags[s] for s in range(SIZE) if self.board[s] == piece}
        self.board[square] = piece
        self.tags[square] = next(n for n in range(1, LIMITS[kind] + 1) if n not in used)

    def _begin(self) -> None:
        """Begin a turn with its treaties (section 5); then a call is due, or the cards."""
        self.marks = 0
        self.recruits = ()
        own = self.reserves[self.side]
        mending = self.mending(self.side, self.round)
        own[:], self.story, coin = reserve.opened(bytes(own), self.side, mending)
        self.hurt &= ~(1 << self.side)
        self.phase = CALL if coin else DEAL

    def _hurt(self, side: int) -> None:
        """Note that a side has lost a piece or sacrificed."""
        if self.game.mend != "always":
            self.hurt |= 1 << side

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
        """Take the piece on `target`, then apply the kill treaty and its wins (section 7)."""
        victim = self.board[target] & 7
        self._move(origin, target)
        self.marks |= KILLED
        mover, foe = self.side, 1 - self.side
        own, other = self.reserves[mover], self.reserves[foe]
        self._tell(ReserveStep("kill", mover, (shift(own, HONOUR, reserve.BOUNTY),), (victim,)))
        self._hurt(foe)
        losses = [shift(other, VITALITY, -self.game.blow)]
        if victim == ASSASSIN:
            losses.append(shift(other, HONOUR, -reserve.BOUNTY))
        self._tell(ReserveStep("loss", foe, tuple(losses), (victim,)))
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
        self._tell(ReserveStep("buy", self.side, tuple(changes), (kind,)))
        self.put(kind, square)
        self.recruits = tuple(sorted((*self.recruits, square), key=by_file))

    def _end_turn(self) -> None:
        """End the turn (section 10): test the limits `calma` and `limite`, else pass the turn."""
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
        """Return the outcome at a limit: a draw, or with `limit=count` a win by vitality, then army
        value, then honour; a full tie is a draw."""
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
        """Return everything that the state string shows."""
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
            self.hurt,
            self.recruits,
            self.quiet,
            self.round,
            ended,
        )

    def check_invariants(self) -> None:
        """Assert that the reader would accept the state string (section 9)."""
        assert all(max(values[:TOKENS]) <= reserve.TOP for values in self.reserves)
        fault = self.game.fault(self)
        assert fault is None or (self.result is not None and self.result.reason == "time"), fault
