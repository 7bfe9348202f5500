/*
 * Posting letters to one relay, as a good guest: few at a time and apart, each once; after a refusal
 * or silence again later, a few times; "stored" is said only of a relay that gives back samples.
 */
import { Tries } from "./far_pace.mjs";
import { MOST_POW, dates, now } from "./far_seal.mjs";

export const MOST_CONTENT = 40_000;
export const AROUND = 500; // approximate characters of an event besides its content
export const UNWELCOME = ["blocked", "restricted"]; // reasons to leave a relay (NIP-01)
const APART_MS = 400; // between two letters
const MOST_FLYING = 3; // letters without an answer
const SAMPLE = 8; // one letter in so many is read back
const AGAIN_MS = 2000; // until the second look for a sample
const PRESENT_S = 60; // age of a letter whose date was refused: then the clock is wrong
const CLOCK = /created_at|creation date|too (late|early|old|new)|in the (future|past)|clock/i;

export const sleep = (ms, found) => new Promise((done) => setTimeout(done, ms, found));
export const number = (value, otherwise) => (Number.isFinite(value) && value > 0 ? value : otherwise);

export class Post {
  /** `line`: the connection (ui/browser/far_line.mjs). */
  constructor(line) {
    this.line = line;
    this.taken = new Set(); // words the relay has acknowledged
    this.flying = new Set(); // words on their way to it
    this.failed = new Map(); // word → refusals
    this.long = new Set(); // words it cannot take
    this.made = new Map(); // word → its event for this relay
    this.tries = new Tries();
    this.bits = 0; // proof of work that it requires
    this.near = false; // it takes only events dated now
    this.longest = MOST_CONTENT;
    this.sentAt = this.failedAt = 0;
  }

  /** A connection begins. */
  begin() {
    this.proved = this.checking = false; // proved: it gives back what it has acknowledged
    this.unchecked = this.logins = 0;
  }

  /** The connection ends. */
  end() {
    clearTimeout(this.timer);
    this.flying.clear();
  }

  /** Apply the relay's stated limits; return false if it asks for too much work. */
  obey(limit) {
    this.bits = Math.max(this.bits, number(limit.min_pow_difficulty, 0));
    const whole = number(limit.max_message_length, Infinity) - AROUND;
    this.longest = Math.min(MOST_CONTENT, number(limit.max_content_length, Infinity), whole);
    return this.bits <= MOST_POW;
  }

  /** The player wants another attempt, also for what was not kept. */
  again() {
    this.tries.clear();
    this.failed.clear();
    this.long.clear();
    for (const word of this.taken) if (!this.line.shown.has(word)) this.taken.delete(word);
  }

  /** Note the stored words the relay has shown. `due`: the acknowledged ones that a reading to the
   * end must have shown. */
  read(words, due) {
    for (const word of words) if (this.line.pool.letters.has(word)) this.proved = true;
    const lost = [...due].filter((word) => !words.has(word));
    for (const word of lost) this.unkept(word);
    if (lost.length) this.tries.stop("unkept");
    else this.tries.once();
  }

  unkept(word) {
    this.line.shown.delete(word); // it was only passed on
    this.line.tell("unkept", word);
  }

  /** Return the letter to post next: one the relay is not known to have, least refused first. */
  choose() {
    let found = null;
    for (const letter of this.line.pool.letters.values()) {
      const { word } = letter;
      if (this.line.shown.has(word) || this.taken.has(word) || this.flying.has(word)) continue;
      if (this.long.has(word)) continue;
      if (!found || this.refusals(word) < this.refusals(found.word)) found = letter;
    }
    return found;
  }

  refusals(word) {
    return this.failed.get(word) ?? 0;
  }

