"""Test whether the device has power to spare for pondering: page visible, battery not low, and no
saving asked for."""

from __future__ import annotations

from collections.abc import Callable

LOW = 0.35  # fraction of a full battery


def spares(visible: bool, saves: bool, level: float | None, charging: bool) -> bool:
    """Return whether there is power to spare.

    `saves`: the browser is asked to save data, which phones in a saving mode do; `level`: of the
    battery, 0…1, None if unknown."""
    if not visible or saves:
        return False
    return level is None or charging or level > LOW


class Spare:
    """Watches whether there is power to spare. `lost` is called when the page gets hidden."""

    def __init__(self, lost: Callable[[], None]) -> None:
        import js
        from pyodide.ffi import create_proxy

        self._js, self._lost = js, lost
        self._heard = create_proxy(lambda event: self._look())
        js.document.addEventListener("visibilitychange", self._heard)

    async def power(self) -> bool:
        """Return whether there is power to spare; assumes so if the battery is unknown."""
        level, charging = await self._battery()
        return spares(self._seen(), self._saves(), level, charging)

    async def _battery(self) -> tuple[float | None, bool]:
        """Return (level, whether it charges); a level of None if the browser does not tell."""
        navigator = self._js.navigator
        if not self._seen() or not hasattr(navigator, "getBattery"):
            return None, False
        try:
            battery = await navigator.getBattery()
        except Exception:  # a foreign frame may not ask
            return None, False
        return float(battery.level), bool(battery.charging)

    def _saves(self) -> bool:
        connection = getattr(self._js.navigator, "connection", None)
        return bool(getattr(connection, "saveData", False))

    def _seen(self) -> bool:
        return str(self._js.document.visibilityState) == "visible"

    def _look(self) -> None:
        if not self._seen():
            self._lost()
