"""Relays for tests: a real one on loopback, a slow way to it, and a hostile one in memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

CONFIG = """
DEBUG: false
relay_name: test relay
storage:
  sqlalchemy.url: sqlite+aiosqlite:///{folder}/relay.sqlite3
  num_concurrent_reqs: 10
  num_concurrent_adds: 2
  validators:
    - nostr_relay.validators.is_not_too_large
    - nostr_relay.validators.is_signed
verification:
  nip05_verification: disabled
gunicorn:
  bind: 127.0.0.1:{port}
  workers: 1
  loglevel: warning
purple:
  host: 127.0.0.1
  port: {port}
  workers: 1
authentication:
  enabled: false
message_timeout: 1800
subscription_limit: 32
max_limit: 6000
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class RealRelay:
    """Process of PyPI's nostr-relay; what it stores survives `kill` and `start`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"ws://127.0.0.1:{self.port}"
        folder.mkdir(parents=True, exist_ok=True)
        config = CONFIG.format(folder=folder, port=self.port)
        (folder / "relay.yaml").write_text(config, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self, patience: float = 60.0) -> RealRelay:
        command = Path(sys.executable).with_name("nostr-relay")
        log = (self.folder / "relay.log").open("ab")
        self._process = subprocess.Popen(
            [str(command), "-c", str(self.folder / "relay.yaml"), "serve"],
            stdout=log, stderr=log, cwd=self.folder, start_new_session=True,
        )  # fmt: skip
        until = time.monotonic() + patience
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.1)
        raise TimeoutError((self.folder / "relay.log").read_text("utf-8")[-2000:])

    def kill(self) -> None:
        """Kill the relay's process group at once, if it is running."""
        import os
        import signal

        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class OwnHost:
    """Process of `python -m engine relay`: page and relay on one port of this machine.

    `name`: the host name by which browsers find it.
    """

    def __init__(self, site: Path, data: Path, name: str) -> None:
        port = free_port()
        self.url, self.relay = f"http://{name}:{port}/", f"ws://{name}:{port}/relay"
        data.mkdir(parents=True, exist_ok=True)
        self._log = data / "host.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable, "-m", "engine", "relay", "--host", "127.0.0.1",
                    "--port", str(port), "--name", name, "--root", str(site), "--data", str(data),
                ],
                stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.1)
        self.kill()
        raise TimeoutError(self.said()[-2000:])

    def said(self) -> str:
        """Return what the command has printed."""
        return self._log.read_text("utf-8")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class _Running(ABC):
    """Server on a free port, in its own thread, until `close`."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"ws://127.0.0.1:{self.port}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    async def _main(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await self._serve():
            self._ready.set()
            await self._end.wait()

    @abstractmethod
    async def _serve(self) -> AbstractAsyncContextManager[Any]: ...

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)


class Distance(_Running):
    """Proxy that delays all traffic to and from a relay by `seconds` each way."""

    def __init__(self, relay: RealRelay, seconds: float) -> None:
        self._relay, self._seconds = relay, seconds
        super().__init__()

    async def _serve(self) -> AbstractAsyncContextManager[Any]:
        return await asyncio.start_server(self._connect, "127.0.0.1", self.port)

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._relay.port)
        with contextlib.suppress(asyncio.CancelledError):  # closed while connected
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(2**16):
                self._loop.call_later(self._seconds, writer.write, data)
        self._loop.call_later(self._seconds, writer.close)


def _is_trial(event: dict[str, Any]) -> bool:
    """Say whether an event is the trial of a relay: stored like a letter, but for an hour only."""
    expires = {tag[0]: tag[1] for tag in event["tags"]}.get("expiration", "0")
    return bool(event["kind"] == 7368 and int(expires) - event["created_at"] <= 3600)


MOST = 5000  # stored events in an answer


class HostileRelay(_Running):
    """Relay that keeps events in memory and misbehaves as a test wants.

    `refuse`: its answer to an event instead of storing it (`blocked: …`). `twist(event)`: the
    events it sends in place of one. `limits`: the limits
    it announces. `asked`: the headers of requests for these limits. `forgets`: it
    acknowledges events without storing them. `dead`: connections that carry nothing any more.
    Trials of the relay, which precede an invitation, are kept apart in `trials` and get the truth.
    `requests`: the filters of each question.
    """

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.seen: list[dict[str, Any]] = []  # every event ever received
        self.trials: list[dict[str, Any]] = []
        self.refuse = ""
        self.twist: Callable[[dict[str, Any]], list[dict[str, Any]]] = lambda event: [event]
        self.connections = 0
        self.limits: dict[str, Any] = {}
        self.asked: list[dict[str, str]] = []
        self.requests: list[list[dict[str, Any]]] = []
        self.forgets = False
        self.dead: set[ServerConnection] = set()
        self._lines: dict[ServerConnection, dict[str, dict[str, Any]]] = {}
        super().__init__()

    async def _serve(self) -> AbstractAsyncContextManager[Any]:
        return serve(
            self._talk, "127.0.0.1", self.port, max_size=2**22, process_request=self._about
        )

    def _about(self, line: ServerConnection, request: Request) -> Response | None:
        """Answer a request that is no WebSocket upgrade with the relay's information document."""
        if "upgrade" in request.headers:
            return None
        self.asked.append({name.lower(): text for name, text in request.headers.raw_items()})
        found = line.respond(HTTPStatus.OK, json.dumps({"limitation": self.limits}))
        found.headers["Access-Control-Allow-Origin"] = "*"
        return found

    async def _talk(self, line: ServerConnection) -> None:
        self.connections += 1
        self._lines[line] = {}
        try:
            async for raw in line:
                if line not in self.dead:
                    await self._hear(line, json.loads(raw))
        finally:
            self._lines.pop(line, None)

    async def _hear(self, line: ServerConnection, message: list[Any]) -> None:
        if message[0] == "REQ":
            self.requests.append(message[2:])
        if message[0] == "CLOSE":
            self._lines[line].pop(message[1], None)
        elif message[0] == "REQ":
            self._lines[line][message[1]] = message[2]
            found = [one for one in self.events if _fits(one, message[2])]
            found.sort(key=lambda one: -one["created_at"])
            for event in found[: message[2].get("limit", MOST)]:
                await self._pass(line, message[1], event)
            for event in self.trials:
                if _fits(event, message[2]) and not self.forgets:
                    await line.send(json.dumps(["EVENT", message[1], event]))
            await line.send(json.dumps(["EOSE", message[1]]))
        elif message[0] == "EVENT":
            await self._event(line, message[1])

    async def _event(self, line: ServerConnection, event: dict[str, Any]) -> None:
        trial = _is_trial(event)
        (self.trials if trial else self.seen).append(event)
        if self.refuse:
            await line.send(json.dumps(["OK", event["id"], False, self.refuse]))
            return
        if not trial and not 20000 <= event["kind"] < 30000 and not self.forgets:
            self.events.append(event)
        await line.send(json.dumps(["OK", event["id"], True, ""]))
        if not trial:
            await self._publish(event, line)

    async def _publish(self, event: dict[str, Any], author: ServerConnection | None = None) -> None:
        for other, subs in list(self._lines.items()):
            if other is author or other in self.dead:
                continue
            for name in [name for name, wanted in subs.items() if _fits(event, wanted)]:
                await self._pass(other, name, event)

    async def _pass(self, line: ServerConnection, name: str, event: dict[str, Any]) -> None:
        for one in self.twist(event):
            await line.send(json.dumps(["EVENT", name, one]))

    def _subs(self) -> list[tuple[ServerConnection, str]]:
        """Return the latest subscription of each connection, the one that stays open."""
        return [(line, list(subs)[-1]) for line, subs in self._lines.items() if subs]

    def flood(self, events: list[dict[str, Any]], count: int, every: float = 0.0) -> None:
        """Send `count` events to all subscribers, cycling through `events`; do not wait.

        `every`: seconds between two events.
        """
        self._flooding = asyncio.run_coroutine_threadsafe(
            self._flood(events, count, every), self._loop
        )

    async def _flood(self, events: list[dict[str, Any]], count: int, every: float) -> None:
        for number in range(count):
            for line, name in self._subs():
                with contextlib.suppress(ConnectionClosed):
                    await line.send(json.dumps(["EVENT", name, events[number % len(events)]]))
            await asyncio.sleep(every)

    def calm(self) -> None:
        """Stop the flood."""
        self._flooding.cancel()

    def send_all(self, message: list[Any], times: int = 1) -> None:
        """Send a message `times` times to all subscribers, `SUB` replaced by their own name."""

        async def work() -> None:
            for line, name in self._subs():
                whole = json.dumps([name if part == "SUB" else part for part in message])
                for _n in range(times):
                    await line.send(whole)

        self._do(work())

    def die(self) -> None:
        """Let all present connections carry nothing any more, without closing them."""
        self.dead.update(self._lines)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)


def _fits(event: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Return whether an event passes a filter (NIP-01)."""
    tags = {(tag[0], tag[1]) for tag in event["tags"]}
    return (
        event["kind"] in wanted.get("kinds", [event["kind"]])
        and event["id"] in wanted.get("ids", [event["id"]])
        and event["pubkey"] in wanted.get("authors", [event["pubkey"]])
        and event["created_at"] <= wanted.get("until", event["created_at"])
        and all(
            tags & {(name[1:], one) for one in values}
            for name, values in wanted.items()
            if name.startswith("#")
        )
    )
