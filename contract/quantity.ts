import { fold } from './fold.ts';

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

/** 'veintiún' and 'un', before 'mil' and before a masculine noun: the last word loses the 'o'. */
const apocopated = (words: string): string => words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

/** 0 to 999.999, as one counts: 'uno', 'veintiuno', 'mil doscientos'. It agrees with no noun. */
export function numberInWords(number: number): string {
  const rest = number % 1000;
  const thousands = (number - rest) / 1000;
  if (thousands === 0) return belowThousand(rest);
  const thousand = thousands === 1 ? 'mil' : `${apocopated(belowThousand(thousands))} mil`;
  return rest > 0 ? `${thousand} ${belowThousand(rest)}` : thousand;
}

/** What prescriptions count. Before a word that is in neither list, a number that would have to agree gets no words. */
const NOUNS = {
  feminine: `ampolla ampolleta amp aguja aplicacion barra bolsa botella caja capsula caps cinta crema cucharada
    cucharadita dosis gasa gota gragea hora inhalacion inyeccion jeringa lanceta lata lamina locion
    mascarilla noche pastilla perla pildora pluma pomada semana solucion sonda suspension tableta tab tira
    toallita unidad ui vacuna vaselina venda`,
  masculine: `aerosol ano aposito autoinyector blister cartucho cc champu colirio comprimido comp dia envase estuche
    fco frasco g gel gotero gramo inhalador jabon jarabe kit lapiz litro mes mg ml mililitro ovulo papelillo
    paquete par parche polvo pote rollo sachet set sobre spray supositorio tarro tratamiento tubo unguento
    vial`,
};
type Gender = keyof typeof NOUNS;

/** Before one of these, a number counts nothing that is named: '21 (veintiuno) en total'. */
const PREPOSITIONS = new Set(['con', 'de', 'en', 'para', 'por', 'segun', 'sin']);

const GENDERS = new Map(
  (Object.keys(NOUNS) as Gender[]).flatMap((gender) =>
    NOUNS[gender].split(/\s+/).map((noun) => [noun, gender] as const),
  ),
);

/** The gender of a noun in the singular or plural. Undefined for a word that is not in the lists. */
function genderOf(noun: string): Gender | undefined {
  const word = fold(noun);
  // 'lápices' is the plural of 'lápiz'.
  const singulars = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ces$/, 'z')];
  return singulars.map((one) => GENDERS.get(one)).find(Boolean);
}

/** 'veintiuno' → 'veintiuna cápsulas', 'veintiún comprimidos'; 'doscientos' → 'doscientas cápsulas'. */
function agreeing(words: string, gender: Gender | undefined): string {
  if (gender === 'feminine') return words.replaceAll(/(?<=[cn])ientos/g, 'ientas').replace(/uno$/, 'una');
  return gender === 'masculine' ? apocopated(words) : words;
}

/**
 * '30 comprimidos' → '30 (treinta) comprimidos', '21 cápsulas' → '21 (veintiuna) cápsulas'. Only a whole number alone or
 * before a word gets words: not a range, a product, a fraction or a strength.
 */
export const quantityInWords = (quantity: string): string =>
  quantity.replace(
    /^(\d{1,3}(?:\.\d{3})|\d{1,6})(?=\s*$|\s+(\p{L}+))(?!\s+(?:a|o|u|y|x|por|hasta)\s+\d|\s+x\d)/iu,
    (digits: string, _: string, noun = '') => {
      const words = numberInWords(Number(digits.replace('.', '')));
      const gender = genderOf(noun);
      const isUnknown = noun !== '' && !gender && !PREPOSITIONS.has(fold(noun));
      if (isUnknown && agreeing(words, 'feminine') !== words) return digits;
      return `${digits} (${agreeing(words, gender)})`;
    },
  );
