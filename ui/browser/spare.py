"""Test whether the device has power to spare for pondering: page visible, battery not low."""

from __future__ import annotations

from collections.abc import Callable

LOW = 0.35  # fraction of a full battery


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
        if not self._seen():
            return False
        navigator = self._js.navigator
        if not hasattr(navigator, "getBattery"):
            return True
        try:
            battery = await navigator.getBattery()
        except Exception:  # a foreign frame may not ask
            return True
        return self._seen() and (bool(battery.charging) or float(battery.level) > LOW)

    def _seen(self) -> bool:
        return str(self._js.document.visibilityState) == "visible"

    def _look(self) -> None:
        if not self._seen():
            self._lost()
