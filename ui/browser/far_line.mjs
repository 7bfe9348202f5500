/*
 * Connection to one relay of a table: reads all stored letters and listens, finds dead connections.
 * The states it reports are described in ui/browser/relay.py. Posting: far_post.mjs.
 */
import { verifyEvent } from "nostr-tools/pure";
import { AbstractRelay } from "nostr-tools/abstract-relay";
import { getHex64, getInt, getSubscriptionId } from "nostr-tools/fakejson";
import { Allowance, Author, Guests, Tries } from "./far_pace.mjs";
import { AROUND, MOST_CONTENT, Post, UNWELCOME, number, sleep } from "./far_post.mjs";
import { Reading } from "./far_read.mjs";
import { LETTER, WHISPER, now } from "./far_seal.mjs";

const CONNECT_MS = 8000;
const PAUSES_S = [1, 2, 4, 8, 15, 30, 60, 120, 300]; // between attempts to connect
const LASTED_MS = 60_000; // connection after which these begin anew
const SILENT_MS = 10_000; // without any answer until a connection counts as dead
const PROBE_MS = 5000; // the same for a question only to get an answer
const ANSWER_MS = 60_000; // longest wait for the end of an answer that keeps coming
const IDLE_MS = 60_000; // without a message until the connection is tried
const IDLE_LATER_MS = 300_000; // the same at a table where nothing happens
const BUSY_MS = 600_000; // after the last message of the table
const CHALLENGE_MS = 2000; // to wait for a challenge (NIP-42)
const PAGE = 500; // events
const CATCH_UP = 20; // events of the first page after a short interruption
const WHOLE_MS = 900_000; // age of the last whole reading after which another one is due
const MOST_IDS = 9000;
const MOST_JUNK = 20;
const LATE_MS = 10_000; // for events of other authors that were on their way already
const OLD_WHISPER_S = 900; // clocks differ
const MOST_ABOUT = 50_000; // characters of a relay's information document
const PATIENCE_MS = 3000; // to wait for that document
const SOON_MS = 1000; // to wait for it before the first question

/** Fetch a relay's limits (NIP-11, unchecked); {} if it states none, null if it cannot be asked. */
export async function limits(url) {
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
    return null;
  }
}

const NOTHING = { ids: ["0".repeat(64)], limit: 1 }; // a question only to get an answer
const seen = () => globalThis.document?.visibilityState !== "hidden";

/** Close a relay without unsubscribing, which would fail on a closed connection. */
export function end(relay) {
  for (const sub of relay.openSubs.values()) clearTimeout(sub.eoseTimeoutHandle);
  relay.openSubs.clear();
  relay.close();
}

/** Make room for another entry in a map or set. */
function forget(known) {
  for (const key of known.keys()) {
    if (known.size < MOST_IDS) break;
    known.delete(key);
  }
}

export class Line {
  constructor(pool, url) {
    this.pool = pool;
    this.url = url;
    this.limit = {};
    this.ids = new Map(); // id → [created_at, word] of processed events, which are skipped
    this.coming = new Set(); // ids of events waiting to be processed
    this.shown = new Set(); // words it has sent
    this.takers = new Map(); // subscription → who counts its events
    this.asks = new Tries(); // of reading
    this.guests = new Guests();
    this.budgets = new Map(); // author of the table → what he has sent
    this.muted = new Set(); // those who have sent too much
    this.allowance = new Allowance();
    this.failures = 0; // attempts to connect
    this.followedAt = 0; // when other authors were chosen
    this.wholeAt = 0; // last reading to the end
    this.junk = 0;
    this.open = this.left = false; // open: stored letters are read
    this.post = new Post(this);
    this.connect();
  }

  tell(kind, text = "") {
    this.pool.tell(kind, this.url, text);
  }

  /** Report a state of the line, once. */
  state(kind, text = "") {
    const said = `${kind} ${text}`;
    if (this.said === said) return;
    this.said = said;
    this.tell(kind, text);
  }

  /* connection */

