/** '2' → 2; what is no page number is the first page. */
export const parsePageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
