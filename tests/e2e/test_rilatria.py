"""Rilatria for two players in the browser: the last turns of a game, and buying."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import TERMINAL, Action
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.horoscope import CODES
from engine.games.rilatria.rules.pieces import BARBARIAN, HERO
from engine.games.rilatria.rules.state import RilatriaState
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, patient, press_all, target

pytestmark = pytest.mark.shared

# Stored events of the current table, or of all tables until it has an address of its own.
EVENTS = """() => {
  const [, id] = /^#play=(.*)/.exec(location.hash) || [];
  const mine = id ? `asedio:event:${id}:` : "asedio:event:";
  return Object.keys(localStorage).filter(key => key.startsWith(mine)).sort()
    .map(key => localStorage.getItem(key));
}"""
RILATRIA = Rilatria()
LIMIT = 900  # events of a game; these players need 100 to 400
FOE = (1, 7)  # where the second player's hero stands: b8
LIKED = [CODES[name] for name in ("4d", "3d", "2d", "1d", "4h", "3h", "2h", "1h", "F")]
# Three turns per side before a win by vitality, with any cards.
WAR = "bbb6/bhb6/2t6/2T6/9/9/6TB1/6JH1/9 1 N 6.6.2.0.0 6.6.0.0.0 - 8 5"
FIGHT = "9/1h7/1bt6/9/4b1j2/4T4/4B1L2/6TH1/9 2 L 5.4.4.3.0 4.4.1.2.1 - 5 6"


class Mirror:
    """Copy of the page's match, rebuilt from the events that the page has stored."""

    def __init__(self, page: Page, start: str | None = None, **options: int) -> None:
        self.page = page
        self.match = Match(MatchConfig("rilatria", dict(options), start=start))

    @property
    def state(self) -> RilatriaState:
        stored = self.page.evaluate(EVENTS)
        for text in stored[len(self.match.events) :]:
            action = tuple(json.loads(text)[1])
            assert action in [*self.match.options_now(), *self.match.state.table_actions()]
            self.match.take(action)
        assert isinstance(self.match.state, RilatriaState)
        return self.match.state


def quiet_choice(state: RilatriaState, buys: bool) -> Action:
    """Return the second player's action: a preferred card, barbarians if he may buy, or a wait."""
    actions = sorted(state.legal_actions())
    if state.phase == "O":
        cards = [action[1] for action in actions]
        return ("choose", next((card for card in LIKED if card in cards), cards[0]))
    bought = [a for a in actions if a[:2] == ("buy", BARBARIAN)]
    return bought[-1] if bought and buys else actions[0] if state.phase != "L" else ("end",)


def keen_choice(state: RilatriaState, spare_hero: bool) -> Action:
    """Return the first player's action: the best one ply ahead, nearer to the enemy if possible.

    `spare_hero`: never attack the enemy's hero.
    """

    def worth(action: Action) -> float:
        after = state.clone()
        after.apply(action)
        value = RILATRIA.evaluate(after, 0)
        if action[0] == "move":
            far, near = (max(abs(s % 9 - FOE[0]), abs(s // 9 - FOE[1])) for s in action[1:])
            hero = state.board[action[1]] & 7 == HERO
            value += -0.05 if hero else 0.03 * (far - near)
        return value

    def spares(action: Action) -> bool:
        return not spare_hero or action[0] != "attack" or state.board[action[2]] & 7 != HERO

    return max(filter(spares, sorted(state.legal_actions())), key=worth)


def set_up(page: Page, hero: str, ram: str) -> None:
    press_all(page, ("kind:hero", f"sq:{hero}", "kind:ram", f"sq:{ram}", "act:ready"))


def play_out(page: Page, mirror: Mirror, spare_hero: bool) -> RilatriaState:
    """Play by clicks until the game is over; return the last state."""
    state = mirror.state
    while state.current_player() != TERMINAL:
        assert len(mirror.match.events) < LIMIT
        if state.side == 0:
            action = keen_choice(state, spare_hero)
        else:
            action = quiet_choice(state, spare_hero)
        press_all(page, RILATRIA.path(state, action))
        state = mirror.state
    return state


def outcome(page: Page) -> str:
    return page.locator("[data-outcome]").first.get_attribute("data-outcome") or ""


def board(page: Page) -> list[str]:
    found = page.locator("[data-parts=pieces] [data-square]")
    return sorted(found.evaluate_all("all => all.map(one => one.dataset.square)"))


def link(position: str, actions: str = "", **options: int) -> str:
    match = Match(MatchConfig("rilatria", dict(options), ("Ana", "Luis"), position))
    for reading in match.game.read_actions(match.state, actions):
        for action in reading.actions:
            match.play(action)
    return "g=" + codec.encode(match)


def test_last_turns_of_a_quick_war_can_be_won_by_vitality(page: Page) -> None:
    boot(page, link(WAR, blow=3))
    state = play_out(page, Mirror(page, WAR, blow=3), spare_hero=True)
    assert state.result is not None
    assert (state.result.reason, outcome(page)) == ("vitalidad", "1-0")


def test_piece_can_be_bought_by_dragging_it_onto_the_zone(page: Page) -> None:
    patient(boot(page, link(FIGHT, "; ?4d,1h,F=1h")))
    target(page, "kind:barbarian").scroll_into_view_if_needed()
    target(page, "kind:barbarian").drag_to(target(page, "sq:i3"))
    page.wait_for_selector(".badge-recruit")
    assert "i3" in board(page)
    press_all(page, ("sq:i3", "sq:i4"))
    assert "i4" in board(page) and "i3" not in board(page)


UNDER = "([x, y]) => document.elementFromPoint(x, y).closest('[data-target]')?.dataset.target"


@pytest.mark.moving
def test_piece_that_appears_under_the_pointer_is_not_named(page: Page) -> None:
    """The player has not pointed at it: the prompt stays visible."""
    boot(page, link(FIGHT, "; ?4d,1h,F=1h"))
    box = target(page, "kind:lancer").bounding_box()
    assert box is not None
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.goto("about:blank")
    boot(page, link(FIGHT, "; ?4d,1h,F"))
    page.mouse.move(*at)
    target(page, "card:1h").focus()
    page.keyboard.press("Enter")
    target(page, "btn:end").wait_for()
    assert page.evaluate(UNDER, at) == "kind:lancer"
    page.wait_for_timeout(1200)  # longer than the delay of a piece card
    expect(page.locator(".notice.named")).to_have_count(0)
    page.mouse.move(at[0] + 2, at[1])
    page.locator(".notice.named").wait_for()
