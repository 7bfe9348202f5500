/*
 * The group ristretto255 for shared decks (engine/far/group.py), and a worker for many products.
 *
 * `make vendor` bundles this with its library into static/vendor/far/; it is loaded when the first
 * far table of a game with a shared deck opens (ui/browser/deck.py). Elements and scalars are hex;
 * scalars are big-endian.
 */
import { ristretto255, ristretto255_hasher } from "@noble/curves/ed25519.js";
import { hexToBytes } from "@noble/hashes/utils.js";

const { Point } = ristretto255;
const SLICE_MS = 12; // of work on the page, should no worker start
const PATIENCE_MS = 15_000; // until the worker's first word
const number = (hex) => BigInt(`0x${hex}`);

/** Return whether this encodes an element other than the identity. */
export function good(point) {
  try {
    return !Point.fromHex(point).is0();
  } catch {
    return false;
  }
}

/** Return the multiple of an element. Throws for what encodes none. */
export const multiply = (scalar, point) => Point.fromHex(point).multiply(number(scalar)).toHex();

/** Return the multiple of the generator. */
export const base = (scalar) => Point.BASE.multiply(number(scalar)).toHex();

/** Return the element derived from 64 uniform bytes. */
export const hashed = (uniform) => ristretto255_hasher.deriveToCurve(hexToBytes(uniform)).toHex();

const product = ([scalar, point]) => (point ? multiply(scalar, point) : base(scalar));
const read = (text) => text.split("\n").map((line) => line.split(" "));

/** Compute products, "scalar point" or "scalar" for the generator, one a line, apart from the page;
 * return the elements, one a line. `told(count)`: so many are done. */
export async function compute(text, told) {
  try {
    return await inWorker(text, told);
  } catch (why) {
    console.warn(`Asedio: no worker for the cards: ${why?.message ?? why}`);
    return await onPage(text, told);
  }
}

function inWorker(text, told) {
  const worker = new Worker(import.meta.url, { type: "module" });
  let timer;
  return new Promise((done, fail) => {
    timer = setTimeout(() => fail(new Error("silent")), PATIENCE_MS);
    worker.onerror = fail;
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (typeof data === "string") done(data);
      else told(data);
    };
    worker.postMessage(text);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

async function onPage(text, told) {
  const found = [];
  let end = performance.now() + SLICE_MS;
  for (const line of read(text)) {
    found.push(product(line));
    if (performance.now() < end) continue;
    told(found.length);
    await new Promise((go) => setTimeout(go));
    end = performance.now() + SLICE_MS;
  }
  return found.join("\n");
}

if (typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope) {
  onmessage = ({ data }) => {
    const found = [];
    postMessage(0);
    for (const line of read(data)) if (found.push(product(line)) % 6 === 0) postMessage(found.length);
    postMessage(found.join("\n"));
  };
}
