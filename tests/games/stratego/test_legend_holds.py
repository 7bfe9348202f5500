"""What the legend, the goal and the hints of options say holds under all options, or in the usual
game where they say "usually" (rulebook, 1 to 5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.core.errors import BadOptions
from engine.core.options import Options
from engine.games import game_legend
from engine.games.stratego import table
from engine.games.stratego.game import Stratego
from engine.games.stratego.info_options import OPTIONS
from engine.games.stratego.rules import movement
from engine.games.stratego.rules.combat import BOTH, LOSES, WINS
from engine.games.stratego.rules.pieces import (
    BOMB,
    CODES,
    FLAG,
    GLYPHS,
    MARSHAL,
    MINER,
    RANKED,
    SCOUT,
    SIDES,
    SPY,
    kind_of,
    owner_of,
    rank,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table.words import goal, prompt
from tests.fixtures.words import play
from tests.games.answers import goal_of
from tests.games.stratego.helpers import position, state_of

Claim = Callable[[Stratego], bool]
BOOLS = (False, True)


@cache
def games() -> tuple[Stratego, ...]:
    """Return the usual game, one game for each value of each option, and some of many options."""
    found = [Stratego()]
    for option in OPTIONS:
        for value in option.values:
            with suppress(BadOptions):  # a value that needs another option too
                found.append(Stratego({option.name: value}))
    rng = Random(52)
    return (*found, *(Stratego(Stratego.random_options(rng)) for _ in range(8)))


def duel(game: Stratego, a: int, d: int, skill: bool = False) -> set[int]:
    """Return the outcomes of an attack by type, on all kinds of ground that the board has."""
    heights = BOOLS if game.hills else (False,)
    return {
        game.combat.resolve(a, skill, d, False, up, down) for up, down in product(heights, repeat=2)
    }


def taken(game: Stratego, attacker: int) -> StrategoState:
    """Return the position after Red has taken a flag next to it."""
    grid, edges = game.tables.grid, game.tables.edges
    closed = game.tables.layout.lakes | game.tables.layout.void
    here, there = next(
        (a, b)
        for a in range(grid.size)
        for b in edges[a]
        if not {a, b} & closed and game.tables.advance[0][b] > game.tables.advance[0][a]
    )
    free = [cell for cell in range(grid.size) if cell not in closed and cell not in (here, there)]
    cells = dict.fromkeys([here], f"r{CODES[attacker]}") | {there: "bF"}
    for side, cell in zip(range(game.players), free, strict=False):
        cells[cell] = f"{SIDES[side]}2"
    if game.players > 2:
        cells |= {free[-1 - side]: f"{SIDES[side]}F" for side in range(2, game.players)}
    cells[free[-1]] = "rF"
    words = " ".join(f"{piece}{grid.names[cell]}" for cell, piece in cells.items())
    _, text = position(words, background="", **game.options)
    state: StrategoState = game.state_from_text(text)
    return play(state, f"{grid.names[here]}x{grid.names[there]}")


def flag_falls(game: Stratego) -> bool:
    """Tell whether the owner of a captured flag is out."""
    after = taken(game, MARSHAL)
    if game.players == 2:
        return after.result is not None and after.result.winner == 0
    return 1 not in after.alive()


def never_attacks(game: Stratego) -> bool:
    return game.tables.gaits[FLAG].reach == 0


def bomb_fells(game: Stratego) -> bool:
    """Tell whether what attacks a bomb falls unless it can remove bombs, as the miner can."""
    attackers = [*RANKED, BOMB]
    plain = all(
        (duel(game, a, BOMB) == {WINS}) == (a == MINER) and WINS not in duel(game, a, BOMB)
        for a in attackers
        if a != MINER
    )
    learned = all(duel(game, a, BOMB, skill=True) == {WINS} for a in RANKED)
    return plain and learned and duel(game, MINER, BOMB) == {WINS}


def spy_falls(game: Stratego) -> bool:
    """Tell whether the spy falls in every other fight but the one against the flag."""
    attacks = all(WINS not in duel(game, SPY, d) for d in (*RANKED[:-1], BOMB))
    attacked = all(LOSES not in duel(game, a, SPY) for a in RANKED)
    return attacks and attacked


def far(game: Stratego, kind: int) -> bool:
    grid = game.tables.grid
    return game.tables.gaits[kind].straight >= max(grid.cols, grid.rows)


def only_miner(game: Stratego) -> bool:
    others = [kind for kind in RANKED if kind != MINER]
    return all(WINS not in duel(game, kind, BOMB) for kind in others) and not game.tables.capturers


def officer(kind: int) -> Claim:
    def holds(game: Stratego) -> bool:
        lower = [k for k in RANKED if rank(k) < rank(kind)]
        beats = all(duel(game, kind, k) == {WINS} and duel(game, k, kind) == {LOSES} for k in lower)
        gait = game.tables.gaits[kind]
        return beats and (gait.straight, gait.diagonal, gait.swims) == (1, 0, False)

    return holds


def top(game: Stratego) -> bool:
    attackers = [kind for kind in RANKED if WINS in duel(game, kind, MARSHAL)]
    bars = [kind for kind in (*RANKED, BOMB, FLAG) if LOSES in duel(game, MARSHAL, kind)]
    return attackers == [SPY] and bars == [BOMB]


def higher_wins(game: Stratego) -> bool:
    """Tell whether ranks alone decide, apart from the spy's attack on the marshal."""
    pairs = [pair for pair in product(RANKED, repeat=2) if pair != (SPY, MARSHAL)]
    told = {True: WINS, False: LOSES}
    return all(duel(game, a, d) == {BOTH if a == d else told[a > d]} for a, d in pairs)


