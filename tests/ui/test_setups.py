"""Set-ups of earlier games: which are offered again, and to whom."""

from __future__ import annotations

from random import Random

from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.ui.fakes import opened
from ui.saves.storage import MemoryStorage
from ui.session.setups import setup_of


def test_the_mirror_of_a_set_up_is_offered_only_to_its_maker() -> None:
    storage = MemoryStorage()
    app = opened("", storage)
    app.controller.start_game("cotadrez", {}, ("Ana", "Blas"))
    app.press("act:random")
    mine = app.table.table.arrange.draft
    app.press("act:ready")
    app.controller.start_game("cotadrez", {}, ("Carla", "Ana"))
    assert app.controller.last_setup("cotadrez", "Carla") == ()
    assert set(app.controller.last_setup("cotadrez", "Ana")) == set(mine)
    app.controller.start_game("cotadrez", {}, ("Ana", "Blas"))
    app.press("act:mirror")
    assert len(app.table.table.arrange.draft) == len(mine)


def test_an_unfinished_set_up_is_not_offered() -> None:
    match = Match(MatchConfig("cotadrez"))
    match.play(("fortress", 14))
    assert setup_of(match.config, match.events, 0) == ()


def test_a_set_up_with_empty_squares_is_read_completely() -> None:
    """Actions that leave a square empty are not part of the draft."""
    match = Match(MatchConfig("stratego", {"army": "barrage8"}))
    for player in (0, 1):
        draft = match.game.random_draft(match.state.observation(player), Random(player))
        plan = present(match.game.arrangement(match.state, draft))
        assert len(plan.actions) > len(draft) + 1  # some squares stay empty
        for action in plan.actions:
            match.play(action)
        assert set(setup_of(match.config, match.events, player)) == set(draft)


def test_delete_where_nothing_can_be_taken_back_says_so() -> None:
    app = opened("#new=cotadrez")
    app.key("Delete", "sq:e5")
    assert app.view.said[-1].strip() == app.words("cotadrez").t("table.setup.not_back")
