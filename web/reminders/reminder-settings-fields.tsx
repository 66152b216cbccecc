import { MailX } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import { MAX_NOTICE_HOURS, REMINDER_HOURS } from '#contract/reminder-settings';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Whether and when reminders leave by mail. */
export function SendingFields({ form, sendsMail }: { form: ReminderForm; sendsMail: boolean }) {
  const isEnabled = useWatch({ control: form.control, name: 'enabled' });
  return (
    <div>
      {!sendsMail && <NoMail />}
      <Controller
        control={form.control}
        name="enabled"
        render={({ field: { value, onChange } }) => (
          <Switch label="Enviar recordatorios por correo" checked={value} onChange={onChange} />
        )}
      />
      {isEnabled && <TimeFields form={form} />}
    </div>
  );
}

const NoMail = () => (
  <p className="mb-3 flex max-w-prose items-start gap-2.5 rounded-control border border-orange/40 bg-orange-tint px-4 py-3">
    <MailX size={18} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
    <span>
      El correo no está configurado en esta instalación, así que ningún recordatorio sale por sí solo. Puedes enviarlos
      tú por WhatsApp desde la agenda, con el mensaje y el enlace ya escritos.
    </span>
  </p>
);

function TimeFields({ form }: { form: ReminderForm }) {
  const [onBooking, hoursBefore] = useWatch({ control: form.control, name: ['onBooking', 'hoursBefore'] });
  const isNever = !onBooking && hoursBefore.length === 0;
  return (
    <FieldGroup title="Cuándo se envían" className="mt-3">
      <div className="grid gap-x-6 sm:grid-cols-3">
        <Checkbox label="Al agendar la cita" {...form.register('onBooking')} />
        <Controller
          control={form.control}
          name="hoursBefore"
          render={({ field: { value, onChange } }) => (
            <>
              {REMINDER_HOURS.map((hours) => (
                <Checkbox
                  key={hours}
                  label={`${hours} horas antes`}
                  checked={value.includes(hours)}
                  onChange={({ target }) =>
                    onChange(REMINDER_HOURS.filter((one) => (one === hours ? target.checked : value.includes(one))))
                  }
                />
              ))}
            </>
          )}
        />
      </div>
      <p className="mt-1.5 max-w-prose text-muted text-sm">
        Los de horas antes no salen entre las 21:00 y las 08:00. A quien ya confirmó no se le vuelve a recordar.
      </p>
      <p role="status" className="max-w-prose text-orange text-sm">
        {isNever && 'No elegiste ningún momento: el paciente solo sabrá por correo si su hora cambia o se cancela.'}
      </p>
    </FieldGroup>
  );
}

/** The place and the telephone that messages and the patient's page show. */
export function PatientInformationFields({ form }: { form: ReminderForm }) {
  const { errors } = form.formState;
  const [place, message] = useWatch({ control: form.control, name: ['place', 'message'] });
  const lacksPlace = message.includes('{lugar}') && !place.trim();
  return (
    <FieldGroup title="Lo que ve el paciente">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Lugar de atención"
          hint="Sin tu especialidad ni el motivo de la consulta."
          warning={lacksPlace && 'Tu mensaje usa {lugar}: escribe el lugar.'}
          error={errors.place?.message}
        >
          <TextInput {...form.register('place')} autoComplete="off" placeholder="Picarte 450, oficina 12, Valdivia" />
        </Field>
        <Field
          label="Teléfono para los pacientes"
          hint="Al que llaman cuando ya no pueden cancelar por el enlace."
          error={errors.phone?.message}
        >
          <TextInput {...form.register('phone')} type="tel" autoComplete="off" placeholder="+56 9 1234 5678" />
        </Field>
      </div>
    </FieldGroup>
  );
}

/** What the patient may do with the link. */
export function PatientChoiceFields({ form }: { form: ReminderForm }) {
  return (
    <FieldGroup title="Lo que puede hacer el paciente">
      <Field
        label="Horas de anticipación para cancelar"
        hint={`De 0 a ${MAX_NOTICE_HOURS}. Con menos anticipación, el enlace muestra tu teléfono en lugar de cancelar.`}
        error={form.formState.errors.cancelNoticeHours?.message}
        className="sm:max-w-sm"
      >
        <TextInput
          {...form.register('cancelNoticeHours', { valueAsNumber: true })}
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_NOTICE_HOURS}
          className="max-w-28 tabular-nums"
        />
      </Field>
      <div className="mt-3">
        <Controller
          control={form.control}
          name="allowMove"
          render={({ field: { value, onChange } }) => (
            <Switch label="Puede elegir otra hora libre de tu agenda" checked={value} onChange={onChange} />
          )}
        />
        <p className="max-w-prose text-muted text-sm">
          Con la misma anticipación que para cancelar, entre las horas libres de tu horario de atención. Si no lo has
          indicado, se ofrecen todas las horas de la agenda.
        </p>
      </div>
    </FieldGroup>
  );
}
