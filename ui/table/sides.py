"""What lies beside the board: what belongs to each side, what is at hand, what has happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.scene import Area, Scene
from ui.html import Html, el, join
from ui.render.areas import Shelf
from ui.table.table import Table

_PILES = ("deck", "pile")
Can = Mapping[str, object]


def _at_hand(area: Area) -> bool:
    """Whether an area lies right below the board."""
    if area.kind in ("tray", "hand"):
        return True
    return area.side < 0 and area.kind not in _PILES


class Sides:
    """The areas of a table in one language."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shelf = Shelf(table.game_id, table.voice.message)

    def slots(self) -> dict[str, Html]:
        """What is at hand; and one's own side at once when something there has been taken up."""
        table = self._table
        tray, chosen = table.tray(), self._chosen()
        self._shelf.hint(table.hinted())
        if tray is not None:
            return {"tray": self._tray(tray, table.arrange.held)}
        found = {"tray": self._loose(table.scene, table.can(), chosen)}
        beside = (area for area in table.scene.areas if area.side >= 0 and not _at_hand(area))
        if any(item.target in chosen for area in beside for item in area.items):
            found["near"] = self._near(table.scene, table.near(), table.can(), chosen)
        return found

    def later(self) -> dict[str, Html]:
        """What belongs to each side."""
        table = self._table
        scene, near, can, chosen = table.scene, table.near(), table.can(), self._chosen()
        self._shelf.hint(table.hinted())
        others = [side for side in range(max(2, table.session.players)) if side != near]
        return {
            "far": join(self._side(scene, side, can, chosen) for side in others),
            "near": self._near(scene, near, can, chosen),
        }

    def _chosen(self) -> Sequence[str]:
        """What has been taken up of what lies beside the board."""
        return self._table.walk()[0].prefix if self._table.tray() is None else ()

    def thrown(self, scene: Scene) -> Html:
        """Dice on the table and what they did."""
        areas = [a for a in scene.areas if a.side < 0 and a.kind in ("dice", "note")]
        return join(self._shelf.area(area, heading="h2") for area in areas)

    def _tray(self, tray: Area, held: str) -> Html:
        """The pieces of a set-up that stand nowhere yet."""
        can = {item.target for item in tray.items if item.count}
        return self._shelf.area(tray, can, (held,), "h2")

    def _loose(self, scene: Scene, can: Can, chosen: Sequence[str]) -> Html:
        """What is at hand: trays of a set-up entered decision by decision, the cards of a hand,
        and what belongs to no side, decks and piles apart."""
        areas = [area for area in scene.areas if _at_hand(area)]
        return join(self._shelf.area(area, can, chosen, "h2") for area in areas)

    def _near(self, scene: Scene, side: int, can: Can, chosen: Sequence[str]) -> Html:
        """The near side, and below it what belongs to nobody and can wait: decks and piles."""
        shared = [area for area in scene.areas if area.side < 0 and area.kind in _PILES]
        own = self._side(scene, side, can, chosen)
        if not shared:
            return own
        areas = [self._shelf.area(area, can, chosen) for area in shared]
        return join(own, el("div", {"class": "areas shared"}, areas))

    def _side(self, scene: Scene, side: int, can: Can, chosen: Sequence[str]) -> Html:
        """What lies beside the board and belongs to one side, but what its strip says."""
        areas = [
            area
            for area in scene.areas
            if area.side == side and not _at_hand(area) and not area.brief
        ]
        if not areas:
            return Html("")
        drawn = [self._shelf.area(area, can, chosen, "h2") for area in areas]
        return el("div", {"class": "areas"}, drawn)
