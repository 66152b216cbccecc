import { formatPesos } from '#contract/plans';

/** 25000 → '$25.000' */
export const formatMoney = (pesos: number): string => `$${formatPesos(pesos)}`;
