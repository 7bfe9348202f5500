/*
 * Reading what `make site` packed (engine/dev/_pack.py, engine/dev/image.mjs), for the interpreter's
 * wrapper and for the worker that reads ahead of it. Progress is told as numbers of packed bytes.
 */

const DIGITS = 16; // the image begins with the length of its head
const GZIP = 0x1f8b;

/** The answer of the server, an Error for anything but success. */
export async function ask(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response;
}

/** The content of a file that was packed by the build, even where a server unpacked it already. */
export async function unpacked(url, report = () => {}, signal) {
  const reader = (await ask(url, { signal })).body.getReader();
  const { value: first } = await reader.read();
  if (first === undefined) throw new Error(`${url.pathname} is empty`);
  const packed = ((first[0] << 8) | first[1]) === GZIP;
  const rest = new ReadableStream({
    start(controller) {
      report(first.length);
      controller.enqueue(first);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      report(value.length);
      controller.enqueue(value);
    },
  });
  const plain = packed ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/**
 * Python's memory as it was: {memory, constants, memoryAt}. Blank parts are filled in again;
 * `constants` lists the [start, size] that the program itself has, to be copied from there to
 * `memoryAt + start`. An Error for an image of another build than `hash`.
 */
export async function readImage(url, hash, report, signal) {
  const data = await unpacked(url, report, signal);
  const text = (from, to) => new TextDecoder().decode(data.subarray(from, to));
  const length = Number(text(0, DIGITS));
  const head = length > DIGITS && length < data.length ? JSON.parse(text(DIGITS, length)) : {};
  if (head.hash !== hash) throw new Error(`the image is of another build: ${head.hash}`);
  const memory = new Uint8Array(head.size);
  let at = length;
  for (const [start, size] of head.runs) {
    memory.set(data.subarray(at, at + size), start);
    at += size;
  }
  return { memory, constants: head.constants, memoryAt: head.memoryAt };
}
