/** 34 → '34 años' */
export const ageText = (age: number): string => `${age} ${age === 1 ? 'año' : 'años'}`;

/** '+56 9 8765 4321' → 'tel:+56987654321'; nothing to call in 'no tiene'. */
export function phoneLink(phone: string): string | undefined {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : undefined;
}

/** An address may be anything that was typed: only what has a recipient can be written to. */
export const emailLink = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${email.split('@').map(encodeURIComponent).join('@')}` : undefined;
