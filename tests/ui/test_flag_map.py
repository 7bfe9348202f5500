"""The map of the flag in Stratego: from one's own knowledge, in games against computers only."""

from __future__ import annotations

from random import Random

import pytest

from engine.dev.common import play_on
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.flag_shares import SAMPLES, flag_shares
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.test_opponent import slots, table
from ui.table import flag_map
from ui.table.screen import TableScreen

ME = 0


def middle(seed: int = 1, events: int = 150) -> Match:
    match = Match(MatchConfig("stratego", {}, ("Ana", "Blas")), chance.seeded(seed))
    match.begin()
    play_on(match, Random(seed), events)
    assert not match.over
    return match


def battle(seats: tuple[int, ...] = (0, 3)) -> TableScreen:
    """A table at which both armies stand and some turns were played; it is the person's turn."""
    screen, _ = table(seats, None, "stratego")
    rng = Random(3)
    while screen.session.count < 140 or screen.session.decider != ME:
        screen.session.play([rng.choice(screen.session._match.options_now())])
    return screen


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_every_army_that_fits_what_is_known_gives_the_same_map(seed: int) -> None:
    match, rng = middle(seed), Random(seed)
    seen = match.state.observation(ME)
    shares = flag_shares(match.game, seen, ME)
    assert sum(shares.values()) == pytest.approx(1.0) and len(shares) > 3
    for _ in range(5):
        other = match.state.determinize(ME, rng)
        assert flag_shares(match.game, other.observation(ME), ME) == shares


def test_a_share_is_that_of_the_armies_with_the_flag_there() -> None:
    """Another sample has nearly the same shares, and none on a piece that has moved."""
    match = middle()
    seen, rng = match.state.observation(ME), Random(99)
    shares, counts = flag_shares(match.game, seen, ME), dict[str, int]()
    for _ in range(4 * SAMPLES):
        state = seen.determinize(ME, rng)
        for piece in match.game.scene(state.observation(1), 1).pieces:
            if piece.glyph == "flag" and piece.side == 1:
                counts[piece.id] = counts.get(piece.id, 0) + 1
    for name, share in shares.items():
        assert abs(share - counts.get(name, 0) / (4 * SAMPLES)) < 0.25
    moved = {
        one.id
        for one in match.game.scene(seen, ME).pieces
        if any(badge.kind == "moved" for badge in one.badges)
    }
    assert not moved & set(shares)


def test_the_map_is_shown_on_a_press_and_gone_with_the_next_move() -> None:
    screen = battle()
    assert "badge-heat" not in slots(screen) and "act:flag" in slots(screen)
    screen.press(aim("act:flag"))
    assert says("flag.shown").partition("{")[0] in slots(screen)
    kinds = [badge.kind for one in screen.table.scene.pieces for badge in one.badges]
    assert any(kind.startswith("heat") for kind in kinds)
    screen.press(aim("act:flag"))
    assert not screen.table.flags
    screen.press(aim("act:flag"))
    screen.session.play([screen.session._match.options_now()[0]])
    assert not screen.table.flags


@pytest.mark.parametrize("seats", [(0, 0), (3, 3)])
def test_neither_people_on_one_device_nor_computers_get_a_map(seats: tuple[int, ...]) -> None:
    screen = battle(seats)
    screen.session.seating.reveal()
    assert not flag_map.drawable(screen.table)
    screen.press(aim("act:flag"))
    assert not screen.table.flags


def test_a_far_table_a_task_and_other_games_have_no_map() -> None:
    screen = battle()
    assert flag_map.drawable(screen.table)
    screen.table.far = object()  # type: ignore[assignment]
    assert not flag_map.drawable(screen.table)
    screen.table.far, screen.table.task = None, True
    assert not flag_map.drawable(screen.table)
    other, _ = table((0, 3), None, "twocities")
    assert not flag_map.drawable(other.table)


def test_nothing_of_the_map_is_stored_or_sent() -> None:
    screen = battle()
    storage = screen.app.store.storage

    def kept() -> dict[str, str | None]:
        return {key: storage.get(key) for key in storage.keys("asedio:")}

    screen.press(aim("act:seen"))  # any press stores the picture for home
    before, known = kept(), screen.session.exports().view_text()
    screen.press(aim("act:flag"))
    assert kept() == before and screen.session.exports().view_text() == known
