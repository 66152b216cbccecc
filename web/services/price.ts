import { formatMoney } from '#contract/plans';

/** 25000 → '$25.000' */
export const priceText = (price: number | null): string => (price === null ? 'A convenir' : formatMoney(price));

/** '25.000', '$ 25.000' or '25000' → 25000. Blank is null, and any other text NaN: '25.5' is no price in pesos. */
export function parsePrice(text: string): number | null {
  const digits = text.replaceAll(/[$\s]/g, '');
  if (digits === '') return null;
  return /^(\d+|\d{1,3}(\.\d{3})+)$/.test(digits) ? Number(digits.replaceAll('.', '')) : Number.NaN;
}
