import { z } from 'zod';

interface Kind {
  label: string;
  unit: string;
  /** How many decimals a value may have. Newborns are weighed in grams. */
  decimals: number;
  /** Values outside are refused: they are not of this measurement or not in this unit. */
  min: number;
  max: number;
}

/** In the order of the form. */
export const MEASUREMENTS = {
  weightKg: { label: 'Peso', unit: 'kg', decimals: 3, min: 0.2, max: 700 },
  heightCm: { label: 'Talla', unit: 'cm', decimals: 1, min: 15, max: 280 },
  systolic: { label: 'Presión sistólica', unit: 'mmHg', decimals: 0, min: 1, max: 350 },
  diastolic: { label: 'Presión diastólica', unit: 'mmHg', decimals: 0, min: 0, max: 250 },
  pulse: { label: 'Pulso', unit: 'lpm', decimals: 0, min: 1, max: 400 },
  temperatureC: { label: 'Temperatura', unit: '°C', decimals: 1, min: 10, max: 50 },
  saturation: { label: 'Saturación de oxígeno', unit: '%', decimals: 0, min: 1, max: 100 },
  glucose: { label: 'Glicemia', unit: 'mg/dL', decimals: 0, min: 1, max: 2500 },
  pain: { label: 'Dolor', unit: '/10', decimals: 0, min: 0, max: 10 },
  waistCm: { label: 'Perímetro de cintura', unit: 'cm', decimals: 1, min: 10, max: 400 },
} as const satisfies Record<string, Kind>;
export type MeasurementKind = keyof typeof MEASUREMENTS;
export const MEASUREMENT_KINDS = Object.keys(MEASUREMENTS) as MeasurementKind[];

export const eachMeasurement = <T>(make: (kind: MeasurementKind) => T): Record<MeasurementKind, T> =>
  Object.fromEntries(MEASUREMENT_KINDS.map((kind) => [kind, make(kind)])) as Record<MeasurementKind, T>;

/** 72.5 → '72,5' */
export const formatDecimal = (value: number): string => String(value).replace('.', ',');

const fitsDecimals = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === value;

const NUMBER = /^\d{1,6}(?:[.,]\d{1,9})?$/;

const numberOf = (text: string): number =>
  NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** Why a number is not a value of that kind. */
function valueProblem(kind: MeasurementKind, value: number): string | undefined {
  const { min, max, decimals, unit }: Kind = MEASUREMENTS[kind];
  if (value < min || value > max) {
    const upTo = unit.startsWith('/') ? formatDecimal(max) : `${formatDecimal(max)} ${unit}`;
    return `Debe estar entre ${formatDecimal(min)} y ${upTo}`;
  }
  if (fitsDecimals(value, decimals)) return undefined;
  const precision = decimals === 1 ? 'con a lo más 1 decimal' : `con a lo más ${decimals} decimales`;
  return `Escríbelo ${decimals === 0 ? 'sin decimales' : precision}`;
}

/** The value that was typed: '72,5' and '72.5' are the same. Undefined for a text that is empty or cannot be sent. */
export function readMeasurement(kind: MeasurementKind, text: string): number | undefined {
  if (text === '') return undefined;
  const value = numberOf(text);
  return Number.isNaN(value) || valueProblem(kind, value) ? undefined : value;
}

const sentValue = (kind: MeasurementKind) => {
  const { min, max }: Kind = MEASUREMENTS[kind];
  return z
    .number('Debe ser un número')
    .superRefine((value, context) => {
      const message = valueProblem(kind, value);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .meta({ minimum: min, maximum: max })
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
};

/** The centimetres of a height that was typed in metres, as '1,72'. Undefined for any other value. */
function centimetresOf(value: number): number | undefined {
  const { min, max } = MEASUREMENTS.heightCm;
  const centimetres = Math.round(value * 1000) / 10;
  return value < min && centimetres >= min && centimetres <= max ? centimetres : undefined;
}

/** Why a text cannot be sent. Undefined for one that can, and for an empty one. */
export function measurementProblem(kind: MeasurementKind, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const value = numberOf(text);
  if (Number.isNaN(value)) return 'Escribe solo el número';
  const centimetres = kind === 'heightCm' ? centimetresOf(value) : undefined;
  // It is not converted: nobody may find a number in the record that was not typed.
  if (centimetres !== undefined) return `La talla va en centímetros: ¿${formatDecimal(centimetres)}?`;
  return valueProblem(kind, value);
}

/** The measurements in a request. None at all is the same as no measurements. */
export const SentMeasurements = z
  .object(eachMeasurement(sentValue), 'Deben ser mediciones')
  .nullish()
  .transform((values) => (values && hasMeasurements(values) ? values : undefined))
  .optional();

export const Measurements = z.object(eachMeasurement(() => z.number().optional()));
export type Measurements = z.output<typeof Measurements>;

const hasMeasurements = (values: Measurements): boolean => MEASUREMENT_KINDS.some((kind) => values[kind] !== undefined);
