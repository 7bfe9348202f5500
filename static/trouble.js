/*
 * What a server does wrong if the page cannot start (docs/hosting.md lists the cases).
 *
 * A classic script before static/boot.js, which asks it; the release bundle joins both.
 */
window.asedioTrouble = (function () {
  "use strict";

  const WORDS = {
    es: {
      failed: "Asedio no ha podido arrancar.",
      type: "El servidor envía {file} con el tipo «{found}», y el navegador no ejecuta un programa así. Quien publica la página tiene que enviar los archivos .js y .mjs como «text/javascript».",
      untyped: "El servidor envía {file} sin decir su tipo, y el navegador no ejecuta un programa así. Quien publica la página tiene que enviar los archivos .js y .mjs como «text/javascript».",
      page: "En lugar de {file} el servidor envía una página web. Quien publica la página tiene que copiar ese archivo y no redirigir su dirección.",
      missing: "Al servidor le falta {file} (error {found}). Quien publica la página tiene que copiar la carpeta entera.",
      refused: "El servidor no deja leer {file} (error {found}). Quien publica la página tiene que permitirlo.",
      broken: "El servidor responde a {file} con el error {found}. Prueba de nuevo más tarde.",
      changed: "{file} llega incompleto o cambiado. Quien publica la página tiene que copiarlo tal como es.",
      policy: "La política de seguridad del servidor («Content-Security-Policy: {found}») impide que arranque.",
      offline: "No hay conexión con el servidor. Comprueba tu conexión a internet.",
      cut: "No se ha podido descargar {file}. Comprueba tu conexión; también puede que un bloqueador de contenidos o el servidor corten la descarga.",
    },
    en: {
      failed: "Asedio could not start.",
      type: "The server sends {file} with the type “{found}”, and browsers do not run such a program. Whoever publishes the page has to send .js and .mjs files as “text/javascript”.",
      untyped: "The server sends {file} without a type, and browsers do not run such a program. Whoever publishes the page has to send .js and .mjs files as “text/javascript”.",
      page: "Instead of {file} the server sends a web page. Whoever publishes the page has to copy that file and must not redirect its address.",
      missing: "{file} is missing on the server (error {found}). Whoever publishes the page has to copy the whole folder.",
      refused: "The server does not let browsers read {file} (error {found}). Whoever publishes the page has to allow it.",
      broken: "The server answers {file} with error {found}. Try again later.",
      changed: "{file} arrives incomplete or changed. Whoever publishes the page has to copy it as it is.",
      policy: "The server’s security policy (“Content-Security-Policy: {found}”) does not let it start.",
      offline: "The server cannot be reached. Check your internet connection.",
      cut: "{file} could not be downloaded. Check your connection; a content blocker or the server may also cut the download.",
    },
  };
  const ORDER = ["policy", "type", "untyped", "page", "missing", "refused", "broken", "changed", "cut"];
  const SCRIPT = /\.m?js$/;
  const SCRIPT_TYPE = /^(text|application)\/(x-)?(java|ecma)script$/;
  const EVALUATED = /^(wasm-eval|eval|inline|blob)/; // what the start needs besides files

  const fetch = window.fetch.bind(window); // before fast.js answers some addresses itself
  let forbidden = ""; // directive of the server's policy that has stopped something
  document.addEventListener("securitypolicyviolation", (event) => {
    const own = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.content;
    const stops = event.disposition === "enforce" && EVALUATED.test(event.blockedURI);
    if (stops && event.originalPolicy !== own) forbidden ||= event.effectiveDirective;
  });

  /** Return the addresses of this page's files known so far, with their hashes. */
  function files() {
    const found = new Map();
    const folder = new URL("./", location.href).href;
    for (const { name } of performance.getEntriesByType("resource")) found.set(name, "");
    for (const one of document.querySelectorAll("script[src]")) found.set(one.src, one.integrity);
    return [...found].filter(([url]) => url.startsWith(folder));
  }

  /** Return whether the content of a file is not that of its hash, or there is none. */
  async function spoilt(url, integrity) {
    try {
      const answer = await fetch(url, { cache: "no-cache", ...(integrity && { integrity }) });
      return (await answer.arrayBuffer()).byteLength === 0;
    } catch {
      return true;
    }
  }

  /** Return what is wrong with a file, {why, file, found}; null if nothing is. */
  async function look([url, integrity]) {
    const path = new URL(url).pathname;
    const told = (why, found = "") => ({ why, file: path.split("/").pop() || path, found });
    let answer;
    try {
      answer = await fetch(url, { cache: "no-cache" });
    } catch {
      return told("cut");
    }
    answer.body?.cancel();
    const status = answer.status;
    if (status === 404 || status === 410) return told("missing", status);
    if (status === 401 || status === 403) return told("refused", status);
    if (!answer.ok) return told("broken", status);
    const type = (answer.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
    if (type === "text/html" && !path.endsWith("/") && !path.endsWith(".html")) return told("page");
    if (SCRIPT.test(path) && !SCRIPT_TYPE.test(type)) return told(type ? "type" : "untyped", type);
    return (await spoilt(url, integrity)) ? told("changed") : null;
  }

  /** Return why the page could not start, in a language; "" if the server seems to be right. */
  return async function trouble(lang) {
    const words = WORDS[lang] ?? WORDS.en;
    const asked = files();
    const found = forbidden
      ? [{ why: "policy", file: "", found: forbidden }]
      : (await Promise.all(asked.map(look))).filter(Boolean);
    if (found.length === 0) return "";
    const unreachable = found.length === asked.length && found.every(({ why }) => why === "cut");
    const [{ why, file, found: what }] = found.sort((a, b) => ORDER.indexOf(a.why) - ORDER.indexOf(b.why));
    const text = words[unreachable ? "offline" : why];
    return `${words.failed} ${text.replace("{file}", file).replace("{found}", what)}`;
  };
})();
