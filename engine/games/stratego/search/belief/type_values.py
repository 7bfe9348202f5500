"""Values of the types for each side as the armies stand, in points (`weights`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MARSHAL,
    MINER,
    RANKED,
    SPY,
    TYPES,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.position import StrategoRules
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.weights import WEIGHTS

PLACES = 9  # ranks with a value of their own
HUNTED = 1.1  # divisor of the marshal's value while others have a spy and no marshal
Worths = tuple[float, ...]  # by type


def armies(state: StrategoState) -> list[list[float]]:
    """Return how many pieces of each type each side has left; fractions where it is not known which
    are gone."""
    tables = state.game.tables
    out = []
    for side in range(state.game.players):
        board = [0] * (HIDDEN + 1)
        for piece in state.board:
            if piece and owner_of(piece) == side:
                board[kind_of(piece)] += 1
        numbers = [float(n) for n in board]
        if board[HIDDEN]:
            rest = [0.0] * (HIDDEN + 1)
            for kind in TYPES:
                gone = state.lost[side].shown(kind)
                back = state.buy[side][kind]
                rest[kind] = max(0.0, tables.army[kind] - board[kind] - gone + back)
            part = board[HIDDEN] / (sum(rest) or 1.0)
            numbers = [n + part * r for n, r in zip(numbers, rest, strict=True)]
            numbers[HIDDEN] = 0.0
        out.append(numbers)
    return out


class Appraisal:
    """Values of types by a table of weights. `secret`, `bare`, `pull`, `alarm`: as in `weights`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        w = weights
        self.secret, self.bare, self.pull, self.alarm = (
            w["secret"],
            w["bare"],
            w["pull"],
            w["alarm"],
        )
        self._ranks = tuple(w[f"rank {place + 1}"] for place in range(PLACES))
        self._alone = w["alone"]
        self._spy, self._idle, self._licensed = w["spy"], w["idle spy"], w["licensed spy"]
        self._miner, self._by_bombs = w["miner"], w["miner by bombs"]
        self._bomb, self._grenade = w["bomb"], w["grenade"]
        self._appraised = lru_cache(maxsize=1024)(self._appraise)

    def worths(self, game: StrategoRules, numbers: Sequence[Sequence[float]]) -> list[Worths]:
        """Return the values by side and type for `numbers` as `armies` counts them."""
        combat = game.combat
        return list(self._appraised(combat.licensed, combat.grenades, tuple(map(tuple, numbers))))

    def _appraise(
        self, licensed: bool, grenades: bool, numbers: tuple[tuple[float, ...], ...]
    ) -> tuple[Worths, ...]:
        here = [k for k in reversed(RANKED) if any(n[k] > 0.3 for n in numbers)]
        place = {kind: min(p, PLACES - 1) for p, kind in enumerate(here)}
        out = []
        for side, mine in enumerate(numbers):
            others = [
                sum(n) for n in zip(*(x for s, x in enumerate(numbers) if s != side), strict=True)
            ]
            top = max((k for k in RANKED if others[k] > 0.3), default=0)
            row = [0.0] * (HIDDEN + 1)
            for kind in RANKED:
                worth = self._ranks[place.get(kind, PLACES - 1)]
                row[kind] = worth * (self._alone if kind > top else 1)
            if others[SPY] > 0.3 and others[MARSHAL] < 0.3 and mine[MARSHAL]:
                row[MARSHAL] /= HUNTED
            spy = self._spy if others[MARSHAL] > 0.3 else self._idle
            row[SPY] = self._licensed if licensed else spy
            bombs = others[BOMB] / max(mine[MINER], 1.0)
            row[MINER] = max(row[MINER], self._miner + self._by_bombs * bombs)
            row[BOMB] = self._grenade if grenades else self._bomb
            row[FLAG] = 0.0
            out.append(tuple(row))
        return tuple(out)


STANDARD = Appraisal(WEIGHTS)
