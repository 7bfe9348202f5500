/*
 * Fetching of the release bundle's files: packs (engine/dev/_pack.py), the memory image
 * (engine/dev/image.mjs) and Pyodide's program.
 *
 * Used by the interpreter's wrapper and by the worker that starts earlier. Progress is reported as
 * numbers of bytes received. A fetch that receives nothing for QUIET_MS throws an Error; the total
 * time is not limited.
 */

const DIGITS = 16; // the image begins with the length of its header
const [GZIP, ZSTD] = [0x1f8b, 0x28b5]; // first two bytes
const PROGRAM = "\0asm"; // first bytes of a WebAssembly file
const PROGRAM_TYPE = { headers: { "Content-Type": "application/wasm" } };
export const QUIET_MS = 30000;
const get = globalThis.fetch.bind(globalThis); // not the one static/fast.js replaces temporarily

/** Return the result of `work`; throw if `moved()` has not changed for QUIET_MS. */
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

/** Yield the chunks of a file. Throw on an error status, an empty file or silence. */
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

/** Unpack a gzipped stream; without the browser's own way only after all of it has come. */
async function gunzipped(stream) {
  if (globalThis.DecompressionStream) return stream.pipeThrough(new DecompressionStream("gzip"));
  const { gunzip } = await import("./gunzip.js");
  return new Response(gunzip(new Uint8Array(await new Response(stream).arrayBuffer()))).body;
}

async function unzstd(stream) {
  if (!globalThis.asedioUnzstd) await import("./unzstd.js");
  return globalThis.asedioUnzstd(stream);
}

/** Return the content of a packed file as a stream, even if somebody has already unpacked it. */
async function contentOf(url, report, signal) {
  const rest = chunks(url, report, signal);
  const { value: first } = await rest.next();
  const begin = (first[0] << 8) | first[1];
  const whole = streamOf(first, rest);
  if (begin === ZSTD) return unzstd(whole);
  return begin === GZIP ? gunzipped(whole) : whole;
}

/** Return the content of a packed file. */
export async function unpacked(url, report = () => {}, signal) {
  const content = await contentOf(url, report, signal);
  return new Uint8Array(await new Response(content).arrayBuffer());
}

/** Return the program as a Response with the WebAssembly type, whatever type the server sent. */
async function programFile(url, report) {
  const rest = (await contentOf(url, report)).getReader();
  const { value: first } = await rest.read();
  const begin = String.fromCharCode(...(first?.subarray(0, PROGRAM.length) ?? []));
  if (begin === "" || !PROGRAM.startsWith(begin)) throw new Error(`${url.pathname} is no program`);
  return new Response(streamOf(first, { next: () => rest.read() }), PROGRAM_TYPE);
}

/**
 * Compile Pyodide's program while it arrives; if that fails, once more after it has arrived.
 *
 * Both the download and the compiler have a time limit. `kept`: the file is cached on the device,
 * unpacked (sw.js); then the browser gets its own response, for which it may have stored the
 * compiled code.
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
 * Return the memory image as {memory, constants, memoryAt}.
 *
 * Blank parts are filled in. `constants` lists the [start, size] of data that the program itself
 * contains, to be copied from there to `memoryAt + start`. Throw if the image is of a build other
 * than `hash`.
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
