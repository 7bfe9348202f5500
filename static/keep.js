/*
 * The board on the screen as a picture to keep: an SVG that needs no style sheet and no drawings
 * from elsewhere, or the same as a PNG. It shows what is drawn for whoever is in front, no more.
 */

const PAINT = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "opacity", "color", "display", "font", "text-anchor",
  "paint-order",
];
const LEFT_OUT = "[data-parts=cells], [data-slot=targets], [data-slot=hints], [data-slot=effects]";
const WIDTH = 1200; // of the PNG, in pixels
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Writes what the style sheets say into the copy. */
function paint(from, to) {
  const style = getComputedStyle(from);
  to.setAttribute("style", PAINT.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  for (let i = 0; i < to.children.length; i += 1) paint(from.children[i], to.children[i]);
}

/** The drawings that are used, which stand elsewhere in the page. */
function drawings(copy) {
  const found = new Set([...copy.querySelectorAll("use")].map((one) => one.getAttribute("href")));
  const place = document.createElementNS(NAMESPACE, "defs");
  for (const name of found) {
    const drawing = name && document.getElementById(name.slice(1));
    if (drawing) place.append(drawing.cloneNode(true));
  }
  return place;
}

function picture(board) {
  const copy = board.cloneNode(true);
  paint(board, copy);
  for (const one of copy.querySelectorAll(LEFT_OUT)) one.remove();
  copy.prepend(drawings(copy));
  const { x, y, width, height } = board.viewBox.baseVal;
  const ground = document.createElementNS(NAMESPACE, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    ground.setAttribute(name, value);
  }
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("xmlns", NAMESPACE);
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
  const { text, ratio } = picture(document.querySelector("main svg.board"));
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
