"""Random and computer deployments shelter the king: no game begins with a king in check."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.core.contract import CHANCE, Action
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.deployment import Deployment, random_deployment
from engine.games.cotadrez.rules.pieces import ANCHORS, KING, MOUNTAIN, UNITS, code, half_of_row
from engine.games.cotadrez.rules.shelter import exposed, sheltered
from engine.games.cotadrez.rules.state import CotadrezState
from engine.games.cotadrez.search import hints
from tests.fixtures.sampled import sampled
from tests.games.answers import arranged, game_of

MAPS = ("lagos", "estanques", "seco")


Lay = Callable[[CotadrezState, Random], tuple[Action, ...]]


def by_button(state: CotadrezState, rng: Random) -> tuple[Action, ...]:
    game = game_of(state)
    return arranged(game, state, game.random_draft(state, rng)).actions


def by_computer(state: CotadrezState, rng: Random) -> tuple[Action, ...]:
    return tuple(hints.setup(state, rng))


def opened(game: Cotadrez, rng: Random, layers: tuple[Lay, Lay]) -> CotadrezState:
    """Return the battle after both players deploy, each with one of the functions `layers`."""
    state = game.initial_state()
    for player, lay in enumerate(layers):
        for action in lay(state.observation(player), rng):
            assert action in state.legal_actions()
            state.apply(action)
    assert state.current_player() == CHANCE
    state.apply(("reveal",))
    return state


@pytest.mark.parametrize(
    ("first", "second", "water", "games"),
    [
        *(pytest.param(by_button, by_button, water, 25) for water in MAPS),
        *sampled(
            [
                pytest.param(by_button, by_computer, "estanques", 8),
                pytest.param(by_computer, by_button, "estanques", 8),
                pytest.param(by_computer, by_computer, "estanques", 8),
            ]
        ),
    ],
)
def test_c25_no_generated_deployment_begins_in_check(
    first: Lay, second: Lay, water: str, games: int
) -> None:
    game = Cotadrez({"water": water})
    rng = Random(f"{first.__name__} {second.__name__}")
    shown = 0
    for _ in range(games):
        state = opened(game, rng, (first, second))
        assert state.result is None
        assert not state.in_check(0) and not state.in_check(1)
        shown += any(state.board.find(code(half, KING)) >= 0 for half in (0, 1))
    assert shown, "Kings still stand on the board"


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("water", MAPS)
def test_c25_no_enemy_unit_attacks_a_sheltered_king_from_its_half(half: int, water: str) -> None:
    """Try every enemy kind, alone, on every land square of the enemy half."""
    game = Cotadrez({"water": water})
    rng = Random(half)
    stood = 0
    for _ in range(8):
        laid = sheltered(random_deployment(half, game.water, rng), game.water, rng)
        king = next((s for k, s in laid.placed if k == KING), -1)
        if king >= 0:
            stood += 1
            assert not attacked_from_afar(game, laid, king)
    assert stood


@pytest.mark.parametrize("seed", range(12))
def test_c25_a_king_is_exposed_exactly_when_an_enemy_unit_attacks_him(seed: int) -> None:
    """`exposed` also counts blocked leaps as open; no seed here depends on that."""
    game = Cotadrez()
    rng = Random(seed)
    d = random_deployment(seed % 2, game.water, rng)
    at = {square: kind for kind, square in d.placed}
    square = next(s for k, s in d.units() if k != KING)
    at[square] = KING
    d = d._replace(placed=tuple((k, s) for s, k in at.items()))
    assert exposed(d, at, square, game.water) == attacked_from_afar(game, d, square)


def attacked_from_afar(game: Cotadrez, d: Deployment, king: int) -> bool:
    """Return whether a lone unit on the enemy half attacks `king` among the units of `d`.

    The enemy fortress is tried at the first and at the last of its possible places.
    """
    enemy = 1 - d.half
    for anchor in (ANCHORS[enemy][0], ANCHORS[enemy][-1]):
        forts = (anchor, d.anchor) if d.half else (d.anchor, anchor)
        t = game.terrain(forts, d.mountains())
        board = bytearray(100)
        for kind, square in d.placed:
            if kind != MOUNTAIN:
                board[square] = code(d.half, kind)
        for square in (s for s in range(100) if half_of_row(s // 10) == enemy and t.is_land(s)):
            for kind in UNITS:
                board[square] = code(enemy, kind)
                if attackers(t, board, king, enemy, 1):
                    return True
            board[square] = 0
    return False