  /** Post the next letter, in its time. */
  next() {
    clearTimeout(this.timer);
    if (!this.line.open || this.tries.over || this.checking) return;
    if (this.flying.size >= (this.proved && !this.tries.count ? MOST_FLYING : 1)) return;
    const letter = this.choose();
    if (!letter) return this.long.size && !this.flying.size && this.halt("size");
    const wait = Math.max(this.tries.from, this.sentAt + APART_MS) - Date.now();
    if (wait > 0) this.timer = setTimeout(() => this.next(), wait);
    else this.publish(letter);
  }

  event(letter) {
    const range = dates(this.line.limit, this.near);
    const made = this.made.get(letter.word);
    if (made?.bits === this.bits && made.near === this.near) return made.event;
    const event = this.line.pool.event(letter, this.bits, range);
    this.made.set(letter.word, { bits: this.bits, near: this.near, event });
    return event;
  }

  async publish(letter) {
    const { relay } = this.line;
    const { word } = letter;
    const event = this.event(letter);
    if (event.content.length > this.longest) {
      this.long.add(word);
      return this.next();
    }
    this.flying.add(word);
    const sentAt = (this.sentAt = this.line.pool.activeAt = Date.now());
    this.next(); // the next one, in its time
    let problem = "";
    try {
      await this.line.send(event);
    } catch (why) {
      problem = String(why?.message ?? why) || "refused";
    }
    if (this.line.relay !== relay) return;
    if (!problem || problem.startsWith("duplicate:")) await this.accepted(relay, event, word);
    else if (sentAt >= this.failedAt) await this.refused(relay, event, word, problem);
    if (this.line.relay !== relay) return;
    this.flying.delete(word);
    this.next();
  }

  /** Note an acknowledgement; the first ones of a connection count only when read back. */
  async accepted(relay, event, word) {
    this.taken.add(word);
    this.failed.delete(word);
    if (!this.proved || ++this.unchecked >= SAMPLE) {
      this.checking = true;
      const kept = (await this.keeps(relay, event)) || (await this.keeps(relay, event, AGAIN_MS));
      if (this.line.relay !== relay) return;
      this.checking = false;
      this.unchecked = 0;
      if (!kept) {
        this.unkept(word);
        return this.halt("unkept");
      }
      this.proved = true;
    }
    this.tries.clear();
    this.line.tell("stored", word);
  }

  /** Return whether the relay gives back an event; true if it does not answer such questions. */
  async keeps(relay, event, after = 0) {
    await sleep(after);
    if (this.line.relay !== relay) return false;
    let found = false;
    const take = (id) => (found ||= id === event.id);
    const answer = await this.line.ask(relay, { ids: [event.id], limit: 1 }, take);
    return found || !["eose", "silent"].includes(answer);
  }

  halt(why) {
    this.tries.stop(why);
    this.line.state("stuck", why);
  }

  back(why, word) {
    this.failedAt = Date.now();
    this.failed.set(word, this.refusals(word) + 1);
    if (!this.tries.failed(why)) this.line.state("stuck", why);
  }

  /** Handle a refusal of a letter by its prefix (NIP-01), or the lack of an answer. */
  async refused(relay, event, word, text) {
    const kind = text.split(":")[0];
    if (text === "publish timed out") {
      await this.line.probe(relay);
      if (this.line.relay === relay) this.back("silent", word);
    } else if (kind === "rate-limited") {
      this.back("rate", word);
    } else if (kind === "pow") {
      const bits = Math.max(...(text.match(/\d+/g) ?? ["99"]).map(Number));
      if (bits > MOST_POW || bits <= this.bits) return this.halt("pow");
      this.bits = bits;
    } else if (kind === "auth-required") {
      if (++this.logins <= MOST_FLYING && (await this.line.logged(relay))) return;
      if (this.line.relay === relay) this.line.leave("auth");
    } else if (UNWELCOME.includes(kind)) {
      this.line.leave(kind);
    } else if (CLOCK.test(text)) {
      if (this.near || Math.abs(event.created_at - now()) < PRESENT_S) return this.halt("clock");
      this.near = true;
    } else if (kind === "invalid") {
      this.halt("invalid");
    } else {
      this.back("refused", word);
    }
  }
}
