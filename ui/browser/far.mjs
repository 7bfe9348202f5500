/*
 * Signatures, relays and QR codes for far play.
 *
 * `make vendor` bundles this with its libraries into static/vendor/far/; it is loaded when the
 * first far table opens (ui/browser/relay.py). It does not interpret letters: each travels as a
 * word, encrypted with the table's key (NIP-44) in an event signed by a one-time key.
 */
import { schnorr } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { finalizeEvent, generateSecretKey, verifyEvent } from "nostr-tools/pure";
import { AbstractRelay } from "nostr-tools/abstract-relay";
import { getHex64, getSubscriptionId } from "nostr-tools/fakejson";
import { getPow, minePow } from "nostr-tools/nip13";
import { v2 as nip44 } from "nostr-tools/nip44";
import { encode } from "uqr";
import { Allowance, Slices } from "./far_pace.mjs";
import { probe as attempt } from "./far_probe.mjs";
import styles from "../far/far.css";

document.head.append(Object.assign(document.createElement("style"), { textContent: styles }));

/* -- signatures (engine/far/crypto.py) ------------------------------------------------------- */

const ZEROS = new Uint8Array(32);

export const secret = () => bytesToHex(generateSecretKey());
export const publicKey = (key) => bytesToHex(schnorr.getPublicKey(hexToBytes(key)));
export const sign = (key, digest) => bytesToHex(schnorr.sign(hexToBytes(digest), hexToBytes(key), ZEROS));

export function verify(key, digest, signature) {
  try {
    return schnorr.verify(hexToBytes(signature), hexToBytes(digest), hexToBytes(key));
  } catch {
    return false;
  }
}

/* The first verification builds tables for all later ones; do it before a letter waits for it. */
(globalThis.requestIdleCallback ?? setTimeout)(() => {
  const [own, digest] = [secret(), bytesToHex(ZEROS)];
  verify(publicKey(own), digest, sign(own, digest));
});

/** Return the QR code as rows of 0 and 1; empty if the text is too long. */
export function qr(text) {
  try {
    return encode(text, { ecc: "L", border: 2 }).data.map((row) => row.map(Number).join("")).join("\n");
  } catch {
    return "";
  }
}

/* -- relays ---------------------------------------------------------------------------------- */

const LETTER = 7368; // stored by relays until it expires
const WHISPER = 27368; // passed on and forgotten
const OFFER = 37368; // replaceable: relays keep the latest per table
const DAY = 86400;
const EXPIRES = 100 * DAY;
const PAUSES = [1, 2, 4, 8, 15, 30, 60]; // seconds between attempts to connect
const MOST_POW = 16; // bits; takes under a second
const MOST_CONTENT = 40_000;
const AROUND = 500; // approximate characters of an event besides its content
const OVERLAP = DAY; // seconds: clocks differ
const MOST_IDS = 5000;
const MOST_ABOUT = 50_000; // characters of a relay's information document
const PATIENCE_MS = 3000; // to wait for that document

/** Fetch a relay's limits (NIP-11, unchecked); {} if it states none. */
async function limits(url) {
  try {
    const asked = { headers: { Accept: "application/nostr+json" }, credentials: "omit", redirect: "error" };
    const about = await fetch(url.replace("ws", "http"), { ...asked, signal: AbortSignal.timeout(PATIENCE_MS) });
    const reader = about.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > MOST_ABOUT) {
        reader.cancel();
        return {};
      }
    }
    return JSON.parse(text)?.limitation ?? {};
  } catch {
    return {};
  }
}

const now = () => Math.floor(Date.now() / 1000);

class Line {
  constructor(pool, url) {
    this.pool = pool;
    this.url = url;
    this.have = new Set(); // words this relay is known to store
    this.bits = 0; // proof of work that it requires
    this.longest = MOST_CONTENT;
    this.ids = new Set(); // ids of processed events, which are skipped
    this.coming = new Set(); // ids of events waiting to be processed
    this.going = new Set();
    this.failures = 0;
    this.since = 0;
    this.junk = 0;
    this.allowance = new Allowance();
    this.open = this.left = false;
    this.pause = 0;
    this.connect();
  }

  tell(kind, text = "") {
    this.pool.told(kind, this.url, text);
  }

  async connect() {
    if (this.left || this.relay) return;
    clearTimeout(this.timer);
    this.tell("connecting");
    const relay = (this.relay = new AbstractRelay(this.url, { verifyEvent }));
    relay.onnotice = () => {};
    relay.onauth = async (template) => finalizeEvent(template, generateSecretKey());
    relay.onclose = () => this.lost(relay);
    try {
      await relay.connect({ timeout: 8000 });
    } catch {
      this.lost(relay);
      return;
    }
    if (this.left || this.relay !== relay) return relay.close();
    this.limits ??= limits(this.url);
    this.watch(relay);
    this.subscribe(relay);
  }

