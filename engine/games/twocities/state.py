"""A position of A Tale of Two Cities: the public board, the hands, and the question that is open.

Rule sheet, sections 5, 6, 7.5, 9 and 10. Every state has one decider; results of chance are inputs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from engine.core.contract import (
    CHANCE,
    DRAW,
    RESIGN,
    TERMINAL,
    TIME,
    UNKNOWN,
    Action,
    Outcome,
    State,
    drawn,
    won_by,
)
from engine.core.texts import Message
from engine.games.twocities import cards, chances, choices, resolution, views
from engine.games.twocities.combat import (
    Field,
    in_contact,
    may_evade,
    melee_dice,
    protect_choices,
    protection,
    ranged_dice,
    targets,
)
from engine.games.twocities.frames import (
    CALM_LIMIT,
    CARD,
    CHANCES,
    DEAL,
    DEFENDERS,
    DRAWING,
    EVADE,
    EVADEDIE,
    FORESTS,
    GUARDS,
    HILLS,
    LINE,
    LOUD,
    MELEE,
    OUTDIE,
    OVER,
    PLACE,
    REMOVE,
    ROLL,
    SETUP,
    SHOOT,
    UNIT,
)  # fmt: skip
from engine.games.twocities.pieces import (
    BLACK,
    CITY,
    HOME,
    KINDS,
    NEIGHBOURS,
    STRENGTH,
    WHITE,
    bits,
    code,
    distance,
    is_left,
    random_lines,
)
from engine.games.twocities.resolution import Fight

if TYPE_CHECKING:
    from engine.games.twocities.game import TwoCities

SLOTS = (
    *("ask", "board", "hits", "side", "forests", "hills", "hands", "unknown", "discards"),
    *("removed", "number", "calm", "bought", "card", "done", "left", "u", "moved", "t"),
    *("shots", "evaded", "h", "r", "ending"),
)


class TwoCitiesState(State):
    """`ask`: the frame. `hands`: masks of the cards known in each hand, `unknown`: how many others
    are there. `card`: the card in play or −1. `done`, `left`: squares, sorted. `u`: the unit being
    activated, `moved` if it left its square; `t`: its target (in REMOVE the new unit); `shots`
    fired before in this activation; `evaded`: an evasion that succeeded; `h`, `r`: hits and
    retreats before protection. `ending`: (reason, winner or −1). What a frame does not use is at
    its zero, so that equal positions are equal values. `tags` tells pieces apart for the eye and
    `shown` is the last fight for the picture; they are no part of the position."""

    __slots__ = (*SLOTS, "_legal", "game", "shown", "tags")

    ask: str
    board: bytearray
    hits: bytearray
    hands: tuple[int, int]
    unknown: tuple[int, int]
    bought: tuple[int, int]
    done: tuple[int, ...]
    left: tuple[int, ...]
    ending: tuple[str, int] | None

    def __init__(self, game: TwoCities) -> None:
        self.game = game
        self.board, self.hits, self.tags = bytearray(64), bytearray(64), bytearray(64)
        self.side = WHITE
        self.forests = self.hills = self.discards = self.removed = self.calm = 0
        self.hands = self.unknown = self.bought = (0, 0)
        self.number = 1
        self.ask, self.card = LINE, -1
        self.ending = None
        self.shown: Fight | None = None
        self._legal: list[Action] | None = None
        self._rest()
        if game.line:
            self.set_line(game.line)

    def set_line(self, line: str) -> None:
        """Both rows, with a tag for each piece."""
        for file, letter in enumerate(line):
            for side in (WHITE, BLACK):
                if letter != "-":
                    square = file * 8 + HOME[side]
                    self.board[square] = code(side, KINDS[letter])
                    self.tags[square] = file
        self.ask = FORESTS

    def clone(self) -> TwoCitiesState:
        new: TwoCitiesState = object.__new__(TwoCitiesState)
        new.game = self.game
        new.board, new.hits, new.tags = self.board[:], self.hits[:], self.tags[:]
        new.ask, new.side, new.number, new.calm = self.ask, self.side, self.number, self.calm
        new.forests, new.hills = self.forests, self.hills
        new.hands, new.unknown, new.bought = self.hands, self.unknown, self.bought
        new.discards, new.removed, new.card = self.discards, self.removed, self.card
        new.done, new.left, new.u, new.moved = self.done, self.left, self.u, self.moved
        new.t, new.shots, new.evaded = self.t, self.shots, self.evaded
        new.h, new.r, new.ending = self.h, self.r, self.ending
        new.shown, new._legal = self.shown, self._legal
        return new

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
        """Squares of the units of a side, sorted."""
        return [s for s, p in enumerate(self.board) if p and p >> 3 == side and p & 7 != CITY]

    def city(self, side: int) -> int:
        """Square of a city, −1 when it has fallen."""
        return self.board.find(code(side, CITY))

    def unseen(self) -> int:
        """Cards named nowhere: the deck and the unknown cards of the hands."""
        named = self.hands[0] | self.hands[1] | self.discards | self.removed
        return cards.ALL & ~named & ~(1 << self.card if self.card >= 0 else 0)

    def deck_count(self) -> int:
        return self.unseen().bit_count() - sum(self.unknown)

    def eligible(self, card: int) -> list[int]:
        """The set E of a card for the side to move, sorted (section 5)."""
        units = self.units(self.side)
        if card in cards.ACTIVATES:
            kinds = cards.ACTIVATES[card]
            if card == cards.PHALANX:
                return [s for s in units if in_contact(self.board, s)]
            return [s for s in units if kinds is None or self.board[s] & 7 in kinds]
        if card in cards.THREES:
            return units
        if card in cards.ONES or card in cards.TWOS:
            return [s for s in units if is_left(self.side, s) == cards.wants_left(card)]
        return []

    def free_beside_city(self) -> list[int]:
        city = self.city(self.side)
        return sorted(n for n in NEIGHBOURS[city] if not self.board[n]) if city >= 0 else []

    def playable(self, card: int) -> bool:
        """Section 5, column "playable when", for the side to move."""
        if card in cards.NOTHING:
            return True
        if card in cards.REINFORCEMENTS:
            return bool(self.free_beside_city())
        return bool(self.eligible(card))

    def dice(self) -> int:
        """How many dice the pending attack throws, a successful evasion included."""
        if self.is_melee():
            count = melee_dice(self.field, self.u, self.card).number
        else:
            count = ranged_dice(self.field, self.u, self.card, self.moved).number
        return (count + 1) // 2 if self.evaded else count

    def is_melee(self) -> bool:
        return distance(self.u, self.t) == 1

    def guards(self) -> str:
        """What PROTECT offers (section 8)."""
        return protect_choices(protection(self.field, self.t), self.h, self.r)

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self._legal is None:
            self._legal = [] if self.ask in CHANCES or self.ask == OVER else choices.legal(self)
        return list(self._legal)

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Exact weights of section 6."""
        return chances.outcomes(self)

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        self._legal = None
        getattr(self, "_do_" + action[0])(*action[1:])

    def _rest(self) -> None:
        """No activation under way and none to come."""
        self.done = self.left = ()
        self._stand()

    def _stand(self) -> None:
        """No unit is being activated."""
        self.u = self.t = -1
        self.moved = self.evaded = False
        self.shots = self.h = self.r = 0

    def _do_line(self, number: int) -> None:
        self.set_line(random_lines()[number])

    def _do_forests(self, one: int, other: int) -> None:
        self.forests, self.ask = bits((one, other)), HILLS

    def _do_hills(self, one: int, other: int) -> None:
        self.hills, self.ask = bits((one, other)), DEAL

    def dealt(self) -> tuple[int, int]:
        """How many cards each hand holds."""
        white, black = (self.hands[p].bit_count() + self.unknown[p] for p in (0, 1))
        return white, black

    def _do_deal(self, card: int) -> None:
        self.take(WHITE if self.dealt()[WHITE] < 3 else BLACK, card)
        if self.dealt() == (3, 3):
            self.ask = CARD

    def take(self, side: int, card: int) -> None:
        """A card enters a hand; UNKNOWN: a card nobody here has seen."""
        pair = self.unknown if card == UNKNOWN else self.hands
        value = pair[side] + (1 if card == UNKNOWN else 1 << card)
        changed = (value, pair[1]) if side == WHITE else (pair[0], value)
        if card == UNKNOWN:
            self.unknown = changed
        else:
            self.hands = changed

    def _lay(self, card: int) -> None:
        """A card leaves the hand of the side to move and is in play."""
        side = self.side
        known = self.hands[side] >> card & 1
        pair = self.hands if known else self.unknown
        value = pair[side] - (1 << card if known else 1)
        changed = (value, pair[1]) if side == WHITE else (pair[0], value)
        if known:
            self.hands = changed
        else:
            self.unknown = changed
        self.card, self.shown = card, None

    def _do_play(self, card: int) -> None:
        self._lay(card)
        if card in cards.NOTHING:
            self._end()
        elif card in cards.REINFORCEMENTS:
            self.ask = PLACE
        else:
            self.left, self.ask = tuple(self.eligible(card)), UNIT

    def _do_discard(self, card: int) -> None:
        self._lay(card)
        self._end()

    def _do_place(self, square: int) -> None:
        side = self.side
        self.board[square] = code(side, cards.BOUGHT[self.card])
        count = self.bought[side] + 1
        self.bought = (count, self.bought[1]) if side == WHITE else (self.bought[0], count)
        self.tags[square] = 7 + count
        self.calm = LOUD
        if count > 1 and len(self.units(side)) > 1:
            self.ask, self.t = REMOVE, square
        else:
            self._end()

    def _do_remove(self, square: int) -> None:
        self.clear(square)
        self._end()

    def clear(self, square: int) -> None:
        self.board[square] = self.hits[square] = self.tags[square] = 0

    def shift(self, origin: int, target: int) -> None:
        for row in (self.board, self.hits, self.tags):
            row[target] = row[origin]
        self.clear(origin)

    def _do_move(self, origin: int, target: int) -> None:
        self.left = self.left_after(origin)
        self.u, self.moved = target, origin != target
        if self.moved:
            self.shift(origin, target)
        if in_contact(self.board, target):
            self.ask = MELEE
        else:
            self._shoot_or_next()

    def left_after(self, origin: int) -> tuple[int, ...]:
        """What may still be activated when the unit of `origin` is: the quota is compulsory, and
        a 3 takes one unit of each sector."""
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

    def _do_melee(self, target: int) -> None:
        self.t = target
        self.ask = EVADE if may_evade(self.board, self.u, target) else ROLL

    def _do_shoot(self, target: int) -> None:
        self.t, self.ask = target, ROLL

    def _do_hold(self) -> None:
        self.next_unit()

    def _do_evade(self, yes: int) -> None:
        self.ask = EVADEDIE if yes else ROLL

    def _do_die(self, die: int) -> None:
        if self.ask == EVADEDIE:
            resolution.evasion(self, die)
            self.ask = ROLL
        else:
            self._dispose(die <= 2)

    def _do_dice(self, *dice: int) -> None:
        resolution.throw(self, tuple(sorted(dice)))

    def _do_protect(self, guard: int) -> None:
        resolution.resolve(self, GUARDS[guard], True)

    def _do_fall(self, steps: int) -> None:
        resolution.fall(self, steps)

    def next_shot(self, melee: bool) -> None:
        """NEXT: Double rain offers a second shot right after the first."""
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
        """END: the calm count, then the fate of the card (T38)."""
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

    def _do_card(self, card: int) -> None:
        if not self.deck_count():
            self.discards = 0  # they are the deck now; the deck is whatever is named nowhere
        self.take(self.side, card)
        self.turn_over()
        if self.calm >= CALM_LIMIT:
            self.finish("calm")
        elif self._exhausted():
            self.finish("exhaustion")
        else:
            self.ask = CARD

    def _exhausted(self) -> bool:
        none = not self.units(WHITE) and not self.units(BLACK)
        return none and self.removed & cards.REINFORCEMENT_MASK == cards.REINFORCEMENT_MASK

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

    def _do_resign(self, side: int) -> None:
        self.finish(RESIGN, 1 - side)

    def _do_time(self, side: int) -> None:
        self._rest()
        self.finish(TIME, 1 - side)

    def _do_draw(self) -> None:
        self.finish("agreement")

    # -- the contract ------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        if self.ending is None:
            return None
        reason, winner = self.ending
        return drawn(reason) if winner < 0 else won_by(winner, reason)

    def table_actions(self) -> list[Action]:
        """Resignation of the side to move and agreed draw, in CARD only (section 6)."""
        return [(RESIGN, self.side), (DRAW,)] if self.ask == CARD else []

    def observation(self, viewer: int) -> TwoCitiesState:
        return views.observed(self, viewer)

    def determinize(self, viewer: int, rng: Random) -> TwoCitiesState:
        """Deals the cards `viewer` has not seen uniformly; with an empty deck it is the truth."""
        return views.completed(self.observation(viewer), rng)

    def is_private(self) -> bool:
        """Only a card is chosen by what the others must not see."""
        return self.ask == CARD

    def takes(self, action: Action) -> bool:
        """`deal:?` always, `card:?` where cards are hidden already (section 6)."""
        if action == ("deal", UNKNOWN):
            return self.ask == DEAL
        return action == ("card", UNKNOWN) and self.ask == DRAWING and any(self.unknown)

    def to_text(self) -> str:
        from engine.games.twocities.position import write_position

        return write_position(self)

    def prompt(self, viewer: int) -> Message:
        from engine.games.twocities.sentences import prompt

        return prompt(self)

    def check_invariants(self) -> None:
        """The invariants of section 10."""
        for square, piece in enumerate(self.board):
            if piece:
                assert self.hits[square] < STRENGTH[piece & 7], square
                assert piece & 7 != CITY or square & 7 == HOME[piece >> 3]
            else:
                assert not self.hits[square] and not self.tags[square], square
        assert not self.removed & cards.SECTOR_MASK
        assert not self.discards & cards.REINFORCEMENT_MASK
        white, black = self.hands
        named = sum(m.bit_count() for m in (white, black, self.discards, self.removed))
        assert named == (white | black | self.discards | self.removed).bit_count()
        assert self.deck_count() >= 0
        if self.ask == CARD:
            assert self.dealt() == (3, 3) or self.ending
            assert self.calm != LOUD
