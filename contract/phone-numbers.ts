/** The country calling code of Chile, whose numbers have nine digits. */
const CHILE = '56';
/** ITU-T E.164: at most fifteen digits with the country. No country has numbers of fewer than seven. */
const FOREIGN = /^[1-9]\d{6,14}$/;

/**
 * The digits of a number with its country, as `wa.me` needs them: '9 1234 5678' → '56912345678'. Undefined for a text that
 * cannot be a telephone number.
 */
export function internationalDigits(phone: string): string | undefined {
  const text = phone.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  const isInternational = text.startsWith('+') || /^\D*00/.test(text);
  if (isInternational && !digits.startsWith(CHILE)) return FOREIGN.test(digits) ? digits : undefined;
  const national = nationalDigits(digits);
  return national && CHILE + national;
}

/** Nine digits, without the country and without the zero that was once dialled before a number. */
function nationalDigits(digits: string): string | undefined {
  const withoutCountry = digits.length > 9 && digits.startsWith(CHILE) ? digits.slice(CHILE.length) : digits;
  const national = withoutCountry.replace(/^0+/, '');
  return /^[2-9]\d{8}$/.test(national) ? national : undefined;
}
