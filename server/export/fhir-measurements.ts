import { BMI, bodyMassIndex } from '#contract/measurement-texts';
import { MEASUREMENT_KINDS, MEASUREMENTS, type Measurements } from '#contract/measurements';
import { type ExportedRecord, idOfPart, nonEmpty, type Resource, referenceTo, TERMINOLOGY } from './fhir.ts';

const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';

/** The LOINC codes, the first that of the vital signs profile where there is one, and the unit in UCUM. */
interface Coding {
  category: 'vital-signs' | 'laboratory' | 'survey';
  codes: readonly (readonly [code: string, display: string])[];
  label: string;
  ucum: string;
}

const MMHG = 'mm[Hg]';

type Single = Exclude<keyof typeof MEASUREMENTS, 'systolic' | 'diastolic'> | 'bodyMassIndex';

/** The blood pressure is one observation of two components. */
const CODINGS: Record<Single, Coding> = {
  weightKg: vital('weightKg', 'kg', ['29463-7', 'Body weight']),
  heightCm: vital('heightCm', 'cm', ['8302-2', 'Body height']),
  bodyMassIndex: {
    category: 'vital-signs',
    codes: [['39156-5', 'Body mass index (BMI) [Ratio]']],
    label: BMI.label,
    ucum: 'kg/m2',
  },
  pulse: vital('pulse', '/min', ['8867-4', 'Heart rate']),
  temperatureC: vital('temperatureC', 'Cel', ['8310-5', 'Body temperature']),
  saturation: vital(
    'saturation',
    '%',
    ['2708-6', 'Oxygen saturation in Arterial blood'],
    ['59408-5', 'Oxygen saturation in Arterial blood by Pulse oximetry'],
  ),
  // Guides for vital signs use this code (https://loinc.org/8280-0). The form does not ask for the place of the tape.
  waistCm: vital('waistCm', 'cm', ['8280-0', 'Waist Circumference at umbilicus by Tape measure']),
  glucose: {
    // As in the example of US Core (https://www.hl7.org/fhir/us/core/Observation-blood-glucose.html).
    ...vital('glucose', 'mg/dL', ['2339-0', 'Glucose [Mass/volume] in Blood']),
    category: 'laboratory',
  },
  pain: {
    ...vital('pain', '{score}', ['72514-3', 'Pain severity - 0-10 verbal numeric rating [Score] - Reported']),
    category: 'survey',
  },
};

function vital(kind: keyof typeof MEASUREMENTS, ucum: string, ...codes: Coding['codes']): Coding {
  return { category: 'vital-signs', codes, label: MEASUREMENTS[kind].label, ucum };
}

const concept = (codes: Coding['codes'], text: string) => ({
  coding: codes.map(([code, display]) => ({ system: LOINC, code, display })),
  text,
});

const quantity = (value: number, ucum: string) => ({ value, unit: ucum, system: UCUM, code: ucum });

/** One observation for each measurement of a note. */
export function observationResources(record: ExportedRecord, values: Measurements): Resource[] {
  const observation = (part: string, category: Coding['category'], rest: object): Resource => ({
    resourceType: 'Observation',
    id: idOfPart(record.id, `observation/${part}`),
    status: record.finalizedAt ? 'final' : 'preliminary',
    category: [{ coding: [{ system: `${TERMINOLOGY}/observation-category`, code: category }] }],
    subject: referenceTo(record.patientId),
    encounter: referenceTo(record.id),
    effectiveDateTime: record.createdAt,
    performer: [referenceTo(record.practitionerId)],
    ...rest,
  });
  const single = (kind: Single, value: number | undefined): Resource[] => {
    if (value === undefined) return [];
    const { category, codes, label, ucum } = CODINGS[kind];
    return [observation(kind, category, { code: concept(codes, label), valueQuantity: quantity(value, ucum) })];
  };
  const { systolic, diastolic } = values;
  const hasPressure = systolic !== undefined || diastolic !== undefined;
  return [
    ...MEASUREMENT_KINDS.flatMap((kind) =>
      kind === 'systolic' || kind === 'diastolic' ? [] : single(kind, values[kind]),
    ),
    ...single('bodyMassIndex', bodyMassIndex(values)),
    ...(hasPressure ? [observation('pressure', 'vital-signs', pressure(values))] : []),
  ];
}

/** The profile of HL7 asks for both components. One that was not measured says so. */
const pressure = ({ systolic, diastolic }: Measurements) => ({
  code: concept([['85354-9', 'Blood pressure panel with all children optional']], 'Presión arterial'),
  component: nonEmpty(
    component(['8480-6', 'Systolic blood pressure'], MEASUREMENTS.systolic.label, systolic),
    component(['8462-4', 'Diastolic blood pressure'], MEASUREMENTS.diastolic.label, diastolic),
  ),
});

const component = (code: readonly [string, string], label: string, value: number | undefined) => {
  const named = { code: concept([code], label) };
  if (value !== undefined) return { ...named, valueQuantity: quantity(value, MMHG) };
  return {
    ...named,
    dataAbsentReason: { coding: [{ system: `${TERMINOLOGY}/data-absent-reason`, code: 'not-performed' }] },
  };
};
