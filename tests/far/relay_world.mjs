/*
 * Relays, network and clock in memory for tests of ui/browser/far_pool.mjs by Node: a minute passes
 * in no time. Import it before the page's scripts.
 */
const timers = new Map();
let time = Date.UTC(2026, 10, 26);
let serial = 0;

Date.now = () => time + world.clockOff;
globalThis.setTimeout = (act, ms = 0, ...rest) => {
  timers.set(++serial, [time + Math.max(0, ms || 0), act, rest]);
  return serial;
};
globalThis.clearTimeout = (name) => timers.delete(name);
globalThis.AbortSignal.timeout = () => undefined;

export const world = { relays: new Map(), clockOff: 0, trouble: [] };

const breathe = async () => {
  for (let count = 0; count < 6; count++) await new Promise((done) => setImmediate(done));
};

/** Let time pass. */
export async function pass(seconds) {
  const until = time + 1000 * seconds;
  await breathe();
  for (;;) {
    const due = [...timers].filter(([, [at]]) => at <= until).sort((a, b) => a[1][0] - b[1][0] || a[0] - b[0])[0];
    if (!due) break;
    timers.delete(due[0]);
    time = Math.max(time, due[1][0]);
    due[1][1](...due[1][2]);
    await breathe();
  }
  time = until;
}

export const elapsed = () => time;

const DELAY_MS = 20;

class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  constructor(url) {
    this.readyState = 0;
    this.relay = world.relays.get(new URL(url).host);
    this.subs = new Map();
    this.from = time;
    setTimeout(() => {
      if (!this.relay || this.relay.down) return this.drop();
      this.readyState = 1;
      this.relay.sockets.add(this);
      this.relay.connections.push(time);
      this.onopen?.();
      if (this.relay.auth) this.say(["AUTH", (this.challenge = `challenge ${++serial}`)]);
    }, DELAY_MS);
  }

  drop() {
    this.readyState = 3;
    this.relay?.sockets.delete(this);
    this.onclose?.({});
  }

  close() {
    this.readyState = 3;
    this.relay?.sockets.delete(this);
  }

  /** Nothing passes any more, and neither side is told. */
  die() {
    this.dead = true;
  }

  send(text) {
    if (!this.dead) setTimeout(() => this.readyState === 1 && this.relay.hear(this, JSON.parse(text)), DELAY_MS);
  }

  say(message) {
    if (!this.dead) setTimeout(() => this.readyState === 1 && this.onmessage?.({ data: JSON.stringify(message) }), DELAY_MS);
  }
}
globalThis.WebSocket = Socket;

globalThis.fetch = async (url) => {
  const relay = world.relays.get(new URL(url).host);
  if (!relay || relay.down) throw new Error("unreachable");
  return new Response(JSON.stringify({ limitation: relay.limits }));
};

const short = (kind) => kind >= 20000 && kind < 30000;

/** A relay; its faults are fields. */
export class Relay {
  constructor(name, faults = {}) {
    this.url = `wss://${name}`;
    this.cap = 500; // most events of an answer
    this.refuse = () => ""; // its refusal of an event
    this.mute = false; // no answer to events
    this.forget = false; // acknowledged, not stored
    this.auth = false; // login needed
    this.down = false;
    this.deaf = false; // ignores `authors`
    this.limits = {};
    this.events = [];
    this.seen = []; // [time, event]: every event ever received
    this.logins = [];
    this.asked = []; // filters
    this.requests = 0;
    this.junk = []; // events at the end of every answer
    this.endless = false; // its answers never end
    this.connections = [];
    this.sockets = new Set();
    Object.assign(this, faults);
    world.relays.set(name, this);
  }

  get letters() {
    return this.seen.filter(([, event]) => !short(event.kind));
  }

