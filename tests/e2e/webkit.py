"""Debian's WebKit (`webkit2gtk-driver`, `xvfb`), driven by the few WebDriver commands a game needs.

There are no screenshots: the driver never answers that command here.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.request import Request, urlopen

from engine.dev.browser import WEBKIT

T = TypeVar("T")
DRIVER, SCREEN = WEBKIT
ANSWER_S = 60.0
STEP_S = 0.2
# The only settings that render without a graphics card.
PLAIN = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


class WebKit:
    """One page of a WebKit browser."""

    def __init__(self, port: int, browser: str) -> None:
        self._root = f"http://127.0.0.1:{port}"
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        wanted = {"capabilities": {"alwaysMatch": options}}
        made = self._patiently(lambda: self._call("POST", "/session", wanted))
        self._session = f"/session/{made['sessionId']}"

    def _call(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = Request(self._root + path, data, {"Content-Type": "application/json"})
        asked.method = method
        with urlopen(asked, timeout=2 * ANSWER_S) as answer:
            return json.loads(answer.read())["value"]

    def _patiently(self, act: Callable[[], T]) -> T:
        """Call `act` until the driver accepts connections; return its result."""
        for _ in range(int(ANSWER_S / STEP_S)):
            try:
                return act()
            except ConnectionError:
                time.sleep(STEP_S)
            except OSError as problem:
                if not isinstance(getattr(problem, "reason", None), ConnectionError):
                    raise
                time.sleep(STEP_S)
        raise TimeoutError(f"{DRIVER} does not answer")

    def open(self, address: str) -> None:
        self._call("POST", f"{self._session}/url", {"url": address})

    def ask(self, script: str, *values: object) -> Any:
        """Return the value of a JavaScript expression, in which `arguments` holds `values`."""
        body = {"script": f"return {script}", "args": list(values)}
        return self._call("POST", f"{self._session}/execute/sync", body)

    def wait(self, script: str, *values: object) -> Any:
        """Return the value of an expression as soon as it is truthy, or raise TimeoutError."""
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            if found := self.ask(script, *values):
                return found
            time.sleep(STEP_S)
        raise TimeoutError(script)

    def press(self, selector: str) -> None:
        """Click the first element of a selector once it is visible, with a real click."""
        self.wait("document.querySelector(arguments[0])?.checkVisibility()", selector)
        asked = {"using": "css selector", "value": selector}
        found = self._call("POST", f"{self._session}/element", asked)
        [element] = found.values()
        self._call("POST", f"{self._session}/element/{element}/click", {})
        self.wait("!window.asedioUnpainted")

    def close(self) -> None:
        self._call("DELETE", self._session)


def started(command: list[str], places: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program whose words nobody reads."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=places, stdout=quiet, stderr=quiet)


@contextmanager
def running(browser: str) -> Iterator[WebKit]:
    """Run a browser on a virtual screen of its own while the block runs."""
    number, port = 300 + os.getpid() % 5000, 20_000 + os.getpid() % 20_000
    screen = started([SCREEN, f":{number}", "-screen", "0", "1280x900x24"], {**os.environ})
    places = {**os.environ, **PLAIN, "DISPLAY": f":{number}"}
    driver = started([DRIVER, f"--port={port}"], places)
    try:
        page = WebKit(port, browser)
        yield page
        page.close()
    finally:
        for program in (driver, screen):
            program.terminate()
            program.wait()
