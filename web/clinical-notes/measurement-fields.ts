import {
  eachMeasurement,
  formatDecimal,
  MEASUREMENT_KINDS,
  MEASUREMENTS,
  type MeasurementKind,
  type Measurements,
  readMeasurement,
} from '#contract/measurements';

/** The texts of the fields. */
export type MeasurementValues = Record<MeasurementKind, string>;

/** The values of a note, or those that this tab has stored. A release without measurements stored none. */
export const measurementValues = (stored?: unknown): MeasurementValues =>
  eachMeasurement((kind) => {
    const value = (stored as Record<string, unknown> | null | undefined)?.[kind];
    if (typeof value === 'number') return formatDecimal(value);
    return typeof value === 'string' ? value : '';
  });

/** What can be sent. Undefined when there is nothing. */
export function measurementContent(values: MeasurementValues): Measurements | undefined {
  const read = MEASUREMENT_KINDS.flatMap((kind) => {
    const value = readMeasurement(kind, values[kind]);
    return value === undefined ? [] : [[kind, value] as const];
  });
  return read.length > 0 ? (Object.fromEntries(read) as Measurements) : undefined;
}

export const isMeasured = (values: MeasurementValues): boolean => Object.values(values).some((text) => text.trim());

/** The first field whose text cannot be sent. It does not keep the rest of the note from being saved. */
export const wrongMeasurement = (values: MeasurementValues): MeasurementKind | undefined =>
  MEASUREMENT_KINDS.find((kind) => values[kind].trim() && readMeasurement(kind, values[kind]) === undefined);

/** Contains also texts that cannot be sent. */
export const measurementLines = (values: MeasurementValues): string =>
  MEASUREMENT_KINDS.flatMap((kind) => {
    const text = values[kind].trim();
    const { label, unit } = MEASUREMENTS[kind];
    return text ? `${label}: ${text} ${unit}` : [];
  }).join('\n');