  async connect() {
    if (this.left || this.relay) return;
    clearTimeout(this.timer);
    this.state("connecting");
    const relay = (this.relay = new AbstractRelay(this.url, { verifyEvent }));
    relay.publishTimeout = SILENT_MS;
    relay.onnotice = () => {};
    relay.onclose = () => this.lost(relay);
    this.limits ??= limits(this.url).then((found) => {
      if (!found) this.limits = undefined;
      return found ?? {};
    });
    this.asked = false; // again after a login
    this.login = null;
    this.post.begin();
    this.takers.clear();
    try {
      await relay.connect({ timeout: CONNECT_MS });
    } catch {
      return this.lost(relay);
    }
    if (this.left || this.relay !== relay) return end(relay);
    this.heardAt = this.since = Date.now();
    this.watch(relay);
    this.idle(relay);
    this.limit = (await Promise.race([this.limits, sleep(SOON_MS)])) ?? this.limit;
    if (this.relay === relay) this.read(relay);
  }

  /** Apply the relay's stated limits; return false after leaving a relay that cannot be used. */
  obey(limit) {
    this.limit = limit;
    if (limit.payment_required === true) this.leave("restricted");
    else if (!this.post.obey(limit)) this.leave("pow");
    return !this.left;
  }

  lost(relay) {
    if (this.relay !== relay) return;
    if (this.open && Date.now() - this.since > LASTED_MS) this.failures = 0;
    this.relay = this.live = this.pass = null;
    this.open = false;
    clearTimeout(this.idling);
    this.post.end();
    if (this.left) return;
    const seconds = PAUSES_S[Math.min(this.failures++, PAUSES_S.length - 1)];
    this.state("lost", String(seconds));
    this.timer = setTimeout(() => this.connect(), 1000 * seconds * (0.8 + 0.4 * Math.random()));
  }

  /** Give up a connection that does not answer. */
  replace(relay) {
    if (this.relay !== relay) return;
    this.lost(relay);
    end(relay);
  }

  leave(why) {
    if (this.left) return;
    this.close();
    this.state("left", why);
    this.pool.complete();
  }

  close() {
    this.left = true;
    this.open = false;
    for (const timer of [this.timer, this.idling]) clearTimeout(timer);
    this.post.end();
    const relay = this.relay;
    this.relay = null;
    if (!relay) return;
    relay.onclose = null;
    setTimeout(() => end(relay), 50); // let pending messages go out first
  }

  /** Reconnect at once, or find out whether the connection is alive. `pressed`: the player wants it,
   * and what failed is tried from the beginning. */
  wake(pressed) {
    this.failures = 0;
    if (pressed) {
      this.asks.clear();
      this.post.again();
    } else {
      this.post.tries.once();
    }
    if (!this.relay) return this.connect();
    this.probe(this.relay);
    if (this.open) this.ready();
  }

  /** Try the connection now and then while nothing arrives and the player looks at the page. */
  idle(relay) {
    const check = () => {
      const busy = Date.now() - this.pool.activeAt < BUSY_MS;
      const most = busy ? IDLE_MS : IDLE_LATER_MS;
      const quiet = Date.now() - this.heardAt;
      if (quiet >= most && seen() && this.open) this.probe(relay);
      this.idling = setTimeout(check, quiet >= most ? IDLE_MS : Math.max(most - quiet, 1000));
    };
    this.idling = setTimeout(check, IDLE_MS);
  }

  /* incoming messages */

  /** Count incoming messages, and drop unwanted ones before they are parsed. */
  watch(relay) {
    const hear = relay.ws.onmessage;
    relay.ws.onmessage = (message) => {
      if (this.relay !== relay) return;
      this.heardAt = Date.now();
      const text = String(message.data);
      const name = getSubscriptionId(text);
      const id = name && getHex64(text, "id"); // read without parsing
      const known = id && this.ids.get(id);
      const phase = this.open ? "open" : "opening";
      const isNew = id && !known && !this.coming.has(id);
      if (isNew && Date.now() - this.followedAt < LATE_MS && !this.wanted(text)) return;
      const author = isNew && this.authors?.length && this.wanted(text) ? getHex64(text, "pubkey") : "";
      if (author) {
        if (!this.budget(author).takes(text.length, getInt(text, "kind") !== WHISPER)) return this.mute(author);
        if (text.length > MOST_CONTENT + 4 * AROUND) return this.spoiled(author);
      }
      if (!author && !this.allowance.takes(text.length, phase, isNew && this.wanted(text))) return this.leave("flood");
      if (text.length > MOST_CONTENT + 4 * AROUND) return this.bad();
      if (known) return this.takers.get(name)?.(id, ...known);
      if (id && !this.coming.has(id) && !this.admits(text)) return;
      if (id) this.coming.add(id);
      this.pool.slices.later(() => {
        this.coming.delete(id);
        if (this.relay !== relay) return;
        const again = id && this.ids.get(id); // it came twice
        if (again) return this.takers.get(name)?.(id, ...again);
        hear(message);
        if (text.startsWith('["AUTH"')) this.greet(relay);
      }, phase);
    };
  }

