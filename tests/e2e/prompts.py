"""All prompts and warnings that a table can show above its board, worded by its presenter.

They come from random games, set-ups taken back piece by piece, a siege, and the rest of the
catalogue. Used by test_prompts.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from engine.core.texts import MAX_NAME, Message, Param, player_name
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.targets import aim
from tests.games.cotadrez.test_siege import ALERT
from tests.ui.fakes import FakeApp
from tests.ui.test_table import Controller
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session
from ui.table import heading, tools
from ui.table.guide import guide
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES, I18n, page_words

LONGEST = ("María de los Ángeles Fernández Villaverd", "Wolfeschlegelsteinhausenbergerdorffwagen")
EVENTS = {"stratego": 260}  # events to play per game; 150 in the others
SEEDS = (1, 2)
TAKEN_BACK = 12  # pieces to remove from a set-up one by one
SIEGE = ("cotadrez", ALERT, "Df7->ASEDIO")
assert all(len(name) == MAX_NAME for name in LONGEST)


class Prompt(NamedTuple):
    """Sentence above a board, with all that affects the room it has."""

    keys: tuple[str, ...]
    say: str  # markup; `choices` is that of the buttons below the board
    choices: str
    mode: str
    areas: str
    guided: bool


@cache
def prompts(game_id: str, lang: str, names: tuple[str, str] = LONGEST) -> list[Prompt]:
    """Return the game's prompts, each combination of messages once per layout of areas."""
    found: dict[object, Prompt] = {}
    for screen in _tables(game_id, names):
        table = screen.table
        messages = [table.prompt(), *guide(table), *heading.status(table)]
        known = (tuple(one.key for one in messages), screen.attributes()["data-areas"])
        if known not in found:
            table.app.settings = replace(table.app.settings, lang=lang)
            screen.restyle()
            found[known] = _prompt(screen, known[0])
    missing = set(_catalogue(game_id)) - {key for one in found.values() for key in one.keys}
    for key in sorted(missing):
        for one in _by_itself(screen, key, lang):
            found[key] = one
    return list(found.values())


def _prompt(screen: TableScreen, keys: tuple[str, ...]) -> Prompt:
    table, about = screen.table, screen.attributes()
    say, choices = heading.slots(table)["say"], tools.choices(table)["choices"]
    return Prompt(keys, say, choices, about["data-mode"], about["data-areas"], table.guided)


# -- positions -----------------------------------------------------------------------------------


def _table(game_id: str, names: tuple[str, str], seed: int, start: str | None) -> TableScreen:
    app = FakeApp("es", Store(MemoryStorage()))
    app.view.sprite = lambda game_id: None  # type: ignore[attr-defined]
    config = MatchConfig(game_id, {}, names, start)
    session = Session(Match(config, chance.seeded(seed)), app.store, app.store.new_game(config))
    return TableScreen(app, Controller(), session)  # type: ignore[arg-type]


def _tables(game_id: str, names: tuple[str, str]) -> Iterator[TableScreen]:
    """Yield the table at each position of random games and a siege, with and without guide."""
    for seed in SEEDS:
        screen, rng = _table(game_id, names, seed, None), Random(seed)
        for _ in range(EVENTS.get(game_id, 150)):
            if screen.session.over:
                break
            yield from _looked_at(screen)
            screen.session.play([rng.choice(sorted(screen.session.observation().legal_actions()))])
        yield from _looked_at(screen)
    if game_id == SIEGE[0]:
        screen = _table(game_id, names, 1, SIEGE[1])
        session = screen.session
        session.play([session.game.parse_action(session.observation(), SIEGE[2])])
        yield from _looked_at(screen)


def _looked_at(screen: TableScreen) -> Iterator[TableScreen]:
    if screen.session.curtain is not None:
        screen.session.reveal()
    yield from _guided_or_not(screen)
    plan = screen.table.plan
    if plan is not None and not screen.table.arrange.draft:
        screen.press(aim("act:random"))
        yield from _guided_or_not(screen)
        for square in [square for _, square in screen.table.arrange.draft][:TAKEN_BACK]:
            screen.table.arrange.take_back(square)
            yield from _guided_or_not(screen)
        screen.press(aim("act:clear"))


def _guided_or_not(screen: TableScreen) -> Iterator[TableScreen]:
    for wanted in ("on", "off"):
        screen.app.settings = replace(screen.app.settings, guide=wanted)
        screen.table.guided = wanted == "on"
        yield screen


# -- the rest of the catalogue -------------------------------------------------------------------


@cache
def _catalogue(game_id: str) -> tuple[str, ...]:
    own = page_words(LANGUAGES[0], game_id).layers[0]
    return tuple(key for key in own if re.match(r"(prompt|status|arrange|guide)\.", key))


def _by_itself(screen: TableScreen, key: str, lang: str) -> Iterator[Prompt]:
    """Yield a sentence of the catalogue with the longest words it can have.

    A warning stands below the line that says whose turn it is.
    """
    table = screen.table
    table.app.settings = replace(table.app.settings, lang=lang)
    screen.restyle()
    words = I18n(lang, table.game_id)
    message = Message(key)
    message.params = {
        name: _longest(words, name) for name in re.findall(r"{(\w+)", _template(words, key))
    }
    asks = key.startswith("prompt.")
    head, status = (
        (message, []) if asks else (Message("prompt.turn", who=player_name(0)), [message])
    )
    if not asks and not words.has(head.key):
        head = Message("prompt.card", who=player_name(0))
    say = heading._sentence(table.voice, head, status, ())
    areas = screen.attributes()["data-areas"]
    yield Prompt((key,), say, "", "play", areas, False)


def _template(words: I18n, key: str) -> str:
    return next(
        layer[key] for layer in page_words(words.lang, words.game_id).layers if key in layer
    )


def _longest(words: I18n, name: str) -> Param:
    if name in ("who", "foe"):
        return player_name(0)
    if name == "rival":
        return player_name(1)
    layer = page_words(words.lang, words.game_id).layers[0]
    of = {"unit": "the.", "card": "card.", "army": "army."}.get(name)
    if of is None:
        return 101
    return max((value for key, value in layer.items() if key.startswith(of)), key=len)
