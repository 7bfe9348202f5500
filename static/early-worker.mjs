/*
 * The worker of static/early.mjs. It is told once what to fetch, answers {name, value} for program
 * and image (if one is wanted), null for what it could not do, and {bytes} now and then while the
 * image comes.
 */
import { readImage } from "./unpack.mjs";

const OFTEN_MS = 80;
/*
 * On a slow line the image is given up. It is larger than the compiled files, which in turn take
 * longer to start from; at 10 Mbit/s that is a second less on the first visit, and later ones find
 * the image kept on the device.
 */
const PATIENCE_MS = 700;
const ENOUGH = 400_000; // bytes of the image by then, beside everything else that is being fetched

const line = new AbortController();
let came = 0;
let unsaid = 0;
let said = 0;

function report(bytes) {
  came += bytes;
  unsaid += bytes;
  if (performance.now() - said < OFTEN_MS) return;
  said = performance.now();
  postMessage({ bytes: unsaid });
  unsaid = 0;
}

async function answer(name, work) {
  // Null: the page tries itself, and says what is wrong.
  const value = await work.catch(() => (line.signal.aborted && name === "image" ? "slow" : null));
  const bytes = name === "image" ? unsaid : 0;
  postMessage({ name, value, bytes }, value?.memory ? [value.memory.buffer] : []);
}

self.onmessage = async ({ data: { program, image, hash, kept } }) => {
  if (!kept) setTimeout(() => came < ENOUGH && line.abort(), PATIENCE_MS);
  await Promise.all([
    answer("program", Promise.resolve().then(() => WebAssembly.compileStreaming(fetch(program)))),
    image && answer("image", readImage(new URL(image), hash, report, line.signal)),
  ]);
  self.close();
};
