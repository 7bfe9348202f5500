/*
 * Trial of a relay before a table depends on it: it stores one event, gives it back, and says that
 * this was all. A table waits for that end before it connects.
 *
 * The event is like a letter to everybody but us: its kind, a topic, encrypted content, a one-time
 * key. It expires within the hour.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { AbstractRelay } from "nostr-tools/abstract-relay";
import { minePow } from "nostr-tools/nip13";
import { v2 as nip44 } from "nostr-tools/nip44";
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from "nostr-tools/pure";
import { limits } from "./far_line.mjs";
import { LETTER, MOST_POW } from "./far_seal.mjs";

const PATIENCE_MS = 9000; // for the whole trial
const AGAIN_MS = [0, 400, 1500]; // some relays acknowledge before they can be asked
const CHALLENGE_MS = 400;
const END_MS = 4000; // for an answer to a question, up to its end
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

/** Ask for the event as a table asks for its letters. Return "" if it comes and then the end, else
 * `forgets`, `endless` or, if the relay wants a login first, `auth`. */
function given(relay, event, topic) {
  return new Promise((done) => {
    if (!relay.connected) return done("forgets");
    let came = false;
    const ended = (why) => {
      clearTimeout(timer);
      done(why);
    };
    const timer = setTimeout(() => ended("endless"), END_MS);
    const sub = relay.subscribe([{ kinds: [event.kind], "#x": [topic] }], {
      onevent: (found) => (came ||= found.id === event.id),
      oneose: () => {
        ended(came ? "" : "forgets");
        sub.close();
      },
      onclose: (reason) => ended(String(reason).startsWith("auth-required") ? "auth" : "forgets"),
      eoseTimeout: 2 ** 31 - 1, // silence is no end
    });
  });
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

async function attempt(relay, url) {
  try {
    await relay.connect({ timeout: PATIENCE_MS });
  } catch {
    return "silent";
  }
  const limit = (await limits(url)) ?? {};
  const bits = Number(limit.min_pow_difficulty) || 0;
  if (limit.payment_required === true) return "restricted";
  if (bits > MOST_POW) return "pow";
  const topic = random();
  const { event, why } = await store(relay, LETTER, topic, bits);
  if (why.startsWith("publish timed out")) return "silent";
  if (why) return REASONS[why] ?? "invalid";
  for (const millis of AGAIN_MS) {
    await pause(millis);
    let found = await given(relay, event, topic);
    if (found === "auth" && (await login(relay))) found = await given(relay, event, topic);
    if (found !== "forgets") return found;
  }
  return "forgets";
}

/**
 * Try a relay. Return {ok, why}: `silent`, `pow`, `auth`, `blocked`, `restricted`, `invalid`,
 * `forgets` or `endless`; never throws.
 */
export async function probe(url) {
  const relay = new AbstractRelay(url, { verifyEvent });
  relay.onnotice = () => {};
  let why = "silent";
  try {
    why = await Promise.race([attempt(relay, url), pause(PATIENCE_MS).then(() => "silent")]);
  } catch {
    /* the connection broke in the middle */
  }
  relay.openSubs.clear(); // unsubscribing fails on a closed connection
  relay.close();
  return { ok: why === "", why };
}
