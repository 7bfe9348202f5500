"""People who play at this device, remembered by the names they type.

    asedio:people    [{"name": "Ana", "theme": "night", "pieces": "", "board": ""}, …]

Last played first. Theme, pieces and board are those of the tables where this person plays; empty:
as chosen in the settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.texts import plain_name, short_name
from ui.saves.entries import PREFIX, dump, parse
from ui.saves.storage import Storage
from ui.shell.settings import CHOICES

KEY = f"{PREFIX}people"
MOST = 12
LOOKS = ("theme", "pieces", "board")  # settings that a person may have of their own


@dataclass(frozen=True, slots=True)
class Known:
    """A remembered person."""

    name: str
    theme: str = ""
    pieces: str = ""
    board: str = ""

    def look(self) -> dict[str, str]:
        """Return the settings that this person has chosen."""
        chosen = {part: getattr(self, part) for part in LOOKS}
        return {part: value for part, value in chosen.items() if value}


class People:
    """The remembered people of a storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def all(self) -> list[Known]:
        """Return the readable ones, each name once."""
        found: Any = parse(self._storage.get(KEY) or "")
        known: dict[str, Known] = {}
        for value in found if isinstance(found, list) else ():
            if (one := _read(value)) is not None:
                known.setdefault(one.name, one)
        return list(known.values())[:MOST]

    def names(self) -> list[str]:
        return [one.name for one in self.all()]

    def look_of(self, names: Iterable[str]) -> tuple[str, dict[str, str]]:
        """Return the first of these names that has settings of their own, and these; else "" and
        none."""
        known = {one.name: one.look() for one in self.all()}
        name = next((one for one in names if known.get(one)), "")
        return name, known.get(name, {})

    def remember(self, names: Sequence[str]) -> None:
        """Put the people who play now first."""
        typed = dict.fromkeys(short_name(name.strip()) for name in names)
        known = {one.name: one for one in self.all()}
        now = [known.pop(one, Known(one)) for one in typed if one]
        if now:
            self._save([*now, *known.values()])

    def change(self, person: str, /, **given: str) -> None:
        """Change the name or settings of a person; one who has the new name already is replaced."""
        values = {part: one for part, one in given.items() if one in ("", *CHOICES.get(part, ()))}
        new = short_name(given.get("name", "").strip()) or person
        values["name"] = new
        others = [one for one in self.all() if one.name == person or one.name != new]
        self._save(
            [replace(other, **values) if other.name == person else other for other in others]
        )

    def forget(self, name: str) -> None:
        self._save([one for one in self.all() if one.name != name])

    def _save(self, people: Sequence[Known]) -> None:
        found = [{"name": person.name, **person.look()} for person in people[:MOST]]
        self._storage.set(KEY, dump(found))


def _read(value: Any) -> Known | None:
    """Return a person as stored; None without a readable name."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return None
    name = plain_name(value["name"])
    look = {part: value[part] for part in LOOKS if value.get(part) in CHOICES[part]}
    return Known(name, **look) if name else None
