/*
 * Packs a file with zstd, by the Python of the bundle, so that a build needs no program for it.
 *
 *   node engine/dev/squeeze.mjs PYODIDE FROM TO
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const pyodide = await loadPyodide();
pyodide.FS.writeFile("/data", readFileSync(from));
pyodide.runPython(`
from compression import zstd
from pathlib import Path
option = zstd.CompressionParameter
options = {option.compression_level: 19, option.checksum_flag: 1}
Path("/packed").write_bytes(zstd.compress(Path("/data").read_bytes(), options=options))
`);
writeFileSync(to, pyodide.FS.readFile("/packed"));
