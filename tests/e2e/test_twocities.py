"""A Tale of Two Cities for two players in the browser: cards, curtain, dice and answers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import CHANCE, Action
from engine.dev.walks import first_events
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.pieces import CITY
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match import codec, record
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, press, press_all, target
from tests.e2e.screens import ACROSS, PHONE, WIDE, settings, sized
from tests.fixtures.sampled import sampled
from tests.games.twocities.board import position
from ui.words.i18n import LANGUAGES

pytestmark = pytest.mark.shared

GOLDEN = Path(ROOT / "tests" / "records" / "twocities" / "golden.txt").read_text("utf-8")
NEW_EVENTS = """since => Object.keys(localStorage).filter(key => key.startsWith("asedio:event:"))
  .sort().slice(since).map(key => JSON.parse(localStorage.getItem(key))[1])"""
CARDS = '[data-target^="card:"]'
# Returns, right after the clicks, whether the element is still attached and its pressed state.
CLICKED = """(element, times) => {
  for (let n = 0; n < times; n++) element.click();
  return [element.isConnected, element.getAttribute("aria-pressed")];
}"""


class Table:
    """The page, and the state it must show, replayed from its stored events."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.game = TwoCities()
        self.state: TwoCitiesState = self.game.initial_state()
        self._count = 0
        self.follow()

    def follow(self) -> None:
        for action in self.page.evaluate(NEW_EVENTS, self._count):
            self.state.apply(tuple(action))
            self._count += 1

    def lift(self) -> None:
        """Lift the curtain if there is one; no card may be in the page behind it."""
        if target(self.page, "btn:reveal").is_visible():
            assert self.page.locator(CARDS).count() == 0
            assert self.state.ask == "card"
            press(self.page, "btn:reveal")
        elif self.state.ask == "card":
            raise AssertionError("a hand is shown without its curtain")

    def play(self, action: Action) -> None:
        press_all(self.page, self.game.path(self.state, action))
        self.follow()


def choose(state: TwoCitiesState, rng: Random) -> Action:
    """Return the action of a simple player: advance, and attack the city when possible."""
    player = state.current_player()

    def worth(action: Action) -> float:
        after = state.clone()
        after.apply(action)
        value = TwoCities().evaluate(after, player) + rng.random() * 0.01
        if action[0] == "play":
            value += 0.1 * len(state.eligible(action[1]))
        elif action[0] in ("melee", "shoot"):
            value += 1.0 if state.board[action[1]] & 7 == CITY else 0.1
        elif action[0] == "evade":
            value += 0.1 * action[1]
        return value

    return max(state.legal_actions(), key=worth)


def own_hand(page: Page) -> list[str]:
    names = page.locator(CARDS).evaluate_all("cards => cards.map(card => card.dataset.target)")
    return sorted(name.removeprefix("card:") for name in names)


def played(dice: int) -> Match:
    """Return a whole match of two simple players; `dice` seeds its chance events."""
    match, chooser, rng = Match(MatchConfig("twocities")), Random(4), Random(dice)
    while isinstance(state := match.state, TwoCitiesState) and state.ask != "over":
        if state.current_player() == CHANCE:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            match.take(rng.choices(outcomes, weights)[0])
        else:
            match.take(choose(state, chooser))
    return match


LEFT = 12  # events


def test_game_can_be_played_to_the_fall_of_a_city_by_clicks(page: Page) -> None:
    """Play the last events of a game."""
    match = played(dice=1)
    boot(page, f"g={codec.encode(first_events(match, len(match.events) - LEFT))}")
    table = Table(page)
    rng = Random(4)
    while table.state.ask != "over":
        table.lift()
        state = table.state
        root = page.locator("[data-player]").first
        assert root.get_attribute("data-player") == str(state.current_player())
        if state.ask in ("evade", "protect", "fall"):
            assert page.locator(CARDS).count() == 0, "an answer needs no hand, so none is shown"
        elif state.ask == "card":
            seen = table.game.scene(state.observation(state.side), state.side)
            hand = next(area for area in seen.areas if area.kind == "hand")
            assert own_hand(page) == sorted(item.target[5:] for item in hand.items)
        table.play(choose(state, rng))
    expect(page.locator("[data-outcome]").first).to_have_attribute(
        "data-outcome", "1-0" if table.state.ending == ("city", 0) else "0-1"
    )


def open_at(page: Page, count: int) -> None:
    """Open the golden game after `count` events by a link."""
    match = first_events(record.read(GOLDEN), count)
    boot(page, f"g={codec.encode(match)}")


def events_before(ask: str, nth: int = 1) -> int:
    match = record.read(GOLDEN)
    found = [n for n in range(len(match.events)) if match.state_at(n).frame() == ask]
    return found[nth - 1]


def test_card_marks_its_units_under_the_mouse_and_looks_pressed_at_once(
    page: Page,
) -> None:
    """Two clicks at once leave it as it was."""
    open_at(page, events_before("card", 4))
    press(page, "btn:reveal")
    target(page, "card:As").hover()
    expect(page.locator("[data-slot=hints] .mark-zone")).to_have_count(1)
    expect(page.locator("[data-slot=hints] .mark-note")).to_have_count(1)
    press(page, "card:As")
    page.mouse.move(5, 5)
    expect(page.locator("[data-slot=hints] .mark-zone")).to_have_count(1)
    expect(target(page, "btn:play")).to_be_visible()
    press(page, "act:back")
    card = target(page, "card:As")
    expect(card).to_have_attribute("aria-pressed", "false")
    assert card.evaluate(CLICKED, 2) == [True, "false"]
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    expect(card).to_have_attribute("aria-pressed", "false")
    assert card.evaluate(CLICKED, 1) == [True, "true"]
    expect(target(page, "btn:play")).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "true")


# Lists the words on cards that stand on two lines.
BROKEN = """() => [...document.querySelectorAll(".area-hand .card-name")].flatMap((name) => {
  const range = document.createRange();
  const nodes = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const word of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("lang", sampled(LANGUAGES))
def test_title_of_a_card_breaks_only_between_words(page: Page, lang: str) -> None:
    """“Refor-zamiento” used to stand on a card when three cards shared a line."""
    settings(page, lang=lang)
    start = position("Ld4", "le5", rest="Jd,Qd,Kd/Ah,Ad,2h - - 1.0.0.0 card")
    boot(page, "g=" + codec.encode(Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start))))
    press(page, "btn:reveal")
    page.locator(".card-name").first.wait_for()
    for size in (WIDE, PHONE, ACROSS):
        sized(page, size)
        assert page.evaluate(BROKEN) == [], size
