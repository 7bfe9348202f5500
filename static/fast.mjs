/*
 * The interpreter of the release bundle. `make site` puts it beside pyodide.mjs and fills in BUILD;
 * PyScript takes it for Pyodide. It starts at once, while PyScript is still being fetched, and
 * tries the quickest way first:
 *   1. image     Python's memory as it was after importing the app;
 *   2. compiled  the same modules as byte code;
 *   3. plain     the sources and Pyodide as it is published.
 * Whatever is missing, stale, broken or too slow to come costs time, never the page.
 */
import { loadPyodide as load, version } from "./pyodide.mjs";
import { early, imageAt, programAt, wantedWay } from "../../early.mjs";
import { ask, readImage, unpacked } from "../../unpack.mjs";

/** @type {{hash: string, lock: object, games: string[], later: string[], integrity: Record<string, string>, sizes: Record<string, number>}} */
const BUILD = null; // replaced by the build

const HERE = new URL("./", import.meta.url);
const SITE = new URL("../../../", import.meta.url);

/* -- progress ------------------------------------------------------------------------------- */

let all = Object.values(BUILD.sizes).reduce((sum, size) => sum + size, 0);
let got = 0;

function progress(bytes) {
  got = Math.min(all, got + bytes);
  globalThis.dispatchEvent(new CustomEvent("asedio:progress", { detail: { got, all } }));
}

function note(name, detail) {
  globalThis.performance.mark(`asedio:${name}`, { detail });
}

/* -- files ---------------------------------------------------------------------------------- */

/**
 * A pack: the length of its list, the list {build, files: [[path, size], …]}, the files one after
 * the other. An Error for one of another build: its byte code would not fit.
 */
function* filesOf(pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0);
  let start = 4 + length;
  const { build, files } = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  if (build !== BUILD.hash) throw new Error(`a pack is of another build: ${build}`);
  for (const [path, size] of files) {
    yield [path, pack.subarray(start, start + size)];
    start += size;
  }
}

function install(FS, pack) {
  const made = new Set();
  for (const [path, data] of filesOf(pack)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data);
  }
}

function packAt(name) {
  return new URL(`static/packs/${name}.bin?v=${BUILD.hash.slice(0, 16)}`, SITE);
}

const libraryAt = (name) => new URL(`${name}.zip?v=${BUILD.hash.slice(0, 16)}`, HERE);
const LIBRARY = new URL("library", HERE).href; // no file: what is lent under this name

/* -- what may go on at the same time -------------------------------------------------------- */

/** The game the address names (static/boot.js): its rules will be wanted. */
function wantedGames() {
  return BUILD.games.filter((game) => game === globalThis.asedioGame);
}

function quietly(promise) {
  promise.catch(() => {}); // whoever awaits it gets the error; nobody else shall hear of it
  return promise;
}

let compiledProgram = null;

/** Pyodide compiles after everything else has come; here it happens meanwhile. */
function compileEarly(get = fetch) {
  const here = (module) => module ?? WebAssembly.compileStreaming(get(programAt.href));
  compiledProgram = quietly(
    early.program.then(here).then((module) => {
      progress(BUILD.sizes.wasm);
      return module;
    }),
  );
  compiledProgram.catch(() => (compiledProgram = null)); // the next way tries again
}

/** Completes the image from the memory of the program it belongs to. */
let fillConstants = () => {};

/**
 * Give Pyodide, instead of what it asks for, the program compiled early and a library we have.
 * `broken` rejects when there is no program, which Pyodide itself would wait for without end.
 */
