import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { Patient, PatientInput } from '#contract/patients';
import { PatientFields } from '#web/patients/patient-fields.tsx';
import { invalidReason, patientFormSchema, showRefusal, valuesOf } from '#web/patients/patient-form.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';
import { useToday } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Form } from '#web/ui/form.tsx';

interface Props {
  title: string;
  patient?: Patient;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  onSubmit: (body: PatientInput, onError: (error: Error) => void) => void;
  onClose: () => void;
  /** Another action, beside the buttons. */
  aside?: ReactNode;
}

/** The form of 'Nuevo Paciente' and 'Editar Paciente'. Changes are not discarded without asking. */
export function PatientFormDialog(props: Props) {
  const { title, patient, submitLabel, busyLabel, busy, onSubmit, onClose, aside } = props;
  const today = useToday();
  const form = useForm({
    resolver: zodResolver(patientFormSchema(today)),
    defaultValues: { ...valuesOf(patient), reminders: patient?.reminders ?? true },
  });
  const { isDirty, dirtyFields } = form.formState;
  const submit = form.handleSubmit(
    (body) => {
      // Left out, it stays as it is: the patient may have said no since the form was opened.
      const reminders = dirtyFields.reminders ? body.reminders : undefined;
      onSubmit({ ...body, reminders }, (error) => showRefusal(form, error));
    },
    (errors) => notifyInvalid(invalidReason(form.getValues(), errors)),
  );
  const discard = useDiscardQuestion({ hasText: () => isDirty, onLeave: onClose });
  const leave = () => !busy && discard.leave();

  return (
    <Dialog title={title} description="Los campos con * son obligatorios." wide onClose={leave}>
      <Form onSubmit={submit} busy={busy}>
        <PatientFields form={form} today={today} />
        <DialogActions>
          {aside}
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit">{busy ? busyLabel : submitLabel}</Button>
        </DialogActions>
      </Form>
      {discard.question}
    </Dialog>
  );
}
