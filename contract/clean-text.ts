// Apart from contract/text.ts: the pages for patients load these rules, and no schemas.

/** Line breaks other than '\n'. Text pasted from Word contains U+000B. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, bidirectional controls and invisible characters. WhatsApp puts a copied telephone number between
 * U+202A and U+202C, and a bidirectional override can reverse how a dose is displayed. Removing them makes texts that
 * look the same compare equal. Zero-width joiners are kept because emoji and Persian need them.
 */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

export const cleanText = (text: string): string => text.replaceAll(LINE_BREAKS, '\n').replaceAll(INVISIBLE, '');

export const cleanLine = (text: string): string => cleanText(text).replaceAll(/[\n\t]+/g, ' ');
