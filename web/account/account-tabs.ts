/** The tabs of the account, each by its word in the address. */
export const TABS = {
  cuenta: 'Cuenta',
  suscripcion: 'Suscripción',
  firma: 'Firma',
  seguridad: 'Seguridad',
} as const;

export type TabWord = keyof typeof TABS;
type TabName = (typeof TABS)[TabWord];

const WORDS = Object.keys(TABS) as TabWord[];

/** Who comes back from the checkout sees the subscription, whatever the address fails to say. */
export function shownTab(params: URLSearchParams): TabWord {
  const word = params.get('tab') ?? (params.has('payment') ? 'suscripcion' : 'cuenta');
  return WORDS.find((known) => known === word) ?? 'cuenta';
}

export function withTab(params: URLSearchParams, name: TabName): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('tab', WORDS.find((word) => TABS[word] === name) ?? 'cuenta');
  return next;
}
