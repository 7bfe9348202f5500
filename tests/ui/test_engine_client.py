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
from engine.search.news import Answer, Failed, News, Progress
from ui.browser import engine_client, engine_worker
from ui.browser.engine_client import EngineClient

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """Fake worker that refuses the question, raises an error later, or never answers."""

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def ask(self, text: str, number: int) -> None:
        if self.trouble == "refuses":
            raise OSError("its pack is of another version")

    async def news(self) -> str:
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
    text = question(match, 0, 1, 1)

    async def thinking() -> News:
        engine = EngineClient()
        engine._worker = Worker(trouble)
        heard: asyncio.Queue[News] = asyncio.Queue()
        engine.ask(text, heard.put_nowait)
        while isinstance(news := await asyncio.wait_for(heard.get(), 60), Progress):
            pass
        assert engine.trouble() and heard.empty()
        return news

    answer = asyncio.run(thinking())
    assert isinstance(answer, Answer) and answer.found["actions"]


class Real:
    """The worker's own code, in this process."""

    def __init__(self) -> None:
        self.ask, self.news = engine_worker.ask, engine_worker.news

    async def cancel(self, number: int) -> None:
        engine_worker.cancel(number)


def test_only_the_last_question_is_answered_and_nothing_after_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_client, "_mark", lambda *_: None)
    text = question(Match(MatchConfig("andarraya", {})), 0, 1, 1)
    broken = json.dumps({**json.loads(text), "options": {"no": "such"}})
    heard: dict[str, list[News]] = {name: [] for name in ("replaced", "given up", "broken", "last")}

    async def asking() -> None:
        engine = EngineClient()
        engine._worker = Real()
        late = engine.ask(text, heard["replaced"].append)
        engine.ask(text, heard["given up"].append)()
        await asyncio.sleep(0.1)
        engine.ask(broken, heard["broken"].append)
        while not heard["broken"]:
            await asyncio.sleep(0.01)
        engine.ask(text, heard["last"].append)
        late()  # gives up nothing but its own question
        while not heard["last"] or isinstance(heard["last"][-1], Progress):
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(asking(), 60))
    assert not heard["replaced"] and not heard["given up"]
    assert [type(one) for one in heard["broken"]] == [Failed]
    assert isinstance(heard["last"][-1], Answer) and heard["last"][-1].found["actions"]


class IdleWorker:
    """Fake worker that notes what it is called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []

    async def ask(self, text: str, number: int) -> None:
        self.calls.append(("ask", text))

    async def news(self) -> str:
        await asyncio.Event().wait()
        return ""

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
        engine = EngineClient()
        engine._worker = worker
        engine.ponder("ahead")
        await asyncio.sleep(0.01)
        assert worker.calls == [("ask", "ahead")] * enough
        Power.found.lost()
        await asyncio.sleep(0.01)
        assert worker.calls[enough:] == [("cancel", 1)]
        engine.ponder("late")
        engine.ask("move", lambda _: None)  # comes while the battery is asked
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
