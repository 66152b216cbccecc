import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  DATA_KIND_NAMES,
  DATA_KINDS,
  INCIDENT_STATUS_NAMES,
  INCIDENT_STATUSES,
  type Incident,
} from '#contract/incidents';
import { AccountsField } from '#web/incidents/accounts-field.tsx';
import { type IncidentForm, IncidentFormValues, toFormValues } from '#web/incidents/incident-form.ts';
import { useSaveIncident } from '#web/incidents/incidents.queries.ts';
import { insertMomentMarks } from '#web/incidents/moment-text.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const STATUSES = INCIDENT_STATUSES.map((value) => ({ value, label: INCIDENT_STATUS_NAMES[value] }));

interface Props {
  /** Undefined for a new one. */
  incident: Incident | undefined;
  onClose: () => void;
}

export function IncidentDialog({ incident, onClose }: Props) {
  const save = useSaveIncident(incident);
  const form: IncidentForm = useForm({
    resolver: zodResolver(IncidentFormValues),
    defaultValues: toFormValues(incident),
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((body) =>
    save.mutate(body, { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'title') }),
  );
  return (
    <FormDialog
      title={incident ? 'Editar incidente' : 'Anotar incidente'}
      description="No escribas nombres ni datos de pacientes. Las horas son de Chile continental."
      isDirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Qué ocurrió" required hint="En una línea." error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <Field label="Descripción" error={errors.description?.message}>
        <TextArea {...form.register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField form={form} name="startedAt" label="Desde cuándo" hint="Vacío si aún no se sabe." />
        <MomentField form={form} name="detectedAt" label="Cuándo se detectó" required />
      </div>
      <FieldGroup title="Datos afectados">
        <div className="grid gap-x-5 sm:grid-cols-2">
          {DATA_KINDS.map((kind) => (
            <Checkbox key={kind} label={DATA_KIND_NAMES[kind]} value={kind} {...form.register('dataKinds')} />
          ))}
        </div>
      </FieldGroup>
      <Field
        label="Personas afectadas"
        hint="Cuántas, aproximadamente. Vacío si aún no se sabe."
        error={errors.people?.message}
      >
        <TextInput
          {...form.register('people')}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-40 tabular-nums"
        />
      </Field>
      <AccountsField form={form} incident={incident} />
      <Field
        label="Medidas"
        hint="Qué se hizo para contenerlo, y para que no se repita."
        error={errors.measures?.message}
      >
        <TextArea {...form.register('measures')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField
          form={form}
          name="agencyReportedAt"
          label="Informado a la Agencia"
          hint="Vacío mientras no se informa."
        />
        <MomentField
          form={form}
          name="professionalsReportedAt"
          label="Avisado a los profesionales"
          hint="Vacío mientras no se les avisa."
        />
        <Field label="Estado" error={errors.status?.message}>
          <Select {...form.register('status')} options={STATUSES} />
        </Field>
      </div>
    </FormDialog>
  );
}

interface MomentProps {
  form: IncidentForm;
  name: 'startedAt' | 'detectedAt' | 'agencyReportedAt' | 'professionalsReportedAt';
  label: string;
  hint?: string;
  required?: boolean;
}

function MomentField({ form, name, label, hint, required = false }: MomentProps) {
  const { onChange, ...field } = form.register(name);
  return (
    <Field label={label} required={required} hint={hint} error={form.formState.errors[name]?.message}>
      <TextInput
        {...field}
        placeholder="dd/mm/aaaa hh:mm"
        autoComplete="off"
        maxLength={16}
        onChange={(event) => {
          formatWhileTyping(event.currentTarget, insertMomentMarks);
          void onChange(event);
        }}
        className="tabular-nums"
      />
    </Field>
  );
}
