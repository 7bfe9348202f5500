/*
 * Events: how a letter becomes one. A letter's event is the same on every relay, on every device of
 * the seat and after every reload, so that nothing is stored twice: its date is the letter's, its
 * nonce (NIP-44) comes from the letter, its author is the seat's mail key.
 */
import { schnorr } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { getPow } from "nostr-tools/nip13";
import { v2 as nip44 } from "nostr-tools/nip44";
import { finalizeEvent, generateSecretKey, getEventHash } from "nostr-tools/pure";

export const LETTER = 7368; // stored by relays until it expires
export const WHISPER = 27368; // passed on and forgotten
export const OFFER = 37368; // replaceable: relays keep the latest per table
export const OPEN_TABLES = "asedio"; // value of the tag `t` of offers
export const DAY = 86400;
export const MOST_POW = 16; // bits; takes under a second

const EXPIRES = 100 * DAY;
const WHISPERED = 60; // seconds until a whisper expires
const WITHDRAWN = 60; // seconds until a withdrawn offer expires
export const SOON = 600; // seconds a date may lie ahead if the relay states no limit
const MARGIN = 60; // seconds

export const now = () => Math.floor(Date.now() / 1000);

/** Range of `created_at` a relay takes, by its limits (NIP-11). `near`: only the present, because it
 * has refused another date. */
export function dates(limit, near) {
  const at = now();
  if (near) return [at, at];
  const seconds = (name, otherwise) => (limit[name] > 0 ? Number(limit[name]) : otherwise);
  const back = Math.min(seconds("created_at_lower_limit", Infinity), EXPIRES - 10 * DAY);
  const ahead = seconds("created_at_upper_limit", SOON);
  return [at - Math.max(back - MARGIN, 0), at + Math.max(ahead - MARGIN, 0)];
}

/** Writes the events of one table. `key`: of the table, 32 bytes; `secret`: hex of the mail key, ""
 * for a spectator. */
export class Seal {
  constructor(topic, key, secret) {
    this.topic = topic;
    this.key = key;
    this.secret = secret ? hexToBytes(secret) : generateSecretKey();
    this.author = bytesToHex(schnorr.getPublicKey(this.secret));
  }

  tags(createdAt, seconds) {
    return [["x", this.topic], ["expiration", String(createdAt + seconds)]];
  }

  /** Return the event of a letter. `bits`: proof of work; `range`: of its date. */
  letter(word, date, bits, [from, until]) {
    const created_at = Math.min(Math.max(date, from), until);
    const nonce = sha256(concatBytes(this.key, utf8ToBytes(word)));
    const content = nip44.encrypt(word, this.key, nonce);
    const event = { kind: LETTER, created_at, tags: this.tags(created_at, EXPIRES), content };
    if (bits) mine({ ...event, pubkey: this.author }, bits);
    return finalizeEvent(event, this.secret);
  }

  whisper(word) {
    const created_at = now();
    const content = nip44.encrypt(word, this.key);
    const tags = this.tags(created_at, WHISPERED);
    return finalizeEvent({ kind: WHISPER, created_at, tags, content }, this.secret);
  }

  /** Return the text inside an event; null if it was not written with the table's key. */
  open(event) {
    try {
      return nip44.decrypt(event.content, this.key);
    } catch {
      return null;
    }
  }

  sign(template) {
    return finalizeEvent(template, this.secret);
  }
}

/** Add a tag with the least proof of work of `bits` (NIP-13); its tags are shared with the caller. */
function mine(event, bits) {
  const tag = ["nonce", "0", String(bits)];
  event.tags.push(tag);
  for (let count = 0; getPow(getEventHash(event)) < bits; ) tag[1] = String(++count);
}

/** Return the event of an open offer that lasts until `end`, in seconds; without a word it withdraws
 * the offer. `level`: of the strongest computer its author has beaten, 0 if none. */
export function offered(word, secret, name, after, end, level, lang) {
  const created_at = Math.max(now(), after + 1);
  const until = word ? end : created_at + WITHDRAWN;
  const tags = [["d", name], ["t", OPEN_TABLES], ["expiration", String(until)]];
  if (word && level) tags.push(["level", String(level)]);
  if (word && lang) tags.push(["lang", lang]);
  return finalizeEvent({ kind: OFFER, created_at, tags, content: word }, hexToBytes(secret));
}
