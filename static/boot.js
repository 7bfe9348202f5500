/*
 * Classic script that prepares the page before PyScript starts:
 *   1. storage     replaces IndexedDB, which the loader opens first (static/memory.js);
 *   2. appearance  sets theme and language before the first paint;
 *   3. address     shows the empty board of the game that a link names;
 *   4. progress    shows what is being loaded, and remembers what was pressed, pasted or dropped;
 *   5. failure     shows what went wrong and what to do;
 *   6. relays      limits by policy which relays the page may connect to;
 *   7. version     checks whether the server has a newer version than this page.
 * It must not fail itself: every access to storage is guarded.
 */
(function () {
  "use strict";

  /* -- 2. appearance ---------------------------------------------------------------------- */

  const root = document.documentElement;
  // The same values as in ui/shell/settings.py, which takes over when Python runs.
  const LANGUAGES = ["es", "en"];
  const THEMES = ["auto", "day", "night", "contrast"];
  const BOARDS = ["game", "slate", "linen"];

  function storedSettings() {
    try {
      const settings = JSON.parse(window.localStorage.getItem("asedio:settings"));
      return settings !== null && typeof settings === "object" ? settings : {};
    } catch {
      return {}; // blocked, absent or damaged: use the defaults
    }
  }

  /** Return a setting of the host's bundle (engine/dev/hosting/page.py), or "". */
  function hostSays(name) {
    return document.querySelector(`meta[name="asedio-${name}"]`)?.content ?? "";
  }

  function chooseLanguage(stored) {
    const host = hostSays("language");
    const wanted = [stored, host, ...(navigator.languages || [navigator.language])];
    for (const tag of wanted) {
      const language = typeof tag === "string" ? tag.toLowerCase().split("-")[0] : "";
      if (LANGUAGES.includes(language)) return language;
    }
    return "en";
  }

  function applyAppearance() {
    const settings = storedSettings();
    root.lang = chooseLanguage(settings.lang);
    // With "auto" the style sheet follows prefers-color-scheme.
    root.dataset.theme = THEMES.includes(settings.theme) ? settings.theme : "auto";
    root.dataset.board = BOARDS.includes(settings.board) ? settings.board : "game";
    root.dataset.home = playedHere() ? "played" : "new";
  }

  /** Return whether a game was finished in this browser, as home has noted. */
  function playedHere() {
    try {
      return window.localStorage.getItem("asedio:home") === "played";
    } catch {
      return false; // blocked
    }
  }

  /* -- 3. address ------------------------------------------------------------------------- */

  /** Return {game, options, …} of the address as far as possible without Python, or null. */
  function named() {
    const [, kind, rest] = /^#(new|rules|play|g|learn|puzzle)=(.*)/.exec(location.hash) || [];
    try {
      if (kind === "play") return JSON.parse(window.localStorage.getItem(`asedio:game:${rest}`));
      if (kind === "g") return headOfLink((/[\w-]+/.exec(rest) || [""])[0]);
      const [game, ...more] = (rest || "").split("&");
      return { game, kind, options: Object.fromEntries(new URLSearchParams(more.join("&"))) };
    } catch {
      return null; // Python will report the error
    }
  }

  /**
   * A page of one game opens on its table: the newest game that goes on, or else a first one
   * against the computer, as if its button had been pressed.
   */
  function openOnlyGame() {
    const game = hostSays("first");
    if (game === "" || location.hash.length > 1) return null;
    try {
      const running = runningGame(game);
      if (running === null) window.asedioPending = `act:computer:${game}`;
      else history.replaceState(null, "", `${location.pathname}${location.search}#play=${running}`);
    } catch {
      window.asedioPending = `act:computer:${game}`; // storage is refused or damaged
    }
    return { game, kind: "new", options: {} };
  }

  /** Return the id of the newest stored game that has begun and is not over, or null. */
  function runningGame(game) {
    const entry = (key) => JSON.parse(window.localStorage.getItem(key));
    let [newest, since] = [null, -1];
    for (const key of Object.keys(window.localStorage)) {
      const [, id] = /^asedio:game:(\w+)$/.exec(key) || [];
      const head = id === undefined ? null : entry(key);
      if (head?.game !== game || head.result !== null || !(head.created > since)) continue;
      if (entry(`asedio:event:${id}:00000`) !== null) [newest, since] = [id, head.created];
    }
    return newest;
  }

  /**
   * Read the head of a link (engine/match/codec.py): format, game, rules version, options, names,
   * start, number of moves.
   */
  function headOfLink(word) {
    const base64 = word.slice(0, 2800).replace(/-/g, "+").replace(/_/g, "/");
    const whole = base64.slice(0, base64.length - (base64.length % 4));
    const bytes = Uint8Array.from(atob(whole), (one) => one.charCodeAt(0));
    let at = 1;
    const number = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        value += (bytes[at] & 127) * 2 ** shift;
        if (bytes[at++] < 128) return value;
        if (at > bytes.length) throw new Error("ends too early");
      }
    };
    const text = () => {
      const end = number() + at;
      return new TextDecoder().decode(bytes.subarray(at, (at = end)));
    };
    const game = text();
    const [rules, options] = [number(), JSON.parse(text() || "{}")];
    for (let names = number(); names > 0; names -= 1) text();
    return { game, rules, kind: text() === "" ? "g" : "start", options, moves: number() };
  }

  /** Insert the game's board from the templates of ui/dev/prerender.py; without one show home. */
  function layFirstTable(wanted) {
    const all = [...document.querySelectorAll("template[data-board]")];
    const boards = all.filter((one) => one.dataset.board === wanted.game);
    const usual = JSON.parse((boards[0] && boards[0].dataset.earlier) || "{}")[wanted.rules];
    const chosen = Object.entries({ ...usual, ...wanted.options });
    const plain = chosen.filter(([, one]) => typeof one !== "object");
    const options = plain.map(([name, value]) => `${name}=${value}`);
    const fits = (one) => (one.dataset.options || "").split(" ").some((it) => options.includes(it));
    const begins = (one) => (one.dataset.tasks || "").split(" ").includes(wanted.kind);
    const board = boards.find(fits) || boards.find(begins) || boards[0];
    if (!board) {
      root.dataset.first = "home";
      return;
    }
    const table = board.content.cloneNode(true);
    const pieces = table.querySelector("[data-start]");
    // With options there may be other pieces, and what else is opened may stand elsewhere.
    if (!["new", "g"].includes(wanted.kind) || options.length > 0) pieces?.remove();
    else if (wanted.moves > 0) pieces?.setAttribute("data-start", "moves");
    const screen = board.parentNode;
    screen.append(table);
    if (wanted.kind !== "rules") screen.dataset.screen = "table"; // its style sheet, its place
  }

  /** The covers of the games are many shapes: the words of home are painted before them. */
  function afterPaint(act) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      act();
    };
    requestAnimationFrame(() => port2.postMessage(null));
  }

  /** A board for another page (ui/embed): its settings, and word of its height to that page. */
  function inFrame() {
    root.dataset.view = "on";
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (LANGUAGES.includes(wanted.get("lang"))) root.lang = wanted.get("lang");
    if (THEMES.includes(wanted.get("theme"))) root.dataset.theme = wanted.get("theme");
    if (!window.asedioFramed) return;
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      window.parent.postMessage({ asedio: "height", height }, "*");
    };
    document.addEventListener("DOMContentLoaded", () => {
      new ResizeObserver(tell).observe(document.body);
    });
  }

  /* -- 6. relays -------------------------------------------------------------------------- */

  /*
   * The page's security policy allows any relay. This one allows only those the host has named,
   * those of tables on this device, and those of an invitation in the address (ui/far/relays/addresses.py).
   * To use another one the page has to be reloaded. A relay of the page's own origin is named by
   * its path, `/relay`: the policy always allows it, with ws: if the page came over plain http.
   */
  const RELAY = /^(wss:\/\/[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?|ws:\/\/(?:localhost|127\.0\.0\.1))(:\d{1,5})?(\/[A-Za-z0-9._~/-]{0,80})?$/;
  const OWN_RELAY = /^\/[A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,79}$/;
  const OWN = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  const inShort = (one) => (one.startsWith(`${OWN}/`) ? one.slice(OWN.length) : one);

  function limitRelays() {
    const host = document.querySelector('meta[name="asedio-relays"]');
    const offered = (host ? host.content : "").split(/[\s,]+/).map(inShort);
    const usual = offered.filter((one) => RELAY.test(one) || OWN_RELAY.test(one));
    const found = [...usual];
    try {
      const stored = JSON.parse(window.localStorage.getItem("asedio:relays") || "{}");
      found.push(...(stored.chosen || []), ...(stored.known || []));
    } catch {
      /* refused or damaged: only the host's */
    }
    const [, via] = /^#(?:join|seat)=[\w-]*&via=([\w.,:/~-]*)/.exec(location.hash) || [];
    for (const one of (via || "").split(",")) found.push(one.includes("://") ? one : `wss://${one}`);
    const allowed = [...new Set(found.filter((one) => typeof one === "string" && RELAY.test(one)))];
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    const lines = allowed.map((one) => RELAY.exec(one).slice(1, 3).join(""));
    // A relay publishes its limits by HTTP at the same host (NIP-11).
    const origins = lines.flatMap((one) => [one, one.replace("ws", "http")]);
    policy.content = ["connect-src 'self'", ...origins].join(" ");
    document.head.append(policy);
    window.asedioRelays = allowed;
    window.asedioUsualRelays = usual;
    window.asedioOwnRelay = OWN; // before the path of a relay of its own origin
  }

  /* -- 4. progress ------------------------------------------------------------------------ */

  const WORDS = {
    es: {
      start: "Cargando Asedio…",
      python: "Preparando los juegos…",
      rules: "Cargando las reglas…",
      board: "Poniendo la mesa…",
      slow: "Todavía se está cargando. La primera vez puede tardar; después es más rápido.",
      preparing: "Preparando {name}…",
      sizes: "({got} de {all} MB)",
      pasted: "Texto pegado, {n} líneas",
      point: ",",
      again: "Reintentar",
      reload: "Recargar",
      outdated: "Hay una versión nueva de Asedio. Recarga la página; tus partidas se conservan.",
      file: "Asedio no funciona abriendo el archivo directamente. Sirve la carpeta (por ejemplo con «make play» o «python3 -m http.server») y abre la dirección http://localhost que te indique.",
      wasm: "Este navegador no admite WebAssembly, que Asedio necesita. Prueba con una versión reciente de Firefox, Chrome, Edge o Safari.",
      sandbox: "Asedio no puede arrancar dentro de esta página, porque su marco no tiene «allow-same-origin». Ábrelo en una pestaña propia.",
      failed: "Asedio no ha podido arrancar. Recarga la página. Si sigue igual, comprueba tu conexión o prueba con otro navegador.",
    },
    en: {
      start: "Loading Asedio…",
      python: "Preparing the games…",
      rules: "Loading the rules…",
      board: "Setting the table…",
      slow: "Still loading. The first time can take a while; after that it is faster.",
      preparing: "Preparing {name}…",
      sizes: "({got} of {all} MB)",
      pasted: "Pasted text, {n} lines",
      point: ".",
      again: "Try again",
      reload: "Reload",
      outdated: "A new version of Asedio is available. Reload the page; your games are kept.",
      file: "Asedio does not work when the file is opened directly. Serve the folder (for example with “make play” or “python3 -m http.server”) and open the http://localhost address it tells you.",
      wasm: "This browser does not support WebAssembly, which Asedio needs. Try a recent version of Firefox, Chrome, Edge or Safari.",
      sandbox: "Asedio cannot start inside this page, because its frame lacks “allow-same-origin”. Open it in its own tab.",
      failed: "Asedio could not start. Reload the page. If that does not help, check your connection or try another browser.",
    },
  };
  // Messages of the loader in their order.
  const STEPS = [
    ["Loading Pyodide", "python"],
    ["Loading interpreter", "python"],
    ["Loading files", "rules"],
    ["Loaded Pyodide", "board"],
  ];
  // What is remembered if it is pressed early. A browser opens its list of files only at a press.
  const PRESSED = '[data-boot-action], [data-target^="act:"]:not([data-target="act:file"])';
  const BROUGHT = ["paste", "dragover", "drop"];
  const LONG = 100000; // the same as in ui/words/paste.py
  const SLOW_AFTER_MS = 20000;
  const QUIET_SECONDS = 60; // without any file or byte: then loading has failed
  const ASK_ANEW_MS = 10000;
  const TRY_AGAIN = { slow: "again", failed: "again", outdated: "reload" };

  let word = "start";
  let said = "";
  let trouble = ""; // sentence about the server (static/trouble.js)
  let sizes = null; // bytes received; only the release bundle counts them
  let pendingElement = null;
  let slowTimer = 0;

  function say(text) {
    const line = document.getElementById("boot-progress");
    if (line === null || said === text) return;
    said = text;
    line.hidden = text === "";
    if (text === "") {
      line.replaceChildren();
      return;
    }
    if (line.firstChild === null) line.append("");
    line.firstChild.data = text;
    if (!(word in TRY_AGAIN)) return;
    const button = line.querySelector("button") || tryAgain();
    button.textContent = (WORDS[root.lang] || WORDS.en)[TRY_AGAIN[word]];
    if (button.parentNode === null) line.append(" ", button);
  }

  function tryAgain() {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => {
      button.setAttribute("aria-busy", "true");
      askAnew().then(() => location.reload());
    });
    return button;
  }

  /** Fetch all files past the HTTP cache, which may contain a failure or an old version. */
  function askAnew() {
    const folder = new URL("./", location.href).href;
    const files = performance.getEntriesByType("resource").map((one) => one.name);
    const ours = [...new Set(files)].filter((one) => one.startsWith(folder));
    const asked = ours.map((one) => fetch(one, { cache: "no-cache" }).then((it) => it.arrayBuffer()));
    const patience = new Promise((done) => setTimeout(done, ASK_ANEW_MS));
    return Promise.race([Promise.allSettled(asked), patience]);
  }

  function showWord() {
    const words = WORDS[root.lang] || WORDS.en;
    let text = trouble || words[word];
    if (sizes !== null && sizes.got < sizes.all && root.dataset.boot === "loading") {
      // Not toLocaleString: loading its tables takes 20 ms.
      const amount = (bytes) => (bytes / 1e6).toFixed(1).replace(".", words.point);
      text += " " + words.sizes.replace("{got}", amount(sizes.got)).replace("{all}", amount(sizes.all));
    }
    if (pendingElement !== null && root.dataset.boot === "loading") {
      text = `${words.preparing.replace("{name}", nameOf(pendingElement))} ${text}`;
    }
    say(text);
  }

  function nameOf(element) {
    const name = element.dataset.bootName || element.getAttribute("aria-label") || element.textContent;
    return name.replace(/\s+/g, " ").trim().slice(0, 60);
  }

  function isReady() {
    return root.dataset.boot !== "loading" || started();
  }

  function advance(next) {
    if (isReady()) return;
    word = next;
    showWord();
  }

  function forgetPendingElement() {
    if (pendingElement === null) return;
    pendingElement.removeAttribute("aria-busy");
    delete pendingElement.dataset.bootState;
    pendingElement = null;
  }

  function rememberClick(event) {
    const element = event.target instanceof Element && event.target.closest(PRESSED);
    if (!element || isReady()) return;
    event.preventDefault();
    forgetPendingElement();
    pendingElement = element;
    element.dataset.bootState = "preparing";
    element.setAttribute("aria-busy", "true");
    window.asedioPending = element.dataset.target;
    showWord();
  }

  /**
   * Remember a long text, pasted or dropped on a text area, without putting it there, and a file
   * dropped on the page, in whose place the browser would show the file.
   */
  function rememberText(event) {
    const data = event.clipboardData || event.dataTransfer;
    const field = event.target instanceof Element && event.target.closest("textarea[data-field]");
    if (isReady()) return;
    if (data.types.includes("Files")) {
      event.preventDefault();
      if (event.type === "drop") window.asedioDropped = data.files[0];
      return;
    }
    const text = field && event.type !== "dragover" ? data.getData("text") : "";
    if (text.length <= LONG || field.readOnly) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = field;
    field.asedioText = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
    field.readOnly = true; // until Python offers to remove the text
    const lines = field.asedioText.split("\n").length;
    field.value = (WORDS[root.lang] || WORDS.en).pasted.replace("{n}", lines);
  }

  function started() {
    return performance.getEntriesByName("asedio:ready").length > 0;
  }

  // Without the mark the script has failed, whatever the loader reports. With the mark it runs,
  // even if something harmless was taken for a failure before.
  function finish() {
    if (!started() && document.querySelector(".py-error")) {
      fail("failed");
      return;
    }
    window.clearTimeout(slowTimer);
    document.removeEventListener("click", rememberClick, true);
    for (const name of BROUGHT) document.removeEventListener(name, rememberText, true);
    forgetPendingElement();
    root.dataset.boot = "ready";
    delete root.dataset.covers; // their drawings do not compete with a table's
    say("");
    if (old) window.dispatchEvent(new Event("asedio:outdated"));
  }

  function watchProgress() {
    window.addEventListener("py:progress", ({ detail }) => {
      const step = STEPS.find(([report]) => String(detail).startsWith(report));
      if (step) advance(step[1]);
    });
    window.addEventListener("asedio:progress", ({ detail }) => {
      sizes = detail;
      if (!isReady()) showWord();
    });
    document.addEventListener("py:ready", () => advance("board"));
    document.addEventListener("py:done", finish);
    document.addEventListener("click", rememberClick, true);
    for (const name of BROUGHT) document.addEventListener(name, rememberText, true);
    window.addEventListener("asedio:failed", () => fail("failed"));
    watchQuiet();
    slowTimer = window.setTimeout(() => advance("slow"), SLOW_AFTER_MS);
  }

  /* Counts seconds in which the page was active, not those of a closed laptop or of busy Python. */
  function watchQuiet() {
    let quiet = 0;
    const moved = () => (quiet = 0);
    for (const kind of ["asedio:progress", "py:progress"]) window.addEventListener(kind, moved);
    new PerformanceObserver(moved).observe({ type: "resource" });
    const clock = window.setInterval(() => {
      quiet += 1;
      if (isReady()) window.clearInterval(clock);
      else if (quiet >= QUIET_SECONDS) fail("failed");
    }, 1000);
  }

  /* -- 5. failure ------------------------------------------------------------------------- */

  function fail(reason) {
    if (isReady()) return;
    window.clearTimeout(slowTimer);
    forgetPendingElement();
    root.dataset.boot = "failed";
    word = reason;
    const line = document.getElementById("boot-progress");
    if (line !== null) line.setAttribute("role", "alert");
    showWord();
    if (reason === "failed") explain();
  }

  /** Say what is wrong with the page or its server, if that can be found out. */
  async function explain() {
    const newer = await outdated();
    const found = newer ? "" : await window.asedioTrouble(root.lang);
    if (root.dataset.boot !== "failed") return;
    if (newer) word = "outdated";
    trouble = found;
    showWord();
  }

  function obstacle() {
    if (old) return "outdated";
    if (location.protocol === "file:") return "file";
    if (typeof WebAssembly !== "object") return "wasm";
    if (window.origin === "null") return "sandbox";
    return null;
  }

  function watchFailures() {
    // Capturing, because a load error of a <script> does not bubble.
    window.addEventListener("error", (event) => {
      const source = event.target;
      if (source instanceof HTMLScriptElement || event instanceof ErrorEvent) fail("failed");
      else if (source instanceof HTMLLinkElement) somethingFailed();
    }, true);
    window.addEventListener("unhandledrejection", () => fail("failed"));
    watchInterpreter();
  }

  // If its program or library fails to load, Pyodide may wait for ever without a rejection. If
  // another way of starting succeeds after all, `finish` clears the failure.
  function watchInterpreter() {
    const LAST = /\/(pyodide\.asm\.wasm|python_stdlib\.zip)$/;
    const fetch = window.fetch;
    window.fetch = async (...request) => {
      const needed = LAST.test(String(request[0]?.url ?? request[0]));
      try {
        const response = await fetch(...request);
        if (needed && !response.ok) fail("failed");
        return response;
      } catch (error) {
        if (needed) fail("failed");
        throw error;
      }
    };
  }

  /* -- 7. version ------------------------------------------------------------------------- */

  /*
   * In the bundle all files of a version are in a folder named after it, and Python loads the rest
   * from there. Only this script has the same address in all versions: a cached page still loads
   * the server's current version of it.
   */
  /** @type {{version: string} | null} */
  const BUILD = null; // replaced by the build
  const version = root.dataset.version || ""; // of the page
  const HERE = new URL(version ? `v-${version}/` : "./", document.currentScript.src).href;
  const ASK_VERSION_MS = 8000;
  let old = BUILD !== null && BUILD.version !== version;

  async function outdated() {
    if (version === "") return false;
    const line = new AbortController();
    const timer = window.setTimeout(() => line.abort(), ASK_VERSION_MS);
    try {
      const address = new URL("version.json", location.href);
      const answer = await fetch(address, { cache: "no-store", signal: line.signal });
      const there = answer.ok ? (await answer.json()).version : version;
      old = typeof there === "string" && there !== version;
      return old;
    } catch {
      return false; // unknown
    } finally {
      window.clearTimeout(timer);
    }
  }

  /** Called when an optional file is missing: tells the user if the page is outdated. */
  async function somethingFailed() {
    if (!(await outdated())) return;
    if (root.dataset.boot === "ready") window.dispatchEvent(new Event("asedio:outdated"));
    else fail("outdated");
  }

  /* -- start ------------------------------------------------------------------------------ */

  window.asedioStatic = HERE;
  window.asedioFramed = window.parent !== window;
  window.asedioOutdated = outdated;
  window.asedioFailed = somethingFailed;
  // Replaced by static/offline.js where the site is cached on the device.
  window.asedioRenew = () => location.reload();
  window.asedioReload = () => (old ? window.asedioRenew() : location.reload());
  window.asedioPending = null;
  root.dataset.boot = "loading";
  applyAppearance();
  limitRelays();
  const first = openOnlyGame() ?? named();
  window.asedioGame = first && first.game; // fast.js loads its rules together with Python
  // Do not show home before the table or rules that a link names.
  const view = location.hash.startsWith("#view=");
  if (view) inFrame();
  const far = /^#(join|seat|l)=/.test(location.hash);
  root.dataset.first = window.asedioGame || far || view ? "other" : "home";
  root.dataset.covers = "later";
  const blocked = obstacle();
  if (blocked === null) {
    window.asedioMemory(window);
    watchProgress();
    watchFailures();
  }
  // As soon as the page is parsed; DOMContentLoaded would wait for PyScript.
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    if (window.asedioGame) layFirstTable(first);
    if (root.dataset.first === "home") afterPaint(() => delete root.dataset.covers);
    if (blocked === null) showWord();
    else {
      if (old) document.querySelector('script[type="py"]')?.remove(); // it would mix two versions
      fail(blocked);
    }
  });
})();
