// In a frame of another site, and with cookies switched off, a browser may refuse its storage. Then a reload loses what
// was typed.
export type Typed = Record<string, string | boolean>;

/** What somebody typed in this tab. It ends with the tab, or when the form is sent. */
export function readTyped(key: string): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

export function storeTyped(key: string, typed: Typed): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {}
}

export function forgetTyped(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
