/** The country calling code of Chile, whose numbers have nine digits. */
const CHILE = '56';
/** Mobile numbers begin with 9, numbers of Santiago with 2, all others with an area code of two digits. */
const NATIONAL = /^(?:[29]\d|3[2-59]|4[1-5]|5[1-3578]|6[13-578]|7[1-35])\d{7}$/;
/** ITU-T E.164: at most fifteen digits with the country. No country has numbers of fewer than seven. */
const FOREIGN = /^[1-9]\d{6,14}$/;

/** A slash, a comma or a letter is left out: it separates two numbers, or says whose number it is. */
const WRITTEN = /^\(?\+?[\d\s().\-\u2010-\u2015]+$/;

/**
 * The digits of a number with its country, as `wa.me` needs them: '9 1234 5678' → '56912345678'. Undefined for a text that
 * cannot be one telephone number.
 */
export function internationalDigits(phone: string): string | undefined {
  const text = phone.trim();
  if (!WRITTEN.test(text)) return undefined;
  const isInternational = /^\(?\+|^\D*00/.test(text);
  // '+49 (0)30…': the zero is dialled only inside the country.
  const written = isInternational ? text.replace(/\(\s*0\s*\)/, '') : text;
  const digits = written.replaceAll(/\D/g, '').replace(/^00/, '');
  if (isInternational && !digits.startsWith(CHILE)) return FOREIGN.test(digits) ? digits : undefined;
  const national = nationalDigits(digits);
  return national && CHILE + national;
}

/** Nine digits, without the country and without the zero that was once dialled before a number. */
function nationalDigits(digits: string): string | undefined {
  const withoutCountry = digits.length > 9 && digits.startsWith(CHILE) ? digits.slice(CHILE.length) : digits;
  const national = withoutCountry.replace(/^0+/, '');
  return NATIONAL.test(national) ? national : undefined;
}
