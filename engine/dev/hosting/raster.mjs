/*
 * Draw SVG files as PNG files with resvg: node raster.mjs JOB.json
 *
 * The job: {resvg: folder of the package, fonts: [path of a .woff], pictures: [{svg, width, out}]}.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";

const job = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const { initWasm, Resvg } = await import(pathToFileURL(`${job.resvg}/index.mjs`));

/** Unpack a WOFF 1 file into the font it holds: resvg reads only that. */
function unpackedFont(path) {
  const woff = readFileSync(path);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index;
    const [offset, packed, size] = [4, 8, 12].map((more) => woff.readUInt32BE(at + more));
    const data = woff.subarray(offset, offset + packed);
    const tag = woff.subarray(at, at + 4);
    const sum = woff.subarray(at + 16, at + 20);
    return { tag, sum, data: packed < size ? inflateSync(data) : data };
  });
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  tables.forEach(({ tag, sum, data }, index) => {
    const at = 12 + 16 * index;
    tag.copy(head, at);
    sum.copy(head, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padded = Buffer.alloc((data.length + 3) & ~3);
    data.copy(padded);
    parts.push(padded);
    end += padded.length;
  });
  return Buffer.concat(parts);
}

await initWasm(readFileSync(`${job.resvg}/index_bg.wasm`));
const fontBuffers = job.fonts.map((path) => new Uint8Array(unpackedFont(path)));
for (const { svg, width, out } of job.pictures) {
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Alegreya Sans" };
  const made = new Resvg(svg, { fitTo: { mode: "width", value: width }, font });
  writeFileSync(out, made.render().asPng());
}
