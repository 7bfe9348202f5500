"""Stratego's `Game`: compiled options, and the contract's methods from the rooms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from engine.core.contract import Event, Game
from engine.core.foreign import Dialect
from engine.core.options import Options
from engine.core.telling import Difference, Telling
from engine.core.texts import Message
from engine.games.stratego.info import INFO
from engine.games.stratego.rules import secrets, views
from engine.games.stratego.rules.boards import NORTH
from engine.games.stratego.rules.combat import Combat
from engine.games.stratego.rules.forbidden import completed, refuse_forbidden, refuse_unplaceable
from engine.games.stratego.rules.pieces import COLOURS
from engine.games.stratego.rules.placing import Zone
from engine.games.stratego.rules.state import FRAMES, StrategoState
from engine.games.stratego.rules.tables import CompiledOptions
from engine.games.stratego.table import arrange, words
from engine.games.stratego.table import explain as _explain
from engine.games.stratego.table import scene as _scene
from engine.games.stratego.text import (
    letters,
    notation,
    position,
    reader,
    record,
)


class Stratego(Game[StrategoState]):
    """The rules under one set of options, compiled into tables, numbers and sets."""

    info = INFO
    # `?` is a judgement after a code, a hidden type after a sign; `...` begins an unfinished turn.
    dialect = Dialect(braces=True, lines=True, variations=True, judged="A-Z0-9", passes=True)
    frames = FRAMES

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        """Raises BadOptions; `code` is the X-number of a forbidden combination (5.6)."""
        super().__init__(completed(options))
        layout, self.hills = refuse_forbidden(self.options)
        self.tables = CompiledOptions(self.options, layout)
        self.players = self.tables.players
        self.zones = [Zone(self.tables, side) for side in range(self.players)]
        refuse_unplaceable(self.zones)
        self.combat = Combat(self.options)
        self.shows_survivor = not self.options["blind_combat"]
        self.shows_removed = not self.options["hidden_captures"]
        self.relay: bool = self.options["relay"]
        self.desertion: bool = self.options["desertion"]
        self.rear: int = self.options["rescue_rear"]
        self.price: int = self.options["rescue_points"]
        self.chase: bool = self.options["chase_rule"]
        self.two_square: str = self.options["two_square"]
        self.quiet_limit: int = self.options["no_capture_limit"]
        self.most_actions: int = self.options["max_actions"]
        self.ground = _scene.build_board(layout, self.hills)
        self.links = lru_cache(maxsize=4096)(self.tables.links)

    @property
    def sides(self) -> tuple[str, ...]:
        return COLOURS[: self.players]

    @classmethod
    def random_options(cls, rng: Random) -> Options:
        from engine.games.stratego.rules.forbidden import random_options

        return random_options(cls, rng)

    @classmethod
    def clashes(cls, options: Options) -> tuple[Message, ...]:
        from engine.games.stratego.rules.forbidden import clashes

        return clashes(options)

    def initial_state(self) -> StrategoState:
        return StrategoState(self)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)
    prompt = staticmethod(words.prompt)
    goal = staticmethod(words.goal)
    action_text = staticmethod(notation.action_text)
    turn_text = staticmethod(notation.turn_text)
    parse_action = staticmethod(reader.read_decision)
    read_actions = staticmethod(reader.read_tokens)
    write_record = record.write_record

    def other_texts(self, observation: StrategoState) -> Mapping[str, str]:
        text = letters.write_letters(observation)
        return {"letters": text} if text else {}

    def turned(self, side: int) -> bool:
        return self.tables.seats[side] == NORTH

    record_reading = classmethod(record.record_reading)
    path = staticmethod(_scene.path)
    paths = staticmethod(_scene.paths)
    mark = staticmethod(_scene.action_mark)
    reach = staticmethod(_scene.reach)
    arrangement = staticmethod(arrange.arrangement)
    random_draft = staticmethod(arrange.random_draft)
    mirror_draft = staticmethod(arrange.mirror_draft)
    setups = staticmethod(arrange.setups)
    setup_ahead = staticmethod(arrange.setup_ahead)
    setup_text = staticmethod(arrange.setup_text)
    read_setup = staticmethod(arrange.read_setup)
    is_setup_text = staticmethod(arrange.is_setup_text)
    redact = staticmethod(views.redact)
    explain = staticmethod(_explain.explain)
    why_not = staticmethod(_explain.explain_words)
    scene = staticmethod(_scene.build)

    opens_singly = True
    hides = staticmethod(secrets.hides)
    shows = staticmethod(secrets.shows)
    secret_words = secrets.secret_words
    ended = staticmethod(secrets.ended)
    near_only = staticmethod(secrets.near_only)

    def table_happenings(
        self, difference: Difference, event: Event, after: StrategoState
    ) -> Telling:
        from engine.games.stratego.table.telling import table_happenings

        return table_happenings(difference, event, after)


GAME = Stratego
