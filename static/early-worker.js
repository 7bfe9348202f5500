/*
 * The worker of static/early.js. It is told once what to fetch, greets with {}, answers {name, value}
 * for program and image (if one is wanted), null for what it could not do, and {bytes} now and then
 * while they come.
 */
import { compiledProgram, readImage } from "./unpack.js";

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
  unsaid += bytes;
  if (performance.now() - said < OFTEN_MS) return;
  said = performance.now();
  postMessage({ bytes: unsaid });
  unsaid = 0;
}

function reportImage(bytes) {
  came += bytes;
  report(bytes);
}

async function answer(name, work) {
  // Null: the page tries itself, and says what is wrong.
  const value = await work.catch(() => (line.signal.aborted && name === "image" ? "slow" : null));
  postMessage({ name, value, bytes: unsaid }, value?.memory ? [value.memory.buffer] : []);
  unsaid = 0;
}

self.onmessage = async ({ data: { program, image, hash, kept } }) => {
  postMessage({});
  if (!kept) setTimeout(() => came < ENOUGH && line.abort(), PATIENCE_MS);
  await Promise.all([
    answer("program", compiledProgram(new URL(program), report, kept)),
    image && answer("image", readImage(new URL(image), hash, reportImage, line.signal)),
  ]);
  self.close();
};
