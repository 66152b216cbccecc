import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { BUFFERS, MAX_VISITS_A_DAY, MAX_WINDOW_DAYS } from '#contract/booking-settings';
import type { BookingForm } from '#web/booking/booking-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const NOTICES = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336];
const BUFFER_TEXTS: Record<(typeof BUFFERS)[number], string> = { 0: 'Sin pausa', 30: '30 minutos', 60: '1 hora' };

/** '2 horas', '1 día', '1 semana' */
function noticeText(hours: number): string {
  if (hours === 0) return 'Sin anticipación';
  const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`;
  if (hours % 168 === 0) return count(hours / 168, 'semana', 'semanas');
  return hours % 24 === 0 ? count(hours / 24, 'día', 'días') : count(hours, 'hora', 'horas');
}

/** An empty field means that there is no maximum. */
const toMaximum = (text: unknown): number | null => (text === '' || text === null ? null : Number(text));

/** Which of the free hours are offered. */
export function RuleFields({ form }: { form: BookingForm }) {
  const { errors } = form.formState;
  const [saved] = useState(() => form.getValues('minNoticeHours'));
  // Another program may have saved any number of hours.
  const notices = NOTICES.includes(saved) ? NOTICES : [...NOTICES, saved].sort((one, other) => one - other);
  return (
    <FieldGroup title="Qué horas se ofrecen">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Anticipación mínima" hint="Cuánto antes hay que reservar." error={errors.minNoticeHours?.message}>
          <Select
            {...form.register('minNoticeHours', { valueAsNumber: true })}
            options={notices.map((hours) => ({ value: hours, label: noticeText(hours) }))}
          />
        </Field>
        <Field
          label="Días hacia adelante"
          hint={`Hasta cuándo se puede reservar, de 1 a ${MAX_WINDOW_DAYS} días.`}
          error={errors.windowDays?.message}
        >
          <TextInput
            {...form.register('windowDays', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_WINDOW_DAYS}
            className="max-w-28 tabular-nums"
          />
        </Field>
        <Field label="Pausa entre citas" error={errors.bufferMinutes?.message}>
          <Select
            {...form.register('bufferMinutes', { valueAsNumber: true })}
            options={BUFFERS.map((minutes) => ({ value: minutes, label: BUFFER_TEXTS[minutes] }))}
          />
        </Field>
        <Field
          label="Máximo de citas al día"
          hint="Cuenta todas tus citas del día. Vacío: sin máximo."
          error={errors.maxPerDay?.message}
        >
          <TextInput
            {...form.register('maxPerDay', { setValueAs: toMaximum })}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_VISITS_A_DAY}
            className="max-w-28 tabular-nums"
          />
        </Field>
      </div>
    </FieldGroup>
  );
}

const APPROVALS = [
  {
    value: 'manual',
    label: 'Las reviso yo',
    hint: 'Cada reserva guarda la hora y espera tu respuesta. Si no respondes en 72 horas, o un día antes de la hora, termina sola y les avisamos a los dos.',
  },
  {
    value: 'automatic',
    label: 'Se agendan solas',
    hint: 'Quien confirma desde su correo queda con la cita en tu agenda, marcada «Reservada en línea».',
  },
] as const;

/** Who may book, and what becomes of a booking. */
export function WhoBooksFields({ form, sendsMail }: { form: BookingForm; sendsMail: boolean }) {
  const [approval, newPatients] = useWatch({ control: form.control, name: ['approval', 'newPatients'] });
  const isAlwaysAsked = approval === 'automatic' && (!newPatients || !sendsMail);
  return (
    <FieldGroup title="Cómo se aprueban">
      {APPROVALS.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            value={value}
            {...form.register('approval')}
            className="mt-0.5 size-5 shrink-0 accent-austral-600"
          />
          <span>
            {label}
            <span className="block max-w-prose text-muted text-sm">{hint}</span>
          </span>
        </label>
      ))}
      <div className="mt-3">
        <Controller
          control={form.control}
          name="newPatients"
          render={({ field: { value, onChange } }) => (
            <Switch label="Aceptar pacientes nuevos" checked={value} onChange={onChange} />
          )}
        />
        <p className="max-w-prose text-muted text-sm">
          {newPatients
            ? 'Cualquier persona puede reservar en tu página.'
            : 'Tu página dice que solo atiendes a quienes ya son tus pacientes. Para no revelar quién lo es, todas las reservas esperarán tu respuesta.'}
        </p>
      </div>
      <p role="status" className="mt-2 max-w-prose text-orange text-sm">
        {isAlwaysAsked && 'Así, ninguna reserva se agenda sola: todas esperarán tu respuesta.'}
      </p>
      <Field
        label="Texto de tu página"
        hint="Por ejemplo, cómo llegar o qué traer. Lo ve cualquiera."
        error={form.formState.errors.message?.message}
        className="mt-4"
      >
        <TextArea {...form.register('message')} rows={3} />
      </Field>
    </FieldGroup>
  );
}
