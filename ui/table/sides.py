"""The areas beside the board: those that answer the question, and each side's behind a tab."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.core.scene import Area, Scene
from ui.render.areas import AreaWriter
from ui.table.table import Table
from ui.words.html import Html, el, join
from ui.words.targets import write_path

Can = Collection[str]  # targets that may be pressed, as areas name them
# Kinds of areas that can be looked up but not pressed, and the name of the tab that has them.
_ASIDE = {
    "faces": "dice", "dice": "dice", "note": "dice", "known": "pieces", "captured": "pieces",
    "reserve": "reserves", "track": "reserves", "deck": "cards", "pile": "cards",
}  # fmt: skip


def _at_hand(table: Table, area: Area) -> bool:
    """Return whether an area belongs to the question: it answers it, or says what is left to do."""
    if area.kind in ("tray", "hand"):
        return True
    if area.kind == "reserve" and area.items and area.side == table.near():
        return True
    if area.kind not in _ASIDE:
        return area.side < 0
    can = write_path(table.can()) if any(item.target for item in area.items) else ()
    return any(item.target in can for item in area.items)


def _aside(table: Table) -> list[Area]:
    """Return the areas behind the tab: neither at hand nor shown by a player's strip alone."""
    return [a for a in table.scene.areas if not _at_hand(table, a) and not a.brief]


def kind(table: Table) -> str:
    """Return the subject of the second tab, such as dice or reserves; empty without such a tab."""
    found = {_ASIDE.get(area.kind, "") for area in _aside(table) if area.items}
    return next((one for one in _ASIDE.values() if one in found), "")


class Sides:
    """The areas of a table in one language."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shelf = AreaWriter(table.game_id, table.voice.message)

    def taken(self) -> Sequence[str]:
        """Return the selection of the seated player, as texts of targets."""
        table = self._table
        if table.plan is None:
            return write_path(table.selection.prefix)
        return write_path((table.arrange.held,)) if table.arrange.held else ()

    def slots(self) -> dict[str, Html]:
        """Return the areas by slot: the tray, the other sides and the near side."""
        table = self._table
        near, can = table.near(), frozenset(write_path(table.can()))
        self._shelf.hint(write_path(table.hinted()))
        others = [side for side in range(max(2, table.session.players)) if side != near]
        return {
            "tray": self._tray(can),
            "far": join(self._side(side, can) for side in others),
            "near": self._near(near, can),
        }

    def thrown(self, scene: Scene) -> Html:
        """Draw the dice on the table and their notes."""
        areas = [a for a in scene.areas if a.side < 0 and a.kind in ("dice", "note")]
        return join(self._shelf.area(area, heading="h2") for area in areas)

    def _tray(self, can: Can) -> Html:
        """Draw the areas that answer the question.

        In a set-up with free placement that is the tray of unplaced pieces.
        """
        table, tray = self._table, self._table.tray()
        if tray is None:
            return join(self._areas([a for a in table.scene.areas if _at_hand(table, a)], can))
        left = {item.target for item in tray.items if item.count}
        return self._shelf.area(tray, left, self.taken(), "h2")

    def _near(self, side: int, can: Can) -> Html:
        """Draw the near side's areas, and below them those of no side."""
        own = self._side(side, can)
        shared = [area for area in _aside(self._table) if area.side < 0]
        if not shared:
            return own
        return join(own, el("div", {"class": "areas shared"}, self._areas(shared, can, "h3")))

    def _side(self, side: int, can: Can) -> Html:
        """Draw the areas of one side, except those that its strip shows."""
        areas = [area for area in _aside(self._table) if area.side == side]
        return el("div", {"class": "areas"}, self._areas(areas, can)) if areas else Html("")

    def _areas(self, areas: Sequence[Area], can: Can, heading: str = "h2") -> list[Html]:
        taken = self.taken()
        return [self._shelf.area(area, can, taken, heading) for area in areas]
