import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { Patient } from '#contract/patients';
import { DocumentNumberField } from '#web/patients/legal-record-fields.tsx';
import { BirthDateField } from '#web/patients/patient-fields.tsx';
import {
  invalidReason,
  patientFormSchema,
  showRefusal,
  valuesFromSearch,
  valuesOf,
} from '#web/patients/patient-form.ts';
import { useCreatePatient } from '#web/patients/patients.queries.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';
import { useToday } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  /** The search that found nobody. */
  search: string;
  onCreated: (patient: Patient) => void;
  onCancel: () => void;
}

/** The required fields of a patient, inside the form of another feature. That form is not submitted by them. */
export function InlinePatientForm({ search, onCreated, onCancel }: Props) {
  const today = useToday();
  const create = useCreatePatient();
  const form = useForm({
    resolver: zodResolver(patientFormSchema(today)),
    defaultValues: { ...valuesOf(), ...valuesFromSearch(search) },
  });
  const { setFocus, getValues, register, formState } = form;
  useEffect(() => {
    const { name, rut } = getValues();
    if (!name) setFocus('name');
    else setFocus(rut ? 'birthDate' : 'rut');
  }, [setFocus, getValues]);
  const save = form.handleSubmit(
    (body) => create.mutate(body, { onSuccess: onCreated, onError: (error) => showRefusal(form, error) }),
    (errors) => notifyInvalid(invalidReason(getValues(), errors)),
  );
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void save();
  };

  return (
    <fieldset
      disabled={create.isPending}
      onKeyDown={saveOnEnter}
      className="min-w-0 rounded-control border border-line bg-paper p-4"
    >
      <legend className="px-1.5 font-semibold text-sm">Paciente nuevo</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nombre completo" required error={formState.errors.name?.message} className="sm:col-span-2">
          <TextInput {...register('name')} autoComplete="off" />
        </Field>
        <DocumentNumberField form={form} />
        <BirthDateField form={form} today={today} />
      </div>
      <p className="mt-4 text-muted text-sm">Los demás datos se pueden completar después en su ficha.</p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={onCancel}>
          Volver a buscar
        </Button>
        <Button look="secondary" onClick={() => void save()}>
          {create.isPending ? 'Creando...' : 'Crear paciente'}
        </Button>
      </div>
    </fieldset>
  );
}
