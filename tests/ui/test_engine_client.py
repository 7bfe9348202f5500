"""The page runs the search itself when the computer's worker fails or does not answer."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.match.match import Match, MatchConfig
from engine.search.engine_server import question
from ui.browser import engine_client
from ui.browser.engine_client import BrowserEngine

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """Fake worker that refuses the question, raises an error later, or never answers."""

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def ask(self, text: str) -> None:
        if self.trouble == "refuses":
            raise OSError("its pack is of another version")

    async def reply(self) -> str:
        if self.trouble == "silent":
            await asyncio.Event().wait()
        raise RuntimeError("its thinking stumbled")


@pytest.mark.parametrize("trouble", ["refuses", "stumbles", "silent"])
def test_the_page_answers_when_the_worker_does_not(
    monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    monkeypatch.setattr(engine_client, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(engine_client, "_mark", lambda *_: None)
    match = Match(MatchConfig("andarraya", {}))
    text = question(match, 0, 1, 7, 1)

    async def thinking() -> dict[str, Any]:
        engine = BrowserEngine()
        engine._worker = Worker(trouble)
        engine.ask(text)
        heard: list[dict[str, Any]] = []
        for _ in range(2000):  # polls as the table does
            engine.ask_reply(lambda word: heard.append(json.loads(word)))
            await asyncio.sleep(0.02)
            if heard and "actions" in heard[-1]:
                assert engine.trouble()
                return heard[-1]
        raise AssertionError("it thinks without end")

    answer = asyncio.run(thinking())
    assert answer["number"] == 7 and answer["actions"]


class IdleWorker:
    """Fake worker that notes what it is called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []

    async def ask(self, text: str) -> None:
        self.calls.append(("ask", text))

    async def cancel(self, number: int) -> None:
        self.calls.append(("cancel", number))


class Power:
    """Fake `Spare`."""

    found: Power
    enough = True

    def __init__(self, lost: Callable[[], None]) -> None:
        self.lost = lost
        Power.found = self

    async def power(self) -> bool:
        return self.enough


@pytest.mark.parametrize("enough", [True, False])
def test_the_worker_ponders_only_with_power_to_spare_on_a_visible_page(
    monkeypatch: pytest.MonkeyPatch, enough: bool
) -> None:
    """A hidden page gives up what it ponders, but not a move it has been asked for."""
    monkeypatch.setattr(engine_client, "Spare", Power)
    monkeypatch.setattr(engine_client, "_mark", lambda *_: None)
    monkeypatch.setattr(Power, "enough", enough)
    worker = IdleWorker()

    async def pondering() -> None:
        engine = BrowserEngine()
        engine._worker = worker
        engine.ponder("ahead", 3)
        await asyncio.sleep(0.01)
        assert worker.calls == [("ask", "ahead")] * enough
        Power.found.lost()
        await asyncio.sleep(0.01)
        assert worker.calls[enough:] == [("cancel", 3)]
        engine.ponder("late", 4)
        engine.ask("move")  # comes while the battery is asked
        Power.found.lost()
        await asyncio.sleep(0.01)
        assert worker.calls[1 + enough :] == [("ask", "move")]

    asyncio.run(pondering())


def test_the_worker_script_imports_what_its_module_defines() -> None:
    """An import that fails would make the page search without a worker, unnoticed."""
    module = ast.parse((ROOT / "ui/browser/engine_worker.py").read_text("utf-8"))
    defined: set[str] = set()
    exported: list[str] = []
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__export__":
            exported = ast.literal_eval(node.value)
            defined.add("__export__")
    script = ast.parse((ROOT / "static" / engine_client.WORKER).read_text("utf-8"))
    (names,) = [node.names for node in script.body if isinstance(node, ast.ImportFrom)]
    imported = {one.name for one in names}
    assert exported and set(exported) <= imported <= defined
