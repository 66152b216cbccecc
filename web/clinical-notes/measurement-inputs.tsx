import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { ageOn } from '#contract/days';
import { BMI, bodyMassIndex, withUnit } from '#contract/measurement-texts';
import { measurementWarning } from '#contract/measurement-warnings';
import {
  formatDecimal,
  MEASUREMENT_KINDS,
  MEASUREMENTS,
  type MeasurementKind,
  measurementProblem,
  readMeasurement,
} from '#contract/measurements';
import type { Patient } from '#contract/patients';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { measurementContent } from '#web/clinical-notes/measurement-fields.ts';
import { useToday } from '#web/platform/today.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

interface Props {
  form: NoteForm;
  patient: Patient;
  /** The person has just pressed the button that shows the fields. */
  isFocused: boolean;
}

/** A number is complete only some time after its first digit. */
const QUIET_MS = 600;

const labelOf = (kind: MeasurementKind): string => {
  const { label, unit } = MEASUREMENTS[kind];
  return kind === 'pain' ? `${label} (0 a 10)` : `${label} (${unit})`;
};

export function MeasurementInputs({ form, patient, isFocused }: Props) {
  const typed = useWatch({ control: form.control, name: 'measurements' });
  const values = useDebounced(typed, QUIET_MS);
  const age = ageOn(patient.birthDate, useToday());
  const content = measurementContent(values) ?? {};
  const index = bodyMassIndex(content);
  // The button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when they appear.
  useEffect(() => {
    if (isFocused) form.setFocus('measurements.weightKg');
  }, []);
  const register = (kind: MeasurementKind) => {
    const path = `measurements.${kind}` as const;
    return form.register(path, {
      onBlur: () => {
        const value = readMeasurement(kind, form.getValues(path));
        if (value !== undefined) form.setValue(path, formatDecimal(value));
      },
    });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {MEASUREMENT_KINDS.map((kind) => (
          <Field
            key={kind}
            label={labelOf(kind)}
            error={measurementProblem(kind, values[kind])}
            warning={measurementWarning(kind, content, age)}
          >
            <TextInput
              {...register(kind)}
              inputMode={MEASUREMENTS[kind].decimals === 0 ? 'numeric' : 'decimal'}
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
        ))}
      </div>
      <p aria-live="polite" className="mt-4 text-sm">
        {index !== undefined && (
          <>
            <span className="text-muted">{BMI.label}:</span>{' '}
            <span className="font-semibold tabular-nums">{withUnit(formatDecimal(index), BMI.unit)}</span>
          </>
        )}
      </p>
    </>
  );
}
