// In a frame of another site, and with cookies switched off, a browser may refuse its storage. Then a reload loses what
// was typed.
const keyFor = (slug: string): string => `reserva:${slug}`;

export type Typed = Record<string, string | boolean>;

/** What somebody typed in this tab. It ends with the tab, or with the booking. */
export function readTyped(slug: string): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(keyFor(slug)) ?? '{}');
  } catch {
    return {};
  }
}

export function storeTyped(slug: string, typed: Typed): void {
  try {
    sessionStorage.setItem(keyFor(slug), JSON.stringify(typed));
  } catch {}
}

export function forgetTyped(slug: string): void {
  try {
    sessionStorage.removeItem(keyFor(slug));
  } catch {}
}
