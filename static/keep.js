/*
 * Pictures of the board, to save, copy or pass on: a self-contained SVG without external style
 * sheets, fonts or drawings, or a PNG of it.
 *
 * It shows only what the viewer sees, as a still position without animation, and below it the line
 * that an open dialog has for it (`data-caption`): players, result and day.
 */

// Style properties copied to attributes, with their defaults. Those in the first group are
// inherited.
const HANDED_DOWN = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none", "stroke-width": "1px",
  "stroke-opacity": "1", "stroke-dasharray": "none", "stroke-linecap": "butt",
  "stroke-linejoin": "miter", color: "rgb(0, 0, 0)", "font-family": "", "font-size": "",
  "font-weight": "400", "font-style": "normal", "font-variant-numeric": "normal",
  "text-anchor": "start", "paint-order": "normal",
};
const ITS_OWN = { opacity: "1" };
const LEFT_OUT = "[data-parts=cells], [data-slot=targets], [data-slot=hints], [data-slot=effects]";
// Attributes of no use in a picture: for input, for screen readers, and styles that are copied as
// attributes.
const OF_THE_PAGE = /^(class|style|role|data-.*|aria-.*)$/;
const WIDTH = 1200; // width of the PNG in pixels
const NAMESPACE = "http://www.w3.org/2000/svg";

function element(name, attributes = {}) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Return an element's transform, by style sheet or attribute, as one matrix; null without one. */
function place(one, style) {
  if (style.transform === "none") return null;
  const box = style.transformBox === "fill-box" ? one.getBBox() : { x: 0, y: 0 };
  const [left, top] = style.transformOrigin.split(" ").map(parseFloat);
  const [x, y] = [box.x + left, box.y + top];
  const { a, b, c, d, e, f } = new DOMMatrix()
    .translate(x, y).multiply(new DOMMatrix(style.transform)).translate(-x, -y);
  return `matrix(${[a, b, c, d, e, f].map((n) => +n.toFixed(4)).join(" ")})`;
}

/** Return a copy of a visible element with its style and place as attributes; else null. */
function painted(one, above) {
  const style = getComputedStyle(one);
  if (style.display === "none" || one.matches(LEFT_OUT)) return null;
  const copy = one.cloneNode(false);
  for (const { name } of [...copy.attributes]) {
    if (OF_THE_PAGE.test(name)) copy.removeAttribute(name);
  }
  const at = place(one, style);
  if (at) copy.setAttribute("transform", at);
  const down = {};
  for (const name of Object.keys(HANDED_DOWN)) {
    down[name] = style.getPropertyValue(name);
    if (down[name] !== above[name]) copy.setAttribute(name, down[name]);
    else copy.removeAttribute(name);
  }
  for (const [name, usual] of Object.entries(ITS_OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) copy.setAttribute(name, value);
  }
  for (const child of one.childNodes) {
    const inside = child.nodeType === Node.ELEMENT_NODE ? painted(child, down) : child.cloneNode();
    if (inside) copy.append(inside);
  }
  return copy;
}

/** Return a copy of the board with all animations finished. */
function still(board) {
  const twin = board.cloneNode(true);
  twin.style.cssText += ";position:absolute;visibility:hidden";
  board.after(twin); // so that the same style sheets apply
  for (const moving of twin.getAnimations({ subtree: true })) moving.cancel();
  const copy = painted(twin, HANDED_DOWN);
  twin.remove();
  return copy;
}

/** Return copies of the symbols used, which are elsewhere in the page. */
function drawings(copy) {
  const names = new Set([...copy.querySelectorAll("use")].map((one) => one.getAttribute("href")));
  const found = [...names].map((name) => name && document.getElementById(name.slice(1)));
  return found.filter(Boolean).map((drawing) => drawing.cloneNode(true));
}

const inlined = new Map(); // fonts as data addresses, by address

function inline(address) {
  if (!inlined.has(address)) inlined.set(address, read(address));
  return inlined.get(address);
}

async function read(address) {
  const reader = new FileReader();
  const data = await (await fetch(address)).blob();
  await new Promise((done, failed) => {
    reader.onload = done;
    reader.onerror = failed;
    reader.readAsDataURL(data);
  });
  return reader.result;
}

/** Return the @font-face rules used in the picture, with embedded fonts. */
async function fonts(copy) {
  const set = [...copy.querySelectorAll("text")].map((one) => {
    const of = (name) => one.closest(`[${name}]`)?.getAttribute(name);
    return [of("font-family"), of("font-weight") ?? "400", of("font-style") ?? "normal"];
  });
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const found = [];
  for (const rule of rules) {
    if (!(rule instanceof CSSFontFaceRule)) continue;
    const of = (name) => rule.style.getPropertyValue(name).replaceAll('"', "");
    const [family, weight, style] = [of("font-family"), of("font-weight"), of("font-style")];
    const used = ([first, ...more]) => first?.split(",")[0].replaceAll('"', "") === family
      && more[0] === weight && more[1] === style;
    const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"));
    if (!address || !set.some(used)) continue;
    const base = rule.parentStyleSheet.href ?? document.baseURI;
    const data = await inline(new URL(address[1], base).href);
    found.push(`@font-face{font-family:${family};font-weight:${weight};font-style:${style};`
      + `size-adjust:${of("size-adjust") || "100%"};src:url("${data}")}`);
  }
  return found.join("");
}

/** Add a line below the board that names the game; return its height. */
function caption(copy, { x, y, width, height }) {
  const words = document.querySelector("dialog[data-caption]")?.dataset.caption;
  if (!words) return 0;
  const { color, fontFamily } = getComputedStyle(document.body);
  const size = width / 34;
  const line = element("text", {
    x: x + width / 2, y: y + height + 1.25 * size, fill: color, "text-anchor": "middle",
    "font-family": fontFamily, "font-size": size, "font-weight": 400,
  });
  line.textContent = words;
  copy.append(line);
  return 2 * size;
}

/** Return an SVG element as a picture: `text` of the SVG file, `ratio` of height to width. */
export async function picture(board) {
  const copy = still(board);
  const { x, y, width } = board.viewBox.baseVal;
  const height = board.viewBox.baseVal.height + caption(copy, board.viewBox.baseVal);
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const kept = element("defs");
  const words = element("style");
  words.textContent = await fonts(copy).catch(() => ""); // without them the viewer's own fonts are used
  kept.append(words, ...drawings(copy));
  copy.prepend(kept, element("rect", { x, y, width, height, fill: paper }));
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), ratio: height / width };
}

/** Return a canvas with a picture, `width` pixels wide. */
export async function canvas({ text, ratio }, width) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const made = document.createElement("canvas");
  made.width = width;
  made.height = Math.round(width * ratio);
  made.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, made.width, made.height);
  URL.revokeObjectURL(image.src);
  return made;
}

export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const shown = () => picture(document.querySelector("main svg.board"));

async function png() {
  const made = await canvas(await shown(), WIDTH);
  return new Promise((done) => made.toBlob(done, "image/png"));
}

/** Save the board under `name`, which ends in .svg or .png. */
export async function keep(name) {
  if (name.endsWith(".png")) return save(name, await png());
  return save(name, new Blob([(await shown()).text], { type: "image/svg+xml" }));
}

/** Copy the board as a PNG. */
export async function copy() {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png() })]);
}

/** Pass the board as a PNG to another app. */
export async function share(name) {
  const file = new File([await png()], name, { type: "image/png" });
  await navigator.share({ files: [file] });
}
