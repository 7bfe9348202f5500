/*
 * In-memory IndexedDB for PyScript's loader, which fails where a browser refuses the real one.
 *
 * A classic script before static/boot.js; the release bundle joins both.
 */
window.asedioMemory = (function () {
  "use strict";

  /*
   * The loader keeps a package cache in databases named "IDBMap/…". Asedio loads no packages, so
   * these are always in memory: then tests cover what runs in a blocked frame. Other names use the
   * real IndexedDB, or memory if it is refused. This function is also sent to workers as text, so
   * it must not use anything outside itself.
   */
  function installMemoryDatabase(scope) {
    const LOADER = "IDBMap/";
    const databases = new Map();
    let real = null;
    try {
      real = scope.indexedDB || null;
    } catch {
      real = null;
    }

    function answer(request, result) {
      request.result = result;
      request.readyState = "done";
      if (request.onsuccess) request.onsuccess({ type: "success", target: request });
    }

    function ask(work) {
      const request = { result: undefined, error: null, readyState: "pending", onsuccess: null, onerror: null };
      scope.queueMicrotask(() => answer(request, work()));
      return request;
    }

    function objectStore(entries) {
      return {
        get: (key) => ask(() => entries.get(key)),
        getKey: (key) => ask(() => (entries.has(key) ? key : undefined)),
        getAll: () => ask(() => [...entries.values()]),
        getAllKeys: () => ask(() => [...entries.keys()]),
        count: () => ask(() => entries.size),
        put: (value, key) => ask(() => (entries.set(key, value), key)),
        delete: (key) => ask(() => void entries.delete(key)),
        clear: () => ask(() => void entries.clear()),
      };
    }

    function database(name, stores) {
      return {
        name,
        version: 1,
        get objectStoreNames() {
          return [...stores.keys()];
        },
        createObjectStore(store) {
          stores.set(store, new Map());
          return objectStore(stores.get(store));
        },
        transaction() {
          const transaction = {
            oncomplete: null,
            objectStore: (store) => objectStore(stores.get(store)),
          };
          scope.setTimeout(() => transaction.oncomplete && transaction.oncomplete({ type: "complete" }));
          return transaction;
        },
        close() {},
      };
    }

    function openInMemory(name, request) {
      const fresh = !databases.has(name);
      if (fresh) databases.set(name, new Map());
      const opened = database(name, databases.get(name));
      scope.queueMicrotask(() => {
        request.result = opened;
        if (fresh && request.onupgradeneeded) {
          request.transaction = opened.transaction();
          request.onupgradeneeded({ type: "upgradeneeded", oldVersion: 0, newVersion: 1, target: request });
        }
        answer(request, opened);
      });
      return request;
    }

    function open(name, version) {
      const request = {
        result: undefined, error: null, readyState: "pending", transaction: null,
        onsuccess: null, onerror: null, onupgradeneeded: null, onblocked: null,
      };
      if (real === null || String(name).startsWith(LOADER)) return openInMemory(name, request);
      let asked;
      try {
        asked = version === undefined ? real.open(name) : real.open(name, version);
      } catch {
        return openInMemory(name, request);
      }
      for (const kind of ["onsuccess", "onupgradeneeded", "onblocked"]) {
        asked[kind] = (event) => request[kind] && request[kind](event);
      }
      asked.onerror = (event) => {
        event.preventDefault();
        openInMemory(name, request);
      };
      return request;
    }

    const standIn = {
      open,
      deleteDatabase: (name) => {
        if (real !== null && !String(name).startsWith(LOADER)) {
          try {
            return real.deleteDatabase(name);
          } catch {
            /* refused: only the database in memory exists */
          }
        }
        return ask(() => void databases.delete(name));
      },
      databases: () => Promise.resolve([...databases.keys()].map((name) => ({ name, version: 1 }))),
    };
    Object.defineProperty(scope, "indexedDB", { value: standIn, configurable: true });
  }

  /*
   * PyScript starts its workers from blobs, which open a database first. A blob can contain another
   * blob, so the replacement goes before the worker's own code.
   */
  function installInWorkers(scope) {
    const scripts = new Map();
    const createObjectURL = scope.URL.createObjectURL;
    const revokeObjectURL = scope.URL.revokeObjectURL;
    const prelude = `(${installMemoryDatabase})(self);\n`;

    scope.URL.createObjectURL = function (blob) {
      const url = createObjectURL.call(scope.URL, blob);
      if (blob instanceof Blob && /javascript/.test(blob.type)) scripts.set(url, blob);
      return url;
    };
    scope.URL.revokeObjectURL = function (url) {
      scripts.delete(url);
      revokeObjectURL.call(scope.URL, url);
    };

    const RealWorker = scope.Worker;
    scope.Worker = class Worker extends RealWorker {
      constructor(address, options) {
        const script = scripts.get(String(address));
        if (script === undefined) {
          super(address, options);
          return;
        }
        const blob = new Blob([prelude, script], { type: "text/javascript" });
        super(createObjectURL.call(scope.URL, blob), options);
      }
    };
  }

  return (scope) => {
    installMemoryDatabase(scope);
    installInWorkers(scope);
  };
})();
