/*
 * Only in the release bundle, and the first script of the page. The thread of the page is what a
 * start waits for, so what needs no page is done beside it: a worker compiles Pyodide's program and
 * unpacks the image. static/fast.js takes both from here; what is null it does itself.
 */

/** @type {{hash: string, runtime: string}} where Pyodide lies, from here */
const BUILD = null; // replaced by the build

// A worker that runs says so at once; one whose script is damaged says nothing, ever.
const GREETING_MS = 6000;

export const programAt = new URL(`${BUILD.runtime}pyodide.asm.wasm`, import.meta.url);
export const imageAt = new URL("./image.bin", import.meta.url);

/** `?way=compiled` and `?way=plain` start less quickly, to look for a mistake or to measure. */
export const wantedWay = new URLSearchParams(globalThis.location?.search).get("way") ?? "image";

/** Whether all files are on the device, kept by sw.js. */
export const kept = Boolean(globalThis.navigator?.serviceWorker?.controller);

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
    const worker = new Worker(new URL("./early-worker.js", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      giveUp();
    };
    worker.onmessageerror = giveUp;
    const unheard = setTimeout(() => {
      worker.terminate();
      giveUp();
    }, GREETING_MS);
    worker.onmessage = ({ data }) => {
      clearTimeout(unheard);
      if (data.name !== undefined) settle[data.name](data.value);
      work.bytes += data.bytes ?? 0;
      work.told(data.bytes ?? 0);
    };
    const image = wantedWay === "image" ? imageAt.href : null;
    if (image === null) settle.image(null);
    worker.postMessage({ program: programAt.href, image, hash: BUILD.hash, kept });
  } catch {
    giveUp(); // a frame without an origin has no workers
  }
  return work;
}

/** `program`, `image`: promises; the image is "slow" when the line is. `bytes` of both have come; `told` hears of further ones. */
export const early = begin();
