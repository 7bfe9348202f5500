/*
 * Trial of a relay before a table depends on it: it stores one event, passes it on to another
 * connection that listens as the other device will, gives it back, and says that this was all. A
 * table waits for that end before it connects.
 *
 * The event is like a letter to everybody but us: its kind, a topic, encrypted content, a one-time
 * key. It expires within the hour.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { AbstractRelay } from "nostr-tools/abstract-relay";
import { minePow } from "nostr-tools/nip13";
import { v2 as nip44 } from "nostr-tools/nip44";
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from "nostr-tools/pure";
import { PAGE, end, limits } from "./far_line.mjs";
import { LETTER, MOST_POW, WHISPER } from "./far_seal.mjs";

const PATIENCE_MS = 9000; // for the whole trial
const AGAIN_MS = [0, 400, 1500]; // some relays acknowledge before they can be asked
const CHALLENGE_MS = 400;
const END_MS = 4000; // for an answer to a question, up to its end
const PASSED_MS = 3000; // until the event reaches the other connection
const HOUR = 3600;

const pause = (millis) => new Promise((done) => setTimeout(done, millis));
const random = () => bytesToHex(generateSecretKey());

/** Return a signed event with `bits` of proof of work. */
function example(kind, topic, bits) {
  const key = generateSecretKey();
  const at = Math.floor(Date.now() / 1000);
  const tags = [["x", topic], ["expiration", String(at + HOUR)]];
  const content = nip44.encrypt(random() + random(), generateSecretKey());
  const template = { kind, created_at: at, tags, content };
  if (!bits) return finalizeEvent(template, key);
  const { nonce, id, ...mined } = minePow({ ...template, pubkey: getPublicKey(key) }, bits);
  return finalizeEvent(mined, key);
}

/** Log in (NIP-42) with a one-time key; return whether the relay has asked for it. */
async function login(relay) {
  if (!relay.challenge) await pause(CHALLENGE_MS); // it may follow
  if (!relay.challenge) return false;
  const key = generateSecretKey();
  await relay.auth(async (template) => finalizeEvent(template, key));
  return true;
}

/** Ask as a table asks for its letters and then listens: `onevent` gets each event. Return "" at
 * the end of the answer, else `forgets`, `endless` or, if the relay wants a login first, `auth`. */
function answered(relay, topic, onevent) {
  return new Promise((done) => {
    if (!relay.connected) return done("forgets");
    const ended = (why) => {
      clearTimeout(timer);
      done(why);
    };
    const timer = setTimeout(() => ended("endless"), END_MS);
    relay.subscribe([{ kinds: [LETTER, WHISPER], "#x": [topic], limit: PAGE }], {
      onevent,
      oneose: () => ended(""),
      onclose: (reason) => ended(String(reason).startsWith("auth-required") ? "auth" : "forgets"),
      eoseTimeout: 2 ** 31 - 1, // silence is no end
    });
  });
}

/** The same, after a login if the relay wants one. */
async function asked(relay, topic, onevent) {
  const found = await answered(relay, topic, onevent);
  return found === "auth" && (await login(relay)) ? answered(relay, topic, onevent) : found;
}

/** Store an event; return "" or the reason of the refusal. */
async function store(relay, kind, topic, bits, asked = false) {
  const event = example(kind, topic, bits);
  try {
    await relay.publish(event);
    return { event, why: "" };
  } catch (problem) {
    const text = String(problem?.message ?? problem);
    const [why] = text.split(":");
    if (asked) return { why };
    if (why === "auth-required" && (await login(relay))) return store(relay, kind, topic, bits, true);
    const wanted = Number(/\d+/.exec(text)?.[0] ?? 99);
    if (why === "pow" && wanted > bits && wanted <= MOST_POW) return store(relay, kind, topic, wanted, true);
    return { why };
  }
}

const REASONS = { "auth-required": "auth", pow: "pow", blocked: "blocked", restricted: "restricted" };

/** `other`: another connection to the same relay. */
async function attempt(relay, other, url) {
  try {
    await Promise.all([relay, other].map((one) => one.connect({ timeout: PATIENCE_MS })));
  } catch {
    return "silent";
  }
  const limit = (await limits(url)) ?? {};
  const bits = Number(limit.min_pow_difficulty) || 0;
  if (limit.payment_required === true) return "restricted";
  if (bits > MOST_POW) return "pow";
  const topic = random();
  const passed = new Set(); // ids
  let heard = () => {};
  const ended = await asked(other, topic, ({ id }) => heard(passed.add(id)));
  if (ended) return ended;
  const { event, why } = await store(relay, LETTER, topic, bits);
  if (why.startsWith("publish timed out")) return "silent";
  if (why) return REASONS[why] ?? "invalid";
  for (const millis of AGAIN_MS) {
    await pause(millis);
    let stored = false;
    const found = await asked(relay, topic, ({ id }) => (stored ||= id === event.id));
    if (found && found !== "forgets") return found;
    if (!stored) continue;
    const came = new Promise((done) => (heard = done));
    if (!passed.has(event.id)) await Promise.race([came, pause(PASSED_MS)]);
    return passed.has(event.id) ? "" : "deaf";
  }
  return "forgets";
}

/**
 * Try a relay. Return {ok, why}: `silent`, `pow`, `auth`, `blocked`, `restricted`, `invalid`,
 * `forgets`, `endless` or `deaf`; never throws.
 */
export async function probe(url) {
  const lines = [1, 2].map(() => new AbstractRelay(url, { verifyEvent }));
  for (const one of lines) one.onnotice = () => {};
  let why = "silent";
  try {
    why = await Promise.race([attempt(...lines, url), pause(PATIENCE_MS).then(() => "silent")]);
  } catch {
    /* the connection broke in the middle */
  }
  lines.forEach(end);
  return { ok: why === "", why };
}
