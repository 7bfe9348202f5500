/*
 * The relays of one table (ui/browser/far_line.mjs). It does not interpret letters: each travels as
 * a word. The interface is described in ui/browser/relay.py.
 */
import { hexToBytes } from "@noble/hashes/utils.js";
import { Line } from "./far_line.mjs";
import { Slices } from "./far_pace.mjs";
import { Seal, now, offered } from "./far_seal.mjs";

const COMPLETE_MS = 12_000; // until the page goes on without the relays that have not answered

/** All relays of one table. `told(kind, relay, text)` is called for every event. */
export class Pool {
  constructor(urls, topic, key, secret, authors, told) {
    this.topic = topic;
    this.seal = new Seal(topic, hexToBytes(key), secret);
    this.told = told;
    this.authors = listed(authors);
    this.letters = new Map(); // word → {word, date}: to be stored by every relay
    this.slices = new Slices();
    this.activeAt = Date.now();
    this.lines = [];
    this.lines = urls.map((url) => new Line(this, url));
    this.online = () => this.wakeAll(false);
    this.shown = () => globalThis.document.visibilityState === "visible" && this.wakeAll(false);
    globalThis.addEventListener?.("online", this.online);
    globalThis.document?.addEventListener("visibilitychange", this.shown);
    this.timer = setTimeout(() => this.complete(true), COMPLETE_MS);
  }

  tell(kind, relay, text) {
    this.told?.(kind, relay, text);
  }

  /** Report once that all relays are read to the end; `late`: that some are not. */
  complete(late = false) {
    const done = this.lines.length && this.lines.every((line) => line.open || line.left);
    if (this.completed || (!done && !late)) return;
    this.completed = true;
    clearTimeout(this.timer);
    this.tell("complete", "", done ? "all" : "some");
  }

  /** Read only these authors from now on (mail keys, separated by spaces). */
  follow(authors) {
    const found = listed(authors);
    if (JSON.stringify(found) === JSON.stringify(this.authors)) return;
    const unread = this.authors?.length && found?.some((one) => !this.authors.includes(one));
    this.authors = found;
    for (const line of this.lines) {
      if (line.narrow || unread) line.wholeAt = 0; // read from the beginning
      line.narrow = false;
      line.follow();
    }
  }

  event(letter, bits, range) {
    return this.seal.letter(letter.word, letter.date, bits, range);
  }

  /** Have all letters of this seat stored: words with their dates in ms, in their order. */
  offer(letters) {
    let last = 0;
    let fresh = false;
    for (const item of letters.split(" ")) {
      const [word, at] = item.split("@");
      if (!word) continue;
      if (!this.letters.has(word)) {
        const date = Math.max(last + 1, Math.floor(Number(at) / 1000) || now()); // grows strictly
        this.letters.set(word, { word, date });
        fresh = true;
      }
      last = this.letters.get(word).date;
    }
    if (!fresh) return;
    for (const line of this.lines) {
      line.post.tries.once();
      if (line.open) line.ready();
    }
  }

  announce(word, secret, name, end, level, lang) {
    this.notice = offered(word, secret, name, this.notice?.created_at ?? 0, end, level, lang);
    for (const line of this.lines) line.announce();
  }

  whisper(word) {
    const event = this.seal.whisper(word);
    for (const line of this.lines) line.whisper(event);
  }

  wakeAll(pressed) {
    for (const line of this.lines) line.wake(pressed);
  }

  /** The player wants another attempt: reconnect at once, post again what was refused. */
  wake() {
    this.wakeAll(true);
  }

  close() {
    globalThis.removeEventListener?.("online", this.online);
    globalThis.document?.removeEventListener("visibilitychange", this.shown);
    clearTimeout(this.timer);
    this.told = null;
    for (const line of this.lines) line.close();
  }
}

const listed = (authors) => (typeof authors === "string" ? authors.split(" ").filter(Boolean) : null);