function lend(library) {
  const { fetch: realFetch } = globalThis;
  const realInstantiate = WebAssembly.instantiateStreaming;
  const marker = new Response();
  globalThis.fetch = (what, ...rest) => {
    const address = String(what);
    if (address === programAt.href) return Promise.resolve(marker);
    if (address === LIBRARY) return Promise.resolve(new Response(library));
    return realFetch(what, ...rest);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if ((await source) !== marker) return realInstantiate.call(WebAssembly, source, imports);
    try {
      if (compiledProgram === null) compileEarly(realFetch);
      const module = await compiledProgram;
      const instance = await WebAssembly.instantiate(module, imports);
      fillConstants(instance.exports.memory ?? imports.env.memory);
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
  indexURL: HERE.href,
  stdout: (text) => streams.stdout(text),
  stderr: (text) => streams.stderr(text),
};

/** Memory as it was; the program's own constants are copied into it as soon as it is there. */
async function takeImage() {
  const image = (await early.image) ?? (await readImage(imageAt, BUILD.hash, progress));
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

async function loadCommon(options, library, packs) {
  const { broken, giveBack } = lend(library);
  let python;
  try {
    const lock = structuredClone(BUILD.lock);
    const loading = load({ ...common, lockFileContents: lock, stdLibURL: LIBRARY, ...options });
    python = await Promise.race([loading, broken]);
  } finally {
    giveBack();
  }
  for (const pack of await Promise.all(packs)) install(python.FS, pack);
  const absent = BUILD.games.filter((game) => !wantedGames().includes(game)).concat(BUILD.later);
  if (options._loadSnapshot) absent.push(REST);
  globalThis.asedioBring = bringer(python);
  python.runPython(
    `from ui.browser.shelf import open_shelf\nopen_shelf(${JSON.stringify(absent)})`,
  );
  return python;
}

/** A part of the library, as it was built: Python would not survive a damaged one. */
async function libraryPart(name) {
  const response = await ask(libraryAt(name), { integrity: BUILD.integrity[name] });
  return response.arrayBuffer();
}

/* What came with no start. The rest of the library takes the place of the empty one. */
const REST = "_rest"; // as in ui/browser/shelf.py

async function brought(python, name) {
  if (name !== REST) {
    install(python.FS, await unpacked(packAt(name)));
    return;
  }
  const zip = await libraryPart("rest");
  const place = python.runPython("import sys; next(p for p in sys.path if p.endswith('.zip'))");
  python.FS.writeFile(place, new Uint8Array(zip));
}

const idle = () =>
  new Promise((done) => {
    if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: 2000 });
    else setTimeout(done, 200);
  });

/** What ui/browser/shelf.py asks for a pack: fetched once, asked for again after a failure. */
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

/** The image has what a start needs of the library. */
function fromImage(packs) {
  return loadCommon({ _loadSnapshot: quietly(takeImage()) }, "", packs);
}

async function fromCompiled(packs) {
  const code = quietly(unpacked(packAt("code")));
  return loadCommon({}, await libraryPart("stdlib"), [code, ...packs]);
}

const ways = [["image", fromImage], ["compiled", fromCompiled], ["plain", fromPlain]];

async function fromPlain() {
  const python = await load(common);
  const list = await (await ask(new URL("static/packs/plain.json", SITE))).json();
  const files = list.map(async (path) => {
    const data = await (await ask(new URL(path, SITE))).arrayBuffer();
    return [path, new Uint8Array(data)];
  });
  for (const [path, data] of await Promise.all(files)) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, data);
  }
  python.runPython("import importlib; importlib.invalidate_caches(); import ui.main");
  return python;
}

const FIRST = Math.max(0, ways.findIndex(([name]) => name === wantedWay));

async function start() {
  const packs = ["app", ...wantedGames()].map((name) => quietly(unpacked(packAt(name), progress)));
  let problem;
  for (const [name, way] of ways.slice(FIRST)) {
    try {
      const python = await way(packs);
      note("way", name);
      return python;
    } catch (error) {
      console.warn(`Asedio: cannot start from ${name} files: ${error}`);
      problem = error;
    }
  }
  throw problem;
}

early.told = progress;
progress(early.bytes);
compileEarly();
quietly(import("./pyodide.asm.mjs"));
const running = quietly(start());

export { version };

/** What PyScript calls. A second interpreter is not asked for on one page. */
export async function loadPyodide(options = {}) {
  Object.assign(streams, { stdout: options.stdout ?? streams.stdout, stderr: options.stderr ?? streams.stderr });
  return running;
}
