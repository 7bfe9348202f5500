"""Table of the enemy pieces not seen yet, made only from what every player was shown."""

from __future__ import annotations

from typing import Any

from engine.core.scene import Area
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play
from tests.games.answers import game_of
from tests.games.stratego.helpers import position, state_of, swapped

RED, BLUE, WATCHER = 0, 1, -1
ARMY = {"army": {"F": 1, "B": 1, "3": 2, "6": 1, "9": 1}}
PIECES = "rFa1 rBc2 r3g2 r3j2 r6d2 r9e5 bFj10 bBi10 b3e9 b3f9 b9b9 b6e6"


def start(**options: Any) -> StrategoState:
    game, text = position(PIECES, background="", **(ARMY | options))
    return game.state_from_text(text)


def unseen(state: StrategoState, viewer: int) -> dict[str, Area]:
    scene = game_of(state).scene(state.observation(viewer), viewer)
    return {area.id: area for area in scene.areas if area.kind == "known"}


def rows(area: Area) -> dict[str, tuple[int, str, dict[str, object]]]:
    """Return how many of each type (by letter) have not been seen, and what is said of the rest."""
    noted = [(item, item.note) for item in area.items if item.note]
    return {item.letter: (item.count, note.key, dict(note.params)) for item, note in noted}


def rest(number: int, lost: int = 0, seen: int = 0) -> tuple[int, str, dict[str, object]]:
    return number - lost - seen, "note.known", {"all": number, "lost": lost, "seen": seen}


def moved(number: int, count: int) -> tuple[int, str, dict[str, object]]:
    return number, "note.moved", {"n": count}


def test_6_2_the_table_counts_the_unseen_pieces_of_the_other_army() -> None:
    (area,) = unseen(start(), RED).values()
    assert area.side == BLUE
    assert rows(area) == {
        "?": moved(6, 0),
        "F": rest(1),
        "B": rest(1),
        "3": rest(2),
        "6": rest(1),
        "9": rest(1),
    }
    assert list(unseen(start(), WATCHER)) == ["known0", "known1"]


def test_6_4_the_table_counts_lost_and_revealed_pieces() -> None:
    state = play(start(), "e5xe6 f9-f8")
    found = rows(unseen(state, RED)["known1"])
    assert found["?"] == moved(5, 1)
    assert found["6"] == rest(1, 1, 0)
    other = rows(unseen(state, BLUE)["known0"])
    assert other["9"] == rest(1, 0, 1)
    (spent,) = (i for i in unseen(state, RED)["known1"].items if i.letter == "6")
    assert spent.state == "spent"


def test_6_5_the_table_reveals_nothing_hidden() -> None:
    state = start(hidden_captures=True, desertion=True)
    state = play(state, "e5xe6 desert f9-f8")
    mine = unseen(state, RED)["known1"]
    assert rows(mine)["6"] == rest(1)
    others = [unseen(other, RED)["known1"] for other in swapped(state, RED)]
    assert len(others) >= 3
    assert all(one == mine for one in others)


def test_5_22_the_table_is_left_out_with_promotions() -> None:
    assert unseen(start(promotion_courage={"types": "all"}), RED) == {}
    assert unseen(start(rescue_rear=2), RED) == {}
    assert unseen(Stratego().initial_state(), RED) == {}
    assert unseen(state_of("r6e5"), RED) == {}, "a position without the whole army"
