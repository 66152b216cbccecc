/** 34 → '34 años' */
export const ageText = (age: number): string => `${age} ${age === 1 ? 'año' : 'años'}`;

/** '+56 9 8765 4321' → 'tel:+56987654321'; undefined for a text without digits, as 'no tiene'. */
export function phoneLink(phone: string): string | undefined {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : undefined;
}

/** Undefined for a text that is not an email address, as 'no tiene'. */
export const emailLink = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${email.split('@').map(encodeURIComponent).join('@')}` : undefined;
