"""Page and relay on one port (`python -m engine relay`), and the maintainer's probe."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from engine.__main__ import main
from engine.dev import _host, relay
from tests import probe_relays
from tests.e2e.relays import HostileRelay, OwnHost, free_port

PAGE = '<!doctype html><meta name="asedio-relays" content="wss://a.example wss://b.example"><p>x'


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnHost]:
    """Run the real command on a small page."""
    folder = tmp_path_factory.mktemp("host")
    site = folder / "site"
    (site / "static").mkdir(parents=True)
    (site / "index.html").write_text(PAGE, "utf-8")
    (site / "static" / "a.mjs").write_text("1", "utf-8")
    (folder / "secret.txt").write_text("x", "utf-8")
    running = OwnHost(site, folder / "data", "127.0.0.1")
    yield running
    running.kill()


def get(url: str) -> tuple[int, str, str]:
    """Return status, content type and text."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, "", ""


def test_page_and_relay_share_one_port(host: OwnHost) -> None:
    """The served page names the relay of its own origin in place of the host's list."""
    for name in ("", "index.html"):
        status, kind, text = get(host.url + name)
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert 'content="/relay"' in text and "a.example" not in text and text.endswith("<p>x")
    assert get(host.url + "static/a.mjs")[:2] == (200, "text/javascript; charset=utf-8")
    for name in (
        "static/",
        "none",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "static/../../secret.txt",
    ):
        assert get(host.url + name)[0] == 404, name
    said = host.said()
    assert host.url in said and "█" in said and "one tab only" in said


def test_own_relay_keeps_letters_and_nothing_else(
    host: OwnHost, capsys: pytest.CaptureFixture[str]
) -> None:
    assert probe_relays.main([host.relay, "--wait", "0"]) == 0
    assert "given back  yes at once, yes after 0 s" in capsys.readouterr().out

    async def other_kind() -> Any:
        event = probe_relays.example("t") | {"kind": 1}
        async with connect(host.relay) as line:
            await line.send(json.dumps(["EVENT", event]))
            return json.loads(await line.recv())

    assert asyncio.run(other_kind())[2] is False

    async def elsewhere() -> None:
        async with connect(host.relay.replace("/relay", "/other")):
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(elsewhere())


def test_the_head_of_every_file_is_told(host: OwnHost) -> None:
    for name in ("", "index.html", "static/a.mjs", "relay"):
        request = urllib.request.Request(host.url + name, method="HEAD")
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert (answer.status, answer.read()) == (200, b"")
            size = answer.headers["Content-Length"]
        assert int(size) == len(get(host.url + name)[2])


def answers(url: str, *events: Any) -> list[str]:
    """Return what a relay says of each event; "" if it takes it."""

    async def sent() -> list[str]:
        async with connect(url) as line:
            found = []
            for event in events:
                await line.send(json.dumps(["EVENT", event]))
                _, _, taken, why = json.loads(await line.recv())
                found.append("" if taken else why)
            return found

    return asyncio.run(sent())


def test_own_relay_keeps_nothing_for_ever(host: OwnHost) -> None:
    """Every event of the page expires, so the relay can refuse those that do not."""
    day = 86_400
    of_the_page, longer, for_ever = (
        probe_relays.example("t", expires=one) for one in (100 * day, 102 * day, None)
    )
    assert answers(host.relay, of_the_page) == [""]
    assert "expire" in answers(host.relay, longer)[0]
    assert "expire" in answers(host.relay, for_ever)[0]


def test_own_relay_stores_no_more_than_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "relay.sqlite3"
    _host.relay_app(database)
    config = _host.library("nostr_relay.config").Config
    accepts = _host.library("nostr_relay.storage").get_storage().validate_event
    event = _host.library("aionostr.event").Event(**probe_relays.example("t"))
    used = _host.stored(database)
    assert 0 < used <= database.stat().st_size
    monkeypatch.setattr(_host, "MOST_STORED", used + len(event.content))
    asyncio.run(accepts(event, config))
    monkeypatch.setattr(_host, "MOST_STORED", used + len(event.content) - 1)
    with pytest.raises(Exception, match=r"^blocked: "):
        asyncio.run(accepts(event, config))


def test_mail_of_the_own_relay_outlives_a_restart(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    event = probe_relays.example("topic")

    async def send(url: str) -> Any:
        async with connect(url) as line:
            await line.send(json.dumps(["EVENT", event]))
            return json.loads(await line.recv())

    async def ask(url: str) -> bool:
        async with connect(url) as line:
            return await probe_relays.given(line, event, "topic")

    first = OwnHost(tmp_path, tmp_path / "data", "127.0.0.1")
    try:
        assert asyncio.run(send(first.relay))[2] is True
    finally:
        first.kill()
    second = OwnHost(tmp_path, tmp_path / "data", "127.0.0.1")
    try:
        assert asyncio.run(ask(second.relay))
    finally:
        second.kill()


def test_refusals_say_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = ["relay", "--host", "127.0.0.1", "--root", str(tmp_path), "--data", str(tmp_path)]
    assert main(here) == 1 and "make site" in capsys.readouterr().err
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main([*here, "--port", str(other.getsockname()[1])]) == 1
    assert "--port" in capsys.readouterr().err

    def missing(name: str) -> Any:
        raise _host.HostMissing(f"{name} is not installed")

    monkeypatch.setattr(relay, "library", missing)
    assert main([*here, "--port", str(free_port())]) == 1
    assert capsys.readouterr().err == "relay: uvicorn is not installed\n"
    assert "pip install segno" in relay.qr_code("http://x/")
    with pytest.raises(_host.HostMissing, match="no-such-package is not installed"):
        _host.library("no_such_package.part")


# -- the maintainer's probe ------------------------------------------------------------------------


def test_probe_reports_limits_and_a_relay_that_forgets(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = HostileRelay()
    try:
        hostile.limits = {"max_limit": 20}
        assert probe_relays.main([hostile.url, "--wait", "0"]) == 0
        assert "max_limit 20" in capsys.readouterr().out
        hostile.forgets = True
        assert probe_relays.main([hostile.url, "--wait", "0"]) == 1
        assert "given back  no at once, no after" in capsys.readouterr().out
        hostile.limits = {"max_limit": "\x1b[2J"}
        hostile.refuse = "blocked: not here"
        assert probe_relays.main([hostile.url, f"ws://127.0.0.1:{free_port()}"]) == 1
        said = capsys.readouterr().out
        assert "stored      no: blocked: not here" in said and "no answer" in said
        assert "max_limit ?[2J" in said and "\x1b" not in said
    finally:
        hostile.close()


def test_probe_tries_the_default_list_of_the_page() -> None:
    """Every address passes the page's own check, so none is dropped in silence."""
    from ui.far.relays.addresses import clean_relays

    found = probe_relays.default_relays()
    assert len(found) == 4 and list(clean_relays(found)) == found
