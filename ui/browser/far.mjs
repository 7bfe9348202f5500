/*
 * Signatures, relays and QR codes for far play.
 *
 * `make vendor` bundles this with its libraries into static/vendor/far/; it is loaded when the
 * first far table opens (ui/browser/relay.py).
 */
import { schnorr } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { v2 as nip44 } from "nostr-tools/nip44";
import { generateSecretKey } from "nostr-tools/pure";
import styles from "../far/far.css";

export { Looking, Mail } from "./far_look.mjs";
export { Pool } from "./far_pool.mjs";
export { probe } from "./far_probe.mjs";
export { qr } from "./qr.mjs";

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

/** Return a text sealed between two mail keys, base64. `nonce`: of this text alone. */
export const seal = (key, other, text, nonce) =>
  nip44.encrypt(text, nip44.utils.getConversationKey(hexToBytes(key), other), hexToBytes(nonce));

/** Return the text of a sealed message; empty if it is damaged or between other keys. */
export function unseal(key, other, data) {
  try {
    return nip44.decrypt(data, nip44.utils.getConversationKey(hexToBytes(key), other));
  } catch {
    return "";
  }
}

/* The first verification builds tables for all later ones; do it before a letter waits for it. */
(globalThis.requestIdleCallback ?? setTimeout)(() => {
  const [own, digest] = [secret(), bytesToHex(ZEROS)];
  verify(publicKey(own), digest, sign(own, digest));
});
