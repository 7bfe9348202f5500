/*
 * The worker of static/early.mjs. It is told once what to fetch, answers {name, value} for program
 * and image (if one is wanted), null for what it could not do, and {bytes} now and then while the image comes.
 */
import { readImage } from "./unpack.mjs";

const OFTEN_MS = 80;

let unsaid = 0;
let said = 0;

function report(bytes) {
  unsaid += bytes;
  if (performance.now() - said < OFTEN_MS) return;
  said = performance.now();
  postMessage({ bytes: unsaid });
  unsaid = 0;
}

async function answer(name, work, transfer) {
  const value = await work.catch(() => null); // the page tries itself, and says what is wrong
  postMessage({ name, value, bytes: name === "image" ? unsaid : 0 }, value ? transfer(value) : []);
}

self.onmessage = async ({ data: { program, image, hash } }) => {
  await Promise.all([
    answer("program", Promise.resolve().then(() => WebAssembly.compileStreaming(fetch(program))), () => []),
    image && answer("image", readImage(new URL(image), hash, report), ({ memory }) => [memory.buffer]),
  ]);
  self.close();
};
