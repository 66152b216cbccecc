/** As much of a browser as the session and the calls need, for their tests. */
export function fakeBrowser() {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return { localStorage, window: new EventTarget() };
}
