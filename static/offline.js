/*
 * Only in the release bundle: keeps Asedio on the device (sw.js) and says when there is a new
 * version. Nothing changes under a game: the new version waits until somebody asks for it, and the
 * game is stored with every decision, so that the page comes back exactly where it was.
 */
(function () {
  "use strict";

  const WORDS = {
    es: { text: "Hay una versión nueva de Asedio.", update: "Actualizar", later: "Más tarde",
          other: "Asedio se ha actualizado en otra pestaña.", reload: "Recargar" },
    en: { text: "There is a new version of Asedio.", update: "Update", later: "Later",
          other: "Asedio was updated in another tab.", reload: "Reload" },
  };
  const INSTALL_MS = 60000;
  const TAKE_OVER_MS = 5000;
  let asked = false;

  function words() {
    return WORDS[document.documentElement.lang] || WORDS.en;
  }

  function button(text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  function notice(text, ...buttons) {
    document.getElementById("new-version")?.remove();
    const line = document.createElement("aside");
    line.id = "new-version";
    line.setAttribute("role", "status");
    const sentence = document.createElement("p");
    sentence.textContent = text;
    line.append(sentence, ...buttons);
    document.body.append(line);
    return line;
  }

  function offer(worker) {
    if (!navigator.serviceWorker.controller) return; // the first version: nothing to change
    const line = notice(
      words().text,
      button(words().update, () => {
        asked = true;
        worker.postMessage("asedio:update");
      }),
      button(words().later, () => line.remove()),
    );
  }

  function watch(registration) {
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") offer(worker);
      });
    });
  }

  /** Resolves when a worker has all files of its version, or has given up. */
  function settled(worker) {
    return new Promise((done) => {
      const look = () => {
        if (worker.state !== "installing") done();
      };
      worker.addEventListener("statechange", look);
      look();
      setTimeout(done, INSTALL_MS);
    });
  }

  /** Go on in the server's version, whatever is kept on the device. */
  async function renew() {
    try {
      const found = await navigator.serviceWorker?.getRegistration();
      if (found?.active) {
        await found.update();
        const worker = found.waiting ?? found.installing;
        if (worker) await settled(worker);
        if (found.waiting) {
          asked = true;
          found.waiting.postMessage("asedio:update");
          setTimeout(() => location.reload(), TAKE_OVER_MS);
          return;
        }
      }
    } catch {
      /* refused, or no network: loading the page again says so */
    }
    location.reload();
  }

  async function start() {
    const workers = navigator.serviceWorker;
    let controlled = Boolean(workers.controller);
    workers.addEventListener("controllerchange", () => {
      if (asked) location.reload();
      else if (controlled) notice(words().other, button(words().reload, () => location.reload()));
      controlled = true; // on a first visit the worker takes over, and nothing is to be said
    });
    watch(await workers.register("./sw.js", { updateViaCache: "none" }));
  }

  /* Keeping files must not compete with starting. */
  function whenStarted() {
    if (document.documentElement.dataset.boot !== "ready") return;
    observer.disconnect();
    try {
      if ("serviceWorker" in navigator) start().catch(() => {});
    } catch {
      /* refused, as in a frame of another site: Asedio works without */
    }
  }

  window.asedioRenew = renew;
  window.addEventListener("asedio:outdated", () => {
    notice(words().text, button(words().reload, renew));
  });
  const observer = new MutationObserver(whenStarted);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-boot"] });
})();
