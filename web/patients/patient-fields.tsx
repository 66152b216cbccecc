import { useWatch } from 'react-hook-form';
import { ageOn } from '#contract/days';
import { SEXES } from '#contract/patients';
import { DocumentNumberField, LegalRecordFields } from '#web/patients/legal-record-fields.tsx';
import { birthDateSchema, type PatientForm } from '#web/patients/patient-form.ts';
import { ageText } from '#web/patients/patient-texts.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const SEX_OPTIONS = SEXES.map((value) => ({ value, label: value === 'masculino' ? 'Masculino' : 'Femenino' }));

export function PatientFields({ form, today }: { form: PatientForm; today: string }) {
  const { register } = form;
  const { errors } = form.formState;
  const isAssistant = useIsAssistant();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Nombre completo" required error={errors.name?.message} className="sm:col-span-2">
        <TextInput {...register('name')} autoComplete="off" />
      </Field>
      <DocumentNumberField form={form} />
      <BirthDateField form={form} today={today} />
      <Field label="Sexo" error={errors.sex?.message}>
        <Select
          {...register('sex', { setValueAs: (value: string) => value || undefined })}
          placeholder="Sin especificar"
          options={SEX_OPTIONS}
        />
      </Field>
      <Field label="Teléfono" error={errors.phone?.message}>
        <TextInput {...register('phone')} type="tel" autoComplete="off" placeholder="+56 9 1234 5678" />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register('email')} type="email" autoComplete="off" placeholder="nombre@ejemplo.cl" />
      </Field>
      <Field label="Dirección" error={errors.address?.message}>
        <TextInput {...register('address')} autoComplete="off" />
      </Field>
      <Field label="Contacto de emergencia" error={errors.emergencyContact?.message} className="sm:col-span-2">
        <TextInput {...register('emergencyContact')} autoComplete="off" placeholder="Nombre y teléfono" />
      </Field>
      <div className="sm:col-span-2">
        <Checkbox label="Recibe recordatorios de sus citas" {...register('reminders')} />
      </div>
      {!isAssistant && <BackgroundFields form={form} />}
      <LegalRecordFields form={form} today={today} />
    </div>
  );
}

/** An assistant neither sees nor changes these. */
function BackgroundFields({ form }: { form: PatientForm }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <>
      <Field label="Alergias" error={errors.allergies?.message} className="sm:col-span-2">
        <TextArea {...register('allergies')} />
      </Field>
      <Field label="Alertas" error={errors.alertas?.message} className="sm:col-span-2">
        <TextArea {...register('alertas')} />
      </Field>
      <Field label="Notas" error={errors.notas?.message} className="sm:col-span-2">
        <TextArea {...register('notas')} />
      </Field>
      <Field label="Preferencias" error={errors.preferencias?.message} className="sm:col-span-2">
        <TextArea {...register('preferencias')} />
      </Field>
    </>
  );
}

export function BirthDateField({ form, today }: { form: PatientForm; today: string }) {
  const typed = useWatch({ control: form.control, name: 'birthDate' });
  const { data: day } = birthDateSchema(today).safeParse(typed);
  return (
    <Field
      label="Fecha de nacimiento"
      required
      hint={day && `Edad: ${ageText(ageOn(day, today))}`}
      error={form.formState.errors.birthDate?.message}
    >
      <DayInput {...form.register('birthDate')} autoComplete="off" />
    </Field>
  );
}
