import { bodyMassIndex } from './measurement-texts.ts';
import { formatDecimal, MEASUREMENTS, type MeasurementKind, type Measurements } from './measurements.ts';

/** From an age in years: the lowest and the highest plausible value. */
type Range = readonly [fromAge: number, low: number, high: number];

/**
 * Values outside are possible, but more often a mistyped digit or another unit. These are not normal ranges: they contain
 * the published ones and leave room for disease, so that a warning stays rare.
 * - Weight and height of children: wider than -3 to +3 standard deviations of the WHO Child Growth Standards (2006) and
 *   of the WHO Reference 2007 for 5 to 19 years (https://www.who.int/tools/child-growth-standards).
 * - Pulse and blood pressure of children: wider than the ranges of Pediatric Advanced Life Support (American Heart
 *   Association, 2015), waking and sleeping. Ranges in use differ from measured centiles: their limits lie beyond the 1st
 *   and the 99th, or cross the median (Fleming et al., Lancet 2011; 377: 1011-18,
 *   https://pmc.ncbi.nlm.nih.gov/articles/PMC3789232).
 * - Values of adults, temperature, saturation and glucose: bounds of this application, far outside the usual.
 */
const PLAUSIBLE: Partial<Record<MeasurementKind, readonly Range[]>> = {
  weightKg: [
    [0, 1.5, 14],
    [1, 6, 22],
    [3, 9, 40],
    [6, 13, 90],
    [12, 22, 150],
    [18, 30, 250],
  ],
  heightCm: [
    [0, 40, 86],
    [1, 65, 110],
    [3, 80, 135],
    [6, 95, 175],
    [12, 120, 210],
    [18, 120, 220],
  ],
  systolic: [
    [0, 50, 120],
    [1, 65, 130],
    [3, 70, 135],
    [6, 75, 145],
    [12, 80, 170],
    [18, 70, 220],
  ],
  diastolic: [
    [0, 25, 80],
    [1, 30, 85],
    [3, 35, 90],
    [6, 40, 95],
    [12, 40, 110],
    [18, 40, 130],
  ],
  pulse: [
    [0, 80, 220],
    [1, 70, 190],
    [3, 60, 160],
    [6, 50, 150],
    [12, 40, 150],
  ],
  temperatureC: [[0, 34, 41]],
  saturation: [[0, 85, 100]],
  glucose: [[0, 50, 400]],
  waistCm: [[12, 45, 180]],
};

/** The plausible body mass index of adults. Weight and height may each be plausible and not fit together. */
const PLAUSIBLE_INDEX = [12, 70] as const;

/** The range for an age in whole years. Undefined where none is stated. */
export const plausibleRange = (kind: MeasurementKind, age: number): { low: number; high: number } | undefined => {
  const range = PLAUSIBLE[kind]?.findLast(([fromAge]) => age >= fromAge);
  return range && { low: range[1], high: range[2] };
};

/** The warning under a field, or undefined. A warning refuses nothing. */
export function measurementWarning(kind: MeasurementKind, values: Measurements, age: number): string | undefined {
  const value = values[kind];
  if (value === undefined) return undefined;
  const range = plausibleRange(kind, age);
  if (range && (value < range.low || value > range.high)) {
    const { unit } = MEASUREMENTS[kind];
    return `Poco habitual a esta edad (${formatDecimal(range.low)} a ${formatDecimal(range.high)} ${unit}). Revisa que esté bien escrito.`;
  }
  if (kind === 'diastolic' && values.systolic !== undefined && values.systolic <= value) {
    return 'La sistólica debería ser mayor que la diastólica. Revisa que estén bien escritas.';
  }
  const index = kind === 'heightCm' && age >= 18 ? bodyMassIndex(values) : undefined;
  if (index !== undefined && (index < PLAUSIBLE_INDEX[0] || index > PLAUSIBLE_INDEX[1])) {
    return `El IMC sería ${formatDecimal(index)}. Revisa que el peso y la talla estén bien escritos.`;
  }
  return undefined;
}
