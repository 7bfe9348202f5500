"""The question for new mail of all far tables (ui/browser/far_look.mjs), asked of relays in memory,
run by Node: tests/far/relay_world.mjs."""

from __future__ import annotations

import pytest

from tests.far.test_relay_client import run

MAIL = """
    const { Mail } = await import("./ui/browser/far_look.mjs");
    const { Seal } = await import("./ui/browser/far_seal.mjs");
    const relay = new Relay("one");
    const KEYS = ["cd", "ce"].map((two) => two.repeat(32));
    const TOPICS = ["ab", "ac"].map((two) => two.repeat(16));
    const at = Math.floor(elapsed() / 1000);
    const secret = (name) => Buffer.from(name.padEnd(32, ".")).toString("hex");
    const sealed = (name, topic, key, word, date = at) =>
      new Seal(topic, Buffer.from(key, "hex"), secret(name)).letter(word, date, 0, [0, 2 ** 40]);
    const event = (name, table, word, date) =>
      sealed(name, TOPICS[table], KEYS[table], word, date);
    const tables = [
      [TOPICS[0], KEYS[0], at - 100, authorOf("ana"), authorOf("blas")],
      [TOPICS[1], KEYS[1], 0],
    ].map((one) => one.join(" "));
    const found = [];
    const told = (kind, url, text) => found.push(kind + " " + (text.split(" ")[1] ?? ""));
    const ask = async (seconds = 5) => {
      new Mail(relay.url, tables.join("\\n"), told);
      await pass(seconds);
    };
"""


def test_new_mail_of_all_tables_is_asked_for_in_one_question() -> None:
    """Nothing is posted, nothing else is asked, and the connection ends with the stored mail."""
    found, requests, filters, sent, connections, sockets, asked = run(
        MAIL
        + """
        relay.publish(event("ana", 0, "a"));
        relay.publish(event("blas", 0, "b"));
        relay.publish(event("eva", 1, "c"));
        let asked = 0;
        globalThis.fetch = async () => { asked += 1; throw new Error("no"); };
        await ask();
        relay.publish(event("ana", 0, "later"));
        await pass(5);
        say([found, relay.requests, relay.asked, relay.seen.length, relay.connections.length,
             relay.sockets.size, asked]);
    """
    )
    assert sorted(found[:-1]) == ["mail a", "mail b", "mail c"] and found[-1] == "done "
    assert (requests, sent, connections, sockets, asked) == (1, 0, 1, 0, 0)
    assert [sorted(one) for one in filters] == [
        ["#x", "authors", "kinds", "limit", "since"],
        ["#x", "kinds", "limit", "since"],
    ]
    assert [len(one["#x"]) for one in filters] == [1, 1] and len(filters[0]["authors"]) == 2


def test_hostile_answers_about_new_mail_are_ignored() -> None:
    """From strangers, forged, of other tables, with another key, of another form, too long."""
    found, requests, sockets = run(
        MAIL
        + """
        relay.deaf = true;
        relay.publish(event("ana", 0, "good"));
        relay.junk = [
          event("eva", 0, "stranger"),
          { ...event("ana", 0, "forged"), sig: "0".repeat(128) },
          sealed("ana", "ff".repeat(16), KEYS[0], "other"),
          sealed("ana", TOPICS[0], KEYS[1], "wrong"),
          event("blas", 0, "x".repeat(50_000)),
          { kind: 1 },
          null,
        ];
        await ask();
        say([found, relay.requests, relay.sockets.size]);
    """
    )
    assert found == ["mail good", "done "]
    assert (requests, sockets) == (1, 0)


FAULTS = {
    "flood": "relay.junk = Array(900).fill(event('ana', 1, 'word'))",
    "bytes": "relay.junk = Array(40).fill({ content: 'x'.repeat(40_000) })",
    "endless": "relay.endless = true",
    "login": "relay.auth = true",
    "down": "relay.down = true",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_relay_that_floods_or_never_answers_is_left(fault: str) -> None:
    count, ends, sockets, logins = run(
        MAIL
        + f"""
        {FAULTS[fault]};
        await ask(60);
        const ends = found.filter((one) => /^(done|silent) $/.test(one));
        say([found.length, ends, relay.sockets.size, relay.logins.length]);
    """
    )
    end = "done " if fault in ("flood", "bytes") else "silent "
    assert count <= 61 and (ends, sockets, logins) == ([end], 0, 0)
