"""Every line of the computer's turn in A Tale of Two Cities is in sight, on a phone and beside the
board.

Plays a game of the computer and opens positions in which a person has to answer a long turn.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games.twocities.rules.state import TwoCitiesState
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from engine.search.agents import make_agent
from tests.e2e.harness import boot
from tests.e2e.screens import PHONE, SMALL, WIDE, Size, settings, sized
from tests.fixtures.sampled import sampled
from ui.table.guide import GAMES
from ui.words.i18n import LANGUAGES

pytestmark = pytest.mark.shared(motion="none")

SEED, TURNS = 2, 40  # a game with two special cards of three attacks each
MOST = 10  # turns that are looked at
GUIDED = GAMES + 1
# Lines by what is seen of them, the number on the button, and whether the board has its width.
_SEEN = """async () => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const list = document.querySelector('.news-lines');
  const top = list.getBoundingClientRect().top + list.clientTop, bottom = top + list.clientHeight;
  if (!list.checkVisibility({ visibilityProperty: true })) return { cut: ['all of them'] };
  const found = { whole: 0, cut: [], out: 0, own: 0, cards: [] };
  for (const line of list.querySelectorAll('.told')) {
    const box = line.getBoundingClientRect();
    if (!box.height) found.own++;
    else if (box.top >= top - 2 && box.bottom <= bottom + 2) found.whole++;
    else if (box.bottom > top + 2 && box.top < bottom - 2) found.cut.push(line.innerText);
    else found.out++;
  }
  const button = document.querySelector('.told-strip .icon-button');
  found.more = Number(button?.dataset.more ?? 0);
  const bar = document.querySelector('.table-tools').getBoundingClientRect().top;
  for (const one of document.querySelectorAll('.items-hand .card, .table-choices .button'))
    if (one.checkVisibility() && one.getBoundingClientRect().bottom > bar + 1)
      found.cards.push(one.innerText);
  found.board = document.querySelector('svg.board').getBoundingClientRect().width;
  return found;
}"""


@cache
def questions() -> tuple[Match, ...]:
    """Return a game at each decision of White that follows one of Black."""
    match = Match(MatchConfig("twocities", {}, ("Jugador 1", "Manette")), chance.seeded(SEED))
    match.begin()
    agent, rng, answered, found = make_agent("ai:2"), Random(SEED), False, []
    while not match.over and match.state.turn_index() < TURNS:
        state = match.state
        assert isinstance(state, TwoCitiesState)
        actor = state.current_player()
        if actor == 0 and answered:
            found.append(match.until(len(match.events)))
        answered = actor == 1
        match.play(agent.choose(match.game, state.observation(actor), rng))
    return tuple(found)


def longest(count: int) -> list[Match]:
    """Return the games in which Black has just had the longest turns."""

    def told(match: Match) -> int:
        own = max(at for at, one in enumerate(match.events) if one.actor == 0)
        return len(match.events) - own

    return sorted(questions(), key=told)[-count:]


def seen(page: Page, match: Match) -> dict[str, Any]:
    boot(page, f"g={codec.encode(match)}&seats=02")
    page.locator(".told-strip .told").first.wait_for(state="attached")
    found: dict[str, Any] = page.evaluate(_SEEN)
    return found


@pytest.mark.parametrize("lang", sampled(LANGUAGES))
def test_all_lines_of_the_computers_turns_are_in_sight(page: Page, phone: Page, lang: str) -> None:
    """Regression test: with a special card, a line was cut between its rows, and more were out of
    sight, while there was room below the cards; beside the board the last lines were cut off."""
    on_a_phone(phone, lang)
    beside_the_board(page, lang)


def on_a_phone(page: Page, lang: str) -> None:
    settings(page, motion="none", lang=lang)
    lines = []
    first = questions()[:GUIDED]  # the first games have a line more, for the guide
    for number, match in enumerate([*first, *longest(MOST)]):
        found = seen(page, match)
        assert found["cut"] == [] and found["out"] == 0 == found["more"], (number, found)
        assert found["cards"] == [], (number, found)
        assert found["board"] >= PHONE[0] - 12
        lines.append(found["whole"])
        if found["whole"] == max(lines):
            fullest = match
    assert max(lines) >= 6
    sized(page, SMALL)
    short = seen(page, fullest)
    assert short["cut"] == [] and short["whole"] > 0, "a line without room is left out as a whole"
    assert short["more"] == short["out"] > 0


# Counts the lines of the newest turn, and those of them that are in sight as a whole; says how far
# the box of the question scrolls.
_LINES = """async () => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const log = document.querySelector('.log'), box = document.querySelector('.table-box');
  const top = log.getBoundingClientRect().top + log.clientTop, bottom = top + log.clientHeight;
  const turn = [...log.querySelectorAll('.move-line.open')].at(-1);
  const lines = [...turn.querySelectorAll('.move, .move-head, .told')]
    .map((line) => line.getBoundingClientRect()).filter((line) => line.height);
  const whole = lines.filter((line) => line.top >= top - 2 && line.bottom <= bottom + 2);
  return [lines.length, whole.length, box.scrollHeight - box.clientHeight];
}"""


def beside_the_board(page: Page, lang: str) -> None:
    settings(page, motion="none", lang=lang)
    found: dict[Size, list[list[int]]] = {WIDE: [], (1024, 768): []}
    for match in longest(MOST):
        boot(page, f"g={codec.encode(match)}&seats=02")
        page.locator(".log .open .told").first.wait_for()
        for size, seen_there in found.items():
            sized(page, size)
            seen_there.append(page.evaluate(_LINES))
    lines, whole, _ = zip(*found[WIDE], strict=True)
    assert sum(whole) >= 0.98 * sum(lines), found[WIDE]
    assert max(lines) >= 7, "a turn with a special card"
    assert max(scrolled for there in found.values() for _, _, scrolled in there) <= 1
