/*
 * The offer to install the page, made once, in the language of the page, and the sign that there is
 * no connection; only in the release bundle (static/offline.js).
 *
 * The offer is made at home, never over a board, to people who have played here. It goes when they
 * answer it or leave home.
 */
const WORDS = {
  es: { text: "Puedes instalar Asedio y abrirlo como una aplicación, también sin conexión.",
        install: "Instalar", later: "Ahora no", offline: "sin conexión" },
  en: { text: "You can install Asedio and open it like an app, also offline.",
        install: "Install", later: "Not now", offline: "offline" },
};
const ASKED = "asedio:asked:install"; // as ui/saves/answered_offers.py
const GAME = "asedio:game:";

const words = () => WORDS[document.documentElement.lang] ?? WORDS.en;
let prompt = null; // the browser's own dialog, until it was offered

/** Return whether the offer may be made; never where the storage is blocked. */
function wanted() {
  try {
    const keys = Object.keys(localStorage);
    return !keys.includes(ASKED) && keys.some((key) => key.startsWith(GAME));
  } catch {
    return false;
  }
}

function offer() {
  const event = prompt;
  prompt = null;
  localStorage.setItem(ASKED, "1");
  const accept = () => {
    line.remove();
    event.prompt();
  };
  const line = window.asedioNotice(
    "install",
    words().text,
    [words().install, accept],
    [words().later, () => line.remove()],
  );
}

function look() {
  const home = document.querySelector('main[data-screen="home"]');
  if (!home) document.getElementById("install")?.remove();
  else if (prompt && !document.getElementById("new-version") && wanted()) offer();
}

/** Let the installed app have the language of the page. */
function speak() {
  const link = document.querySelector('link[rel="manifest"]');
  const wanted = `./manifest.${document.documentElement.lang}.webmanifest`;
  if (link && link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}

function sign() {
  const root = document.documentElement;
  if (navigator.onLine) root.style.removeProperty("--offline");
  else root.style.setProperty("--offline", JSON.stringify(words().offline));
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  look();
});
addEventListener("appinstalled", () => document.getElementById("install")?.remove());
addEventListener("online", sign);
addEventListener("offline", sign);
const watched = { subtree: true, attributes: true, attributeFilter: ["data-screen", "lang"] };
new MutationObserver(() => {
  look();
  sign();
  speak();
}).observe(document.documentElement, watched);
sign();
speak();
