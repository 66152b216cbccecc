/** Normalizes a text for search, without accents, case or repeated spaces: 'Núñez  SOTO' → 'nunez soto' */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
