"""The list of turns: one order for all its entries, and a mark on the newest."""

from __future__ import annotations

import re

from tests.ui.fakes import play, written
from tests.ui.test_stepping import game_of, seated
from tests.ui.test_table import deployed


def test_the_set_ups_are_the_first_entries_of_the_same_list() -> None:
    """Regression test: on a phone, where the list is reversed, they stood between newer turns."""
    screen = deployed("en")
    for way in ("words", "notation"):
        screen.app.set_setting("log", way)
        for _ in range(2):
            state = screen.session.observation()
            screen.session.play([sorted(state.legal_actions())[0]])
        log = str(written(screen)["log"])
        assert log.startswith('<ol class="moves"') and log.count("<ol") == 1
        kinds = re.findall(r'<li class="(log-setup|move-line|move-row)', log)
        assert kinds[:2] == ["log-setup"] * 2 and len(kinds) > 2
        assert "log-setup" not in kinds[2:]
        assert "<p" not in log


def test_the_newest_turn_says_so_until_an_earlier_one_is_shown() -> None:
    for game_id in ("rilatria", "andarraya"):
        screen = seated(game_of(game_id, 40, 3))
        feed = str(written(screen)["feed"])
        assert feed.count("newest") == 2  # a class and a word
        assert "newest" in feed.split('<li class="move-line')[-1]
        play(screen, "act:log-prev")
        assert "newest" not in str(written(screen)["feed"]) + str(written(screen)["log"])
