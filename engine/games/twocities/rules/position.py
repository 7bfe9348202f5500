"""Position of A Tale of Two Cities: board, hands and the pending question.

Rule sheet, sections 5, 6, 9 and 10: the data, queries on it, and the steps shared by several
inputs (`state.py`). Every position has one decider; results of chance are inputs.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from engine.core.contract import (
    CHANCE,
    TERMINAL,
    UNKNOWN,
    Action,
    State,
)
from engine.core.options import Options
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import (
    Field,
    in_contact,
    melee_dice,
    protect_choices,
    protection,
    ranged_dice,
    targets,
)
from engine.games.twocities.rules.frames import (
    CHANCES,
    DEAL,
    DEFENDERS,
    DRAWING,
    FORESTS,
    LINE,
    LOUD,
    OUTDIE,
    OVER,
    SETUP,
    SHOOT,
    UNIT,
)  # fmt: skip
from engine.games.twocities.rules.pieces import (
    BLACK,
    CITY,
    HOME,
    KINDS,
    NEIGHBOURS,
    STRENGTH,
    WHITE,
    code,
    distance,
    is_left,
)

SLOTS = (
    *("ask", "board", "hits", "side", "forests", "hills", "hands", "unknown", "discards"),
    *("removed", "number", "calm", "bought", "card", "done", "left", "u", "moved", "t"),
    *("shots", "evaded", "h", "r", "ending"),
)


class TwoCitiesRules(Protocol):
    """The game as its positions see it. `line`: first row of both sides, files a…h; empty if it is
    drawn. `any_four`: a 4 activates a unit of either sector; `siege`: a city with an enemy beside
    it loses strength; `city`: strength of a city."""

    options: Options
    line: str
    any_four: bool
    siege: bool
    city: int

    def initial_state(self) -> Any: ...


class AttackResult(NamedTuple):
    """The last attack and its result, for records and the scene; not part of the position.

    `attacker`, `target`: pieces; `origin`, `square`: where they stood. `parts`: parts of the dice
    pool; `evasion`: the defender's die or 0; `guard`: letter of what was ignored, `asked` if the
    defender chose it; `lost`: strength lost; `back`: squares retreated; `blocked`: retreats that
    became hits; `end`: last square of the target.
    """

    melee: bool
    attacker: int
    target: int
    origin: int
    square: int
    evasion: int
    evaded: bool
    parts: tuple[tuple[str, int], ...] = ()
    dice: tuple[int, ...] = ()
    guard: str = ""
    asked: bool = False
    lost: int = 0
    back: int = 0
    blocked: int = 0
    dead: bool = False
    end: int = -1


class TwoCitiesPosition(State):
    """Data of a position and queries on it; `TwoCitiesState` adds the inputs.

    `ask`: the frame. `hands`: masks of the known cards of each hand; `unknown`: number of further
    cards. `card`: the card in play or −1. `calm`: quiet turns so far, or LOUD. `done`, `left`:
    squares of the units already activated and still to be, sorted. `u`: square of the active unit,
    `moved` if it left its square; `t`: its target (in REMOVE the new unit); `shots`: fired before
    in this activation; `evaded`: an evasion succeeded; `h`, `r`: hits, retreats before protection.
    `ending`: (reason, winner or −1). Fields a frame does not use are at their zero, so that equal
    positions have equal keys. `tags` number the pieces and `shown` is the last fight; the scene
    needs both, but they are not part of the position.
    """

    __slots__ = (*SLOTS, "_legal", "game", "shown", "tags")
    copied = ("board", "hits", "tags")

    game: TwoCitiesRules
    ask: str
    board: bytearray
    hits: bytearray
    hands: tuple[int, int]
    unknown: tuple[int, int]
    bought: tuple[int, int]
    done: tuple[int, ...]
    left: tuple[int, ...]
    ending: tuple[str, int] | None

    def __init__(self, game: TwoCitiesRules) -> None:
        self.game = game
        self.board, self.hits, self.tags = bytearray(64), bytearray(64), bytearray(64)
        self.side = WHITE
        self.forests = self.hills = self.discards = self.removed = self.calm = 0
        self.hands = self.unknown = self.bought = (0, 0)
        self.number = 1
        self.ask, self.card = LINE, -1
        self.ending = None
        self.shown: AttackResult | None = None
        self._legal: list[Action] | None = None
        self._rest()
        if game.line:
            self.set_line(game.line)

    def set_line(self, line: str) -> None:
        """Place both first rows, with a tag for each piece; forests come next."""
        for file, letter in enumerate(line):
            for side in (WHITE, BLACK):
                if letter != "-":
                    square = file * 8 + HOME[side]
                    self.board[square] = code(side, KINDS[letter])
                    self.tags[square] = file
        self.ask = FORESTS

    def key(self) -> tuple[Any, ...]:
        return (
            bytes(self.board), bytes(self.hits), self.ask, self.side, self.forests, self.hills,
            self.hands, self.unknown, self.discards, self.removed, self.number, self.calm,
            self.bought, self.card, self.done, self.left, self.u, self.moved, self.t, self.shots,
            self.evaded, self.h, self.r, self.ending,
        )  # fmt: skip

    # -- who and what ------------------------------------------------------------------------

    @property
    def field(self) -> Field:
        return Field(self.board, self.forests, self.hills)

    def frame(self) -> str:
        return self.ask

    def current_player(self) -> int:
        if self.ask in CHANCES:
            return CHANCE
        if self.ask == OVER:
            return TERMINAL
        return 1 - self.side if self.ask in DEFENDERS else self.side

    def turn_index(self) -> int:
        return 0 if self.ask in SETUP else 2 * self.number - 1 + self.side

    def units(self, side: int) -> list[int]:
        """Return the squares of a side's units, sorted."""
        return [s for s, p in enumerate(self.board) if p and p >> 3 == side and p & 7 != CITY]

    def city(self, side: int) -> int:
        """Return the square of a side's city, −1 if it has fallen."""
        return self.board.find(code(side, CITY))

    def strength(self, kind: int) -> int:
        """Return the strength of an unhurt piece of a kind."""
        return self.game.city if kind == CITY else STRENGTH[kind]

    def unseen(self) -> int:
        """Return the mask of cards not known to be anywhere: deck and unknown hand cards."""
        named = self.hands[0] | self.hands[1] | self.discards | self.removed
        return cards.ALL & ~named & ~(1 << self.card if self.card >= 0 else 0)

    def deck_count(self) -> int:
        return self.unseen().bit_count() - sum(self.unknown)

    def eligible(self, card: int) -> list[int]:
        """Return the squares of the units a card may activate for the side to move, sorted: the set
        E of section 5."""
        units = self.units(self.side)
        if card in cards.ACTIVATES:
            kinds = cards.ACTIVATES[card]
            if card == cards.PHALANX:
                return [s for s in units if in_contact(self.board, s)]
            return [s for s in units if kinds is None or self.board[s] & 7 in kinds]
        if card in cards.THREES or (card in cards.NOTHING and self.game.any_four):
            return units
        if card in cards.ONES or card in cards.TWOS:
            return [s for s in units if is_left(self.side, s) == cards.wants_left(card)]
        return []

    def free_beside_city(self) -> list[int]:
        city = self.city(self.side)
        return sorted(n for n in NEIGHBOURS[city] if not self.board[n]) if city >= 0 else []

    def playable(self, card: int) -> bool:
        """Return whether the side to move could play a card (section 5, "playable when")."""
        if card in cards.NOTHING and not self.game.any_four:
            return True
        if card in cards.REINFORCEMENTS:
            return bool(self.free_beside_city())
        return bool(self.eligible(card))

    def dice(self) -> int:
        """Return the number of dice of the pending attack; a successful evasion halves it, rounded
        up."""
        if self.is_melee():
            count = melee_dice(self.field, self.u, self.card).number
        else:
            count = ranged_dice(self.field, self.u, self.card, self.moved).number
        return (count + 1) // 2 if self.evaded else count

    def is_melee(self) -> bool:
        return distance(self.u, self.t) == 1

    def guards(self) -> str:
        """Return the letters that PROTECT offers (section 8)."""
        return protect_choices(protection(self.field, self.t), self.h, self.r)

    # -- what several decisions lead to ---------------------------------------------------------

    def _rest(self) -> None:
        """Reset all fields of activations."""
        self.done = self.left = ()
        self._stand()

    def _stand(self) -> None:
        """Reset the fields of the active unit."""
        self.u = self.t = -1
        self.moved = self.evaded = False
        self.shots = self.h = self.r = 0

    def dealt(self) -> tuple[int, int]:
        """Return the number of cards in each hand."""
        white, black = (self.hands[p].bit_count() + self.unknown[p] for p in (0, 1))
        return white, black

    def receiver(self) -> int:
        """Return the side that gets the next card, in DEAL and DRAW."""
        if self.ask == DEAL:
            return WHITE if self.dealt()[WHITE] < 3 else BLACK
        return self.side

    def take(self, side: int, card: int) -> None:
        """Add a card to a hand; UNKNOWN adds a hidden one."""
        pair = self.unknown if card == UNKNOWN else self.hands
        value = pair[side] + (1 if card == UNKNOWN else 1 << card)
        changed = (value, pair[1]) if side == WHITE else (pair[0], value)
        if card == UNKNOWN:
            self.unknown = changed
        else:
            self.hands = changed

    def clear(self, square: int) -> None:
        self.board[square] = self.hits[square] = self.tags[square] = 0

    def shift(self, origin: int, target: int) -> None:
        for row in (self.board, self.hits, self.tags):
            row[target] = row[origin]
        self.clear(origin)

    def left_after(self, origin: int) -> tuple[int, ...]:
        """Return the units that may still be activated after the one of `origin`: none beyond the
        card's quota, and with a 3 only units of the other sector."""
        if len(self.done) + 1 >= cards.quota(self.card):
            return ()
        rest = [s for s in self.left if s != origin]
        if self.card in cards.THREES:
            rest = [s for s in rest if is_left(self.side, s) != is_left(self.side, origin)]
        return tuple(rest)

    def _shoot_or_next(self) -> None:
        if targets(self.field, self.u, self.card, self.moved):
            self.ask = SHOOT
        else:
            self.next_unit()

    def next_shot(self, melee: bool) -> None:
        """Go on after an attack (NEXT): Double rain offers a second shot, else the next unit."""
        if melee or self.card != cards.RAIN or self.shots:
            self.next_unit()
            return
        self.shots, self.t = 1, -1
        self._shoot_or_next()

    def next_unit(self) -> None:
        self.done = tuple(sorted((*self.done, self.u)))
        self._stand()
        if self.left:
            self.ask = UNIT
        else:
            self._end()

    def _end(self) -> None:
        """End the turn (END): update the calm count, then dispose of the card (T38)."""
        self._rest()
        self.calm = 0 if self.calm == LOUD else self.calm + 1
        if self.card in cards.SPECIALS:
            self.ask = OUTDIE
        else:
            self._dispose(self.card in cards.REINFORCEMENTS)

    def _dispose(self, for_good: bool) -> None:
        if for_good:
            self.removed |= 1 << self.card
        else:
            self.discards |= 1 << self.card
        self.card, self.ask = -1, DRAWING

    def turn_over(self) -> None:
        self.number += self.side
        self.side = 1 - self.side

    def city_falls(self) -> None:
        winner = self.side
        self._rest()
        self.turn_over()
        self.finish("city", winner)

    def finish(self, reason: str, winner: int = -1) -> None:
        self.ask, self.ending = OVER, (reason, winner)
