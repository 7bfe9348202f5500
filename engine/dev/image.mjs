/*
 * Compiles the bundle and takes the memory image, both inside the Pyodide that will use them.
 *
 *   node engine/dev/image.mjs job.json
 *
 * Called by `python -m engine site`, which writes the job: where Pyodide is, which sources go
 * where, what the image imports. Everything that could differ between two runs (clock, random
 * numbers, the order of sets) is fixed, so that the same sources give the same image.
 */
import nodeCrypto, { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(job.pyodide, "pyodide.mjs")).href);

function standStill() {
  let seed = createHash("sha256").update(job.hash).digest();
  const random = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i += 1) {
      if (i % 32 === 0) seed = createHash("sha256").update(seed).digest();
      bytes[i] = seed[i % 32];
    }
    return array;
  };
  const epoch = Date.UTC(2020, 0, 1);
  Date.now = () => epoch;
  performance.now = () => 0;
  crypto.getRandomValues = random;
  nodeCrypto.randomFillSync = random;
  process.hrtime.bigint = () => 0n;
}

function write(path, data) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

function put(pyodide, path, data) {
  pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  pyodide.FS.writeFile(path, data);
}

/* Constants that Pyodide's program writes to memory itself; the image need not repeat them. */

function* dataSegments(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < wasm.length) {
    const id = wasm[at++];
    const size = number();
    const next = at + size;
    if (id === 11) {
      for (let left = number(); left > 0; left -= 1) {
        if (number() !== 0 || wasm[at++] !== 0x41) throw new Error("a data segment of another kind");
        const start = number();
        if (wasm[at++] !== 0x0b) throw new Error("a data segment of another kind");
        const length = number();
        yield [start, wasm.subarray(at, at + length)];
        at += length;
      }
    }
    at = next;
  }
}

/** Zero the memory that the program initialises itself; return [[start, length], …]. */
function blankConstants(memory) {
  const SHORTEST = 256;
  const runs = [];
  const wasm = readFileSync(join(job.pyodide, "pyodide.asm.wasm"));
  for (const [start, data] of dataSegments(wasm)) {
    for (let i = 0; i < data.length; ) {
      let end = i;
      while (end < data.length && memory[start + end] === data[end]) end += 1;
      if (end - i >= SHORTEST) runs.push([start + i, end - i]);
      i = Math.max(end, i + 1);
    }
  }
  for (const [start, length] of runs) memory.fill(0, start, start + length);
  return runs;
}

/**
 * Take the image's objects off the lists of the garbage collector, as they never die: so the page's
 * collector skips them, and the links of its lists need not be loaded.
 */
function untrackAll(pyodide) {
  const found = pyodide.runPython(`
import array, gc
gc.collect()
everything = gc.get_objects()
array.array("I", map(id, everything))
`);
  const view = found.getBuffer("u32");
  for (const object of Uint32Array.from(view.data)) pyodide._module._PyObject_GC_UnTrack(object);
  view.release();
  found.destroy();
  pyodide.runPython("del array, everything\ngc.freeze()");
}

/** Return the non-zero pages as [[start, length], …]; most of the memory is zero. */
function filledRuns(memory) {
  const PAGE = 4096;
  const runs = [];
  for (let start = 0; start < memory.length; start += PAGE) {
    const page = memory.subarray(start, start + PAGE);
    if (page.every((byte) => byte === 0)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === start) last[1] += page.length;
    else runs.push([start, page.length]);
  }
  return runs;
}

async function compile() {
  // Tracebacks name lines, not columns: a third of the tables in which they are found.
  const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
  put(pyodide, "/build/inside.py", readFileSync(job.inside));
  put(pyodide, "/build/stock.zip", readFileSync(join(job.pyodide, "python_stdlib.zip")));
  for (const [path, source] of job.sources) put(pyodide, `/build/app/${path}`, readFileSync(source));
  const { default: pyscript } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(job.pyscript, "utf8"))}`);
  for (const [name, text] of Object.entries(pyscript.pyscript)) put(pyodide, `/build/app/pyscript/${name}`, text);
  const mentions = pyodide.runPython(`
