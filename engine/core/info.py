"""Data about a game that the home page needs; loading it does not load the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.options import Option, Options


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options offered on the home page (`preset.<id>` in the catalogue)."""

    id: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Data about a game that is available without its rules.

    `sides` are the side keys in playing order (`side.<key>` in the catalogue), for the largest
    number of players. `record` is a regular expression that recognises this game's text records;
    `name_tags` are their tags for player names. `far`: can be played between two devices
    (engine/far). `has_deck`: they need a shared deck for it (`Game.draws`). `lessons`: has lessons
    (core/lessons.py). `exercises`, `challenges`, `campaign`: has some (search/exercises,
    match/challenges.py, core/campaign.py). `first`: suits a first visitor best.
    `foreign`: a pattern of records and positions of another game that this one may continue
    (`Game.adopted`). `position`: a pattern of a whole position text with single blanks. `earlier`:
    older rules versions that can still be read, each with the defaults that have changed since
    (links and files leave defaults out). Versions that differ in more than defaults cannot be read.
    """

    id: str
    title: str
    rules_version: int
    sides: tuple[str, ...]
    options: tuple[Option, ...]
    max_events: int
    record: str
    has_chance: bool = False
    has_secrets: bool = False
    far: bool = False
    has_deck: bool = False
    lessons: bool = False
    exercises: bool = False
    campaign: bool = False
    challenges: bool = False
    first: bool = False
    presets: tuple[Preset, ...] = ()
    glyphs: tuple[str, ...] = ()
    name_tags: tuple[str, ...] = ("J1", "J2")
    foreign: str = ""
    position: str = ""
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    def reads(self, version: int) -> bool:
        """Say whether games of this rules version can be read."""
        return version == self.rules_version or version in self.earlier

    def spelled(self, version: int, options: Mapping[str, Any]) -> Options:
        """Return the options of a game of an older rules version, with the defaults of that
        version."""
        return {**self.earlier.get(version, {}), **options}
