/*
 * Names of things under the mouse, shown at once: elements with `data-name` carry them, so no Python
 * runs while the mouse moves. What is hidden from the player has no other name there either.
 *
 * The name of a square is written on the strip below the board, in the room that the player's name
 * and pieces leave. One that is too long for it covers the letters of the files above it (and takes
 * more lines, upwards). The name of anything else stands below the thing itself.
 */

const FRAME = ".table-front";
const STRIP = ".strips.below";

let label = null;
let thing = null; // the element whose name is shown

/** Follow changes of the thing: a piece under a resting mouse may be captured. */
const changes = new MutationObserver(() => write());

function write() {
  const name = thing?.isConnected ? thing.dataset.name : "";
  if (!name) {
    label.remove(); // the next player at this device must not find it in the page
    return;
  }
  if (label.textContent !== name) label.textContent = name;
  if (!label.isConnected) document.body.append(label);
  place();
}

/** Return the empty room of a strip: between the player's name and what is at its right end. */
function gap(strip) {
  const parts = [...strip.querySelectorAll(".strip > *")].map((one) => one.getBoundingClientRect());
  const name = strip.querySelector(".strip-name")?.getBoundingClientRect().right ?? 0;
  const later = parts.filter((box) => box.width && box.left >= name).map((box) => box.left);
  return { left: name + 6, right: Math.min(strip.getBoundingClientRect().right, ...later) - 6 };
}

function place() {
  const front = thing.closest(FRAME);
  const strip = front?.querySelector(STRIP);
  const over = strip && !strip.contains(thing) && front.clientWidth && strip.clientHeight;
  const box = thing.getBoundingClientRect();
  let room = over ? front.getBoundingClientRect() : { left: 0, right: innerWidth };
  label.style.maxWidth = over ? `${room.right - room.left}px` : "";
  let y = box.bottom + 6;
  if (over) {
    const { top, height } = strip.getBoundingClientRect();
    const free = gap(strip);
    const fits = label.offsetWidth <= free.right - free.left && label.offsetHeight <= height;
    if (fits) room = free;
    y = fits ? top + (height - label.offsetHeight) / 2 : top - label.offsetHeight;
  }
  const half = label.offsetWidth / 2;
  const middle = box.left + box.width / 2;
  const x = Math.max(room.left, Math.min(room.right - 2 * half, middle - half));
  label.style.transform = `translate(${x}px, ${Math.min(y, innerHeight - label.offsetHeight)}px)`;
}

function show(found) {
  if (found === thing) return;
  thing = found;
  changes.disconnect();
  write();
  if (!thing) return;
  changes.observe(thing, { attributeFilter: ["data-name"] });
}

/** Show the names from now on. */
export async function watch() {
  if (label) return;
  label = document.createElement("div");
  label.id = "thing-name";
  label.setAttribute("aria-hidden", "true"); // the things have accessible names
  document.addEventListener("pointerover", ({ pointerType, target }) => {
    show(pointerType === "mouse" && target.closest ? target.closest("[data-name]") : null);
  });
  document.documentElement.addEventListener("pointerleave", () => show(null));
  // Another screen, or the curtain before the next player.
  new MutationObserver(() => show(null)).observe(document.getElementById("app"), {
    childList: true,
    attributeFilter: ["data-mode"],
  });
}