  /** Authors that are read: null: any, [] : a few strangers. */
  get authors() {
    const { authors, seal } = this.pool;
    if (this.narrow) return [seal.author];
    if (!authors?.length || !this.muted.size) return authors;
    const left = authors.filter((one) => !this.muted.has(one));
    return left.length ? left : [seal.author];
  }

  budget(author) {
    if (!this.budgets.has(author)) this.budgets.set(author, new Author());
    return this.budgets.get(author);
  }

  /** Read nothing more of an author of the table who has sent too much; the relay only passes on. */
  mute(author) {
    if (this.muted.has(author)) return;
    this.muted.add(author);
    this.tell("crowded");
    this.follow();
  }

  /** Count an event of an author of the table that nobody can read. */
  spoiled(author) {
    if (this.authors?.length && !this.budget(author).spoils()) this.mute(author); // guests have few
  }

  wanted(text) {
    return !this.authors?.length || this.authors.includes(getHex64(text, "pubkey"));
  }

  /** Return whether an event may be read: of the table's authors, or of a few strangers. */
  admits(text) {
    if (this.authors?.length !== 0) return this.wanted(text);
    if (getHex64(text, "pubkey") === this.pool.seal.author || this.guests.take(text.length)) return true;
    this.narrow = true; // somebody has posted too much
    this.tell("crowded");
    this.follow();
    return false;
  }

  bad() {
    if (++this.junk > MOST_JUNK) this.leave("junk");
  }

  heard(event, name) {
    if (this.ids.has(event.id)) return this.bad(); // the envelope showed another id
    forget(this.ids);
    forget(this.shown);
    const stored = event.kind === LETTER;
    const word = this.pool.seal.open(event);
    const found = [event.created_at, stored ? word : null];
    this.ids.set(event.id, found);
    this.takers.get(name)?.(event.id, ...found);
    if (word === null) return this.authors ? this.spoiled(event.pubkey) : this.bad();
    this.pool.activeAt = Date.now();
    if (stored) {
      this.shown.add(word);
      this.tell("mail", `${word} ${event.pubkey}`);
    } else if (Math.abs(now() - event.created_at) < OLD_WHISPER_S) {
      this.tell("whisper", word);
    }
  }

  /* questions */

  filter(kinds) {
    const found = { kinds, "#x": [this.pool.topic] };
    return this.authors?.length ? { ...found, authors: this.authors } : found;
  }

