"""The page's relay client (ui/browser/far_pool.mjs) against faulty relays in memory, run by Node
with a clock of its own: tests/far/relay_world.mjs."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BEGIN = """import { world, pass, elapsed, Relay, Device, words, write, authorOf, sealer, say }
  from "./tests/far/relay_world.mjs";
const begun = elapsed();
"""


def run(script: str) -> Any:
    command = ["node", "--input-type=module", "-"]
    done = subprocess.run(
        command, cwd=ROOT, input=BEGIN + script, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["trouble"] == []
    return said["found"]


# -- refusals and silence ------------------------------------------------------------------------

TRIED = """
    const ana = new Device("ana", [relay]);
    ana.offer(words(20));
    await pass(600);
    const [sent, state, why] = [relay.letters.length, ana.state[relay.url], ana.why[relay.url]];
    const times = relay.letters.map(([at]) => Math.round((at - begun) / 1000));
"""


def test_unknown_refusal_is_tried_five_times_with_growing_pauses_and_said() -> None:
    sent, state, why, times = run(f"""
        const relay = new Relay("one", {{ refuse: () => "error: no room" }});
        {TRIED}
        say([sent, state, why, times]);
    """)
    assert (sent, state, why) == (5, "stuck", "refused")
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses == sorted(pauses) and pauses[0] >= 4 and pauses[-1] >= 8 * pauses[0] - 8


def test_silence_is_tried_five_times_and_said() -> None:
    sent, state, why, connections = run(f"""
        const relay = new Relay("one", {{ mute: true }});
        {TRIED}
        say([sent, state, why, relay.connections.length]);
    """)
    assert (sent, state, why, connections) == (5, "stuck", "silent", 1)  # it answers questions


def test_rate_limit_is_obeyed() -> None:
    sent, why, times = run(f"""
        const relay = new Relay("one", {{ refuse: () => "rate-limited: slow down" }});
        {TRIED}
        say([sent, why, times]);
    """)
    assert sent == 5 and why == "rate" and times[1] - times[0] >= 20


def test_relay_that_drops_the_line_at_each_letter_gets_few() -> None:
    sent, connections = run("""
        const relay = new Relay("one");
        relay.refuse = () => { setTimeout(() => relay.drop(), 1); return "error: go away"; };
        const ana = new Device("ana", [relay]);
        ana.offer(words(20));
        await pass(600);
        say([relay.letters.length, relay.connections.length]);
    """)
    assert sent <= 16 and connections <= 16


def test_refused_letters_go_out_after_a_press_and_after_a_reconnection() -> None:
    pressed, reconnected, state = run("""
        const relay = new Relay("one", { refuse: () => "error: no room" });
        const ana = new Device("ana", [relay]);
        ana.offer(words(3));
        await pass(200);
        relay.refuse = () => "";
        ana.pool.wake();
        await pass(10);
        const pressed = relay.events.length;
        relay.refuse = () => "error: no room";
        ana.offer(words(6));
        await pass(200);
        relay.refuse = () => "";
        relay.drop();
        await pass(20);
        say([pressed, relay.events.length, ana.state[relay.url]]);
    """)
    assert (pressed, reconnected, state) == (3, 6, "open")


def test_letters_go_out_apart_and_few_at_a_time() -> None:
    times, stored = run("""
        const relay = new Relay("one");
        const ana = new Device("ana", [relay]);
        ana.offer(words(20));
        await pass(60);
        say([relay.letters.map(([at]) => at), ana.of("stored").length]);
    """)
    assert len(times) == stored == 20
    assert all(b - a >= 400 for a, b in pairwise(times))


def test_acknowledged_but_not_kept_is_never_called_stored() -> None:
    sent, stored, state, why = run("""
        const relay = new Relay("one", { forget: true });
        const ana = new Device("ana", [relay]);
        ana.offer(words(20));
        await pass(300);
        say([relay.letters.length, ana.of("stored"), ana.state[relay.url], ana.why[relay.url]]);
    """)
    assert (sent, stored, state, why) == (1, [], "stuck", "unkept")


def test_forgotten_letters_are_reported_and_sent_again_only_after_a_press() -> None:
    unkept, sent, after = run("""
        const relay = new Relay("one");
        const ana = new Device("ana", [relay]);
        ana.offer(words(4));
        await pass(1000);
        relay.events = [];
        relay.drop();
        await pass(120);
        const before = [ana.of("unkept").length, relay.letters.length];
        ana.pool.wake();
        await pass(60);
        say([...before, relay.events.length]);
    """)
    assert (unkept, sent, after) == (4, 4, 4)


def test_proof_of_work_is_done_up_to_a_limit_and_the_relay_is_named_beyond() -> None:
    bits, state, why, sent, reads = run("""
        const { getPow } = await import("nostr-tools/nip13");
        let wanted = 10;
        const relay = new Relay("one");
        relay.refuse = (event) => getPow(event.id) < wanted ? `pow: ${wanted} bits needed` : "";
        const ana = new Device("ana", [relay]);
        ana.offer(words(2));
        await pass(20);
        const bits = relay.events.map((event) => getPow(event.id) >= 10);
        wanted = 28;
        const before = relay.letters.length;
        ana.offer(words(3));
        relay.publish(write("blas", "from-blas"));
        await pass(120);
        const [state, why] = [ana.state[relay.url], ana.why[relay.url]];
        say([bits, state, why, relay.letters.length - before, ana.mail.includes("from-blas")]);
    """)
    assert bits == [True, True]
    assert (state, why, sent, reads) == ("stuck", "pow", 1, True)


def test_refused_date_of_a_new_letter_means_that_the_clock_is_wrong() -> None:
    sent, why, old = run("""
        const late = new Relay("late", { refuse: () => "invalid: created_at too late" });
        const ana = new Device("ana", [late]);
        ana.offer(words(5), elapsed());
        await pass(120);
        const now = () => Math.floor(elapsed() / 1000);
        const old = new Relay("old");
        const early = "invalid: created_at too early";
        old.refuse = (event) => event.created_at < now() - 900 ? early : "";
        const blas = new Device("blas", [old]);
        blas.offer(words(5), elapsed() - 86400000);
        await pass(120);
        say([late.letters.length, ana.why[late.url], old.events.length]);
    """)
    assert (sent, why, old) == (1, "clock", 5)


def test_dates_stay_within_the_limits_a_relay_states() -> None:
    refused, kept = run("""
        const now = () => Math.floor(elapsed() / 1000);
        const limits = { created_at_lower_limit: 3600, created_at_upper_limit: 300 };
        const relay = new Relay("one", { limits });
        const good = (at) => at >= now() - 3600 && at <= now() + 300;
        relay.refuse = (event) => good(event.created_at) ? "" : "error: no";
        const ana = new Device("ana", [relay]);
        ana.offer(words(3), elapsed() - 2 * 86400000);
        ana.offer(words(3, "ahead"), elapsed() + 1200000);
        await pass(60);
        say([relay.letters.length - relay.events.length, relay.events.length]);
    """)
    assert (refused, kept) == (0, 6)


# -- reading -------------------------------------------------------------------------------------


def test_whole_table_is_read_from_relays_that_cap_their_answers() -> None:
    """Nothing is published again; a device of the author that knows nothing does neither."""
    found = run("""
        const all = words(520);
        const date = (number) => begun / 1000 - 9000 + 3 * number;
        const who = (number) => (number % 2 ? "ana" : "blas");
        const events = all.map((word, number) => write(who(number), word, date(number)));
        const own = all.map((word, number) => `${word}@${1000 * date(number)}`)
          .filter((_, number) => number % 2);
        const found = [];
        for (const [cap, limits, count] of
             [[20, {}, 150], [500, { max_limit: 500 }, 520], [50, { max_limit: 50 }, 150]]) {
          const relay = new Relay(`cap${cap}`, { cap, limits });
          for (const event of events.slice(0, count)) relay.publish(event);
          const watching = new Device("", [relay]);
          await pass(30);
          const ana = new Device("ana", [relay]);
          ana.pool.offer(own.slice(0, count / 2).join(" "));
          await pass(60);
          const most = Math.max(...relay.asked.map((filter) => filter.limit));
          const [read, sent] = [watching.mail.length, relay.letters.length];
          found.push([read - count, sent, watching.of("complete"), most]);
        }
        say(found);
    """)
    whole = [0, 0, ["all"]]
    assert [one[:3] for one in found] == [whole] * 3
    assert [one[3] for one in found] == [500, 500, 50]


def test_author_named_later_is_read_from_the_beginning() -> None:
    """A spectator knows the inviter alone at first."""
    found = run("""
        const relay = new Relay("one", { cap: 5 });
        for (const [number, word] of words(40).entries()) {
          const who = number < 10 ? "blas" : "ana";
          relay.publish(write(who, word, begun / 1000 - 900 + number));
        }
        const watching = new Device("", [relay], ["ana"]);
        await pass(10);
        const before = watching.mail.length;
        watching.follow(["ana", "blas"]);
        await pass(10);
        say([before, watching.mail.length]);
    """)
    assert found == [30, 40]


def test_many_events_of_one_second_do_not_hold_up_reading_and_are_reported() -> None:
    counts, gaps = run("""
        const relay = new Relay("one", { cap: 20 });
        const at = begun / 1000 - 500;
        for (const word of words(15, "new")) relay.publish(write("ana", word, at + 10));
        for (const word of words(50, "same")) relay.publish(write("ana", word, at));
        for (const word of words(30, "old")) relay.publish(write("blas", word, at - 10));
        const blas = new Device("blas", [relay]);
        await pass(30);
        const of = (name) => blas.mail.filter((word) => word.startsWith(name)).length;
        say([[of("new"), of("same") >= 20, of("old") >= 20], blas.of("gap").length]);
    """)
    assert counts == [15, True, True] and gaps == 1


def test_short_interruption_costs_one_short_page() -> None:
    pages = run("""
        const relay = new Relay("one");
        for (const [number, word] of words(60).entries())
          relay.publish(write("blas", word, begun / 1000 - 900 + number));
        const ana = new Device("ana", [relay]);
        await pass(10);
        relay.asked = [];
        relay.drop();
        relay.publish(write("blas", "meanwhile"));
        await pass(10);
        say([relay.asked.map((filter) => filter.limit), ana.mail.includes("meanwhile")]);
    """)
    assert pages == [[20, 20], True]


def test_complete_is_said_once_when_every_relay_is_read_or_time_is_up() -> None:
    early, late = run("""
        const [one, two] = [new Relay("one"), new Relay("two", { down: true })];
        const ana = new Device("ana", [one, two]);
        await pass(5);
        const early = ana.of("complete");
        await pass(10);
        say([early, ana.of("complete")]);
    """)
    assert (early, late) == ([], ["some"])


# -- liveness ------------------------------------------------------------------------------------


def test_dead_connection_is_found_by_a_letter_and_replaced() -> None:
    states, stored = run("""
        const relay = new Relay("one");
        const ana = new Device("ana", [relay]);
        await pass(5);
        relay.die();
        ana.offer(words(1));
        await pass(17);
        const kinds = ana.reports.map(([kind]) => kind);
        const states = kinds.filter((kind) => ["lost", "open"].includes(kind));
        await pass(10);
        say([states, ana.of("stored")]);
    """)
    assert states[:2] == ["open", "lost"] and stored == ["w0"]


def test_dead_connection_is_found_while_waiting() -> None:
    """What the other wrote meanwhile arrives; the page asks at most once a minute."""
    arrived, questions = run("""
        const relay = new Relay("one");
        const blas = new Device("blas", [relay]);
        await pass(5);
        relay.asked = [];
        await pass(300);
        const questions = relay.asked.length;
        relay.die();
        relay.publish(write("ana", "move"));
        await pass(90);
        say([blas.mail, questions]);
    """)
    assert arrived == ["move"] and questions <= 5


def test_relay_that_accepts_connections_and_says_nothing_is_not_called_connected() -> None:
    states, connections = run("""
        const relay = new Relay("one");
        relay.hear = () => {};
        const ana = new Device("ana", [relay]);
        ana.offer(words(3));
        await pass(600);
        say([[...new Set(ana.reports.map(([kind]) => kind))], relay.connections.length]);
    """)
    assert "open" not in states and connections <= 12


def test_login_belongs_to_the_connection_and_uses_the_mail_key() -> None:
    stored, logins, challenges, author = run("""
        const relay = new Relay("one", { auth: true });
        const ana = new Device("ana", [relay]);
        ana.offer(words(2));
        await pass(10);
        relay.drop();
        ana.offer(words(4));
        await pass(10);
        const challenges = new Set(relay.logins.map(([challenge]) => challenge)).size;
        const authors = new Set(relay.logins.map(([, author]) => author));
        say([ana.of("stored").length, relay.logins.length, challenges,
             authors.size === 1 && authors.has(authorOf("ana"))]);
    """)
    assert (stored, logins, challenges, author) == (4, 2, 2, True)


# -- junk ----------------------------------------------------------------------------------------

FLOOD = """
    const signed = words(70, "junk").map((word) => write("mallory", word));
    const padded = (number, by) => `${number}`.padStart(64, by);
    const forged = (number) =>
      ({ ...signed[number % 70], pubkey: padded(number, "a"), id: padded(number, "b") });
    const flood = async (count, pause) => {
      for (let number = 0; number < count; number++) {
        relay.publish(signed[number] ?? forged(number));
        if (pause) await pass(pause);
      }
    };
