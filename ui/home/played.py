"""Home of somebody who has finished a game: the day's challenge with its week, whom to beat next,
mistakes to train, and a line for each game. Imported only then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from engine.core.days import GRADES, game_of_the_day
from engine.core.info import GameInfo
from ui.home.html import game_card
from ui.saves.challenge_days import DayPlayed, days_played, streak, week_of
from ui.saves.opponents import (
    NextOpponent,
    lately_finished,
    next_level,
    next_opponent,
    results,
)
from ui.saves.own_mistakes import due_mistakes
from ui.saves.results import Results
from ui.saves.scenarios import passed
from ui.words.faces import named, portrait
from ui.words.frame import button, hidden
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

if TYPE_CHECKING:
    from ui.saves.index import Summary
    from ui.saves.storage import Storage

# Way to play, key of its word, look.
PRESSES = (("computer", "play", ""), ("game", "game", "quiet"))

# -- the challenge -------------------------------------------------------------------------------


def challenge(
    words: I18n, storage: Storage, games: Mapping[str, GameInfo], today: date
) -> Html | None:
    """Draw the challenge of a day: its game, the week so far and the days in a row; None if no
    game has challenges."""
    game_id = game_of_the_day(games.values(), today.toordinal())
    if not game_id:
        return None
    t, days = words.t, days_played(storage)
    solved = today in days and days[today].solved
    grade = t(f"home.day.{GRADES[today.weekday()]}")
    row = streak(days, today)
    same = "home.day.same" if games[game_id].has_chance else "home.day.same.opponent"
    return join(
        el("h2", {"class": "home-kicker"}, t("home.day")),
        el("p", {"class": "home-big"}, t("home.day.game", game=games[game_id].title, grade=grade)),
        el("p", None, t("home.day.solved" if solved else same)),
        week(words, days, today),
        el(
            "p",
            {"class": "home-go"},
            button(
                "act:day",
                t("home.day.again" if solved else "home.play"),
                "" if solved else "primary",
            ),
            el("span", None, t("home.day.row", n=row)) if row > 1 else None,
        ),
    )


def week(words: I18n, days: Mapping[date, DayPlayed], today: date) -> Html:
    """Draw the days of the week: solved ones, missed ones, today, and those still to come."""
    row = week_of(today)
    done = sum(day in days and days[day].solved for day in row)
    drawn = (
        el("li", {"class": _state(days, day, today)}, el("span", None, initial), el("i"))
        for day, initial in zip(row, words.t("home.week").split(), strict=True)
    )
    return join(
        hidden(words.t("home.week.done", n=done)),
        el("ul", {"class": "home-week", "aria-hidden": "true"}, drawn),
    )


def _state(days: Mapping[date, DayPlayed], day: date, today: date) -> str:
    if day in days:
        return "solved" if days[day].solved else "missed"
    return "today" if day == today else ""


# -- what comes next -----------------------------------------------------------------------------


def due(storage: Storage, today: date) -> int:
    """Return how many mistakes are to be trained today."""
    return len(due_mistakes(storage, today))


def following(words: I18n, summaries: Iterable[Summary], games: Mapping[str, GameInfo],
              due: int, storage: Storage) -> Html:  # fmt: skip
    """Draw the next opponent, the campaign of the game last finished, and the mistakes to train.
    `due`: how many of them."""
    known, t = [one for one in summaries if one.game_id in games], words.t
    rows = []
    if (found := next_opponent(known)) is not None:
        rows.append(_opponent(words.for_game(found.game_id), found, known, games))
    if (lately := lately_finished(known)) and games[lately[0]].campaign:
        rows.append(_campaign(words, storage, games[lately[0]]))
    if due:
        rows.append(
            el(
                "li",
                None,
                el("span", {"class": "home-sign", "aria-hidden": "true"}, "?!"),
                el("div", None, button("act:train", t("home.train"), "line-open link"),
                   el("p", None, t("home.train.due", n=due))),
            )
        )  # fmt: skip
    if not rows:
        return Html("")
    return join(
        el("h2", {"class": "home-kicker"}, t("home.follows")),
        el("ul", {"class": "home-rows"}, rows),
    )


def _campaign(words: I18n, storage: Storage, info: GameInfo) -> Html:
    """Draw the way to a game's scenarios, with how many have been won."""
    won = words.t("home.campaign.won", n=len(passed(storage, info.id)))
    return el(
        "li",
        None,
        el("span", {"class": "home-sign", "aria-hidden": "true"}, "★"),
        el(
            "div",
            None,
            button(f"act:campaign:{info.id}", words.t("home.campaign"), "line-open link"),
            el("p", None, info.title, " · ", won),
        ),
    )


def _opponent(
    own: I18n, found: NextOpponent, summaries: list[Summary], games: Mapping[str, GameInfo]
) -> Html:
    """Draw whom to beat next, with the results so far."""
    against = results(summaries, found.game_id).get(found.level)
    name, title = named(own, found.level), games[found.game_id].title
    record = own.t("computer.unmet")
    if against is not None:
        record = own.t("computer.record", **against._asdict())
    return el(
        "li",
        None,
        portrait(found.level),
        el(
            "div",
            None,
            button(
                f"act:next:{found.game_id}", own.t("home.next.beat", name=name), "line-open link"
            ),
            el("p", None, title, " · ", record),
        ),
    )


# -- the games -----------------------------------------------------------------------------------


def rows(
    words: I18n, games: Iterable[GameInfo], summaries: Iterable[Summary], lately: bool
) -> Html:
    """Draw a line for each game: how it went, and a press to play. `lately`: there are older games
    that are not among `summaries`."""
    known, won = list(summaries), "home.row.lately" if lately else "home.row.won"
    return join(_row(words, info, standing(words, info.id, known, won)) for info in games)


def _row(words: I18n, info: GameInfo, stands: str) -> Html:
    line = el("p", {"class": "game-card-facts"}, stands)
    return game_card(info, [line], [_press(words, info, *one) for one in PRESSES])


def _press(words: I18n, info: GameInfo, way: str, key: str, kind: str) -> Html:
    """Return a button of a line; a screen reader hears the game with it."""
    of_game = hidden(words.t(f"home.{way}.of", game=info.title))
    label = join(el("span", None, words.t(f"home.{key}")), of_game)
    return button(f"act:{way}:{info.id}", label, kind)


def standing(words: I18n, game_id: str, summaries: list[Summary], won: str) -> str:
    """Return how the games against the computer went and who is next to be beaten. `won`: key of
    the text with their results."""
    against = results(summaries, game_id)
    total = Results()
    for one in against.values():
        total = total.and_those(one)
    if not total.played:
        played = any(one.game_id == game_id for one in summaries)
        return "" if played else words.t("home.row.new")
    parts = [words.t(won, won=total.won, n=total.played)]
    if level := next_level(against):
        own = words.for_game(game_id)
        parts.append(own.t("home.row.next", name=named(own, level)))
    return " · ".join(parts)