  hear(socket, [kind, first, ...rest]) {
    if (kind === "CLOSE") return socket.subs.delete(first);
    if (kind === "AUTH") {
      const good = first.tags.some(([name, value]) => name === "challenge" && value === socket.challenge);
      this.logins.push([socket.challenge, first.pubkey]);
      socket.known = good;
      return socket.say(["OK", first.id, good, good ? "" : "auth-required: no"]);
    }
    if (kind === "REQ") {
      this.asked.push(...rest);
      this.requests += 1;
      if (this.auth && !socket.known) return socket.say(["CLOSED", first, "auth-required: log in"]);
      socket.subs.set(first, rest[0]);
      const found = this.events.filter((event) => rest.some((filter) => this.fits(event, filter)));
      found.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
      const most = Math.min(this.cap, rest[0].limit ?? Infinity);
      for (const event of [...found.slice(0, most), ...this.junk]) socket.say(["EVENT", first, event]);
      return this.endless || socket.say(["EOSE", first]);
    }
    if (kind !== "EVENT") return;
    this.seen.push([time, first]);
    if (this.mute) return;
    const answer = this.auth && !socket.known ? "auth-required: log in" : this.refuse(first);
    if (answer) return socket.say(["OK", first.id, false, answer]);
    const stored = this.events.some((one) => one.id === first.id);
    socket.say(["OK", first.id, true, stored ? "duplicate: have it" : ""]);
    if (!stored) this.publish(first);
  }

  fits(event, filter) {
    const tags = (name) => event.tags.filter((tag) => tag[0] === name).map((tag) => tag[1]);
    return (
      (!filter.ids || filter.ids.includes(event.id)) &&
      (!filter.kinds || filter.kinds.includes(event.kind)) &&
      (!filter.authors || this.deaf || filter.authors.includes(event.pubkey)) &&
      (!filter["#x"] || tags("x").some((one) => filter["#x"].includes(one))) &&
      (!filter["#t"] || tags("t").some((one) => filter["#t"].includes(one))) &&
      event.created_at <= (filter.until ?? Infinity)
    );
  }

  /** Store an event and pass it on. */
  publish(event) {
    if (!short(event.kind) && !this.forget) this.events.push(event);
    for (const socket of this.sockets)
      for (const [name, filter] of socket.subs) if (this.fits(event, filter)) socket.say(["EVENT", name, event]);
  }

  die() {
    for (const socket of this.sockets) socket.die();
  }

  drop() {
    for (const socket of [...this.sockets]) socket.drop();
  }
}

const { Pool } = await import("../../ui/browser/far_pool.mjs");
const { Seal } = await import("../../ui/browser/far_seal.mjs");

const secretOf = (name) => Buffer.from(name.padEnd(32, ".")).toString("hex");
const TOPIC = "ab".repeat(16);
const KEY = "cd".repeat(32);

/** The events of a person with the table's key. */
export const sealer = (name) => new Seal(TOPIC, Buffer.from(KEY, "hex"), secretOf(name));
export const authorOf = (name) => sealer(name).author;
export const write = (name, word, date = Math.floor(time / 1000)) => sealer(name).letter(word, date, 0, [0, 2 ** 40]);

process.on("unhandledRejection", (why) => world.trouble.push(String(why)));

/** A device at the table. `authors`: names, or null. */
export class Device {
  constructor(name, relays, authors = ["ana", "blas"]) {
    this.reports = [];
    this.state = {};
    this.why = {};
    const told = (kind, relay, text) => {
      this.reports.push([kind, relay, text]);
      if (["connecting", "open", "stuck", "lost", "left"].includes(kind)) {
        this.state[relay] = kind;
        this.why[relay] = text;
      }
    };
    const keys = authors && authors.map(authorOf).join(" ");
    this.pool = new Pool(relays.map((one) => one.url), TOPIC, KEY, name ? secretOf(name) : "", keys, told);
  }

  of(kind) {
    return this.reports.filter(([found]) => found === kind).map(([, , text]) => text);
  }

  get mail() {
    return [...new Set(this.of("mail").map((text) => text.split(" ")[0]))];
  }

  /** Offer letters: words, dated one a second from the beginning of the world on. */
  offer(words, from = time - 1000 * words.length) {
    this.pool.offer(words.map((word, number) => `${word}@${from + 1000 * number}`).join(" "));
  }

  follow(names) {
    this.pool.follow(names.map(authorOf).join(" "));
  }
}

export const words = (count, name = "w") => Array.from({ length: count }, (_, number) => `${name}${number}`);
export const say = (found) => {
  console.log(JSON.stringify({ found, trouble: world.trouble }));
  process.exit(0);
};