"""


def test_flood_by_somebody_with_the_invitation_never_reaches_the_seats() -> None:
    found = run(f"""
        const relay = new Relay("one");
        {FLOOD}
        const ana = new Device("ana", [relay]);
        ana.offer(words(1));
        await pass(5);
        await flood(1500, 0);
        await flood(60, 0.5);
        ana.offer(words(2));
        await pass(5);
        const blas = new Device("blas", [relay]);
        await pass(30);
        say([ana.state[relay.url], ana.mail, blas.mail.sort(), ana.pool.lines[0].ids.size]);
    """)
    assert found == ["open", ["w0", "w1"], ["w0", "w1"], 2]


def test_relay_that_ignores_the_authors_is_left_and_its_junk_is_not_read() -> None:
    """Fast: it is left at once. Slow: nothing is kept or decrypted, and the table goes on."""
    fast, slow, kept = run(f"""
        const relay = new Relay("one", {{ deaf: true }});
        {FLOOD}
        const ana = new Device("ana", [relay]);
        await pass(5);
        await flood(60, 2);
        const [slow, kept] = [ana.state[relay.url], ana.pool.lines[0].ids.size];
        await flood(500, 0);
        await pass(5);
        say([[ana.state[relay.url], ana.why[relay.url]], slow, kept]);
    """)
    assert (fast, slow, kept) == (["left", "flood"], "open", 0)


def test_inviter_reads_few_events_of_strangers_and_can_play_on() -> None:
    guest, crowded, junk, state, mail = run(f"""
        const relay = new Relay("one");
        {FLOOD}
        const ana = new Device("ana", [relay], []);
        ana.offer(words(1));
        await pass(5);
        relay.publish(write("blas", "join"));
        await flood(1500, 0);
        await pass(5);
        const guest = ana.mail.includes("join");
        const [crowded, junk] = [ana.of("crowded").length, ana.mail.length];
        ana.follow(["ana", "blas"]);
        relay.publish(write("blas", "move"));
        await pass(5);
        say([guest, crowded, junk <= 66, ana.state[relay.url], ana.mail.includes("move")]);
    """)
    assert (guest, crowded, junk, state, mail) == (True, 1, True, "open", True)


def test_few_large_events_of_strangers_exhaust_the_budget_too() -> None:
    read = run("""
        const relay = new Relay("one");
        const ana = new Device("ana", [relay], []);
        await pass(5);
        for (let number = 0; number < 20; number++)
          relay.publish(write(`m${number}`, `${number}`.padEnd(9000, "x"), elapsed() / 1000));
        await pass(5);
        say(ana.mail.length);
    """)
    assert 0 < read <= 6


AUTHOR = {
    "letters": "words(1550).map((word) => write('blas', word, early++))",
    "whispers": "words(320).map((word) => sealer('blas').whisper(word))",
    "unreadable ones": "words(40).map((word) => other.letter(word, early++, 0, [0, 2 ** 40]))",
}


@pytest.mark.parametrize(
    "what", [pytest.param("letters", marks=pytest.mark.soak), "whispers", "unreadable ones"]
)
def test_flood_by_a_seat_never_makes_the_page_leave_an_honest_relay(what: str) -> None:
    """The seat alone is not read any more; own letters go out, and the line stays open."""
    state, crowded, stored, asked = run(f"""
        const {{ Seal }} = await import("./ui/browser/far_seal.mjs");
        const secret = Buffer.from("blas".padEnd(32, ".")).toString("hex");
        const other = new Seal("ab".repeat(16), Buffer.alloc(32, 1), secret);
        const relay = new Relay("one");
        let early = Math.floor(begun / 1000) - 5000;
        const ana = new Device("ana", [relay]);
        await pass(5);
        for (const event of {AUTHOR[what]}) relay.publish(event);
        await pass(30);
        ana.offer(words(2, "own"));
        await pass(20);
        say([ana.state[relay.url], ana.of("crowded").length, ana.of("stored"),
             relay.asked.findLast((one) => one.authors).authors.includes(authorOf("blas"))]);
    """)
    assert (state, crowded, stored, asked) == ("open", 1, ["own0", "own1"], False)


# -- one letter, one event -----------------------------------------------------------------------


def test_letter_has_the_same_event_on_each_device_and_relay_and_after_a_reload() -> None:
    """Its dates grow strictly, also for letters of one moment."""
    ids, stored, dates = run("""
        const relays = [new Relay("one"), new Relay("two")];
        const letters = words(6).map((word, number) => `${word}@${begun + 100 * number}`).join(" ");
        for (const at of [0, 1, 2]) {
          const ana = new Device("ana", at ? relays : [relays[0]]);
          ana.pool.offer(letters);
          if (at === 2) for (const relay of relays) relay.events = relay.events.slice(0, 3);
          await pass(30);
          ana.pool.close();
        }
        const seen = relays.flatMap((relay) => relay.letters.map(([, event]) => event));
        const ids = new Set(seen.map((event) => event.id)).size;
        const dates = relays[0].events.map((event) => event.created_at).sort();
        say([ids, relays.map((relay) => relay.events.length), new Set(dates).size]);
    """)
    assert (ids, stored, dates) == (6, [6, 6], 6)


def test_mail_tells_the_author_of_its_event() -> None:
    author, own = run("""
        const relay = new Relay("one");
        relay.publish(write("blas", "join"));
        const ana = new Device("ana", [relay], []);
        await pass(5);
        say([ana.of("mail")[0].split(" ")[1], authorOf("blas")]);
    """)
    assert author == own


def test_whispers_come_from_clocks_ten_minutes_apart() -> None:
    heard = run("""
        const relay = new Relay("one");
        const ana = new Device("ana", [relay]);
        await pass(5);
        for (const off of [0, 600000, -600000]) {
          world.clockOff = off;
          relay.publish(sealer("blas").whisper(`from ${off}`));
          world.clockOff = 0;
        }
        await pass(5);
        say(ana.of("whisper"));
    """)
    assert sorted(heard) == ["from -600000", "from 0", "from 600000"]


def test_open_tables_are_asked_for_by_their_tag() -> None:
    filters, offers = run("""
        const { Looking } = await import("./ui/browser/far_look.mjs");
        const relay = new Relay("one");
        const ana = new Device("ana", [relay], []);
        await pass(5);
        const end = Math.floor(elapsed() / 1000) + 14 * 86400;
        ana.pool.announce("word", Buffer.alloc(32, 7).toString("hex"), "name", end, 3, "es");
        await pass(1);
        relay.publish({ ...relay.seen.at(-1)[1], id: "0".repeat(64), tags: [] });
        await pass(5);
        relay.asked = [];
        const found = [];
        new Looking([relay.url], (kind, url, text) => {
          found.push(kind, ...text.split(" ").slice(-2));
        });
        await pass(5);
        say([relay.asked.map((filter) => filter["#t"]), found]);
    """)
    assert filters == [["asedio"]] and offers == ["offer", "3", "es", "done", ""]


SILENT = {
    "down": "{ down: true }",
    "wants a login": "{ auth: true }",
    "refuses": """{ hear(socket, [, sub]) { socket.say(["CLOSED", sub, "blocked: EOSE"]); } }""",
    "says nothing": "{ hear() {} }",
    "says something else": """{ hear(socket) { socket.say(["NOTICE", "EOSE"]); } }""",
    "hangs up": "{ hear(socket) { socket.drop(); } }",
    "never ends": "{ endless: true }",
}


@pytest.mark.parametrize("how", SILENT)
def test_a_relay_that_does_not_answer_is_told_from_an_empty_one(how: str) -> None:
    empty, silent = run(f"""
        const {{ Looking }} = await import("./ui/browser/far_look.mjs");
        const relays = [new Relay("one"), new Relay("two", {SILENT[how]})];
        const found = {{}};
        new Looking(relays.map((one) => one.url), (kind, url) => {{ found[url] = kind; }});
        await pass(20);
        say(relays.map((one) => found[one.url]));
    """)
    assert (empty, silent) == ("done", "silent")


OFFERS = """
    const { Looking } = await import("./ui/browser/far_look.mjs");
    const { finalizeEvent } = await import("nostr-tools/pure");
    const relay = new Relay("one");
    const at = Math.floor(elapsed() / 1000);
    const secret = (number) => Buffer.alloc(32, number + 1);
    const offer = (who, content, created_at) => {
      const tags = [["d", content.slice(0, 9)], ["t", "asedio"]];
      return finalizeEvent({ kind: 37368, created_at, tags, content }, secret(who));
    };
    const heard = [];
    const look = async () => {
      new Looking([relay.url], (kind, url, text) => {
        const [author, word] = text.split(" ");
        heard.push(kind === "offer" ? word : kind);
        return /^good/.test(word);
      });
      await pass(20);
    };
    relay.publish(offer(99, "good-ana", at - 5000));
