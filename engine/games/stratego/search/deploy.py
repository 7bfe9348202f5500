"""Set-ups of the computer: one of the library, perhaps mirrored, with a few pieces exchanged; where
none fits, one composed by the same principles. A bomb stands in front of the flag."""

from __future__ import annotations

from random import Random

from engine.core.contract import Action
from engine.games.stratego.rules.pieces import BOMB, FLAG, MINER, RANKED
from engine.games.stratego.rules.placing import EMPTY, Zone
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table import arrange, compose

SWAPS = (2, 5)  # fewest and most pairs of pieces exchanged
NEAR = 3  # most ranks between two exchanged pieces
TRIES = 20
WALLED = 0.85  # chance that the flag has bombs around it
GUARDS = tuple(kind for kind in RANKED if kind > MINER)  # a miner stops hardly any piece


def setup(state: StrategoState, rng: Random) -> list[Action]:
    """Return the rest of the set-up of the side to decide; empty where there is nothing to
    place."""
    if state.result is not None or state.asked != "place" or state.placed < 0:
        return []
    zone = state.game.zones[state.turn]
    if state.placed == zone.size:
        return [("ready",)]
    if state.placed:
        laid = compose.whole(state, rng, state.laid(state.turn))
        return [*(("put", kind) for kind in laid[state.placed :]), ("ready",)]
    return [*(("put", kind) for kind in _made(state, rng)), ("ready",)]


def _made(state: StrategoState, rng: Random) -> list[int]:
    zone = state.game.zones[state.turn]
    known = arrange.setups(state)
    laid = None
    walled = 0.0 if BOMB in state.game.tables.mobile else WALLED
    if known:
        draft = rng.choice(known).draft
        if rng.random() < 0.5:
            draft = arrange.mirror_draft(state, draft)
        laid = [max(kind, EMPTY) for kind in arrange.read_draft(state, draft)]
        if not zone.complete(laid):
            laid = None
    for _ in range(TRIES):
        if laid is not None:
            break
        trial = compose.composed(state, rng, walled=walled)
        laid = trial if zone.complete(trial) else None
    laid = _varied(state, laid, rng) if laid is not None else compose.whole(state, rng)
    return _screened(state, laid, rng)


def _screened(state: StrategoState, laid: list[int], rng: Random) -> list[int]:
    """Return the set-up with bombs around the flag, taken from where they protect it least: always
    in front, at the sides mostly, else a piece that can take an intruder."""
    tables, zone = state.game.tables, state.game.zones[state.turn]
    home, advance = tables.homes[state.turn], tables.advance[state.turn]
    if FLAG not in laid or BOMB in tables.mobile:
        return laid
    flag = home[laid.index(FLAG)]
    around = [n for n, cell in enumerate(home) if cell in tables.edges[flag]]
    if FLAG in tables.movers:
        return _opened(zone, laid, around, rng)
    around.sort(key=lambda n: -advance[home[n]])
    walled = rng.random() < WALLED
    for rank, place in enumerate(around):
        front = advance[home[place]] > advance[flag]
        settled = around[: rank + 1]  # cells around the flag already covered, and this one
        bombs = [n for n, kind in enumerate(laid) if kind == BOMB and n not in settled]
        bombs.sort(key=lambda n: (n in around, -n))
        guards = [n for n, kind in enumerate(laid) if kind in GUARDS and n not in around]
        rng.shuffle(guards)
        if laid[place] == BOMB:
            continue
        spare = bombs if front or walled else []
        if not front and laid[place] not in GUARDS:
            spare = spare + guards
        laid = _exchanged(zone, laid, place, spare)
    return laid


def _opened(zone: Zone, laid: list[int], around: list[int], rng: Random) -> list[int]:
    """Return the set-up with pieces around a flag that moves that can make way for it."""
    for place in around:
        others = [n for n, kind in enumerate(laid) if kind in GUARDS and n not in around]
        rng.shuffle(others)
        if laid[place] not in GUARDS:
            laid = _exchanged(zone, laid, place, others)
    return laid


def _exchanged(zone: Zone, laid: list[int], place: int, others: list[int]) -> list[int]:
    """Return the set-up with the piece at `place` exchanged for the first of `others` with which it
    stays complete; unchanged if there is none."""
    for other in others:
        trial = list(laid)
        trial[place], trial[other] = trial[other], trial[place]
        if zone.complete(trial):
            return trial
    return laid


def _varied(state: StrategoState, laid: list[int], rng: Random) -> list[int]:
    """Return the set-up with some pieces of similar rank exchanged, as long as it has a first
    move."""
    zone = state.game.zones[state.turn]
    movable = [n for n, kind in enumerate(laid) if kind in RANKED]
    for _ in range(rng.randint(*SWAPS) if len(movable) > 1 else 0):
        one = rng.choice(movable)
        like = [n for n in movable if 0 < abs(laid[n] - laid[one]) <= NEAR]
        if not like:
            continue
        two = rng.choice(like)
        trial = list(laid)
        trial[one], trial[two] = trial[two], trial[one]
        if zone.complete(trial):
            laid = trial
    return laid
