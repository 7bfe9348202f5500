"""Opening of the challenge of a day."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from engine.core.days import game_of_the_day, with_challenges
from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.games import game_text, list_games, load_game
from engine.match.challenges import (
    FILE,
    LEVEL,
    BadChallenges,
    Challenges,
    Course,
    begun,
    of_the_day,
    read,
)
from ui.learn.daily.screen import ChallengePlace, ChallengeScreen
from ui.learn.practice import seated

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


class NoChallenge(AsedioError):
    """There is no challenge of the day."""

    default_code = "no_challenge"


def open_challenge(
    app: App, controller: Controller, text: str = "", today: date | None = None
) -> ChallengeScreen:
    """Return the screen of a day's challenge.

    `text`: the day as 2027-01-31; empty, unreadable or still to come: today. Raises NoChallenge.
    """
    now = today or date.today()
    day = min(_day(text) or now, now)
    known = challenges_of(game_of_the_day(list_games(), day.toordinal()))
    count = len(with_challenges(list_games()))
    challenge = of_the_day(known.challenges, count, day.toordinal())
    match = begun(load_game(known.game)(known.options), challenge)
    course = Course(match, challenge.turns)
    place = ChallengePlace(day, challenge, now)
    return ChallengeScreen(app, controller, seated(match, LEVEL), place, course)


@cache
def challenges_of(game_id: str) -> Challenges:
    """Return the challenges of a game. Raises NoChallenge if it has none."""
    try:
        return read(game_text(game_id, FILE) if game_id else None)
    except BadChallenges:
        raise NoChallenge(Message("challenge.none")) from None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
