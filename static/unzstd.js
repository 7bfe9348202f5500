/*
 * Unpacking of zstd, which browsers do not offer to scripts. `make site` fills in zstddec's program.
 *
 * A classic script, because the service worker runs it as well.
 */
(function () {
  "use strict";

  /** @type {{program: string}} WebAssembly in base64 */
  const BUILD = null; // replaced by the build
  const WORDS = 3; // of the library's buffers: address, size, position
  const ERRORS = 0xffffff00; // results above are errors
  let compiled;

  async function library() {
    const bytes = () => Uint8Array.from(atob(BUILD.program), (one) => one.charCodeAt(0));
    compiled ??= WebAssembly.compile(bytes());
    const env = { emscripten_notify_memory_growth() {} };
    return (await WebAssembly.instantiate(await compiled, { env })).exports;
  }

  async function* content(reader) {
    const zstd = await library();
    const context = zstd.ZSTD_createDCtx();
    const size = zstd.ZSTD_DStreamOutSize();
    const [made, input, output] = [size, WORDS * 4, WORDS * 4].map((bytes) => zstd.malloc(bytes));
    const words = (at) => new Uint32Array(zstd.memory.buffer, at, WORDS);
    let left = 1;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const given = zstd.malloc(value.length);
      new Uint8Array(zstd.memory.buffer).set(value, given);
      words(input).set([given, value.length, 0]);
      for (let more = true; more; ) {
        words(output).set([made, size, 0]);
        left = zstd.ZSTD_decompressStream(context, output, input) >>> 0;
        if (left > ERRORS) throw new Error("the file is damaged");
        const filled = words(output)[2];
        if (filled > 0) yield new Uint8Array(zstd.memory.buffer.slice(made, made + filled));
        more = left !== 0 && (filled === size || words(input)[2] < value.length);
      }
      zstd.free(given);
    }
    if (left !== 0) throw new Error("the file ends too early");
  }

  /** Return what a packed stream contains, as a stream. */
  self.asedioUnzstd = (stream) => {
    const pieces = content(stream.getReader());
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  };
})();
