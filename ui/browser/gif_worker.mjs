/*
 * Encoder of animated GIFs, run in a worker.
 *
 * `make vendor` bundles this with its library into static/vendor/show/; static/gif.js starts it.
 * Messages in: `{pixels, width, height, delay}` (RGBA, ms) per frame, then `{done: true}`. Each frame
 * is answered by `{size}`, the bytes so far; the end by `{bytes}`.
 */
import { GIFEncoder, applyPalette, quantize } from "gifenc";

const COLOURS = 255; // per frame, and one for pixels that stay as they are
const gif = GIFEncoder();
let shown = null; // pixels of the frame before

/** Return which pixels differ from the frame before, and their colours as RGBA. */
function changes(pixels) {
  const now = new Uint32Array(pixels.buffer);
  const before = shown && new Uint32Array(shown.buffer);
  const changed = new Uint8Array(now.length);
  let count = 0;
  for (let at = 0; at < now.length; at++) {
    changed[at] = !before || now[at] !== before[at] ? 1 : 0;
    count += changed[at];
  }
  const colours = new Uint32Array(count);
  for (let at = 0, next = 0; at < now.length; at++) if (changed[at]) colours[next++] = now[at];
  return { changed, colours: new Uint8Array(colours.buffer) };
}

function add({ pixels, width, height, delay }) {
  const { changed, colours } = changes(pixels);
  const palette = colours.length ? quantize(colours, COLOURS) : [];
  const same = palette.length;
  const found = colours.length ? applyPalette(colours, palette) : [];
  const index = new Uint8Array(changed.length).fill(same);
  for (let at = 0, next = 0; at < index.length; at++) if (changed[at]) index[at] = found[next++];
  palette.push([0, 0, 0]);
  while (palette.length < 2) palette.push([0, 0, 0]);
  const stay = { transparent: true, transparentIndex: same, dispose: 1 };
  gif.writeFrame(index, width, height, { palette, delay, repeat: 0, ...stay });
  shown = pixels;
  return { size: gif.bytesView().length };
}

onmessage = ({ data }) => {
  if (!data.done) return postMessage(add(data));
  gif.finish();
  const bytes = gif.bytes();
  return postMessage({ bytes }, [bytes.buffer]);
};
