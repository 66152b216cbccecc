const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Chromebook', /CrOS/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const;

/** A first name for the passkey: 'Windows', 'iPhone'. An iPad presents itself as a Mac, with a touch screen. */
export function deviceName({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  const name = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Mi dispositivo';
  return name === 'Mac' && maxTouchPoints > 1 ? 'iPad' : name;
}

/** A telephone has one user. Several people may use one account of a computer. */
export const isPhone = ({ userAgent }: Pick<Navigator, 'userAgent'>): boolean => /iPhone|Android/.test(userAgent);
