/** The tabs of the account page, by their value of `tab` in the address. */
export const TABS = {
  cuenta: 'Cuenta',
  suscripcion: 'Suscripción',
  firma: 'Firma',
  secretaria: 'Secretaría',
  seguridad: 'Seguridad',
} as const;

export type TabWord = keyof typeof TABS;
type TabName = (typeof TABS)[TabWord];

const WORDS = Object.keys(TABS) as TabWord[];

/** The return from the checkout shows the subscription when the address names no tab. */
export function shownTab(params: URLSearchParams): TabWord {
  const word = params.get('tab') ?? (params.has('payment') ? 'suscripcion' : 'cuenta');
  return WORDS.find((known) => known === word) ?? 'cuenta';
}

export function withTab(params: URLSearchParams, name: TabName): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('tab', WORDS.find((word) => TABS[word] === name) ?? 'cuenta');
  return next;
}
