"""What the legend says of units, terrain, cards and counters is what the rules do (rulebook, 1.6 to
6.3), from every starting row."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from engine.games import game_legend
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules import cards, choices
from engine.games.twocities.rules.combat import (
    Field,
    melee_dice,
    move_of,
    range_of,
    ranged_dice,
    shot_fault,
)
from engine.games.twocities.rules.pieces import (
    ARCHERS,
    CAVALRY,
    CITY,
    HEAVY,
    INDEX,
    LIGHT,
    STRENGTH,
    UNITS,
    code,
    is_left,
)
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play
from tests.games.twocities.board import case, squares

NO_CARD = -1
HERE, THERE = INDEX["d4"], INDEX["d6"]


def field(kind: int, **terrain: str) -> Field:
    """Return a board with a White unit on d4 and a Black one on d6, and terrain on some squares."""
    board = bytearray(64)
    board[HERE], board[THERE] = code(0, kind), code(1, LIGHT)
    covered = (terrain.get(word, "").split() for word in ("forests", "hills"))
    return Field(board, *(sum(1 << INDEX[name] for name in names) for names in covered))


def unit(kind: int, move: int, melee: int, far: int, hits: int) -> Callable[[], bool]:
    """Return whether a unit has these values without cards and terrain, and 2 ranged dice, or 1
    after moving."""

    def holds() -> bool:
        plain = field(kind)
        values = (
            move_of(kind, NO_CARD),
            melee_dice(plain, HERE, NO_CARD).number,
            range_of(plain, HERE, NO_CARD),
            STRENGTH[kind],
        )
        dice = [ranged_dice(plain, HERE, NO_CARD, moved).number for moved in (False, True)]
        return values == (move, melee, far, hits) and (not far or dice == [2, 1])

    return holds


def city() -> bool:
    """Tell whether a city is never among the units that act, and the last hit ends the game,
    whatever strength a city has."""
    state = play(case("Ld4", "Ld7"), "play:Ah")
    acting = {state.board[a[1]] & 7 for a in state.legal_actions()}
    winners = []
    for strength in (5, 4, 3):
        text = case("Pd7", f"Td8:{strength - 1}").to_text()
        last = TwoCities({"city": strength}).state_from_text(text)
        won = play(last, "play:Ah move:d7-d7 melee:d8 dice:13345").outcome()
        winners.append(won is not None and won.winner == 0)
    return CITY not in acting and all(winners)


def terrain(word: str) -> list[tuple[int, int, int]]:
    """Return what one kind of terrain adds, by unit that shoots: melee dice, ranged dice, range."""
    found = []
    for kind in (ARCHERS, CAVALRY):
        plain, there = field(kind), field(kind, **{word: "d4"})
        found.append(
            (
                melee_dice(there, HERE, NO_CARD).number - melee_dice(plain, HERE, NO_CARD).number,
                ranged_dice(there, HERE, NO_CARD, False).number
                - ranged_dice(plain, HERE, NO_CARD, False).number,
                range_of(there, HERE, NO_CARD) - range_of(plain, HERE, NO_CARD),
            )
        )
    return found


def blocks(word: str) -> bool:
    """Tell whether terrain between two units blocks a shot, except from a hill."""
    between = "c4 c5 c6 d5 e4 e5 e6"
    plain = field(ARCHERS, **{word: between})
    hills = f"d4 {between}" if word == "hills" else "d4"
    high = field(ARCHERS, **({word: between} | {"hills": hills}))
    return shot_fault(plain, HERE, THERE, NO_CARD) == "out-of-sight" and not shot_fault(
        high, HERE, THERE, NO_CARD
    )


def spares_a_hit(ground: str) -> bool:
    """Tell whether the unit can ignore one hit of an attack there, alone and in formation."""
    forests, hills = (("d5", "-"), ("-", "d5"))[ground == "hills"]
    found = []
    for black, answer in (("Ld5", ""), ("Ld5 Le5", " protect:h")):
        state = case("Pd4", black, f=forests, h=hills)
        after = play(state, f"play:Ah move:d4-d4 melee:d5 evade:no dice:11336{answer}")
        found.append(sum(after.hits))
    return found == [1, 1]


def forest() -> bool:
    hidden = field(ARCHERS, forests="d6")
    from_hill = field(ARCHERS, forests="d6", hills="d4")
    safe = all(shot_fault(f, HERE, THERE, NO_CARD) == "forest-target" for f in (hidden, from_hill))
    most = melee_dice(field(HEAVY, forests="d4"), HERE, cards.PHALANX).number
    dice = terrain("forests") == [(1, -1, 0)] * 2
    return safe and most == 6 and dice and blocks("forests") and spares_a_hit("forests")


def hill() -> bool:
    high = field(ARCHERS, hills="d6")
    both = field(ARCHERS, hills="d4 d6")
    seen = [shot_fault(f, HERE, THERE, NO_CARD) for f in (high, both)]
    dice = terrain("hills") == [(-1, 1, 1)] * 2
    return seen == ["hill-target", ""] and dice and blocks("hills") and spares_a_hit("hills")


def reinforcement() -> bool:
    """Tell whether the second unit that comes costs another, if there is one."""
    rest = "Qd,4h,4d/?,?,? - Jd 5.0.1.0 card"
    again = play(case("Pd4", rest=rest), "play:Qd place:d2")
    alone = play(case("", "Ld5", rest=rest), "play:Qd place:d2")
    first = play(case("Pd4", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card"), "play:Qd place:d2")
    asked = [state.ask for state in (again, alone, first)]
    return asked == ["remove", "draw", "draw"] and len(cards.BOUGHT) == 3


def drawn() -> bool:
    """Tell whether the turn ends with one card, and the discards become the deck when it is
    empty."""
    state = play(case("Pd4"), "play:4h")
    hands = state.dealt()
    state.apply(state.chance_outcomes()[0][0])
    return state.ask == "card" and sum(state.dealt()) == sum(hands) + 1


def counted(black: str) -> Callable[[], bool]:
    """Return whether the number on the piece next to d7 is how many more hits destroy it."""

    def holds() -> bool:
        state = case("Pd7", black)
        target = black[1:3]
        shown = next(p for p in TwoCities().scene(state, 0).pieces if p.square == target)
        left = int(shown.badges[0].text)
        attack = f"play:Ah move:d7-d7 melee:{target}"
        results = []
        for hits in (left - 1, left):
            dice = "1" * hits + "3" * (5 - hits)
            after = play(state, f"{attack} dice:{dice}")
            results.append(after.board[INDEX[target]] >> 3 == 1)
        return results == [True, False]

    return holds


def bonus(card: int, kinds: tuple[int, ...], move: int, far: int, ranged: int, melee: int) -> bool:
    """Tell whether a special card adds these amounts to each of these kinds of unit."""
    found = set()
    for kind in kinds:
        plain = field(kind)
        shoots = kind in (ARCHERS, CAVALRY)
        found.add(
            (
                move_of(kind, card) - move_of(kind, NO_CARD),
                (range_of(plain, HERE, card) - range_of(plain, HERE, NO_CARD)) if shoots else far,
                ranged_dice(plain, HERE, card, True).number
                - ranged_dice(plain, HERE, NO_CARD, True).number,
                melee_dice(plain, HERE, card).number - melee_dice(plain, HERE, NO_CARD).number,
            )
        )
    return found == {(move, far, ranged, melee)}


EVERYWHERE = "Lb3 Pg3 Ac5 Af5 Cb6 Cg6"


def active(card: str, black: str = "", white: str = EVERYWHERE) -> list[int]:
    """Return the squares of the units that a card activates."""
    state = case(white, black, rest=f"{card},4h,4d/?,?,? - - 1.0.0.0 card")
    state.apply(("play", cards.NUMBER[card]))
    return list(state.left)


def kinds_of(card: str) -> set[int]:
    state = case(EVERYWHERE)
    return {state.board[square] & 7 for square in active(card)}


def sector(card: str, left: bool, most: int) -> bool:
    found = active(card)
    return (
        len(found) == 3
        and all(is_left(0, square) == left for square in found)
        and cards.quota(cards.NUMBER[card]) == most
    )


def each_side() -> bool:
    state = case(EVERYWHERE, rest="3h,4h,4d/?,?,? - - 1.0.0.0 card")
    begun = play(state, "play:3h move:b3-b3")
    return len(active("3h")) == 6 and {is_left(0, square) for square in begun.left} == {False}


def twice() -> bool:
    """Tell whether a unit that has shot with Double rain may shoot again."""
    state = case("Ad4", "Pd6", rest="Ks,4h,4d/?,?,? - - 1.0.0.0 card")
    after = play(state, "play:Ks move:d4-d4 shoot:d6 dice:33")
    return squares(after, "shoot") == "d6" and kinds_of("Ks") == {ARCHERS, CAVALRY}


def beside_enemies() -> bool:
    found = active("6s", black="Lb4 Lh8")
    return found == [INDEX["b3"]] and bonus(cards.PHALANX, (LIGHT, ARCHERS), 0, 0, 0, 2)


def infantry() -> bool:
    moves = {move_of(kind, cards.INFANTRY) for kind in (LIGHT, HEAVY)}
    dice = {
        melee_dice(field(kind), HERE, cards.INFANTRY).number
        - melee_dice(field(kind), HERE, NO_CARD).number
        for kind in (LIGHT, HEAVY)
    }
    return kinds_of("Js") == {LIGHT, HEAVY} and moves == {3} and dice == {1}


CLAIMS: dict[str, Callable[[], bool]] = {
    "about.piece.light": unit(LIGHT, 2, 2, 0, 4),
    "about.piece.heavy": unit(HEAVY, 1, 5, 0, 4),
    "about.piece.archers": unit(ARCHERS, 2, 2, 3, 4),
    "about.piece.cavalry": unit(CAVALRY, 4, 2, 2, 3),
    "about.piece.city": city,
    "about.thing.mercenary": reinforcement,
    "about.thing.deck": drawn,
    "about.badge.city": counted("Td8:2"),
    "about.badge.hits": counted("Pc7:1"),
    "about.ground.forest": forest,
    "about.ground.hill": hill,
    "effect.wrath": lambda: (
        len(active("Ts")) == 6
        and cards.quota(cards.WRATH) == 3
        and bonus(cards.WRATH, (ARCHERS, CAVALRY), 1, 1, 1, 1)
    ),
    "effect.infantry": infantry,
    "effect.riders": lambda: (
        kinds_of("Qs") == {CAVALRY} and bonus(cards.RIDERS, (CAVALRY,), 1, 1, 1, 1)
    ),
    "effect.rain": twice,
    "effect.phalanx": beside_enemies,
    "effect.left1": lambda: sector("Ah", True, 1),
    "effect.right1": lambda: sector("As", False, 1),
    "effect.left2": lambda: sector("2h", True, 2),
    "effect.right2": lambda: sector("2s", False, 2),
    "effect.both": each_side,
    "effect.nothing": lambda: play(case("Pd4"), "play:4h").ask == "draw",
}
# Sentences about what is shown; no rule decides them.
SHOWN = {"about.thing.held", "about.mark.note", "about.mark.zone"}


@pytest.mark.parametrize("key", CLAIMS)
def test_1_6_what_the_legend_says_is_what_the_rules_do(key: str) -> None:
    assert CLAIMS[key]()


def test_2_3_every_sentence_of_the_legend_has_a_claim() -> None:
    told = {entry.about.key for entry in game_legend("twocities")}
    shared = {key for key in told if key.startswith("about.mark.")}
    assert told - shared == {*CLAIMS} | SHOWN - shared


@pytest.mark.parametrize("seed", range(6))
def test_1_8_no_starting_row_changes_what_units_do(seed: int) -> None:
    """Other options change what a 4 and a city are, which their sentences allow for."""
    game = TwoCities({"setup": TwoCities.random_options(Random(seed))["setup"]})
    assert set(game.options) == {"setup", "four", "siege", "city"}
    state: TwoCitiesState = game.state_from_text(case(EVERYWHERE).to_text())
    usual = case(EVERYWHERE)
    for card, kind in product(range(24), UNITS):
        assert state.playable(card) == usual.playable(card)
        assert move_of(kind, card) >= move_of(kind, NO_CARD)
    assert choices.legal(state) == choices.legal(usual)
