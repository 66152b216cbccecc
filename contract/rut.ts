import { cleanText } from './clean-text.ts';

const RUT = /^0*(\d{1,8})([\dk])$/;

/** The form used to search and compare, in lower case without punctuation: '12.345.678-K' → '12345678k' */
export const compactRut = (text: string): string =>
  cleanText(text)
    .normalize('NFKC')
    .replace(/[.,·\s\u2010-\u2015\u2212\p{Cf}\p{Mn}-]/gu, '')
    .toLowerCase();

/** Modulo 11 check digit: '12345678' → '5' */
export function checkDigit(digits: string): string {
  let sum = 0;
  let factor = 2;
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * factor;
    factor = factor === 7 ? 2 : factor + 1;
  }
  const rest = 11 - (sum % 11);
  if (rest === 11) return '0';
  return rest === 10 ? 'K' : String(rest);
}

/** '12.345.678-5', '12345678-5' and '123456785' → '12345678-5'. Other text is only trimmed. */
export function canonicalRut(text: string): string {
  const parts = RUT.exec(compactRut(text));
  return parts ? `${Number(parts[1])}-${parts[2]?.toUpperCase()}` : text.trim();
}

/** '12345678-5' → '12.345.678-5' */
export function formatRut(text: string): string {
  const parts = RUT.exec(compactRut(text));
  if (!parts) return text.trim();
  const digits = String(Number(parts[1])).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${digits}-${parts[2]?.toUpperCase()}`;
}

/** Whether the text has the format of a RUT. Passport numbers do not, and have no check digit. */
export const isRutShaped = (text: string): boolean => RUT.test(compactRut(text));

/** The compact form of a complete or partial RUT in a search. A complete RUT loses its leading zeros. */
export const searchedRut = (text: string): string =>
  isRutShaped(text) && compactRut(text).length >= 8 ? compactRut(canonicalRut(text)) : compactRut(text);

/** Whether a RUT was mistyped: a question to the person, never a refusal, because files have such numbers. */
export const isSuspectRut = (text: string): boolean => isRutShaped(text) && !hasRightCheckDigit(text);

export function hasRightCheckDigit(text: string): boolean {
  const parts = RUT.exec(compactRut(text));
  return parts?.[1] !== undefined && checkDigit(parts[1]).toLowerCase() === parts[2];
}
