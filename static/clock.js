/*
 * The running clocks of a table on one device: the page writes the time left by itself, so that
 * Python need not wake for it. `ui/words/clocks.py` writes the same words when a strip is drawn.
 */

const TENTHS = 10_000;
let shown = []; // [side, milliseconds left at `since`, direction]
let since = 0;
let timer = 0;

function words(left) {
  const seconds = Math.floor(left / 1000);
  const two = (number) => String(number).padStart(2, "0");
  if (left < TENTHS) return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function write() {
  const gone = performance.now() - since;
  let next = 1000;
  for (const [side, left, way] of shown) {
    const now = Math.max(0, Math.floor(left + way * gone));
    const face = document.querySelector(`#app .strip[data-side="${side}"] .strip-clock b`);
    if (face && face.textContent !== words(now)) face.textContent = words(now);
    const step = now < TENTHS + 1000 ? 100 : 1000;
    if (way < 0) next = Math.min(next, (now % step) + 1);
  }
  timer = setTimeout(write, next);
}

/** Count on from the times `list` at the moment `at`: `[[side, left, ±1], …]`; empty: stop. */
export function tick(list, at) {
  clearTimeout(timer);
  shown = list;
  since = at;
  if (list.length) write();
}
