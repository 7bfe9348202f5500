"""Offers that are not what they seem: another rematch, a far takeback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.far.letter import WordLetter
from engine.far.terms import Terms
from engine.match import codec
from tests.far.test_table import MATE, same, turn
from tests.far.world import Device, two
from tests.fixtures.says import says
from ui.far.seat_store import new_seat
from ui.far.table.questions import waiting


def over() -> tuple[Device, Device]:
    ana, blas = two()
    for move in MATE:
        turn(ana, blas)[0].play(move)
    return ana, blas


def bait(ana: Device, **changes: Any) -> Terms:
    """Offer a rematch that differs from the game just played; open its table nowhere."""
    seat = ana.side.seat
    found: dict[str, Any] = {
        "options": {},
        "seat": 1,
        "name": "Ana",
        "relays": seat.relays,
        **changes,
    }
    made = new_seat(str(found.pop("game_id", "andarraya")), crypto=ana.tools.crypto, **found)
    ana.side.write(WordLetter("again", 0, made.terms.data))
    ana.side.send()
    return made.terms


def test_an_honest_rematch_needs_one_press() -> None:
    ana, blas = over()
    ana.press("act:rematch").settle()
    assert "offers a rematch with sides swapped" in blas.panel
    assert 'class="join-options"' not in blas.panel
    blas.press("act:rematch").settle()
    assert blas.table.session.agreed.mine == 0


def clock() -> dict[str, object]:
    from engine.match.clock import Clock

    return {"clock": Clock(minutes=1)}


def plies() -> dict[str, object]:
    ana, blas = two()
    for move in MATE[:3]:
        turn(ana, blas)[0].play(move)
    return {"past": codec.encode(ana.table.session._match)}


BAITS: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "clock": (
        clock,
        says("far.again.option", option="Clock", now="1 min + 0 s per turn", before="No clock"),
    ),
    "position": (plies, "3 moves have already been played"),
    "side": (lambda: {"seat": 0}, "the same side again"),
    "game": (
        lambda: {"game_id": "cotadrez"},
        says("far.again.game", game="Cotadrez", before="Andarraya"),
    ),
}


@pytest.mark.parametrize("kind", BAITS)
def test_differences_of_a_rematch_are_shown_and_need_a_second_press(kind: str) -> None:
    make, words = BAITS[kind]
    ana, blas = over()
    terms = bait(ana, **make())
    blas.settle()
    assert words in blas.panel and "with changes" in blas.panel
    assert ("far-picture" in blas.panel) == (kind == "position")
    key = blas.table.session.key
    blas.press("act:rematch")
    assert blas.table.session.key == key and says("far.again.sure") in blas.panel
    blas.press("act:rematch").settle()
    assert blas.side.seat.terms.id == terms.id


def test_an_option_that_differs_is_named() -> None:
    from engine.games import game_info

    option = next(one for one in game_info("andarraya").options if len(one.values) > 1)
    value = option.values[1]
    ana, blas = over()
    bait(ana, options={option.name: value})
    blas.settle()
    assert "default" in blas.panel and "with changes" in blas.panel


def test_a_different_rematch_does_not_take_over_a_table_by_itself() -> None:
    """Both offered one at once; that of Ana counts, but it has another clock."""
    ana, blas = over()
    for relay in ana.world.values():
        relay.kill()
    blas.press("act:rematch")
    mine = blas.side.seat.terms.id
    terms = bait(ana, **clock())
    for relay in ana.world.values():
        relay.down = False
    for _ in range(3):
        ana.settle(), blas.settle()
    assert blas.side.seat.terms.id == mine and "Clock: 1 min" in blas.panel
    blas.press("act:far:sit-there")
    assert blas.side.seat.terms.id == mine
    blas.press("act:far:sit-there").settle()
    assert blas.side.seat.terms.id == terms.id


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_offer_of_somebody_without_a_visible_name_leaves_no_gap(lang: str) -> None:
    """Who waits at a rematch of his own is told of the other's by the name in its terms."""
    ana, blas = over()
    for relay in ana.world.values():
        relay.kill()
    blas.press("act:rematch")
    bait(ana, name="\u3164\u200b", **clock())
    for relay in ana.world.values():
        relay.down = False
    for _ in range(3):
        ana.settle(), blas.settle()
    voice = blas.table.voice
    terms = blas.side.free_seat.other
    label = voice.t(f"player.name.{terms.seat}")
    offered = voice.t("far.title.again", who=label)
    assert offered in {one.words for one in waiting(blas.side, voice)}
    assert label in blas.asks


# -- takebacks -------------------------------------------------------------------------------------


def played() -> tuple[Device, Device]:
    ana, blas = two()
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4"):
        turn(ana, blas)[0].play(move)
    return ana, blas


def test_a_takeback_names_its_turn_and_shows_the_position() -> None:
    ana, blas = played()
    ana.press("act:far:back")
    assert "before their last move" in blas.panel and "far-picture" in blas.panel
    turns = blas.table.session._match.state_at(4).turn_index() + 1
    assert f"turn {turns}," in blas.panel
    blas.press("act:far:yes")
    same(ana, blas)
    assert len(blas.events) == 4


@pytest.mark.parametrize("number", [0, 2, 3])
def test_a_far_takeback_is_refused_by_default(number: int) -> None:
    """It took back the whole game as “before their last move”."""
    ana, blas = played()
    ana.side.write(WordLetter("back?", number))
    ana.side.send()
    assert "before their last move" not in blas.panel
    assert f"would undo {5 - number} moves" in blas.panel and "far-picture" in blas.panel
    assert '"button primary" data-target="act:far:no"' in blas.panel or (
        blas.panel.index("act:far:no") < blas.panel.index("act:far:yes")
    )
    blas.press("act:far:yes")
    assert len(blas.events) == 5 and "go back that far" in blas.panel
    blas.press("act:far:yes")
    same(ana, blas)
    assert len(blas.events) == number


def test_a_first_press_does_not_count_for_another_offer() -> None:
    ana, blas = played()
    ana.side.write(WordLetter("back?", 3))
    ana.side.send()
    blas.press("act:far:yes")
    ana.side.write(WordLetter("back?", 0))
    ana.side.send()
    blas.press("act:far:yes")
    assert len(blas.events) == 5
