import { Controller, useFormContext } from 'react-hook-form';
import { MAX_CONCEPT_LENGTH } from '#contract/charges';
import { useToday } from '#web/platform/today.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** The first day that can be chosen for a charge or a payment. */
const FIRST_DAY = '2000-01-01';

export interface ContentValues {
  concept: string;
  amount: string;
  date: string;
}

/** What is charged. The form around it has these values. */
export function ChargeFields() {
  const form = useFormContext<ContentValues>();
  const { errors } = form.formState;
  return (
    <>
      <Field label="Concepto" required error={errors.concept?.message}>
        <TextInput
          {...form.register('concept')}
          autoComplete="off"
          maxLength={MAX_CONCEPT_LENGTH}
          placeholder="Consulta"
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField name="amount" label="Monto en pesos" error={errors.amount?.message} />
        <DateField name="date" label="Fecha del cobro" error={errors.date?.message} />
      </div>
    </>
  );
}

/** A day until today. */
export function DateField({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  const { control } = useFormContext();
  const today = useToday();
  return (
    <Field label={label} required error={error}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, ref } }) => (
          <DatePicker ref={ref} label={label} value={value} onChange={onChange} today={today} from={FIRST_DAY} />
        )}
      />
    </Field>
  );
}

interface AmountProps {
  name: string;
  label: string;
  hint?: string;
  error: string | undefined;
}

export function AmountField({ name, label, hint, error }: AmountProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} required hint={hint} error={error}>
      <TextInput
        {...register(name)}
        autoComplete="off"
        inputMode="numeric"
        maxLength={12}
        placeholder="25.000"
        className="tabular-nums"
      />
    </Field>
  );
}