  /** Apply the relay's stated limits; return false after leaving a relay that cannot be used. */
  obey(limit) {
    const number = (value, otherwise) => (Number.isFinite(value) && value > 0 ? value : otherwise);
    this.bits = number(limit.min_pow_difficulty, 0);
    const whole = number(limit.max_message_length, Infinity) - AROUND;
    this.longest = Math.min(MOST_CONTENT, number(limit.max_content_length, Infinity), whole);
    if (limit.payment_required === true) this.leave("restricted");
    else if (this.bits > MOST_POW) this.leave("pow");
    return !this.left;
  }

  /** Count incoming messages, and drop oversized or known ones before they are parsed. */
  watch(relay) {
    const hear = relay.ws.onmessage;
    relay.ws.onmessage = (message) => {
      if (this.relay !== relay) return;
      const text = String(message.data);
      const id = getSubscriptionId(text) && getHex64(text, "id"); // read without parsing
      const looked = this.ids.has(id);
      const phase = this.open ? "open" : "opening";
      if (!this.allowance.takes(text.length, phase, id && !looked && !this.coming.has(id))) return this.leave("flood");
      if (text.length > MOST_CONTENT + 4 * AROUND) return this.bad();
      if (looked) return;
      if (id) this.coming.add(id);
      this.pool.slices.later(() => {
        this.coming.delete(id);
        if (this.relay === relay) hear(message);
      }, phase);
    };
  }

  subscribe(relay) {
    this.allowance.asked(this.ids.size);
    const filter = { kinds: [LETTER, WHISPER], "#x": [this.pool.topic] };
    if (this.since) filter.since = this.since - OVERLAP;
    const begun = now();
    relay.subscribe([filter], {
      alreadyHaveEvent: (id) => this.ids.has(id),
      onevent: (event) => this.heard(event),
      oninvalidevent: () => this.bad(),
      oneose: async () => {
        const limit = await this.limits;
        if (this.relay !== relay || !relay.connected) return;
        if (!this.obey(limit)) return;
        this.open = true;
        this.failures = 0;
        this.since = begun;
        this.tell("open");
        this.post();
        this.announce();
      },
      onclose: (reason) => {
        if (this.relay === relay && relay.connected) this.refusal(String(reason), () => this.again(relay));
      },
      eoseTimeout: 10_000,
    });
  }

  /** Subscribe again later: the relay has closed the subscription only. */
  again(relay) {
    setTimeout(() => this.relay === relay && relay.connected && this.subscribe(relay), 10_000);
  }

  bad() {
    if (++this.junk > 20) this.leave("junk");
  }

  heard(event) {
    if (this.ids.has(event.id)) return this.bad(); // the envelope showed another id
    if (this.ids.size >= MOST_IDS) this.ids.clear();
    this.ids.add(event.id);
    if (event.kind === WHISPER && Math.abs(now() - event.created_at) > 120) return;
    let word;
    try {
      word = nip44.decrypt(event.content, this.pool.key);
    } catch {
      return this.bad();
    }
    if (event.kind === WHISPER) return this.tell("whisper", word);
    this.have.add(word);
    this.tell("mail", word);
  }

  lost(relay) {
    if (this.relay !== relay) return;
    this.relay = null;
    this.open = false;
    this.going.clear();
    if (this.left) return;
    const seconds = PAUSES[Math.min(this.failures++, PAUSES.length - 1)];
    this.tell("lost", String(seconds));
    this.timer = setTimeout(() => this.connect(), 1000 * seconds * (0.8 + 0.4 * Math.random()));
  }

  leave(why) {
    if (this.left) return;
    this.close();
    this.tell("left", why);
  }

  close() {
    this.left = true;
    this.open = false;
    clearTimeout(this.timer);
    const relay = this.relay;
    this.relay = null;
    if (!relay) return;
    relay.onclose = null;
    setTimeout(() => end(relay), 50); // let pending messages go out first
  }

  /* words to store */

  post() {
    if (!this.open || Date.now() < this.pause) return;
    for (const word of this.pool.words) {
      if (this.have.has(word) || this.going.has(word)) continue;
      if (this.bits && getPow(this.pool.event(word).id) < this.bits) this.pool.work(word, this.bits);
      if (this.pool.event(word).content.length <= this.longest) this.publish(word);
    }
  }

  async publish(word) {
    const relay = this.relay;
    this.going.add(word);
    try {
      await this.send(this.pool.event(word));
      this.stored(word);
    } catch (problem) {
      const text = String(problem?.message ?? problem);
      if (text.startsWith("duplicate:")) this.stored(word);
      else if (this.relay === relay && relay.connected) this.refusal(text, () => this.wait(10), word);
    } finally {
      this.going.delete(word);
      if (this.open) this.post();
    }
  }

  send(event) {
    this.allowance.asked(1);
    return this.relay.publish(event);
  }

  stored(word) {
    this.have.add(word);
    this.tell("stored", word);
  }

  wait(seconds) {
    this.pause = Date.now() + 1000 * seconds;
    setTimeout(() => this.post(), 1000 * seconds + 10);
  }

