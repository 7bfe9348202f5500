/*
 * Wrapper around Pyodide in the release bundle; PyScript loads it in place of Pyodide. `make site`
 * fills in BUILD and Pyodide's path. It starts at once, while PyScript is still being fetched, and
 * tries the quickest way first:
 *   1. image     a snapshot of Python's memory after importing the app;
 *   2. compiled  the same modules as byte code;
 *   3. plain     the sources and the original Pyodide.
 * If a file is missing, stale, broken or too slow, the next way is tried. All three need Pyodide's
 * program; without it, or if every way fails, static/boot.js shows an error.
 */
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";
import { early, imageAt, kept, programAt, wantedWay } from "./early.js";
import { compiledProgram, readImage, soon, unpacked } from "./unpack.js";

/** @type {{hash: string, runtime: string, lock: object, games: string[], later: string[], sizes: Record<string, number>}} */
const BUILD = null; // replaced by the build

const PYODIDE = new URL(BUILD.runtime, import.meta.url);

/* -- progress ------------------------------------------------------------------------------- */

let all = Object.values(BUILD.sizes).reduce((sum, size) => sum + size, 0);
if (kept) all -= BUILD.sizes.program; // its progress is not reported
let got = 0;

function progress(bytes) {
  got = Math.min(all, got + bytes);
  globalThis.dispatchEvent(new CustomEvent("asedio:progress", { detail: { got, all } }));
}

function note(name, detail) {
  globalThis.performance.mark(`asedio:${name}`, { detail });
}

/**
 * Let the browser paint and take input. The start is cut into tasks, because a press that comes in
 * the middle of one waits for its end.
 */
function breath() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/* -- files ---------------------------------------------------------------------------------- */

/**
 * Yield [path, data] of a pack's files.
 *
 * A pack is the length of its list, the list {build, files: [[path, size], …]}, and the files one
 * after the other. Throw for a pack of another build, whose byte code would not fit.
 */
function* filesOf(pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0);
  let start = 4 + length;
  const { build, files } = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  if (build !== BUILD.hash) throw new Error(`a pack is of another build: ${build}`);
  for (const [path, size] of files) {
    if (start + size > pack.length) throw new Error(`a pack ends in the middle of ${path}`);
    yield [path, pack.subarray(start, start + size)];
    start += size;
  }
}

function install(FS, files) {
  const made = new Set();
  for (const [path, data] of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data);
  }
}

async function pack(name, report = progress) {
  await early.begun; // the large files first
  const url = new URL(`./packs/${name}.bin`, import.meta.url);
  return [...filesOf(await unpacked(url, report))];
}

/** Return a part of the standard library, a pack with a single file. */
async function libraryPart(name) {
  const [[, data]] = await pack(name);
  return data;
}

// Not files: `lend` answers these addresses.
const LIBRARY = new URL("library", PYODIDE).href;
const PROGRAM = new URL("pyodide.asm.wasm", PYODIDE).href;

/* -- work in parallel ----------------------------------------------------------------------- */

/** Return the game named in the address (static/boot.js), whose rules will be needed. */
function wantedGames() {
  return BUILD.games.filter((game) => game === globalThis.asedioGame);
}

function quietly(promise) {
  promise.catch(() => {}); // the awaiting code handles the error; avoid an "unhandled rejection"
  return promise;
}

/** Compile Pyodide's program at once; Pyodide itself would do it after all downloads. */
async function compileEarly() {
  const module = await soon(early.program, "the worker", () => early.bytes).catch(() => null);
  return module ?? compiledProgram(programAt, progress, kept);
}

const program = quietly(compileEarly());

/**
 * Return the function that makes Pyodide's module. Its script comes packed, as the program does; on
 * the device it is cached unpacked (sw.js), and the browser may have stored its compiled code.
 */
async function scriptOfProgram() {
  const url = new URL("pyodide.asm.js.bin", PYODIDE);
  await early.begun;
  if (kept) {
    const found = await import(url).catch(() => null);
    if (found !== null) return found.default;
  }
  const text = new TextDecoder().decode(await unpacked(url, progress));
  const here = text.replaceAll("import.meta.url", JSON.stringify(url.href));
  return new Function(here.replace("export default", "return"))();
}

/** Fetched once, even if Pyodide is loaded again. */
const parts = quietly(scriptOfProgram());

/** Completes the memory image with the constants of the compiled program. */
let fillConstants = () => {};

/**
 * Make Pyodide use the program compiled early and a given library instead of fetching them.
 *
 * `broken` rejects if the program does not run, for which Pyodide would wait for ever.
 */
function lend(library) {
  const { fetch: realFetch } = globalThis;
  const realInstantiate = WebAssembly.instantiateStreaming;
  const marker = new Response();
  globalThis.fetch = (what, ...rest) => {
    const address = String(what);
    if (address === PROGRAM) return Promise.resolve(marker);
    if (address === LIBRARY) return Promise.resolve(new Response(library));
    return realFetch(what, ...rest);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if ((await source) !== marker) return realInstantiate.call(WebAssembly, source, imports);
    try {
      const module = await program;
      await breath();
      const instance = await WebAssembly.instantiate(module, imports);
      fillConstants(instance.exports.memory ?? imports.env.memory);
      await breath();
      return { module, instance };
    } catch (error) {
      giveUp(error);
      throw error;
    }
  };
  let giveUp;
  const broken = quietly(new Promise((_, reject) => (giveUp = reject)));
  const giveBack = () => {
    globalThis.fetch = realFetch;
    WebAssembly.instantiateStreaming = realInstantiate;
  };
  return { broken, giveBack };
}

