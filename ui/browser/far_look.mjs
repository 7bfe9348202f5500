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
import { DAY, LETTER, OFFER, OPEN_TABLES, Seal, now } from "./far_seal.mjs";

const ANSWER = /^\s*\[\s*"(EVENT|EOSE)"/; // other messages are no answer to the question
const CONNECT_MS = 8000;
const ANSWER_MS = 8000;
const MOST_OFFERS = 60; // per relay
const MOST_OFFER = 4000; // characters of an offer
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

  /** `filters`: of the only subscription. `take(event)` gets at most `most` events with at most
   * `size` characters in all. */
  async ask(url, filters, most, size, take) {
    const relay = new AbstractRelay(url, { verifyEvent });
    relay.onnotice = () => {};
    this.open.add(relay);
    let answered = false;
    const done = () => {
      clearTimeout(timer);
      if (!this.open.delete(relay)) return;
      this.told(answered ? "done" : "silent", url, "");
      end(relay);
    };
    const timer = setTimeout(done, CONNECT_MS + ANSWER_MS);
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
    relay.subscribe(filters, {
      onevent: (event) => this.open.has(relay) && take(event),
      oneose: done,
      onclose: done,
      eoseTimeout: ANSWER_MS,
    });
  }

  close() {
    this.told = () => {};
    for (const relay of this.open) end(relay);
    this.open.clear();
  }
}

/** Queries relays once for stored offers: `offer`, a key and a word. */
export class Looking extends Questions {
  constructor(urls, told) {
    super(told);
    const filter = { kinds: [OFFER], "#t": [OPEN_TABLES], since: now() - DAY, limit: MOST_OFFERS };
    for (const url of urls)
      this.ask(url, [filter], MOST_OFFERS, MOST_OFFERS * (MOST_OFFER + 1000), (event) => {
        if (event.content.length <= MOST_OFFER) this.told("offer", url, `${event.pubkey} ${event.content}`);
      });
  }
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
    this.ask(url, filters, MOST_NEW * filters.length, MOST_MAIL, (event) => this.read(url, event, known));
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
