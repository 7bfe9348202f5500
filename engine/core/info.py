"""What the home page needs to know of a game: enough to show and offer it, nothing of its rules."""

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
    """What the home page needs to know of a game without loading its rules.

    `sides` are the side keys in playing order (`side.<key>` in the catalogue), the most a game can
    have. `record` is a regular expression that recognises this game's text records; `name_tags` are
    the tags in which those records write the players' names. `far`: offered to two devices that
    are far from each other (engine/far). `lessons`: it can be learnt by playing (core/lessons.py).
    `exercises`: it has some (search/exercises). `foreign`: a pattern of records and positions of
    another game that this one may be able to go on with (`Game.adopted`). `earlier`: the earlier
    rules versions that are read as well, each with the defaults that have changed since: links and
    files leave defaults out. Rules that differ in more than that are not read.
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
    lessons: bool = False
    exercises: bool = False
    presets: tuple[Preset, ...] = ()
    glyphs: tuple[str, ...] = ()
    name_tags: tuple[str, ...] = ("J1", "J2")
    foreign: str = ""
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    def reads(self, version: int) -> bool:
        """Whether games of this rules version can be read."""
        return version == self.rules_version or version in self.earlier

    def spelled(self, version: int, options: Mapping[str, Any]) -> Options:
        """Options of a game of this rules version, with the defaults that have changed since."""
        return {**self.earlier.get(version, {}), **options}
