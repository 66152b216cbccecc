function fakeStorage(): Storage {
  const stored = new Map<string, string>();
  return {
    get length() {
      return stored.size;
    },
    key: (at) => Array.from(stored.keys())[at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  };
}

/** The parts of a browser that the tests of sessions, requests and drafts need. */
export function fakeBrowser() {
  return { localStorage: fakeStorage(), sessionStorage: fakeStorage(), window: new EventTarget() };
}
