"""Draw what the page shows before Python has loaded: home, covers of the games, boards, colours.

    python -m ui.dev.prerender     print the parts as JSON, by their file in static/made

`python -m engine files` writes them; `make site` puts them into index.html.

The markup comes from the functions that render home later, once per language; the style sheet shows
the copy whose language static/boot.js has set on <html>. A visit by link shows a board instead,
from one of the <template> elements. Their attributes: `data-board` the game; `data-options` the
`name=value` pairs that give a board other than the default; `data-earlier`, on the default board,
the option defaults of earlier rules versions, which links omit; `data-tasks` the kinds of address
(`learn`, `puzzle`) whose first position has this board. Inside the default board, `data-start` has
the pieces with which a game without options begins.

A cover is the position of a game's `table/cover.json` (`position`), or else its first one. Covers
stand as symbols behind the page: both copies of home, and home as Python draws it, use the same
ones.
"""

from __future__ import annotations

import json
import re

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError
from engine.core.lessons import read_lessons
from engine.core.look import Look
from engine.core.options import Options
from engine.core.scene import Scene
from engine.games import REGISTRY, game_look, game_text, list_games, load_game
from engine.search.exercises import exercise as exercises
from ui.home.html import first_slots, home_layout
from ui.render.board import front, pieces
from ui.render.geometry import geometry
from ui.render.ground import aspect, plan
from ui.render.look import board_sheet, colour_sheet
from ui.render.miniature import miniature, picture_of
from ui.words.html import Html, el, join
from ui.words.i18n import LANGUAGES, I18n


def prerendered() -> str:
    """Return the home page in both languages and the board templates.

    Line breaks go inside tags, because between them they would be text nodes.
    Self-closing tags are not split."""
    copies = []
    for lang in LANGUAGES:
        words = I18n(lang)
        copies.append(
            el("div", {"class": "boot-copy", "lang": lang}, home_layout(words, first_slots(words)))
        )
    return re.sub("(?<!/)><", "\n><", join([*copies, *boards()])) + "\n"


def boards() -> list[Html]:
    """Return a <template> per distinct empty board: each game's default, then its variants."""
    made = []
    for info in list_games():
        usual = _board(info.id, {})
        others: dict[Html | None, list[str]] = {usual: []}
        for option in info.options:
            for value in option.values:
                if (board := _board(info.id, {option.name: value})) not in (None, usual):
                    others.setdefault(board, []).append(f"{option.name}={value}")
        tasks = {kind: _board(info.id, one) for kind, one in _tasks(info.id).items()}
        for board, values in others.items():
            named = {"data-board": info.id, "data-options": " ".join(values) or None}
            if board != usual:
                begun = [kind for kind, one in tasks.items() if one == board]
                named["data-tasks"] = " ".join(begun) or None
            else:
                if info.earlier:
                    named["data-earlier"] = json.dumps(dict(info.earlier), separators=(",", ":"))
                board = _board(info.id, {}, True)
            made.append(el("template", named, board))
    return made


def _tasks(game_id: str) -> dict[str, Options]:
    """Return the options of the first lesson (`learn`) and of the exercises (`puzzle`) of a game,
    by kind of address; a missing kind is left out."""
    found: dict[str, Options] = {}
    if (text := game_text(game_id, "lessons.json")) is not None:
        found["learn"] = read_lessons(json.loads(text)).steps[0][0].options
    if (text := game_text(game_id, exercises.FILE)) is not None:
        found["puzzle"] = exercises.read(text).options
    return found


def _board(game_id: str, options: Options, begun: bool = False) -> Html | None:
    """Return the empty board as the table shows it, with the first pieces if the game has `begun`;
    None for options invalid by themselves."""
    try:
        game = load_game(game_id)(options)
    except AsedioError:
        return None
    scene = game.scene(game.initial_state().observation(SPECTATOR), SPECTATOR)
    board, look = scene.board, game_look(game_id)
    place = {
        "class": "table first",
        "data-game": game_id,
        "style": f"--board-ratio:{aspect(board):.4f}",
    }
    return el(
        "div",
        place,
        el("div", {"class": "table-say"}, el("h1", None, game.info.title), _about(game_id)),
        front(plan(board, look, *([_start(scene, look)] if begun else []))),
    )


def _about(game_id: str) -> list[Html]:
    """Return what the game's card says of it, in each language."""
    found = []
    for lang in LANGUAGES:
        words = I18n(lang, game_id)
        said = [el("span", None, words.t(key)) for key in ("tagline", "facts") if words.has(key)]
        found.append(el("p", {"class": "first-words", "lang": lang}, said))
    return found


def _start(scene: Scene, look: Look) -> Html:
    """Return the pieces of a first position, with their drawings from the sprite's file: it comes
    into the page only with the table."""
    nodes = pieces(scene, False, look.game_id).nodes.values()
    drawn = join(el("g", node.attributes, node.inner) for node in nodes)
    sprite = f'href="./static/vendor/sprites/{look.game_id}.svg#'
    return el("g", {"data-start": ""}, Html(drawn.replace('href="#', sprite))) if drawn else drawn


def covers() -> str:
    """Return a symbol per game, `cover-<id>`: the picture on its card."""
    symbols = [_cover(game_id) for game_id in REGISTRY]
    sheet = el("svg", {"class": "covers", "aria-hidden": "true", "focusable": "false"}, symbols)
    return re.sub("(?<!/)><", "\n><", sheet) + "\n"


def _cover(game_id: str) -> Html:
    found = json.loads(game_text(game_id, "cover.json") or "{}")
    game, look = load_game(game_id)({}), game_look(game_id)
    text = found.get("position")
    state = game.state_from_text(text) if text else game.initial_state()
    viewer = SPECTATOR if text is None else 0
    scene = game.scene(state.observation(viewer), viewer)
    picture = picture_of(scene, False, look)
    g = geometry(scene.board, False)
    covered = {name for region in scene.regions if region.glyph for name in region.squares}
    terrain = [
        el(
            "g",
            {
                "transform": "translate({:g} {:g})".format(*g.centres[square.name]),
                "color": look.grounds[style].ink or "var(--line-strong)",
            },
            Html(_painted(look.grounds[style].drawing)),
        )
        for square in scene.board.squares
        for style in square.styles
        if style in look.grounds and look.grounds[style].drawing and square.name not in covered
    ]
    box = f"0 0 {picture['w']} {picture['h']}"
    attributes = {
        "id": f"cover-{game_id}",
        "viewBox": box,
        "preserveAspectRatio": "xMidYMid slice",
    }
    return el("symbol", attributes, miniature(game_id, picture, join(terrain)))


def _painted(drawing: str) -> str:
    """Return a drawing of the ground with attributes instead of its classes."""
    line = 'fill="none" stroke="currentColor" stroke-width="4"'
    solid = 'fill="currentColor" opacity=".75"'
    return drawing.replace('class="stroke"', line).replace('class="solid"', solid)


def colours() -> str:
    """Return the style sheet of the games' colours and of the boards that a player can choose."""
    return colour_sheet(game_look(game_id) for game_id in REGISTRY) + board_sheet()


def parts() -> dict[str, str]:
    """Return all parts, by their file in static/made."""
    return {"home.html": prerendered(), "covers.html": covers(), "colours.css": colours()}


if __name__ == "__main__":
    print(json.dumps(parts()))
