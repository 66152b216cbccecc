import { useWatch } from 'react-hook-form';
import { datesOfSeries, type Repeat, seriesProblem } from '#contract/appointment-series';
import { addDays, formatDay } from '#contract/days';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const EVERY: { value: Repeat['every']; label: string }[] = [
  { value: 'week', label: 'Cada semana' },
  { value: 'two-weeks', label: 'Cada dos semanas' },
  { value: 'month', label: 'Cada mes' },
];
const ENDS = [
  { value: 'times', label: 'Después de un número de citas' },
  { value: 'until', label: 'En una fecha' },
];
const DEFAULT_TIMES = 10;
const DEFAULT_DAYS = 90;

/** 'Repetir', and until when. Without it there is one appointment. */
export function RepeatFields({ form, today }: { form: AppointmentForm; today: string }) {
  const [date, repeat] = useWatch({ control: form.control, name: ['date', 'repeat'] });
  const errors = form.formState.errors.repeat;
  const set = (next: Repeat | undefined) =>
    form.setValue('repeat', next, { shouldValidate: form.formState.isSubmitted });
  const endsOn = (every: Repeat['every'], end: string): Repeat =>
    end === 'until' ? { every, until: addDays(date, DEFAULT_DAYS) } : { every, times: DEFAULT_TIMES };

  return (
    <div className="space-y-5">
      <Field label="Repetir" error={errors?.every?.message}>
        <Select
          value={repeat?.every ?? ''}
          onChange={({ target: { value } }) =>
            set(value ? { ...(repeat ?? endsOn('week', 'times')), every: value as Repeat['every'] } : undefined)
          }
          placeholder="No se repite"
          options={EVERY}
        />
      </Field>
      {repeat && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Termina">
            <Select
              value={repeat.until === undefined ? 'times' : 'until'}
              onChange={({ target: { value } }) => set(endsOn(repeat.every, value))}
              options={ENDS}
            />
          </Field>
          {repeat.until === undefined ? (
            <Field label="Número de citas" error={errors?.times?.message} hint={describe(date, repeat)}>
              <TextInput
                type="number"
                min={2}
                value={repeat.times || ''}
                onChange={({ target }) => set({ every: repeat.every, times: target.valueAsNumber || 0 })}
              />
            </Field>
          ) : (
            <Field label="Hasta" error={errors?.until?.message} hint={describe(date, repeat)}>
              <DatePicker
                label="Hasta"
                value={repeat.until}
                today={today}
                from={date}
                onChange={(until) => set({ every: repeat.every, until })}
              />
            </Field>
          )}
        </div>
      )}
    </div>
  );
}

function describe(date: string, repeat: Repeat): string | undefined {
  if (seriesProblem(date, repeat)) return undefined;
  const days = datesOfSeries(date, repeat);
  return `${days.length} citas, la última el ${formatDay(days.at(-1) ?? date)}`;
}