/* -- the three ways ------------------------------------------------------------------------- */

const streams = { stdout: console.log, stderr: console.error };
const common = {
  indexURL: PYODIDE.href,
  stdLibURL: LIBRARY,
  createPyodideModule: async (settings) => {
    const made = await (await parts)(settings);
    await breath();
    return made;
  },
  stdout: (text) => streams.stdout(text),
  stderr: (text) => streams.stderr(text),
};

/** Return the memory image; the program's constants are copied into it once it is compiled. */
async function takeImage() {
  const read = await soon(early.image, "the worker", () => early.bytes).catch(() => null);
  const image = read ?? (await readImage(imageAt, BUILD.hash, progress));
  if (image === "slow") {
    all -= BUILD.sizes.image;
    throw new Error("the line is slow, and they are smaller without the image");
  }
  const { memory: taken, constants, memoryAt } = image;
  fillConstants = (memory) => {
    for (const [start, size] of constants) {
      taken.set(new Uint8Array(memory.buffer, start, size), memoryAt + start);
    }
  };
  return taken;
}

/** Load Pyodide with a library and the files of `packs`; throw as soon as any of it fails. */
async function loadWith(library, packs, options = {}) {
  fillConstants = () => {};
  const { broken, giveBack } = lend(library);
  const files = quietly(Promise.all(packs));
  const lock = structuredClone(BUILD.lock);
  let python;
  try {
    const loading = quietly(load({ ...common, lockFileContents: lock, ...options }));
    python = await Promise.race([loading, broken, files.then(() => loading)]);
  } finally {
    giveBack();
  }
  for (const pack of await files) {
    await breath();
    install(python.FS, pack);
  }
  await breath();
  return python;
}

async function loadCommon(library, packs, options = {}) {
  const python = await loadWith(library, packs, options);
  const absent = BUILD.games.filter((game) => !wantedGames().includes(game)).concat(BUILD.later);
  if (options._loadSnapshot) absent.push(REST);
  globalThis.asedioBring = bringer(python);
  python.runPython(
    `from ui.browser.code_packs import open_shelf\nopen_shelf(${JSON.stringify(absent)})`,
  );
  for (const game of wantedGames()) {
    await breath(); // in a task of its own: this is up to four fifths of the work for its table
    python.pyimport(`engine.games.${game}.game`).destroy();
  }
  await breath();
  return python;
}

/* Library modules that the image leaves out; loaded later, in place of its empty library. */
const REST = "rest"; // as in ui/browser/code_packs.py

async function brought(python, name) {
  if (name !== REST) {
    install(python.FS, await pack(name));
    return;
  }
  const zip = await libraryPart(REST);
  const place = python.runPython("import sys; next(p for p in sys.path if p.endswith('.zip'))");
  python.FS.writeFile(place, zip);
}

const idle = () =>
  new Promise((done) => {
    if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: 2000 });
    else setTimeout(done, 200);
  });

/** Return the loader of packs for ui/browser/code_packs.py: each once, or again after a failure. */
function bringer(python) {
  const coming = new Map();
  return async (name, calmly = false) => {
    if (calmly) await idle();
    if (!coming.has(name)) coming.set(name, brought(python, name));
    try {
      await coming.get(name);
    } catch (error) {
      coming.delete(name);
      throw error;
    }
  };
}

/** The image contains those parts of the library that a start needs. */
function fromImage(packs) {
  return loadCommon("", packs, { _loadSnapshot: quietly(takeImage()) });
}

async function fromCompiled(packs) {
  const code = quietly(pack("code"));
  return loadCommon(await libraryPart("stdlib"), [code, ...packs]);
}

/** Load a single pack: Pyodide's original library without what a page never uses, then all sources. */
async function fromPlain() {
  const [[, library], ...sources] = await pack("plain");
  const python = await loadWith(library, [sources]);
  python.runPython("import sys; sys.path_importer_cache.clear(); import ui.main");
  return python;
}

const ways = [["image", fromImage], ["compiled", fromCompiled], ["plain", fromPlain]];
const FIRST = Math.max(0, ways.findIndex(([name]) => name === wantedWay));

async function start() {
  const packs = ["app", ...wantedGames()].map((name) => quietly(pack(name)));
  let problem;
  let lost = false;
  Promise.all(packs).catch(() => (lost = true));
  for (const [name, way] of ways.slice(FIRST)) {
    if (lost && name === "compiled") continue; // needs the same packs; "plain" does not
    try {
      const python = await way(packs);
      note("way", name);
      return python;
    } catch (error) {
      console.warn(`Asedio: cannot start from ${name} files: ${error}`);
      problem = error;
    }
    await Promise.all([program, parts]); // all ways need these
  }
  throw problem;
}

early.told = progress;
progress(early.bytes);
const running = quietly(start());
running.catch(() => globalThis.dispatchEvent(new Event("asedio:failed")));

export { version };

/** Called by PyScript, once per page. */
export async function loadPyodide(options = {}) {
  Object.assign(streams, { stdout: options.stdout ?? streams.stdout, stderr: options.stderr ?? streams.stderr });
  return running;
}
