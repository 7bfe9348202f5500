/*
 * Only in the release bundle, and the first script of the page. The thread of the page is what a
 * start waits for, so what needs no page is done beside it: a worker compiles Pyodide's program and
 * unpacks the image. static/fast.mjs takes both from here; what is null it does itself.
 */

/** @type {{hash: string}} */
const BUILD = null; // replaced by the build

const PYODIDE = new URL("./vendor/pyodide/", import.meta.url);
export const programAt = new URL("pyodide.asm.wasm", PYODIDE);
export const imageAt = new URL(`image.bin?v=${BUILD.hash.slice(0, 16)}`, PYODIDE);

/** `?way=compiled` and `?way=plain` start less quickly, to look for a mistake or to measure. */
export const wantedWay = new URLSearchParams(globalThis.location?.search).get("way") ?? "image";

function begin() {
  const settle = {};
  const part = (name) => new Promise((resolve) => (settle[name] = resolve));
  const work = { program: part("program"), image: part("image"), bytes: 0, told: () => {} };
  const giveUp = () => Object.values(settle).forEach((resolve) => resolve(null));
  // Python's own workers load the wrapper as well, and are beside the page already.
  if (typeof document === "undefined") {
    giveUp();
    return work;
  }
  try {
    const worker = new Worker(new URL("./early-worker.mjs", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      event.preventDefault();
      giveUp();
    };
    worker.onmessageerror = giveUp;
    worker.onmessage = ({ data }) => {
      if (data.name !== undefined) settle[data.name](data.value);
      work.bytes += data.bytes ?? 0;
      work.told(data.bytes ?? 0);
    };
    const image = wantedWay === "image" ? imageAt.href : null;
    if (image === null) settle.image(null);
    const kept = Boolean(navigator.serviceWorker?.controller); // all files are on the device
    worker.postMessage({ program: programAt.href, image, hash: BUILD.hash, kept });
  } catch {
    giveUp(); // a frame without an origin has no workers
  }
  return work;
}

/** `program`, `image`: promises; the image is "slow" when the line is. `bytes` of the image have come; `told` hears of further ones. */
export const early = begin();