def hill_counts(game: Stratego) -> bool:
    flat = game.combat.strengths(MINER, SCOUT, False, False)
    up = game.combat.strengths(MINER, SCOUT, True, False)
    down = game.combat.strengths(MINER, SCOUT, False, True)
    return (up[0] - flat[0], down[1] - flat[1]) == (1, 1)


def dry(game: Stratego) -> bool:
    lakes = game.tables.layout.lakes
    rays = [ray for side in game.tables.rays for kind in side for cell in kind for ray in cell]
    return not any(lakes & set(cells) for cells, *_ in rays)


def at_home(game: Stratego) -> bool:
    return all(len(home) >= sum(game.tables.army) for home in game.tables.homes)


def both_shown(game: Stratego) -> bool:
    return game.shows_survivor and game.shows_removed


# By sentence: what always holds, and what holds in the usual game.
ALWAYS: dict[str, Claim] = {
    "about.piece.flag": lambda g: never_attacks(g) and flag_falls(g),
    "about.piece.bomb": bomb_fells,
    "about.piece.spy": lambda g: rank(SPY) == 1 and duel(g, SPY, MARSHAL) == {WINS},
    "about.piece.scout": lambda g: rank(SCOUT) == 2 and far(g, SCOUT),
    "about.piece.miner": lambda g: rank(MINER) == 3 and duel(g, MINER, BOMB) == {WINS},
    "about.piece.marshal": lambda g: rank(MARSHAL) == max(map(rank, RANKED)) == 10,
    "about.badge.rank": lambda g: (rank(SPY), rank(MARSHAL)) == (1, 10),
    "about.badge.skill": lambda g: all(duel(g, kind, BOMB, True) == {WINS} for kind in RANKED),
    "about.region.territory": at_home,
    "about.ground.lake": dry,
    "about.ground.hill": hill_counts,
}
USUALLY: dict[str, Claim] = {
    "about.piece.flag": lambda g: FLAG not in g.tables.movers,
    "about.piece.bomb": lambda g: BOMB not in g.tables.movers,
    "about.piece.spy": spy_falls,
    "about.piece.scout": lambda g: far(g, SCOUT) and g.tables.gaits[SCOUT].reach > 10,
    "about.piece.miner": only_miner,
    "about.piece.marshal": top,
    "about.piece.unknown": both_shown,
    "about.badge.rank": higher_wins,
    "about.badge.moved": lambda g: not {FLAG, BOMB} & g.tables.movers,
    **{f"about.piece.{GLYPHS[kind]}": officer(kind) for kind in RANKED[3:-1]},
}
# Sentences about marks, which other tests of this game hold: what is shown, and who has rescued.
ELSEWHERE = {
    "about.badge.shown": "test_knowledge.py",
    "about.badge.rescuer": "test_options.py",
    "about.mark.note": "ui/test_legend.py",
}


@pytest.mark.parametrize("key", ALWAYS)
def test_1_4_what_the_legend_says_holds_under_all_options(key: str) -> None:
    wrong = [game.options for game in games() if not ALWAYS[key](game)]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("key", USUALLY)
def test_1_4_what_the_legend_calls_usual_holds_in_the_usual_game(key: str) -> None:
    assert USUALLY[key](Stratego())
    others = [game for game in games() if not USUALLY[key](game)]
    assert others, "it always holds: say so"


@cache
def texts(lang: str) -> dict[str, str]:
    path = Path(table.__file__).parent / f"locale/{lang}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


WORDS = {"en": "usual", "es": "normal"}


