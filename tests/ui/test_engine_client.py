"""The page runs the search itself when the computer's worker fails or does not answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from engine.match.match import Match, MatchConfig
from engine.search.engine_server import question
from ui.browser import engine_client
from ui.browser.engine_client import BrowserEngine


class Worker:
    """Fake worker that refuses the question, raises an error later, or never answers."""

    def __init__(self, trouble: str) -> None:
        self.trouble = trouble

    async def ask(self, text: str) -> None:
        if self.trouble == "refuses":
            raise OSError("its pack is of another version")

    async def told(self) -> str:
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
