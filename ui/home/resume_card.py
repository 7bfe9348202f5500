"""The game that waits for the visitor: its picture, whose turn it is, and a button to go on."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.games import game_info
from ui.home.cover import cover
from ui.render.miniature import picture, read_picture
from ui.saves.entries import is_count, key_of, parse
from ui.words.frame import button
from ui.words.html import Html, el
from ui.words.i18n import I18n
from ui.words.names import MOST_SEATS, Articles, called, read_seats, typed

if TYPE_CHECKING:
    from ui.saves.store import Store, Summary
    from ui.saves.turns import FarTurns


class Sight(NamedTuple):
    """What is stored of a position: row of the record, player to decide, picture."""

    row: int
    who: int
    picture: Html | None


UNSEEN = Sight(0, -1, None)


def sight_of(store: Store, summary: Summary) -> Sight:
    """Return what the table stored of a game; `UNSEEN` without a readable entry."""
    raw = store.storage.get(key_of("sight", summary.id))
    return UNSEEN if raw is None else _read(raw, summary.game_id)


def progress(words: I18n, store: Store, summary: Summary) -> str:
    """Return how far a game has come: its turn; "" while it is being set up or if the table has
    stored nothing. Set-ups and answers are decisions too, so their number would mislead."""
    found: Any = parse(store.storage.get(key_of("sight", summary.id)) or "null")
    row = found.get("row") if isinstance(found, dict) else 0
    return words.t("home.waiting.row", n=row) if is_count(row) and row else ""


@lru_cache(maxsize=4)
def _read(raw: str, game_id: str) -> Sight:
    """Return the sight of a stored text; cached, because home is drawn after every input."""
    found: Any = parse(raw)
    if not isinstance(found, dict) or not is_count(found.get("row")):
        return UNSEEN
    who = found.get("who")
    if type(who) is not int or not 0 <= who < MOST_SEATS:
        return UNSEEN
    drawn = read_picture(found.get("picture"))
    return Sight(found["row"], who, None if drawn is None else picture(game_id, drawn))


def waiting(summaries: Sequence[Summary], turns: FarTurns, known: Container[str]) -> list[Summary]:
    """Return the games to go on with, of those `known` here, each last played first.

    Those with new mail come first, those that wait for another device last. A far game that has
    ended while its match did not waits for nobody; one that is over waits if its opponent invites
    to another.
    """
    going = [
        summary
        for summary in summaries
        if summary.decided
        and not (summary.view or summary.newer)
        and (not summary.over or turns.invites(summary.id))
        and summary.game_id in known
        if turns.of(summary.id) != "over"
    ]
    return sorted(going, key=lambda one: (turns.of(one.id) == "other", not turns.new(one.id)))


def strip(
    words: I18n, store: Store, turns: FarTurns, summary: Summary, more: int, when: str
) -> Html:
    """Draw the strip of the game that waits. `more`: number of other games that wait."""
    sight = sight_of(store, summary)
    own = words.for_game(summary.game_id)
    shown = sight.picture or cover(summary.game_id, "miniature")
    rest = words.t("home.waiting.more", n=more) if more else ""
    return el(
        "section",
        {"class": "waiting", "aria-label": words.t("home.waiting")},
        shown,
        el(
            "div",
            {"class": "waiting-words"},
            el(
                "p",
                {"class": "waiting-game"},
                el("strong", None, game_info(summary.game_id).title),
                " ",
                el("span", None, told(own, store, turns, summary, sight)),
            ),
            el(
                "p",
                {"class": "soft"},
                el("span", None, when),
                rest and [" ", button("act:saved", rest, "link inline")],
            ),
        ),
        button(
            f"act:continue:{summary.id}",
            words.t("home.continue"),
            "primary",
        ),
    )


def told(own: I18n, store: Store, turns: FarTurns, summary: Summary, sight: Sight) -> str:
    """Return against whom, whose turn and which turn: `against Blas · your move, turn 14`."""
    table = store.load_table(summary.id)
    seats = read_seats(table.get("seats"))
    far = store.is_far(summary.id)
    count = max(2, len(summary.names), len(seats))
    mine = _mine(table, seats, count, far)
    articles = Articles(own, typed(summary.game_id, summary.names), seats)
    parts = []
    if mine >= 0 and count == 2:
        who = called(own, summary.names, seats, 1 - mine)
        parts.append(articles.put(own.t("home.waiting.against", who=who)))
    else:
        parts.append(" – ".join(called(own, summary.names, seats, n) for n in range(count)))
    turn = turns.of(summary.id) if far else ""
    if turn:
        said = own.t(f"home.saved.turn.{turn}")
    elif far or sight.who < 0:  # a far table knows itself whose turn it is
        said = ""
    elif sight.who == mine:
        said = own.t("home.waiting.me")
    else:
        who = called(own, summary.names, seats, sight.who)
        said = articles.put(own.t("home.waiting.turn", who=who))
    row = own.t("home.waiting.row", n=sight.row) if sight.row and not turns.new(summary.id) else ""
    parts.append(", ".join(one for one in (said, row) if one))
    return " · ".join(part for part in parts if part)


def _mine(table: dict[str, Any], seats: tuple[int, ...], count: int, far: bool) -> int:
    """Return the only seat played at this device; −1 if there are several."""
    if far:
        mine = table.get("far", -1)
        return int(mine) if type(mine) is int else -1
    people = [n for n in range(count) if not any(seats[n : n + 1])]
    return people[0] if len(people) == 1 else -1