import sys
sys.path.insert(0, "/build")
import inside
inside.compile_tree("/build/app/pyscript", True)
for part in ("engine", "ui"):
    inside.compile_tree("/build/app/" + part, False)
inside.compile_library("/build/stock.zip", "/build/python314.zip")
`);
  write(join(job.out, "mentions.json"), mentions);
  write(join(job.out, "library.zip"), pyodide.FS.readFile("/build/python314.zip"));
  const compiled = pyodide.runPython(`
from pathlib import Path
[str(p.relative_to("/build/app")) for p in sorted(Path("/build/app").rglob("*.pyc"))]`).toJs();
  for (const path of compiled) write(join(job.out, "compiled", path), pyodide.FS.readFile(`/build/app/${path}`));
  return compiled;
}

/** Zero freed memory: leftovers of the compiler would be a tenth of the image. */
function blankFreeMemory({ _module: module }) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => { throw new RangeError("only what is there"); };
  const blocks = [];
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (let at = module._malloc(size); at !== 0; at = module._malloc(size)) {
      module.HEAPU8.fill(0, at, at + size);
      blocks.push(at);
    }
  }
  for (const at of blocks) module._free(at);
  WebAssembly.Memory.prototype.grow = grow;
  return blocks.length;
}

async function image(compiled) {
  const pyodide = await loadPyodide({
    _makeSnapshot: true,
    env: { PYTHONHASHSEED: "0" },
    lockFileContents: job.lock,
    stdLibURL: join(job.out, "library.zip"),
  });
  const home = pyodide.FS.cwd(); // the page keeps its files there as well
  const here = new Set(job.here);
  for (const path of compiled.filter((name) => here.has(name))) {
    put(pyodide, `${home}/${path}`, readFileSync(join(job.out, "compiled", path)));
  }
  for (const [path, source] of job.data) put(pyodide, `${home}/${path}`, readFileSync(source));
  pyodide.globals.set("fill", readFileSync(job.fill, "utf8"));
  pyodide.globals.set("modules", pyodide.toPy(job.modules));
  pyodide.globals.set("wishes", pyodide.toPy(job.wishes));
  pyodide.runPython(`
scope = {"modules": modules, "wishes": wishes}
exec(compile(fill, "fill.py", "exec"), scope)
lists = {name: scope.pop(name) for name in ("loaded", "modules", "wishes")}
import sys, zipimport
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
del fill, modules, wishes, scope
`);
  const loaded = pyodide.runPython(`
import json
json.dumps({"loaded": lists.pop("loaded"), "kept": sorted(sys.modules)})`);
  pyodide.runPython("del lists, json");
  untrackAll(pyodide);
  write(join(job.out, "loaded.json"), loaded);
  blankFreeMemory(pyodide);
  const snapshot = pyodide.makeMemorySnapshot();
  const memoryAt = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1]; // offset behind the snapshot's own header
  const constants = blankConstants(snapshot.subarray(memoryAt));
  const runs = filledRuns(snapshot);
  const head = JSON.stringify({ hash: job.hash, size: snapshot.length, runs, memoryAt, constants });
  const length = Math.ceil(Buffer.byteLength(head) / 16) * 16 + 16;
  const filled = runs.map(([start, size]) => snapshot.subarray(start, start + size));
  return Buffer.concat([Buffer.from(String(length).padEnd(16)), Buffer.from(head.padEnd(length - 16)), ...filled]);
}

standStill();
try {
  const compiled = await compile();
  const raw = await image(compiled);
  write(join(job.out, "image"), raw);
  console.log(`image: ${raw.length} bytes, ${compiled.length} files compiled`);
} catch (error) {
  console.error(String(error)); // without its stack, which would quote a line of a megabyte
  process.exitCode = 1;
}
