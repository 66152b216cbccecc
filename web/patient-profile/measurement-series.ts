import type { ClinicalNote } from '#contract/clinical-notes';
import { BMI, bodyMassIndex, withUnit } from '#contract/measurement-texts';
import { formatDecimal, MEASUREMENTS, type MeasurementKind, type Measurements } from '#contract/measurements';

/** The measurements of a finalised note. */
export interface Reading {
  noteId: string;
  date: string;
  values: Measurements;
}

export interface Point {
  date: string;
  value: number;
}

type ReadValue = (values: Measurements) => number | undefined;

interface Line {
  name: string;
  read: ReadValue;
  points: Point[];
}

/** What one chart shows. */
export interface Series {
  title: string;
  unit: string;
  lines: Line[];
}

/** Oldest first. Drafts are not yet a record. */
export const readingsOf = (notes: readonly ClinicalNote[]): Reading[] =>
  notes
    .flatMap(({ _id: noteId, date, status, measurements }) =>
      status === 'finalized' && measurements ? [{ noteId, date, values: measurements }] : [],
    )
    .sort((one, other) => (one.date + one.noteId < other.date + other.noteId ? -1 : 1));

const readKind =
  (kind: MeasurementKind): ReadValue =>
  (values) =>
    values[kind];

interface Chart {
  title: string;
  unit: string;
  lines: readonly (readonly [name: string, read: ReadValue])[];
}

const chartOf = (kind: MeasurementKind): Chart => {
  const { label, unit } = MEASUREMENTS[kind];
  return { title: label, unit, lines: [[label, readKind(kind)]] };
};

const CHARTS: readonly Chart[] = [
  chartOf('weightKg'),
  chartOf('heightCm'),
  { title: BMI.label, unit: BMI.unit, lines: [[BMI.label, bodyMassIndex]] },
  {
    title: 'Presión arterial',
    unit: MEASUREMENTS.systolic.unit,
    lines: [
      ['Sistólica', readKind('systolic')],
      ['Diastólica', readKind('diastolic')],
    ],
  },
  chartOf('pulse'),
  chartOf('temperatureC'),
  chartOf('saturation'),
  chartOf('glucose'),
  chartOf('pain'),
  chartOf('waistCm'),
];

/** One series for each kind that was measured. */
export const seriesOf = (readings: readonly Reading[]): Series[] =>
  CHARTS.flatMap(({ title, unit, lines }) => {
    const measured = lines.map(([name, read]) => ({
      name,
      read,
      points: readings.flatMap(({ date, values }) => {
        const value = read(values);
        return value === undefined ? [] : [{ date, value }];
      }),
    }));
    return measured.some(({ points }) => points.length > 0) ? [{ title, unit, lines: measured }] : [];
  });

/** '120/80 mmHg', with a dash for what was not measured. Undefined when nothing of it was. */
export function readingText({ lines, unit }: Series, values: Measurements): string | undefined {
  const read = lines.map((line) => line.read(values));
  if (read.every((value) => value === undefined)) return undefined;
  return withUnit(read.map((value) => (value === undefined ? '–' : formatDecimal(value))).join('/'), unit);
}

/** The range of an axis, and its three marks: round numbers that contain all values. It spans at least one unit. */
export function axisOf(values: readonly number[]): [low: number, middle: number, high: number] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const least = highest - lowest < 1 ? Math.max(0, (lowest + highest) / 2 - 0.5) : lowest;
  const most = Math.max(highest, least + 1);
  const magnitude = 10 ** Math.floor(Math.log10((most - least) / 2));
  const lowFor = (step: number) => Math.floor((least / step) * 2 + 1e-9) * (step / 2);
  const steps = [1, 2, 5, 10].map((factor) => factor * magnitude);
  const step = steps.find((one) => lowFor(one) + 2 * one >= most - 1e-9) ?? 20 * magnitude;
  const low = lowFor(step);
  return [low, low + step, low + 2 * step].map((mark) => Number(mark.toFixed(3))) as [number, number, number];
}
