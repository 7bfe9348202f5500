/*
 * First script of the page; only in the release bundle.
 *
 * The main thread is the bottleneck of a start, so a worker compiles Pyodide's program and unpacks
 * the memory image. static/fast.js takes both from here, and does itself what is null.
 */

/** @type {{hash: string, runtime: string}} `runtime`: relative path of Pyodide */
const BUILD = null; // replaced by the build

// A running worker greets at once; one with a damaged script never sends anything.
const GREETING_MS = 6000;

export const programAt = new URL(`${BUILD.runtime}pyodide.asm.wasm.bin`, import.meta.url);
export const imageAt = new URL("./image.bin", import.meta.url);

/** `?way=compiled` and `?way=plain` start more slowly; for debugging and measurements. */
export const wantedWay = new URLSearchParams(globalThis.location?.search).get("way") ?? "image";

/** Whether all files are cached on the device by sw.js. */
export const kept = Boolean(globalThis.navigator?.serviceWorker?.controller);

function begin() {
  const settle = {};
  const part = (name) => new Promise((resolve) => (settle[name] = resolve));
  const work = { begun: part("begun"), program: part("program"), image: part("image"), bytes: 0, told: () => {} };
  const giveUp = () => Object.values(settle).forEach((resolve) => resolve(null));
  // PyScript's workers load the wrapper as well; they already run beside the page.
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
      settle.begun();
      if (data.name !== undefined) settle[data.name](data.value);
      work.bytes += data.bytes ?? 0;
      work.told(data.bytes ?? 0);
    };
    const image = wantedWay === "image" ? imageAt.href : null;
    if (image === null) settle.image(null);
    worker.postMessage({ program: programAt.href, image, hash: BUILD.hash, kept });
  } catch {
    giveUp(); // frames without an origin have no workers
  }
  return work;
}

/**
 * Promises `begun` (both are being fetched, or nobody will), `program` and `image` ("slow" on a slow
 * connection); `bytes` received so far for both; `told` is called with further ones.
 */
export const early = begin();
