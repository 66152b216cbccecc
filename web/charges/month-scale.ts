import { formatPesos } from '#contract/plans';

/** The parts into which lines divide the height of a chart. */
const STEPS = 4;
/** What a line may count, in powers of ten, so that the amounts beside the lines are short. */
const ROUND = [1, 2, 2.5, 5, 10];
const LEAST_STEP = 1000;

export interface Scale {
  top: number;
  /** The amounts of the lines, from 0 to the top. */
  lines: number[];
}

/** A scale from 0 to at least the greatest amount, with round amounts. */
export function amountScale(amounts: readonly number[]): Scale {
  const needed = Math.max(LEAST_STEP, Math.max(0, ...amounts) / STEPS);
  const power = 10 ** Math.floor(Math.log10(needed));
  const step = (ROUND.find((one) => one * power >= needed) ?? 10) * power;
  return { top: step * STEPS, lines: Array.from({ length: STEPS + 1 }, (_, index) => step * index) };
}

/** Which part of the height an amount has, in percent. */
export const heightOnScale = (amount: number, { top }: Scale): number =>
  Math.max(0, Math.round((amount / top) * 1000) / 10);

const decimals = (amount: number): string => String(Math.round(amount * 100) / 100).replace('.', ',');

/** 250000 → '250 mil', 1500000 → '1,5 M' */
export function shortAmount(pesos: number): string {
  if (pesos >= 1_000_000) return `${decimals(pesos / 1_000_000)} M`;
  return pesos >= 1000 ? `${decimals(pesos / 1000)} mil` : formatPesos(pesos);
}

/** The last month of the chart: the current one, unless the page shows a month outside its year. */
export function chartEnd(shown: string, current: string, yearBefore: string): string {
  return shown > current || shown < yearBefore ? shown : current;
}
