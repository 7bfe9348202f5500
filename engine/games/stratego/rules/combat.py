"""Outcomes of attacks (rulebook, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.stratego.rules.pieces import BOMB, FLAG, MARSHAL, MINER, SPY, rank

LOSES, BOTH, WINS = -1, 0, 1  # as seen by the attacker
SIGNS = {LOSES: "<", BOTH: "=", WINS: ">"}
ATTACKER_SHOWN, DEFENDER_SHOWN = 1, 2  # bits: types that everybody knows after a fight
OUTCOMES = {sign: outcome for outcome, sign in SIGNS.items()}


class Combat:
    """The six lines of 3.2 under one set of options."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.grenades: bool = options["grenades"]
        self.licensed: bool = options["licensed_spy"]
        self.bonus = int(options["attacker_bonus"])
        self.on_equal = WINS if options["surprise_factor"] else BOTH

    def resolve(
        self,
        a: int,
        a_skill: bool,
        d: int,
        d_skill: bool,
        a_hill: bool = False,
        d_hill: bool = False,
    ) -> int:
        """Return LOSES, BOTH or WINS for type `a` attacking type `d`, by the first line that
        applies. `_skill`: the piece defuses bombs; `_hill`: it stands on a hill."""
        if d == FLAG:
            return WINS
        if a == BOMB:
            return LOSES if d != BOMB and (d == MINER or d_skill) else BOTH
        if d == BOMB:
            if a == MINER or a_skill:
                return WINS
            return BOTH if self.grenades else LOSES
        if d == SPY and self.licensed:
            return WINS
        if a == SPY and (d == MARSHAL or self.licensed):
            return WINS
        mine, its = self.strengths(a, d, a_hill, d_hill)
        if mine == its:
            return self.on_equal
        return WINS if mine > its else LOSES

    def strengths(self, a: int, d: int, a_hill: bool, d_hill: bool) -> tuple[int, int]:
        """Return the strengths of attacker and defender that line 6 compares."""
        return rank(a) + a_hill + self.bonus, rank(d) + d_hill
