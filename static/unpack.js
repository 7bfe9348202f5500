/*
 * Fetching the files of the release bundle: packs (engine/dev/_pack.py), the memory image
 * (engine/dev/image.mjs) and Pyodide's program. Used by the interpreter's wrapper and by the worker
 * that reads ahead of it. Progress is reported as numbers of bytes as they come; a fetch on which
 * nothing has come for QUIET_MS is an Error, however long the whole may take.
 */

const DIGITS = 16; // the image begins with the length of its head
const GZIP = 0x1f8b;
const PROGRAM = "\0asm"; // how a file of WebAssembly begins
export const QUIET_MS = 30000;
const get = globalThis.fetch.bind(globalThis); // not what static/fast.js lends to Pyodide meanwhile

/** What `work` comes to, or an Error once nothing has moved for QUIET_MS; `moved` counts. */
export async function soon(work, what, moved = () => 0) {
  let timer;
  const pause = () => new Promise((resolve) => (timer = setTimeout(resolve, QUIET_MS, "quiet")));
  const done = Promise.resolve(work).then((value) => ({ value }));
  try {
    for (;;) {
      const before = moved();
      const first = await Promise.race([done, pause()]);
      if (first !== "quiet") return first.value;
      if (moved() === before) throw new Error(`${what}: nothing has come for ${QUIET_MS / 1000} s`);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Chunks of a file. An Error for any status but success, for no byte at all, and for silence. */
async function* chunks(url, report, signal) {
  const line = new AbortController();
  const stop = () => line.abort();
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const response = await soon(get(url, { signal: line.signal }), url.pathname);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
    const reader = response.body.getReader();
    let empty = true;
    for (;;) {
      const { done, value } = await soon(reader.read(), url.pathname);
      if (done) break;
      empty = false;
      report(value.length);
      yield value;
    }
    if (empty) throw new Error(`${url.pathname} is empty`);
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function streamOf(first, rest) {
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** The content of a file that was packed by the build, even where a server unpacked it already. */
export async function unpacked(url, report = () => {}, signal) {
  const rest = chunks(url, report, signal);
  const { value: first } = await rest.next();
  const packed = ((first[0] << 8) | first[1]) === GZIP;
  const whole = streamOf(first, rest);
  const plain = packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** The file as a Response that is of WebAssembly whatever type the server gave it. */
async function programFile(url, report) {
  const rest = chunks(url, report);
  const { value: first } = await rest.next();
  const begin = String.fromCharCode(...first.subarray(0, PROGRAM.length));
  if (!PROGRAM.startsWith(begin)) throw new Error(`${url.pathname} is no program`);
  return new Response(streamOf(first, rest), { headers: { "Content-Type": "application/wasm" } });
}

/**
 * Compile Pyodide's program while it comes; where that does not work, once more in one piece. Every
 * wait ends, for the next bytes and for the compiler. `kept`: the file is on the device; then the
 * browser gets its own answer, by which it knows what it has compiled before.
 */
export async function compiledProgram(url, report = () => {}, kept = false) {
  let moved = 0;
  const counted = (bytes) => {
    moved += 1;
    report(bytes);
  };
  try {
    const file = kept ? get(url) : await programFile(url, counted);
    return await soon(WebAssembly.compileStreaming(file), url.pathname, () => moved);
  } catch (error) {
    console.warn(`Asedio: ${error}`);
  }
  const bytes = await (await programFile(url, counted)).arrayBuffer();
  return soon(WebAssembly.compile(bytes), url.pathname);
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
