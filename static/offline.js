/*
 * Caching on the device (sw.js) and the notice of a new version; only in the release bundle.
 *
 * Nothing changes during a game: a new version waits until the user asks for it. Games are stored
 * after every decision, so the page returns to the same position.
 *
 * If static/boot.js is missing or damaged, this script reports it: nothing else would.
 */
(function () {
  "use strict";

  const WORDS = {
    es: { text: "Hay una versión nueva de Asedio.", update: "Actualizar", later: "Más tarde",
          other: "Asedio se ha actualizado en otra pestaña.", reload: "Recargar",
          failed: "Asedio no ha podido arrancar: falta una parte de la página.", again: "Reintentar" },
    en: { text: "A new version of Asedio is available.", update: "Update", later: "Later",
          other: "Asedio was updated in another tab.", reload: "Reload",
          failed: "Asedio could not start: a part of the page is missing.", again: "Try again" },
  };
  const INSTALL_MS = 60000;
  const TAKE_OVER_MS = 2000;
  let asked = false;

  function words() {
    return WORDS[document.documentElement.lang] || WORDS.en;
  }

  function button(text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  /** static/boot.js has not run: say so in its place. */
  function withoutBoot() {
    const root = document.documentElement;
    root.lang = navigator.language.startsWith("es") ? "es" : "en";
    root.dataset.boot = "failed";
    const line = document.getElementById("boot-progress");
    line.setAttribute("role", "alert");
    const boot = document.querySelector('script[src$="/boot.js"]').src;
    const again = () => fetch(boot, { cache: "reload" }).finally(() => location.reload());
    line.replaceChildren(words().failed, " ", button(words().again, again));
  }

  /** Show a line at the foot of the page, in place of an older one; `acts`: pairs of label and action. */
  function notice(id, text, ...acts) {
    document.getElementById(id)?.remove();
    const line = document.createElement("aside");
    line.id = id;
    line.setAttribute("role", "status");
    const sentence = document.createElement("p");
    sentence.textContent = text;
    line.append(sentence, ...acts.map(([label, act]) => button(label, act)));
    document.body.append(line);
    return line;
  }

  const news = (text, ...acts) => notice("new-version", text, ...acts);

  /**
   * Let a waiting worker replace the active one. A browser may delay that while a page of the old
   * version is open; the active worker is then told to let this page go (sw.js).
   */
  function take(worker) {
    asked = true;
    worker.postMessage("asedio:update");
    setTimeout(() => {
      navigator.serviceWorker.controller?.postMessage("asedio:leave");
      location.reload();
    }, TAKE_OVER_MS);
  }

  function offer(worker) {
    if (!navigator.serviceWorker.controller) return; // first visit: there is no older version
    const line = news(
      words().text,
      [words().update, () => take(worker)],
      [words().later, () => line.remove()],
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

  /** Resolve when a worker has cached all files of its version, or after INSTALL_MS. */
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

  /** Switch to the server's version, whatever is cached. */
  async function renew() {
    try {
      const found = await navigator.serviceWorker?.getRegistration();
      if (found?.active) {
        await found.update();
        const worker = found.waiting ?? found.installing;
        if (worker) await settled(worker);
        if (found.waiting) {
          take(found.waiting);
          return;
        }
      }
    } catch {
      /* refused or offline: the reload below will show the error */
    }
    location.reload();
  }

  async function start() {
    const workers = navigator.serviceWorker;
    let controlled = Boolean(workers.controller);
    workers.addEventListener("controllerchange", () => {
      if (asked) location.reload();
      else if (controlled) news(words().other, [words().reload, () => location.reload()]);
      controlled = true; // on a first visit the worker takes over without a notice
    });
    watch(await workers.register("./sw.js", { updateViaCache: "none" }));
  }

  /* Caching must not compete with the start. */
  function whenStarted() {
    if (document.documentElement.dataset.boot !== "ready") return;
    observer.disconnect();
    if (document.documentElement.dataset.view) return; // a frame of another page stores nothing
    try {
      if ("serviceWorker" in navigator) start().catch(() => {});
    } catch {
      /* refused, as in a frame of another site: Asedio works without it */
    }
  }

  window.asedioNotice = notice; // for static/install.js
  import(new URL("./install.js", document.currentScript.src)).catch(() => undefined);
  if (!window.asedioFailed) {
    withoutBoot();
    return;
  }
  window.asedioRenew = renew;
  window.addEventListener("asedio:outdated", () => {
    news(words().text, [words().reload, renew]);
  });
  const observer = new MutationObserver(whenStarted);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-boot"] });
})();
