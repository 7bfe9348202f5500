/*
 * For a page that shows boards of Asedio in frames: gives each frame the height that it tells.
 *
 *   <iframe src="https://…/#view=…" title="…" style="width:100%;border:0"></iframe>
 *   <script async src="https://…/embed.js"></script>
 *
 * It believes only frames from its own folder, and nothing but a number.
 */
(function () {
  "use strict";

  const MOST = 4000; // pixels
  const origin = new URL(document.currentScript.src).origin;

  window.addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || data?.asedio !== "height" || !Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== source) continue;
      frame.style.height = `${Math.max(0, Math.min(MOST, data.height))}px`;
    }
  });
})();
