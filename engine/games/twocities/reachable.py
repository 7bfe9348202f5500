"""Why no game can reach a position that the reader accepts: for the editor (rulebook, 1.8 to 7.4).

The reader leaves these alone, so that texts from everywhere stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.editing import Fault
from engine.core.texts import Message
from engine.games.twocities.info import LINE
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.frames import CARD
from engine.games.twocities.rules.pieces import LETTERS, NAMES, UNITS, code
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.sentences import unit_name

CARD_OF = {kind: card for card, kind in cards.BOUGHT.items()}


def unreachable(state: TwoCitiesState) -> Fault | None:
    """Return the first reason why no game reaches a position; None if there is none, and in the
    middle of a turn."""
    if state.ask != CARD:
        return None
    return next((one for find in (_over, _armies, _turns) for one in find(state)), None)


def _over(state: TwoCitiesState) -> Iterator[Fault]:
    gone = state.removed & cards.REINFORCEMENT_MASK == cards.REINFORCEMENT_MASK
    if gone and not state.units(0) and not state.units(1):
        yield Fault(Message("editor.bad.exhausted", "7.4"), (), "board")


def _armies(state: TwoCitiesState) -> Iterator[Fault]:
    """Yield units that neither the starting row nor a reinforcement has brought. Each of the three
    reinforcements brings one unit of its kind, to one side."""
    row = state.game.line or LINE
    new = [0, 0]
    for kind in UNITS:
        card = CARD_OF.get(kind, -1)
        left = int(card >= 0 and state.removed >> card & 1)
        for side in (0, 1):
            there = [at for at, piece in enumerate(state.board) if piece == code(side, kind)]
            most = row.count(LETTERS[kind]) + left
            if len(there) > most:
                army, unit = Message(f"army.{side}"), unit_name(kind)
                told = Message(
                    "editor.bad.counted", "1.8", unit=unit, army=army, n=len(there), most=most
                )
                yield Fault(told, tuple(NAMES[at] for at in there), "board")
            more = max(0, len(there) - row.count(LETTERS[kind]))
            left, new[side] = left - more, new[side] + more
    for side in (0, 1):
        if new[side] > state.bought[side]:
            army = Message(f"army.{side}")
            told = Message("editor.bad.bought", "6.1", army=army, n=new[side])
            yield Fault(told, (), f"bought{side}")


def _turns(state: TwoCitiesState) -> Iterator[Fault]:
    """Yield numbers that do not fit the turns played; before the first turn they say nothing."""
    turns = 2 * (state.number - 1) + state.side
    used = (state.discards | state.removed).bit_count()
    if turns and (used > turns or used < turns <= len(cards.ORDER) - sum(state.dealt())):
        yield Fault(Message("editor.bad.used", "2.9", n=turns, used=used), (), "discards")
    if turns and state.calm > turns:
        yield Fault(Message("editor.bad.calm", "7.3", n=turns), (), "calm")
