import { formatDecimal, MEASUREMENT_KINDS, MEASUREMENTS, type Measurements } from './measurements.ts';

export const withUnit = (text: string, unit: string): string =>
  unit.startsWith('/') ? text + unit : `${text} ${unit}`;

/** Body mass index in kg/m², with one decimal. */
export function bodyMassIndex({ weightKg, heightCm }: Measurements): number | undefined {
  if (weightKg === undefined || heightCm === undefined) return undefined;
  return Math.round((weightKg / (heightCm / 100) ** 2) * 10) / 10;
}

export const BMI = { label: 'IMC', unit: 'kg/m²' } as const;

export interface MeasurementText {
  label: string;
  /** The value with its unit. */
  text: string;
}

/** The measurements as they are read and printed: the blood pressure as one, and the body mass index after the height. */
export function measurementTexts(values: Measurements): MeasurementText[] {
  const { systolic, diastolic } = values;
  const index = bodyMassIndex(values);
  const hasPressure = systolic !== undefined && diastolic !== undefined;
  return MEASUREMENT_KINDS.flatMap((kind) => {
    if (hasPressure && kind === 'systolic') return [];
    if (hasPressure && kind === 'diastolic') {
      return [{ label: 'Presión arterial', text: `${systolic}/${diastolic} ${MEASUREMENTS.systolic.unit}` }];
    }
    const value = values[kind];
    if (value === undefined) return [];
    const { label, unit } = MEASUREMENTS[kind];
    const shown = { label, text: withUnit(formatDecimal(value), unit) };
    if (kind !== 'heightCm' || index === undefined) return [shown];
    return [shown, { label: BMI.label, text: withUnit(formatDecimal(index), BMI.unit) }];
  });
}
