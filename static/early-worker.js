/*
 * Worker of static/early.js.
 *
 * It is told once what to fetch and greets with {}. It answers {name, value} for the program and,
 * if wanted, the image; null for what failed. In between it reports {bytes} received.
 */
import { compiledProgram, readImage } from "./unpack.js";

import("./unzstd.js").catch(() => {}); // unpack.js asks for it again, when the first bytes have come
const OFTEN_MS = 80;
/*
 * Give up the image on a slow connection. It has 1.8 MB more than the compiled files, which in turn
 * start more slowly: below 7 Mbit/s the first visit is quicker without it, and later visits find it
 * cached.
 */
const PATIENCE_MS = 700;
const ENOUGH = 600_000; // bytes of program and image expected by then, while others are loading
const BUSY_MS = 150; // a timer that is later than this tells of a busy processor, not of the line

const line = new AbortController();
let total = 0;
let unsaid = 0;
let said = 0;

function report(bytes) {
  total += bytes;
  unsaid += bytes;
  if (performance.now() - said < OFTEN_MS) return;
  said = performance.now();
  postMessage({ bytes: unsaid });
  unsaid = 0;
}

function weighLine(begun) {
  const late = performance.now() - begun - PATIENCE_MS;
  if (late < BUSY_MS && total < ENOUGH) line.abort();
}

async function answer(name, work) {
  // Null: the page then tries itself, and reports the error.
  const value = await work.catch(() => (line.signal.aborted && name === "image" ? "slow" : null));
  postMessage({ name, value, bytes: unsaid }, value?.memory ? [value.memory.buffer] : []);
  unsaid = 0;
}

self.onmessage = async ({ data: { program, image, hash, kept } }) => {
  if (!kept) {
    const begun = performance.now();
    // What has arrived is counted first.
    setTimeout(() => setTimeout(weighLine, 0, begun), PATIENCE_MS);
  }
  const work = [
    answer("program", compiledProgram(new URL(program), report, kept)),
    image && answer("image", readImage(new URL(image), hash, report, line.signal)),
  ];
  postMessage({}); // both are asked for
  await Promise.all(work);
  self.close();
};
