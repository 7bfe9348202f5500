/*
 * Animated GIF of positions. The page draws each one, since a worker has no style sheets; the worker
 * finds colours and compresses (ui/browser/gif_worker.mjs).
 */
import { canvas, picture, save } from "./keep.js";

const WIDTH = 480; // pixels
const NARROW = 360; // from MANY frames on
const MANY = 80;

/** A GIF in the making: `add` each position, then `finish` or `cancel`. */
export class Reel {
  constructor(frames) {
    this.width = frames < MANY ? WIDTH : NARROW;
    this.worker = new Worker(new URL("./vendor/show/gif.js", import.meta.url), { type: "module" });
  }

  ask(message, moved = []) {
    return new Promise((done, failed) => {
      this.worker.onmessage = ({ data }) => done(data);
      this.worker.onerror = (event) => failed(new Error(event.message || "the worker failed"));
      this.worker.postMessage(message, moved);
    });
  }

  /** Add a position, shown for `delay` ms; return the bytes so far. `markup`: its SVG. */
  async add(markup, delay) {
    document.querySelector("main svg.board").insertAdjacentHTML("afterend", markup);
    const board = document.querySelector("main svg.board + svg.of-reel");
    const drawn = picture(board);
    board.remove();
    const made = await canvas(await drawn, this.width);
    const { data } = made.getContext("2d").getImageData(0, 0, made.width, made.height);
    const frame = { pixels: data, width: made.width, height: made.height, delay };
    return (await this.ask(frame, [data.buffer])).size;
  }

  /** Save the file under `name`. */
  async finish(name) {
    const { bytes } = await this.ask({ done: true });
    this.worker.terminate();
    save(name, new Blob([bytes], { type: "image/gif" }));
  }

  cancel() {
    this.worker.terminate();
  }
}
