"""embed.html of the bundle: boards as other pages may show them, each with its snippet."""

from __future__ import annotations

import json
from html import escape
from random import Random

from engine.core.contract import AnyGame
from engine.dev.common import begun, play_on
from engine.dev.hosting.page import language, small_page
from engine.dev.hosting.settings import HostSettings
from engine.games import game_info, game_text, load_game
from engine.match import codec
from engine.match.match import Match, MatchConfig

EVENTS = 60
WORDS = {
    "es": {
        "title": "Un tablero en tu página",
        "why": "Copia el código de un ejemplo, o el que da «Compartir» en la mesa. El marco toma su"
        " altura con embed.js; sin él, ponla tú.",
        "game": "Una partida",
        "position": "Una posición",
        "exercise": "Un ejercicio, de noche",
    },
    "en": {
        "title": "A board on your page",
        "why": "Copy the HTML of an example, or that under “Share” at a table. The frame takes its"
        " height from embed.js; without it, set one yourself.",
        "game": "A game",
        "position": "A position",
        "exercise": "An exercise, at night",
    },
}


def _game(game: AnyGame) -> str:
    """Return the word of a short random game, the same in every build."""
    return codec.encode(play_on(begun(game, Random(7)), Random(7), EVENTS))


def _position(game_id: str) -> str | None:
    """Return the word of the game's cover; None for one without a position of its own."""
    found = json.loads(game_text(game_id, "cover.json") or "{}").get("position")
    if found is None:
        return None
    state = load_game(game_id)({}).state_from_text(found)
    if state.observation(-1).key() != state.key():
        return None
    return codec.encode(Match(MatchConfig(game_id, {}, (), found)))


def fragments(settings: HostSettings) -> list[tuple[str, str, str]]:
    """Return the examples: kind, game and fragment."""
    found = []
    for game_id in settings.games:
        game = load_game(game_id)({})
        if not game.info.has_secrets:
            found.append(("game", game_id, f"view={_game(game)}"))
            break
    else:
        game_id = settings.games[0]
        found.append(("game", game_id, f"view={_game(load_game(game_id)({}))}"))
    positions = ((one, _position(one)) for one in settings.games)
    shown = next(((one, word) for one, word in positions if word), None)
    if shown is not None:
        found.append(("position", shown[0], f"view={shown[1]}"))
    last = settings.games[-1]
    found.append(("exercise", last, f"view={last}&n=1&theme=night"))
    return found


def examples_page(settings: HostSettings) -> str:
    """Return the HTML of embed.html, the page with one example of each kind of embedded board."""
    lang = language(settings)
    words = WORDS[lang]
    body = f"<h1>{words['title']}</h1>\n<p>{words['why']}</p>\n"
    for kind, game, fragment in fragments(settings):
        style = "width:100%;max-width:640px;height:640px;border:0"
        title = escape(game_info(game).title)
        frame = f'<iframe src="{{}}#{escape(fragment)}" title="{title}" style="{style}"></iframe>'
        script = '<script async src="{}embed.js"></script>'
        base = settings.address or "https://example.org/"
        code = escape(f"{frame}\n{script}".replace("{}", base))
        body += f"<h2>{words[kind]}: {title}</h2>\n{frame.replace('{}', './')}\n"
        body += f"<pre>{code}</pre>\n"
    body += '<script async src="./embed.js"></script>'
    return small_page(settings, words["title"], "", body)
