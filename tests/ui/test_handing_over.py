"""The fight that the curtain hides is shown on the curtain, as everybody saw it."""

from __future__ import annotations

from random import Random

import pytest

from engine.dev.common import play_on
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.ui.fakes import set_table


@pytest.mark.parametrize("options", [{}, {"blind_combat": True}, {"hidden_captures": True}])
def test_the_curtain_shows_the_fight_as_a_spectator_saw_it(options: dict[str, object]) -> None:
    """Both pieces stand there, exactly if the spectator's telling shows them."""
    met = 0
    for seed in range(3):
        match = Match(MatchConfig("stratego", dict(options), ("Ana", "Blas")), chance.seeded(seed))
        match.begin()
        rng = Random(seed)
        while not match.over and len(match.events) < 260:
            play_on(match, rng, 1)
            if match.events[-1].action[0] in ("attack", "show", "accept") and not match.over:
                met += _shown(match)
    assert met > 3


def _shown(match: Match) -> bool:
    """Assert that the curtain shows the fights of the spectator's telling and nothing else."""
    screen = set_table(match)
    if screen.session.curtain is None:
        return False
    _, telling = screen.session.history.public()
    fights = [one for one in telling if one.kind == "fight" and one.shown]
    card = str(screen.layout())
    assert card.count("curtain-fight") == len(fights)
    drawn = card.count('class="face')
    assert drawn == sum(len(one.shown) for one in fights)
    return bool(fights)
