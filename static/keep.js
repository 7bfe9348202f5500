/*
 * The board on the screen as a picture to keep: an SVG that needs no style sheet, no font and no
 * drawing from elsewhere, or the same as a PNG. It shows what is drawn for whoever is in front, no
 * more, and is the picture of a position: nothing moves or fades in it.
 */

// What a style sheet may say of a shape, and what holds where nothing is said. The first are handed
// down from an element to what is in it.
const HANDED_DOWN = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none", "stroke-width": "1px",
  "stroke-opacity": "1", "stroke-dasharray": "none", "stroke-linecap": "butt",
  "stroke-linejoin": "miter", color: "rgb(0, 0, 0)", "font-family": "", "font-size": "",
  "font-weight": "400", "font-style": "normal", "font-variant-numeric": "normal",
  "text-anchor": "start", "paint-order": "normal",
};
const ITS_OWN = { opacity: "1" };
const LEFT_OUT = "[data-parts=cells], [data-slot=targets], [data-slot=hints], [data-slot=effects]";
// For the page, not for a picture: what is pressed or read aloud, and what is written as paint.
const OF_THE_PAGE = /^(class|style|role|data-.*|aria-.*)$/;
const WIDTH = 1200; // of the PNG, in pixels
const NAMESPACE = "http://www.w3.org/2000/svg";

function element(name, attributes = {}) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Where a style sheet or an attribute puts an element, as one matrix; none: where it is. */
function place(one, style) {
  if (style.transform === "none") return null;
  const box = style.transformBox === "fill-box" ? one.getBBox() : { x: 0, y: 0 };
  const [left, top] = style.transformOrigin.split(" ").map(parseFloat);
  const [x, y] = [box.x + left, box.y + top];
  const { a, b, c, d, e, f } = new DOMMatrix()
    .translate(x, y).multiply(new DOMMatrix(style.transform)).translate(-x, -y);
  return `matrix(${[a, b, c, d, e, f].map((n) => +n.toFixed(4)).join(" ")})`;
}

/** A copy of what is seen, which says itself how it is painted and where it stands. */
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

/** The board as it stands when everything that moves or fades on it has come to its end. */
function still(board) {
  const twin = board.cloneNode(true);
  twin.style.cssText += ";position:absolute;visibility:hidden";
  board.after(twin); // where the same style sheets see it
  for (const moving of twin.getAnimations({ subtree: true })) moving.cancel();
  const copy = painted(twin, HANDED_DOWN);
  twin.remove();
  return copy;
}

/** The drawings that are used, which stand elsewhere in the page. */
function drawings(copy) {
  const names = new Set([...copy.querySelectorAll("use")].map((one) => one.getAttribute("href")));
  const found = [...names].map((name) => name && document.getElementById(name.slice(1)));
  return found.filter(Boolean).map((drawing) => drawing.cloneNode(true));
}

async function inline(address) {
  const reader = new FileReader();
  const data = await (await fetch(address)).blob();
  await new Promise((done, failed) => {
    reader.onload = done;
    reader.onerror = failed;
    reader.readAsDataURL(data);
  });
  return reader.result;
}

/** The page's own fonts, as far as words of the picture are set in them. */
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
    const data = await inline(new URL(address[1], rule.parentStyleSheet.href ?? document.baseURI));
    found.push(`@font-face{font-family:${family};font-weight:${weight};font-style:${style};`
      + `src:url("${data}")}`);
  }
  return found.join("");
}

async function picture(board) {
  const copy = still(board);
  const { x, y, width, height } = board.viewBox.baseVal;
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const kept = element("defs");
  const words = element("style");
  words.textContent = await fonts(copy).catch(() => ""); // then with the reader's own
  kept.append(words, ...drawings(copy));
  copy.prepend(kept, element("rect", { x, y, width, height, fill: paper }));
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), ratio: height / width };
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lets the board be saved under `name`, which ends in .svg or .png. */
export async function keep(name) {
  const { text, ratio } = await picture(document.querySelector("main svg.board"));
  const drawn = new Blob([text], { type: "image/svg+xml" });
  if (!name.endsWith(".png")) return save(name, drawn);
  const image = new Image();
  image.src = URL.createObjectURL(drawn);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(WIDTH * ratio);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return save(name, await new Promise((done) => canvas.toBlob(done, "image/png")));
}
