/*
 * Encryption of a backup with a password: PBKDF2-SHA-256 makes the key, AES-GCM encrypts, both of
 * Web Crypto. The file is one line of JSON, with all that is needed to open it but the password.
 */

const FORMAT = "asedio-backup";
const ROUNDS = 600_000; // of PBKDF2; files may ask for more, up to MOST_ROUNDS
const MOST_ROUNDS = 5_000_000;
const CHUNK = 0x8000; // bytes handed to String.fromCharCode at a time

function packed(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

function unpacked(text) {
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

async function keyOf(password, salt, rounds, use) {
  const secret = new TextEncoder().encode(password.normalize("NFC"));
  const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return crypto.subtle.deriveKey(how, base, { name: "AES-GCM", length: 256 }, false, [use]);
}

/** Return the file of `text`, encrypted. */
export async function seal(text, password) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(password, salt, ROUNDS, "encrypt");
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  const sealed = {
    kdf: "PBKDF2-SHA-256", rounds: ROUNDS, cipher: "AES-GCM",
    salt: packed(salt), iv: packed(iv), data: packed(new Uint8Array(data)),
  };
  return JSON.stringify({ format: FORMAT, version: 1, sealed });
}

/** Return the text of an encrypted file; "" if password or file are wrong. */
export async function unseal(file, password) {
  try {
    const { salt, iv, data, rounds } = JSON.parse(file).sealed;
    if (!Number.isInteger(rounds) || rounds < ROUNDS || rounds > MOST_ROUNDS) return "";
    const key = await keyOf(password, unpacked(salt), rounds, "decrypt");
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: unpacked(iv) }, key, unpacked(data));
    return new TextDecoder().decode(plain);
  } catch {
    return "";
  }
}
