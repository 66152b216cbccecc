import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ageOn } from '#contract/days';
import { PREVISIONS } from '#contract/patient-facts';
import { DOCUMENT_TYPES, type DocumentType } from '#contract/patient-identity';
import { MISSING_NUMBER, MISSING_RUT } from '#contract/rut-field';
import { birthDateSchema, numberAs, type PatientForm } from '#web/patients/patient-form.ts';
import { Field } from '#web/ui/field.tsx';
import { RutField } from '#web/ui/rut-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const NUMBER_LABELS = { passport: 'Número de pasaporte', dni: 'Número de DNI' } as const;

/** The RUT, or the number of the document that was chosen among the other data. */
export function DocumentNumberField({ form }: { form: PatientForm }) {
  const type = useWatch({ control: form.control, name: 'documentType' }) ?? 'rut';
  const field = form.register('rut');
  const error = form.formState.errors.rut?.message;
  if (type === 'rut') return <RutField field={field} error={error} />;
  return (
    <Field label={NUMBER_LABELS[type]} required error={error === MISSING_RUT ? MISSING_NUMBER : error}>
      <TextInput {...field} autoComplete="off" spellCheck={false} maxLength={20} />
    </Field>
  );
}

/** The fields that the law asks of a clinical record beyond those above. All of them are optional. */
export function LegalRecordFields({ form, today }: { form: PatientForm; today: string }) {
  const { errors } = form.formState;
  const [isOpen, setOpen] = useState(() => isFilled(form));
  const hasError = Boolean(errors.socialName || errors.occupation || errors.prevision || errors.legalRepresentative);
  const isShown = isOpen || hasError;
  return (
    <details
      open={isShown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border-line border-t pt-4 sm:col-span-2"
    >
      <summary className="-ml-2 w-fit cursor-pointer rounded-control px-2 py-1.5 font-semibold text-austral-700">
        Más datos
      </summary>
      {isShown && <MoreFields form={form} today={today} />}
    </details>
  );
}

function MoreFields({ form, today }: { form: PatientForm; today: string }) {
  const { register } = form;
  const { errors, isSubmitted } = form.formState;
  const type = useWatch({ control: form.control, name: 'documentType' }) ?? 'rut';
  const changeType = ({ target }: { target: { value: DocumentType } }) => {
    const number = numberAs(target.value, { rut: form.getValues('rut'), documentType: type });
    form.setValue('rut', number, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return (
    <div className="mt-3 grid gap-5 sm:grid-cols-2">
      <Field
        label="Tipo de documento"
        error={errors.documentType?.message}
        hint={type !== 'rut' && 'Su número va arriba, en lugar del RUT.'}
      >
        <Select {...register('documentType', { onChange: changeType })} options={optionsOf(DOCUMENT_TYPES)} />
      </Field>
      <Field label="Nombre social" error={errors.socialName?.message} hint="Como la persona pide que la llamen.">
        <TextInput {...register('socialName')} autoComplete="off" />
      </Field>
      <Field label="Ocupación" error={errors.occupation?.message}>
        <TextInput {...register('occupation')} autoComplete="off" />
      </Field>
      <Field label="Previsión" error={errors.prevision?.message}>
        <Select
          {...register('prevision', { setValueAs: (value: string) => value || undefined })}
          placeholder="Sin especificar"
          options={optionsOf(PREVISIONS)}
        />
      </Field>
      <RepresentativeFields form={form} today={today} />
    </div>
  );
}

function RepresentativeFields({ form, today }: { form: PatientForm; today: string }) {
  const { register } = form;
  const errors = form.formState.errors.legalRepresentative;
  const typed = useWatch({ control: form.control, name: 'birthDate' });
  const { data: day } = birthDateSchema(today).safeParse(typed);
  const isMinor = day !== undefined && ageOn(day, today) < 18;
  return (
    <fieldset className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-3 font-semibold">Representante legal</legend>
      <Field
        label="Nombre del representante"
        error={errors?.name?.message}
        hint={isMinor && 'Es menor de 18 años: anota quién lo representa.'}
        className="sm:col-span-2"
      >
        <TextInput {...register('legalRepresentative.name')} autoComplete="off" />
      </Field>
      <RutField
        label="RUT del representante"
        required={false}
        field={register('legalRepresentative.rut')}
        error={errors?.rut?.message}
      />
      <Field label="Relación con el paciente" error={errors?.relationship?.message}>
        <TextInput
          {...register('legalRepresentative.relationship')}
          autoComplete="off"
          placeholder="Madre, padre, tutor"
        />
      </Field>
    </fieldset>
  );
}

function isFilled(form: PatientForm): boolean {
  const { documentType, socialName, occupation, prevision, legalRepresentative } = form.getValues();
  return Boolean(documentType !== 'rut' || socialName || occupation || prevision || legalRepresentative?.name);
}
