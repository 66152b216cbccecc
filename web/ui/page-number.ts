/** '2' → 2; an invalid page number means the first page. */
export const parsePageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
