"""First paint of a link, before Python starts: the game's name, empty board and progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route

from engine.core.contract import SPECTATOR
from engine.games import REGISTRY, game_info, game_look, load_game
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, at_starts, stored
from tests.e2e.screens import sized
from tests.fixtures.sampled import sampled
from ui.render.board import pieces
from ui.render.ground import plan
from ui.words.html import Html

pytestmark = pytest.mark.sources

Opener = Callable[[str], None]
NAMES = ("Ana", "Blas ❦")
# The board without the pieces on it.
SHOWN = """() => {
  const board = document.querySelector('#app > .first .board').cloneNode(true);
  board.querySelector("[data-start]")?.remove();
  return board.outerHTML;
}"""
PIECES = "all => all.map((one) => [one.getAttribute('class'), one.getAttribute('style')])"
FINISHED = ROOT / "tests" / "fixtures" / "finished" / "andarraya.json"
# Adds up how far things moved without a press, each weighted with its part of the window.
SHIFT = """performance.moved = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) performance.moved += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
EARLIER = json.loads((ROOT / "tests" / "fixtures" / "rules1.json").read_text("utf-8"))
SAVED = '{"v": 1, "game": "stratego", "options": {"board": "small8"}}'


@pytest.fixture
def before_python(page: Page) -> Iterator[Callable[[str], None]]:
    """Yield a function that opens a fragment until the first paint, with PyScript held back."""
    held: list[Route] = []  # without core.js there is no DOMContentLoaded either
    page.route("**/pyscript/core.js", lambda route: held.append(route))

    def at(fragment: str) -> None:
        page.goto("./static/worker.txt")  # changing only the fragment would not load the page
        page.goto(f"./#{fragment}", wait_until="commit")
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")

    yield at
    for route in held:
        route.fulfill(body="", content_type="text/javascript")


def same(page: Page, board: Html) -> bool:
    """Return whether the board on the page has the same markup as `board`."""
    return bool(
        page.evaluate(
            """([shown, wanted]) => {
              const other = document.createElement("template");
              other.innerHTML = wanted;
              const flat = (text) => text.replace(/\\s+(?=>)/g, "");
              return flat(shown) === flat(other.innerHTML);
            }""",
            [page.evaluate(SHOWN), board],
        )
    )


def board_of(game_id: str, options: dict[str, object]) -> Html:
    game = load_game(game_id)(options)
    scene = game.scene(game.initial_state().observation(SPECTATOR), SPECTATOR)
    return plan(scene.board, game_look(game_id))


def begun(game_id: str) -> list[list[str]]:
    """Return class and place of every piece of a first position."""
    game = load_game(game_id)({})
    scene = game.scene(game.initial_state().observation(SPECTATOR), SPECTATOR)
    nodes = pieces(scene, False, game_id).nodes.values()
    return [[node.attributes["class"], node.attributes["style"]] for node in nodes]


@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_first_paint_of_a_link_shows_name_board_progress_and_first_pieces(
    page: Page, before_python: Opener, game: str
) -> None:
    for kind in ("new", "rules", "g"):
        word = codec.encode(Match(MatchConfig(game, {}, NAMES))) if kind == "g" else game
        before_python(f"{kind}={word}")
        assert page.locator(".first h1").inner_text() == game_info(game).title
        assert page.locator(".first .board").is_visible()
        assert same(page, board_of(game, {})), kind
        assert page.locator("#boot-progress").inner_text().startswith("Cargando")
        assert not page.locator('.boot-copy[lang="es"] .home').is_visible()
        drawn = page.locator("[data-start] > .piece").evaluate_all(PIECES)
        assert drawn == ([] if kind == "rules" else begun(game)), kind
    before_python(f"new={game}&x=y")  # with options there may be other pieces
    assert page.locator(".first .board").count() == 1
    assert page.locator("[data-start]").count() == 0


def test_first_paint_of_a_link_shows_where_its_game_began(
    page: Page, before_python: Opener
) -> None:
    """Fainter if its pieces have moved since."""
    match = Match(MatchConfig("andarraya", {}, NAMES))
    for wanted in ("", "moves"):
        before_python(f"g={codec.encode(match)}")
        assert page.locator("[data-start]").get_attribute("data-start") == wanted
        assert page.locator("[data-start] > .piece").evaluate_all(PIECES) == begun("andarraya")
        match.play(match.options_now()[0])
    other = Match(MatchConfig("andarraya", {}, NAMES, match.state.to_text()))
    before_python(f"g={codec.encode(other)}")
    assert page.locator("[data-start]").count() == 0


def test_first_paint_has_the_board_of_options_earlier_rules_tasks_and_saved_games(
    page: Page, before_python: Opener
) -> None:
    stored(page, {"asedio:game:abc": SAVED})
    hexagons = board_of("stratego", {"board": "hex10"})
    linked = codec.encode(Match(MatchConfig("stratego", {"board": "hex10"}, NAMES)))
    lakes, ponds = (board_of("cotadrez", {"water": water}) for water in ("lagos", "estanques"))
    shown = {
        "new=stratego&board=hex10": hexagons,
        f"g={linked}": hexagons,
        f"g={EARLIER['link']}": lakes,
        f"g={EARLIER['options_link']}": lakes,
        f"g={EARLIER['estanques_link']}": ponds,
        "learn=cotadrez": lakes,
        "puzzle=cotadrez": lakes,
        "play=abc": board_of("stratego", {"board": "small8"}),
    }
    for fragment, board in shown.items():
        before_python(fragment)
        assert same(page, board), fragment


def test_address_without_a_game_shows_home(page: Page, before_python: Opener) -> None:
    for fragment in ("", "g=AAAA", "g=AQ", "new=chess", "play=gone", "g=AQ____8"):
        before_python(fragment)
        page.wait_for_selector('.boot-copy[lang="es"] .home', state="visible")
        assert page.locator(".first").count() == 0, fragment
        assert page.locator("#boot-progress").inner_text().startswith("Cargando")
    assert page.locator('.boot-copy[lang="es"] .wordmark').is_visible()


@pytest.mark.parametrize("mark", ["ready", "board"])
def test_nothing_moves_from_the_first_paint_to_the_end_of_the_start(page: Page, mark: str) -> None:
    """Home, with fonts that arrive last, and a finished game, which is drawn in two steps."""
    late: list[Route] = []
    if mark == "ready":
        page.route("**/*.woff2", lambda route: late.append(route))
    at_starts(page, SHIFT)
    sized(page, (412, 823))  # on which the title fits by a hair
    link = json.loads(FINISHED.read_text("utf-8"))[2]["link"]
    page.goto("./" if mark == "ready" else f"./#g={link}", wait_until="commit")
    page.wait_for_function(f"performance.getEntriesByName('asedio:{mark}').length")
    for route in late:
        route.continue_()
    if mark == "board":
        page.wait_for_selector(".result-card")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("performance.moved") < 0.02
