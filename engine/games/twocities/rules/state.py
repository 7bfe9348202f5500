"""State of A Tale of Two Cities: legal inputs and their effects (rulebook, sections 2 to 6)."""

from __future__ import annotations

from random import Random

from engine.core.contract import DRAW, RESIGN, TIME, UNKNOWN, Action
from engine.core.outcome import Outcome, drawn, won_by
from engine.games.twocities.rules import cards, chances, choices, resolution, views
from engine.games.twocities.rules.combat import (
    in_contact,
    may_evade,
)
from engine.games.twocities.rules.frames import (
    CALM_LIMIT,
    CARD,
    CHANCES,
    DEAL,
    DRAWING,
    EVADE,
    EVADEDIE,
    GUARDS,
    HILLS,
    LOUD,
    MELEE,
    OVER,
    PLACE,
    REMOVE,
    ROLL,
    UNIT,
)  # fmt: skip
from engine.games.twocities.rules.pieces import (
    BLACK,
    WHITE,
    bits,
    code,
    random_lines,
)
from engine.games.twocities.rules.position import TwoCitiesPosition


class TwoCitiesState(TwoCitiesPosition):
    """Position with legal inputs; `apply` calls the method `_do_<verb>` of an input."""

    __slots__ = ()

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self._legal is None:
            self._legal = [] if self.ask in CHANCES or self.ask == OVER else choices.legal(self)
        return list(self._legal)

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Return the outcomes of a chance frame with the exact weights of section 6."""
        return chances.outcomes(self)

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        self._legal = None
        getattr(self, "_do_" + action[0])(*action[1:])

    def _do_line(self, number: int) -> None:
        self.set_line(random_lines()[number])

    def _do_forests(self, one: int, other: int) -> None:
        self.forests, self.ask = bits((one, other)), HILLS

    def _do_hills(self, one: int, other: int) -> None:
        self.hills, self.ask = bits((one, other)), DEAL

    def _do_deal(self, card: int) -> None:
        self.take(self.receiver(), card)
        if self.dealt() == (3, 3):
            self.ask = CARD

    def _lay(self, card: int) -> None:
        """Put a card of the side to move into play."""
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
        if card in cards.NOTHING and not self.game.any_four:
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

    def _do_move(self, origin: int, target: int) -> None:
        self.left = self.left_after(origin)
        self.u, self.moved = target, origin != target
        if self.moved:
            self.shift(origin, target)
        if in_contact(self.board, target):
            self.ask = MELEE
        else:
            self._shoot_or_next()

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

    def _do_card(self, card: int) -> None:
        if not self.deck_count():
            self.discards = 0  # reshuffle: cards known to be nowhere else are the deck
        self.take(self.side, card)
        self.turn_over()
        if self.calm >= CALM_LIMIT:
            self.finish("calm")
        elif self._exhausted():
            self.finish("exhaustion")
        else:
            self.ask = CARD
            resolution.besiege(self)

    def _exhausted(self) -> bool:
        none = not self.units(WHITE) and not self.units(BLACK)
        return none and self.removed & cards.REINFORCEMENT_MASK == cards.REINFORCEMENT_MASK

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
        """Return resignation of the side to move and agreed draw, in CARD only (section 6)."""
        return [(RESIGN, self.side), (DRAW,)] if self.ask == CARD else []

    def time_losers(self) -> list[int]:
        """Return the player to decide: time can run out in the middle of a turn."""
        return [one for one in (self.current_player(),) if one >= 0]

    def observation(self, viewer: int) -> TwoCitiesState:
        return views.observed(self, viewer)

    def determinize(self, viewer: int, rng: Random) -> TwoCitiesState:
        """Deal the cards `viewer` has not seen uniformly to the hidden places."""
        return views.completed(self.observation(viewer), rng)

    def is_private(self) -> bool:
        """Return whether the decision needs the hand: only the choice of a card does."""
        return self.ask == CARD

    def takes(self, action: Action) -> bool:
        """Accept hidden cards: `deal:?` in DEAL, `card:?` if a hand has unknown ones (sect. 6)."""
        if action == ("deal", UNKNOWN):
            return self.ask == DEAL
        return action == ("card", UNKNOWN) and self.ask == DRAWING and any(self.unknown)

    def check_invariants(self) -> None:
        """Assert the invariants of section 10."""
        views.check(self)
