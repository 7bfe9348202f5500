"""Results against each of the computer's players, and the next one to beat, on sheet and home."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.fixtures.says import game_says, says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, asked_of, whole
from ui.home.game_sheet import WaysDialog
from ui.home.screen import HomeScreen
from ui.saves.index import Summary
from ui.saves.levels import adapts, keep_level, level_of
from ui.saves.opponents import (
    NextOpponent,
    adapted_level,
    chosen_level,
    level_of_opponent,
    next_level,
    next_opponent,
    results,
)
from ui.saves.results import Results

GAME = "rilatria"


def game(level: int, result: str, at: int = 1, **more: Any) -> Summary:
    """A finished game of a person, who moves first, against a level."""
    given: dict[str, Any] = {
        "seats": (0, level),
        "mine": 0,
        "result": result,
        "updated": at,
        **more,
    }
    return Summary(f"{level}{result}{at}", GAME, (), {}, 9, **given)


def test_only_finished_games_of_one_person_against_one_computer_count() -> None:
    games = [
        game(2, "1-0"), game(2, "0-1", 2), game(2, "1/2-1/2", 3), game(3, "", 4),
        game(2, "1-0", 5, view=True), game(2, "1-0", 6, mine=-1), game(2, "1-0", 7, seats=(1, 2)),
        game(2, "1-0", 8, seats=(0, 0)),
    ]  # fmt: skip
    assert results(games, GAME) == {2: Results(won=1, drawn=1, lost=1)}
    assert results(games, "stratego") == {}
    assert level_of_opponent(games[0]) == 2 and level_of_opponent(games[-1]) == 0


@pytest.mark.parametrize(
    ("won", "after"), [((), 1), ((1,), 2), ((2,), 3), ((1, 4), 5), ((5,), 0), ((6,), 1)]
)
def test_the_next_level_is_above_the_highest_that_was_beaten(
    won: tuple[int, ...], after: int
) -> None:
    assert next_level({level: Results(won=1) for level in won}) == after


def test_a_lost_level_is_still_to_be_beaten() -> None:
    assert next_level({1: Results(won=1), 2: Results(lost=3)}) == 2


def test_the_next_opponent_is_of_the_game_finished_last() -> None:
    other = Summary("x", "cotadrez", (), {}, 9, 5, "0-1", seats=(0, 2), mine=0)
    assert next_opponent([]) is None and next_opponent([game(2, "")]) is None
    assert next_opponent([game(2, "1-0", 9), other]) == NextOpponent(GAME, 3)
    assert next_opponent([game(2, "1-0", 1), other]) == NextOpponent("cotadrez", 1)
    assert next_opponent([game(5, "1-0", 9)]) is None
    assert next_opponent([game(5, "1-0", 9), other]) == NextOpponent("cotadrez", 1)


@pytest.mark.parametrize(
    ("last", "level"),
    [((), 2), ((2, "1-0"), 3), ((2, "0-1"), 1), ((4, "1/2-1/2"), 4), ((1, "0-1"), 1),
     ((5, "1-0"), 5)],
)  # fmt: skip
def test_the_adapting_level_follows_the_last_result(last: tuple[int, str], level: int) -> None:
    games = [game(3, "1-0", 1)] if last else []
    games += [game(*last, at=9)] if last else []
    assert adapted_level(games, GAME) == level


def test_styles_and_other_games_do_not_move_the_adapting_level() -> None:
    games = [game(2, "1-0", 1), game(7, "0-1", 5), game(2, "", 6), game(2, "0-1", 7, view=True)]
    assert adapted_level(games, GAME) == 3 and adapted_level(games, "stratego") == 2


@pytest.mark.parametrize("strength", [1, 2, 3, 4, 5])
def test_with_the_adapting_level_about_half_of_the_games_are_won(strength: int) -> None:
    """A player who beats each level with a chance that falls from level to level."""
    rng, games, won = Random(strength), list[Summary](), 0
    for at in range(400):
        level = adapted_level(games, GAME)
        wins = rng.random() < 1 / (1 + 3 ** (level - strength))
        won += wins
        games.append(game(level, "1-0" if wins else "0-1", at))
    assert 0.35 < won / 400 < 0.65


# -- on the page ---------------------------------------------------------------------------------


def stored(app: FakeApp, monkeypatch: pytest.MonkeyPatch, *games: Summary) -> HomeScreen:
    """Home of somebody who has played these games."""
    listed = app.store.recent()._replace(games={one.id: one for one in games})
    monkeypatch.setattr(app.store, "recent", lambda: listed)
    monkeypatch.setattr(app.store, "games", lambda: list(games))
    return HomeScreen(app, FakeController())


def test_home_offers_the_next_opponent_by_name_and_starts_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = FakeApp()
    keep_level(app.store.storage, GAME, 2)
    screen = stored(app, monkeypatch, game(2, "1-0"))
    assert game_says(GAME, "face.3") in str(screen.slots()["next"])
    assert f'data-target="act:next:{GAME}"' in whole(screen)
    screen.press(aim(f"act:next:{GAME}"))
    [(kind, started, _, _, seats)] = asked_of(screen.controller)
    assert (kind, started, seats) == ("start", GAME, (0, 3))
    assert level_of(app.store.storage, GAME) == 3


def test_a_first_visitor_is_offered_no_next_opponent() -> None:
    screen = HomeScreen(FakeApp(), FakeController())
    assert "next" not in screen.slots()
    screen.press(aim(f"act:next:{GAME}"))
    assert asked_of(screen.controller) == []


def test_the_sheet_shows_the_record_and_leads_to_the_next_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = FakeApp()
    keep_level(app.store.storage, GAME, 2)
    screen = stored(app, monkeypatch, game(2, "1-0"), game(2, "0-1", 2))
    sheet = WaysDialog(screen, GAME)
    shown = str(sheet.slots()["level"])
    assert says("computer.record", won=1, drawn=0, lost=1) in shown
    sheet.press(aim("act:level:3"))
    assert says("computer.unmet") in str(sheet.slots()["level"])
    assert says("computer.next", name=game_says(GAME, "face.3")) in shown


def test_the_sheet_says_nothing_before_the_first_game() -> None:
    screen = HomeScreen(FakeApp(), FakeController())
    assert "levels-record" not in str(WaysDialog(screen, GAME).slots()["level"])


def test_the_sheet_is_headed_by_its_game() -> None:
    screen = HomeScreen(FakeApp(), FakeController())
    sheet = WaysDialog(screen, GAME)
    assert sheet.title() == screen.games[GAME].title and f">{sheet.title()}</h2>" in sheet.layout()


def test_a_level_that_adapts_can_be_chosen_and_the_level_played_is_recorded() -> None:
    app, controller = FakeApp(), FakeController()
    home = HomeScreen(app, controller)
    sheet = WaysDialog(home, GAME)
    sheet.press(aim("act:level:adapts"))
    assert adapts(app.store.storage, GAME) and says("computer.adapts.about") in whole(sheet)
    home.press(aim(f"act:computer:{GAME}"))
    assert controller.asked[-1][-1] == (0, chosen_level(app.store, GAME)) == (0, 2)
    sheet.press(aim("act:level:4"))
    assert not adapts(app.store.storage, GAME) and chosen_level(app.store, GAME) == 4