  /** Ask; the promise is `eose`, the reason of a refusal, or `silent` when the end never came. A
   * connection on which nothing arrives meanwhile is replaced. `take(id, created_at, word)` is called
   * for each event until then; `keep`: go on listening. */
  ask(relay, filter, take = null, keep = false, patience = SILENT_MS) {
    if (this.relay !== relay || !relay.connected) return Promise.resolve("silent");
    this.allowance.asked(Math.min(filter.limit, this.ids.size) + 2);
    return new Promise((resolve) => {
      const from = Date.now();
      let settled = false;
      const settle = (found) => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        clearTimeout(sub.eoseTimeoutHandle);
        this.takers.delete(sub.id);
        resolve(found);
        if ((keep && found === "eose") || this.relay !== relay) return;
        if (this.live === sub) this.live = null;
        sub.close();
      };
      const check = () => {
        const quiet = Date.now() - Math.max(from, this.heardAt);
        if (quiet >= patience) this.replace(relay);
        if (this.relay !== relay || Date.now() - from >= ANSWER_MS) settle("silent");
        else timer = setTimeout(check, patience - quiet);
      };
      let timer = setTimeout(check, patience);
      const sub = relay.subscribe([filter], {
        onevent: (event) => this.heard(event, sub.id),
        oninvalidevent: () => this.bad(),
        oneose: () => settle("eose"),
        onclose: (reason) => {
          if (!settled) settle(String(reason));
          else if (this.live === sub) this.unread(relay, String(reason));
        },
        eoseTimeout: 2 ** 31 - 1, // silence is no end
      });
      if (take) this.takers.set(sub.id, take);
      if (keep) this.live = sub;
    });
  }

  /** Find out whether a connection is alive. */
  probe(relay) {
    return this.ask(relay, NOTHING, null, false, PROBE_MS);
  }

  /** Read the stored letters page by page, and go on listening. */
  async read(relay) {
    const pass = (this.pass = {});
    const whole = Date.now() - this.wholeAt > WHOLE_MS;
    const known = new Set(this.ids.keys());
    const size = Math.min(number(this.limit.max_limit, PAGE), whole ? PAGE : CATCH_UP);
    const pages = new Reading(size, whole ? null : (id) => known.has(id));
    const words = new Set();
    const taken = new Set(this.post.taken); // later ones may be missing from an earlier page
    const take = (id, at, word) => {
      pages.take(id, at);
      if (word) words.add(word);
    };
    const old = this.live;
    let more = true;
    for (let first = true; more; first = false) {
      const filter = { ...this.filter(first ? [LETTER, WHISPER] : [LETTER]), ...pages.filter };
      const found = await this.ask(relay, filter, take, first);
      if (this.relay !== relay || this.pass !== pass) return;
      if (first) old?.close();
      if (found !== "eose") return this.unread(relay, found);
      more = pages.next();
    }
    const limit = await this.limits;
    if (this.relay !== relay || this.pass !== pass || !this.obey(limit)) return;
    this.pass = null;
    this.asks.clear();
    if (pages.gaps || pages.cut) this.tell("gap");
    const ended = pages.whole && !this.narrow && !this.muted.size;
    if (ended) this.wholeAt = Date.now();
    this.post.read(words, ended ? taken : []);
    this.open = true;
    this.ready();
    this.pool.complete();
    this.announce();
  }

  /** Listen to other authors from now on. */
  follow() {
    this.followedAt = Date.now();
    if (this.relay?.connected && (this.live || this.pass)) this.read(this.relay);
  }

  /** Report the state of an open line, and go on posting. */
  ready() {
    const { tries } = this.post;
    if (tries.over) this.state("stuck", tries.why);
    else this.state("open");
    this.post.next();
  }

  /** Handle a refused or endless answer: ask again later, a few times. */
  async unread(relay, text) {
    if (this.relay !== relay || !relay.connected) return;
    this.live = this.pass = null;
    const kind = text.split(":")[0];
    if (kind === "auth-required") {
      if (!this.asked && (await this.logged(relay))) {
        this.asked = true;
        return this.relay === relay && this.read(relay);
      }
      return this.relay === relay && this.leave("auth");
    }
    if (UNWELCOME.includes(kind)) return this.leave(kind);
    if (!this.asks.failed(kind === "rate-limited" ? "rate" : "refused")) return this.leave("unread");
    const again = () => this.relay === relay && relay.connected && !this.pass && !this.live && this.read(relay);
    setTimeout(again, this.asks.from - Date.now());
  }

  /* login (NIP-42): the challenge belongs to the connection */

  greet(relay) {
    if (this.login && this.login.challenge === relay.challenge) return;
    if (this.login && ++this.login.count > 3) return;
    relay.authPromise = undefined;
    const done = relay.auth(async (template) => this.pool.seal.sign(template)).then(
      () => true,
      () => false,
    );
    this.login = { challenge: relay.challenge, done, count: this.login?.count ?? 0 };
  }

  async logged(relay) {
    if (!this.login) await sleep(CHALLENGE_MS); // the challenge may follow
    return this.relay === relay && !!this.login && (await this.login.done);
  }

  /* outgoing messages other than letters */

  send(event) {
    this.allowance.asked(1);
    return this.relay.publish(event);
  }

  announce() {
    const event = this.pool.notice;
    if (!this.open || !event || this.noticed === event.id) return;
    this.noticed = event.id;
    this.send(event).catch(() => {});
  }

  whisper(event) {
    const { tries } = this.post;
    if (!this.open || (tries.count && tries.why !== "unkept")) return;
    const { relay } = this;
    this.send(event).catch((why) => {
      if (String(why?.message ?? why) === "publish timed out" && this.relay === relay)
        this.probe(relay);
    });
  }
}