  /** Handle a refusal by its prefix (NIP-01). */
  refusal(text, otherwise, word = "") {
    const kind = text.split(":")[0];
    if (kind === "rate-limited") {
      this.tell("slow");
      this.wait(20);
    } else if (kind === "pow") {
      const bits = Number(/\d+/.exec(text)?.[0] ?? 99);
      if (word && bits <= MOST_POW && this.pool.work(word, bits)) return;
      this.leave("pow");
    } else if (kind === "auth-required") {
      if (this.asked || !this.relay.challenge) this.leave("auth");
      else this.login();
    } else if (["blocked", "restricted", "invalid", "mute"].includes(kind)) {
      this.leave(kind);
    } else {
      otherwise();
    }
  }

  async login() {
    this.asked = true;
    const relay = this.relay;
    try {
      await relay.auth(relay.onauth);
    } catch {
      return this.leave("auth");
    }
    if (this.relay === relay && !this.open) this.subscribe(relay);
    this.post();
  }

  announce() {
    const event = this.pool.notice;
    if (!this.open || !event || this.noticed === event.id) return;
    this.noticed = event.id;
    this.send(event).catch(() => {});
  }

  whisper(event) {
    if (this.open) this.send(event).catch(() => {});
  }
}

/** All relays of one table. `told(kind, relay, text)` is called for every event. */
export class Pool {
  constructor(urls, topic, key, told) {
    this.topic = topic;
    this.key = hexToBytes(key);
    this.told = told;
    this.words = new Set(); // to be stored by every relay
    this.events = new Map(); // word → the event that contains it
    this.slices = new Slices();
    this.lines = urls.map((url) => new Line(this, url));
    this.online = () => this.wake();
    globalThis.addEventListener("online", this.online);
  }

  event(word) {
    if (!this.events.has(word)) this.events.set(word, this.sealed(LETTER, word, EXPIRES));
    return this.events.get(word);
  }

  template(kind, word, seconds) {
    const tags = [["x", this.topic], ["expiration", String(now() + seconds)]];
    return { kind, created_at: now(), tags, content: nip44.encrypt(word, this.key) };
  }

  sealed(kind, word, seconds) {
    return finalizeEvent(this.template(kind, word, seconds), generateSecretKey());
  }

  /** Add the proof of work a relay requires; return false if the event already had it. */
  work(word, bits) {
    const before = this.events.get(word);
    if (before && getPow(before.id) >= bits) return false;
    const key = generateSecretKey();
    const template = { ...this.template(LETTER, word, EXPIRES), pubkey: bytesToHex(schnorr.getPublicKey(key)) };
    const { nonce, id, ...mined } = minePow(template, bits);
    this.events.set(word, finalizeEvent(mined, key));
    return true;
  }

  offer(words) {
    for (const word of words.split(" ")) if (word) this.words.add(word);
    for (const line of this.lines) line.post();
  }

  announce(word, secret, name) {
    const at = Math.max(now(), (this.notice?.created_at ?? 0) + 1);
    const tags = [["d", name], ["expiration", String(at + (word ? DAY : 60))]];
    this.notice = finalizeEvent({ kind: OFFER, created_at: at, tags, content: word }, hexToBytes(secret));
    for (const line of this.lines) line.announce();
  }

  whisper(word) {
    const event = this.sealed(WHISPER, word, 60);
    for (const line of this.lines) line.whisper(event);
  }

  /** Reconnect at once instead of waiting for the next attempt. */
  wake() {
    for (const line of this.lines) {
      line.failures = 0;
      line.connect();
    }
  }

  close() {
    globalThis.removeEventListener("online", this.online);
    for (const line of this.lines) line.close();
  }
}

const MOST_OFFERS = 60; // per relay

/** Close a relay without unsubscribing, which would fail on a closed connection. */
function end(relay) {
  relay.openSubs.clear();
  relay.close();
}

/** Try a relay before a table depends on it; return {ok, why}. */
export const probe = (url) => attempt(url, LETTER, limits);

/** Queries relays once for stored offers. `told(kind, relay, text)`: kinds `offer` and `done`. */
export class Looking {
  constructor(urls, told) {
    this.told = told;
    this.open = new Set();
    for (const url of urls) this.ask(url);
  }

  async ask(url) {
    const relay = new AbstractRelay(url, { verifyEvent });
    relay.onnotice = () => {};
    this.open.add(relay);
    const done = () => {
      if (!this.open.delete(relay)) return;
      this.told("done", url, "");
      end(relay);
    };
    let count = 0;
    try {
      await relay.connect({ timeout: 8000 });
    } catch {
      return done();
    }
    if (!this.open.has(relay)) return end(relay);
    relay.subscribe([{ kinds: [OFFER], since: now() - DAY, limit: MOST_OFFERS }], {
      onevent: (event) => {
        if (++count > MOST_OFFERS) return done();
        if (event.content.length <= 4000) this.told("offer", url, `${event.pubkey} ${event.content}`);
      },
      oneose: done,
      onclose: done,
      eoseTimeout: 8000,
    });
  }

  close() {
    this.told = () => {};
    for (const relay of this.open) end(relay);
    this.open.clear();
  }
}
