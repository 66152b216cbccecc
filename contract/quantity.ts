const UNITS = `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis
  diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
  veintiocho veintinueve`.split(/\s+/);
const TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const HUNDREDS = `- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos
  novecientos`.split(/\s+/);

function belowHundred(number: number): string {
  const unit = number % 10;
  return UNITS[number] ?? [TENS[(number - unit) / 10], unit > 0 && UNITS[unit]].filter(Boolean).join(' y ');
}

function belowThousand(number: number): string {
  if (number === 100) return 'cien';
  if (number < 100) return belowHundred(number);
  const rest = number % 100;
  return [HUNDREDS[(number - rest) / 100], rest > 0 && belowHundred(rest)].filter(Boolean).join(' ');
}

/** 'veintiún mil' and 'un mil' of a number before 'mil': its last word loses the 'o'. */
const beforeThousand = (words: string): string => words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

/** 0 to 999.999, as one counts: 'uno', 'veintiuno', 'mil doscientos'. It agrees with no noun. */
export function numberInWords(number: number): string {
  const rest = number % 1000;
  const thousands = (number - rest) / 1000;
  if (thousands === 0) return belowThousand(rest);
  const thousand = thousands === 1 ? 'mil' : `${beforeThousand(belowThousand(thousands))} mil`;
  return rest > 0 ? `${thousand} ${belowThousand(rest)}` : thousand;
}

/**
 * '30 comprimidos' → '30 (treinta) comprimidos'. Only a whole number alone or before a word gets words: not a range, a
 * product, a fraction or a strength.
 */
export const quantityInWords = (quantity: string): string =>
  quantity.replace(
    /^(\d{1,3}(?:\.\d{3})|\d{1,6})(?=\s*$|\s+\p{L})(?!\s+(?:a|o|u|y|x|por|hasta)\s+\d|\s+x\d)/iu,
    (digits) => {
      const number = Number(digits.replace('.', ''));
      return `${digits} (${numberInWords(number)})`;
    },
  );
