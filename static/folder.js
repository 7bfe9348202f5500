/*
 * A folder for backups, by the File System Access API. The browser keeps the handle of the folder in
 * its own database, so that it is chosen once; it still asks before it writes there again.
 */

const STORE = "folders";
const KEY = "backup";

/** Return the result of a request to the database of handles. The requests of static/memory.js have
 *  their results in the events. */
async function handles(mode, act) {
  const opening = indexedDB.open("asedio", 1);
  opening.onupgradeneeded = (event) => event.target.result.createObjectStore(STORE);
  const base = await answer(opening);
  try {
    return await answer(act(base.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    base.close();
  }
}

function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = (event) => resolve(event.target.result);
    request.onerror = (event) => reject(event.target.error);
  });
}

/** Return the name of the folder chosen before; "" if there is none. */
export async function known() {
  return (await handles("readonly", (store) => store.get(KEY)))?.name ?? "";
}

/** Let the player choose a folder; return its name, "" if none was chosen. */
export async function pick() {
  try {
    const folder = await showDirectoryPicker({ id: "asedio", mode: "readwrite" });
    await handles("readwrite", (store) => store.put(folder, KEY));
    return folder.name;
  } catch (trouble) {
    if (trouble.name === "AbortError") return "";
    throw trouble;
  }
}

/** Return whether the page may write to the folder; the browser asks the player if need be. */
export async function allowed() {
  const folder = await handles("readonly", (store) => store.get(KEY));
  if (!folder) return false;
  const how = { mode: "readwrite" };
  return (await folder.queryPermission(how)) === "granted" || (await folder.requestPermission(how)) === "granted";
}

/** Write a file that is not there yet; return its name, which gets a number if it is taken. */
export async function save(name, text) {
  const folder = await handles("readonly", (store) => store.get(KEY));
  const free = await unused(folder, name);
  const file = await folder.getFileHandle(free, { create: true });
  const out = await file.createWritable();
  await out.write(text);
  await out.close();
  return free;
}

async function unused(folder, name) {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/.exec(name);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem}-${number}${ending ?? ""}`;
    try {
      await folder.getFileHandle(free);
    } catch (trouble) {
      if (trouble.name === "NotFoundError") return free;
      throw trouble;
    }
  }
}
