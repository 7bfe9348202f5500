/*
 * The running clocks of a table on one device: the page writes the time left by itself, so that
 * Python need not wake for it. `ui/words/clocks.py` writes the same words when a strip is drawn.
 * While a clock runs, of a far table too, the screen stays on.
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
  awake(list.length > 0);
  if (list.length) write();
}

/* -- the screen stays on while a clock runs ------------------------------------------------ */

let wanted = false;
let lock = null; // ends by itself when the page is hidden
let asking = false;

/** Keep the screen on, or no more, where the browser can do that. */
export async function awake(on) {
  wanted = on;
  if (!on) {
    lock?.release().catch(() => {});
    lock = null;
  }
  const held = lock && !lock.released;
  if (!on || held || asking || !navigator.wakeLock || document.visibilityState !== "visible") return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // refused, such as with a low battery
  }
  asking = false;
  if (!wanted) awake(false);
}

document.addEventListener("visibilitychange", () => wanted && awake(true));