"""

WORTHLESS = {
    "undecodable": "offer(number, `nonsense${number}`, at - number)",
    "withdrawn": "offer(number, '', at - number)",
    "of another alphabet": "offer(number, `<b>${number}</b>`, at - number)",
    "too long": "offer(number, 'good'.padEnd(3000, 'x'), at - number)",
    "ahead": "offer(number, `good-${number}`, at + 86400 + number)",
    "forged": "{ ...offer(number, 'other', at), content: `good-${number}` }",
    "of one second": "offer(number, `nonsense${number}`, at)",
}


@pytest.mark.parametrize("what", WORTHLESS)
def test_worthless_offers_take_no_place_in_the_list(what: str) -> None:
    heard = run(
        OFFERS
        + f"""
        const worthless = (number) => ({WORTHLESS[what]});
        for (let number = 0; number < 90; number++) relay.events.push(worthless(number));
        relay.cap = 61;
        await look();
        say(heard);
    """
    )
    assert [word for word in heard if word.startswith("good")] == ["good-ana"]
    assert heard[-1] == "done"


def test_one_author_takes_at_most_two_places() -> None:
    """A forged event in the name of another author uses up none of hers."""
    heard = run(
        OFFERS
        + """
        for (let number = 0; number < 90; number++) {
          relay.events.push(offer(7, `good-mallory-${number}`, at - number));
          relay.events.push({ ...offer(99, "good-x", at - 9), content: `good-forged-${number}` });
        }
        await look();
        say(heard);
    """
    )
    assert sorted(heard) == ["done", "good-ana", "good-mallory-0", "good-mallory-1"]


def test_reading_offers_ends_with_the_list_full_or_at_a_bound() -> None:
    full, pages, ends, sockets = run(
        OFFERS
        + """
        for (let number = 0; number < 70; number++)
          relay.events.push(offer(number, `good${number}`, at - number));
        await look();
        const full = heard.filter((word) => word.startsWith("good")).length;
        const one = offer(5, "nonsense", at);
        const named = (name) => `${name}`.padStart(64, "0");
        const forged = (name) => ({ ...one, id: named(name), created_at: at - name });
        relay.asked = [];
        relay.hear = function (socket, message) {
          this.events = words(60).map(() => forged(++serial));
          Relay.prototype.hear.call(this, socket, message);
        };
        let serial = 0;
        await look();
        say([full, relay.asked.length, heard.filter((word) => word === "done").length,
             relay.sockets.size]);
    """
    )
    assert full == 60 and pages <= 60 and (ends, sockets) == (2, 0)
