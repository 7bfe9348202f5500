/*
 * One question to relays: it is asked once, answered from what is stored, and the connection ends.
 * For the list of open tables, and for new mail of this device's tables. The interface is described
 * in ui/browser/relay.py.
 */
import { hexToBytes } from "@noble/hashes/utils.js";
import { getHex64 } from "nostr-tools/fakejson";
import { verifyEvent } from "nostr-tools/pure";
import { AbstractRelay } from "nostr-tools/abstract-relay";
import { end } from "./far_line.mjs";
import { MOST_CONTENT } from "./far_post.mjs";
import { Reading } from "./far_read.mjs";
import { DAY, LETTER, OFFER, OPEN_TABLES, SOON, Seal, now } from "./far_seal.mjs";

const ANSWER = /^\s*\[\s*"(EVENT|EOSE)"/; // other messages are no answer to the question
const CONNECT_MS = 8000;
const ANSWER_MS = 8000;
const MOST_OFFERS = 60; // per relay; only good ones count
const LONGEST = 15 * DAY; // of an offer, with a margin for clocks (ui/far/lobby/invite.py)
const MOST_BY_ONE = 2; // offers of one author
const MOST_OFFER = 2400; // characters of an offer: MAX_WORD in engine/far/terms.py
const OFFER_WORD = /^[\w-]*$/; // empty: withdrawn
const OFFERS_PAGE = 200; // events asked for at once
const LEAST_PAGE = 20; // a shorter answer is whole: no relay is known to cap lower
const MOST_READ = 3000; // events read per relay to find good offers
const MOST_READ_CHARS = 4_000_000;
const READ_MS = 30_000;
const MOST_NEW = 30; // letters per table
const MOST_STRANGE = 8; // letters of strangers per table
const MOST_MAIL = 1_000_000; // characters per relay

/**
 * Asks each relay once. `told(kind, relay, text)`: what `take` makes of the events, then `done`, or
 * `silent` if the relay has answered nothing.
 */
class Questions {
  constructor(told) {
    this.told = told;
    this.open = new Set();
  }

  /** `take(event)` gets genuine events among the first `most`, which have at most `size` characters
   * in all. `filters()`: of the next subscription; `more()`: whether another one follows;
   * `admits(event)`: whether an event is worth checking its signature. */
  async ask(url, { filters, most, size, take, more = () => false, admits = () => true, ms = ANSWER_MS }) {
    const verify = (event) => admits(event) && verifyEvent(event);
    const relay = new AbstractRelay(url, { verifyEvent: verify });
    relay.onnotice = () => {};
    this.open.add(relay);
    let answered = false;
    const done = () => {
      clearTimeout(timer);
      if (!this.open.delete(relay)) return;
      this.told(answered ? "done" : "silent", url, "");
      end(relay);
    };
    const timer = setTimeout(done, CONNECT_MS + ms);
    try {
      await relay.connect({ timeout: CONNECT_MS });
    } catch {
      return done();
    }
    if (!this.open.has(relay)) return end(relay);
    let [count, read] = [0, 0];
    const hear = relay.ws.onmessage;
    relay.ws.onmessage = (message) => {
      const text = String(message.data);
      read += text.length;
      if (ANSWER.test(text)) answered = true;
      if (read > size) return done();
      if (getHex64(text, "id") && ++count > most) return done();
      hear(message);
    };
    const page = () => {
      const sub = relay.subscribe(filters(), {
        onevent: (event) => this.open.has(relay) && take(event),
        oneose: () => {
          if (!this.open.has(relay) || !more()) return done();
          sub.onclose = null;
          page();
          sub.close();
        },
        onclose: done,
        eoseTimeout: ANSWER_MS,
      });
    };
    page();
  }

  close() {
    this.told = () => {};
    for (const relay of this.open) end(relay);
    this.open.clear();
  }
}

/**
 * Queries relays once for stored offers: `offer`, a key, a word, its date, the level and the language it states.
 * `told` returns whether an offer is good; what is not takes no place, and older events are read instead.
 */
export class Looking extends Questions {
  constructor(urls, told) {
    super(told);
    for (const url of urls) this.look(url);
  }

  look(url) {
    const since = now() - LONGEST;
    const pages = new Reading(OFFERS_PAGE);
    const found = new Map(); // good offers by author
    let good = 0;
    const by = (event) => found.get(event.pubkey) ?? new Set();
    this.ask(url, {
      filters: () => [{ kinds: [OFFER], "#t": [OPEN_TABLES], since, ...pages.filter }],
      most: MOST_READ,
      size: MOST_READ_CHARS,
      ms: READ_MS,
      more: () => good < MOST_OFFERS && pages.page.size >= LEAST_PAGE && pages.next(),
      admits: (event) => {
        if (!Number.isInteger(event.created_at)) return false;
        pages.take(event.id, event.created_at);
        return by(event).size < MOST_BY_ONE && admissible(event);
      },
      take: (event) => {
        const words = by(event);
        if (good >= MOST_OFFERS || words.size >= MOST_BY_ONE || words.has(event.content)) return;
        const tag = (wanted) => event.tags.find(([name]) => name === wanted)?.[1] ?? "";
        const level = /^[1-5]$/.test(tag("level")) ? tag("level") : 0;
        const lang = /^[a-z]{2}$/.test(tag("lang")) ? tag("lang") : "";
        const text = [event.pubkey, event.content, event.created_at, level, lang];
        if (!this.told("offer", url, text.join(" "))) return;
        found.set(event.pubkey, words.add(event.content));
        good += 1;
      },
    });
  }
}

/** Return whether an event may be an offer, by what can be seen without checking its signature. */
function admissible({ created_at, content }) {
  const fresh = created_at <= now() + SOON; // the relay and its client have compared `since`
  return fresh && content?.length <= MOST_OFFER && OFFER_WORD.test(content);
}

/** Asks a relay once for new letters of several tables: `mail`, a topic, a word and its author. */
export class Mail extends Questions {
  /** `tables`: "topic key since author author" per line, dates in seconds; without authors a few
   * letters of strangers. */
  constructor(url, tables, told) {
    super(told);
    const known = new Map();
    const filters = tables.split("\n").map((line) => {
      const [topic, key, since, ...authors] = line.split(" ");
      known.set(topic, { seal: new Seal(topic, hexToBytes(key), ""), authors });
      const limit = authors.length ? MOST_NEW : MOST_STRANGE;
      return { kinds: [LETTER], "#x": [topic], since: Number(since), limit, ...(limit === MOST_NEW && { authors }) };
    });
    this.ask(url, {
      filters: () => filters,
      most: MOST_NEW * filters.length,
      size: MOST_MAIL,
      take: (event) => this.read(url, event, known),
    });
  }

  read(url, event, known) {
    const topic = event.tags.find(([name]) => name === "x")?.[1];
    const table = known.get(topic);
    if (!table || event.kind !== LETTER || event.content.length > MOST_CONTENT) return;
    if (table.authors.length && !table.authors.includes(event.pubkey)) return;
    const word = table.seal.open(event);
    if (word !== null && word.length <= MOST_CONTENT) this.told("mail", url, `${topic} ${word} ${event.pubkey}`);
  }
}