@pytest.mark.parametrize("lang", WORDS)
def test_1_4_the_legend_says_usually_exactly_where_options_change_it(lang: str) -> None:
    keys = {entry.about.key for entry in game_legend("stratego")} & set(texts(lang))
    assert keys == {*ALWAYS, *USUALLY, *ELSEWHERE}
    assert {key for key in keys if WORDS[lang] in texts(lang)[key].lower()} == set(USUALLY)


# -- hints of options ----------------------------------------------------------------------------


def swaps(game: Stratego) -> bool:
    """Tell whether two neighbours that can move swap places at the cost of a turn."""
    state = state_of("r6e4 r2e5 rBe3", relay=True)
    after = play(state, "e4<>e5")
    return (
        movement.relays(state) == [("relay", *_cells(state, "e4", "e5"))] and sum(after.skips) == 1
    )


def _cells(state: StrategoState, *names: str) -> list[int]:
    return [state.game.tables.grid.index[name] for name in names]


def deserts(game: Stratego) -> bool:
    """Tell whether a ranked piece may leave unseen, and bomb and flag may not."""
    ways = {}
    for kind in "B4F":
        state = state_of(f"r9e5 b{kind}e6", background="rFa1 r4j1 b4a10", desertion=True)
        state.apply(state.game.parse_action(state, "e5xe6"))
        ways[kind] = [action[0] for action in state.legal_actions()]
    return ways == {"B": ["stand"], "F": ["stand"], "4": ["stand", "desert"]}


HINTS: dict[str, Claim] = {
    "hills": hill_counts,
    "surprise_factor": lambda g: all(duel(g, k, k) == {WINS} for k in RANKED),
    "attacker_bonus": lambda g: g.combat.strengths(MINER, SCOUT, False, False) == (4, 2),
    "limited_scout": lambda g: all(x.reach == 1 for x in g.tables.gaits if x.straight > 2),
    "grenades": lambda g: (
        BOMB in g.tables.movers and all(WINS not in duel(g, BOMB, k) for k in (*RANKED, BOMB))
    ),
    "licensed_spy": lambda g: (
        all(duel(g, SPY, k) == {WINS} for k in (*RANKED, FLAG))
        and duel(g, SPY, BOMB) == {LOSES}
        and all(LOSES not in duel(g, k, SPY) for k in RANKED)
    ),
    "mobile_flag": lambda g: FLAG in g.tables.movers and never_attacks(g),
    "relay": swaps,
    "desertion": deserts,
    "blind_combat": lambda g: not g.shows_survivor,
    "hidden_captures": lambda g: not g.shows_removed,
}


@pytest.mark.parametrize("name", HINTS)
def test_5_the_hint_of_an_option_is_what_it_does(name: str) -> None:
    on = [value for option in OPTIONS if option.name == name for value in option.values][1]
    assert HINTS[name](Stratego({name: on}))
    if name not in ("relay", "desertion", "hills"):
        assert not HINTS[name](Stratego())


# -- the goal and the end ------------------------------------------------------------------------


def test_4_1_the_goal_counts_all_pieces_that_are_left() -> None:
    start = Stratego({"army": "barrage8"})
    assert goal_of(start.initial_state()).key == "goal.setup"
    state = state_of("b2!e6 bBe7 bFj9", background="rFa1 r4j1 b4a10")
    found = goal(state.observation(0), 0)
    assert found is not None and (found.params["n"], found.params["known"]) == (4, 1)


@pytest.mark.parametrize("options", [{}, {"mobile_flag": True}, {"grenades": True}])
def test_4_2_after_an_elimination_only_flag_and_bombs_are_left(options: Options) -> None:
    bombs = "" if "grenades" in options else "bBb10"
    state = state_of(f"r5e5 b4e6 bFj10 {bombs}", background="rFa1 r4j1", **options)
    after = play(state, "e5xe6")
    kinds = {kind_of(piece) for piece in after.board if piece and owner_of(piece) == 1}
    assert prompt(after, 0).key == "prompt.won.elim" and kinds <= {FLAG, BOMB}


def test_4_3_with_several_armies_who_watches_is_told_of_the_last_one() -> None:
    game = Stratego({"players": 4, "board": "four_armies", "army": "barrage8"})
    told = goal(play_out(game), -1)
    assert told is not None and (told.key, told.clause) == ("goal.watch.several", "4.3")


def play_out(game: Stratego) -> StrategoState:
    """Return the position after the set-ups, all drawn."""
    state, rng = game.initial_state(), Random(1)
    while state.setting_up:
        state.apply(rng.choice(state.legal_actions()))
    return state
