/** Without accents and case, single-spaced: 'Núñez  SOTO' → 'nunez soto'. What is searched and what is typed meet here. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
