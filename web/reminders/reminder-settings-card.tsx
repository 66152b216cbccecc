import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { ReminderSettings } from '#contract/reminder-settings';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { ReminderMessageFields } from '#web/reminders/reminder-message-fields.tsx';
import { ReminderPreview } from '#web/reminders/reminder-preview.tsx';
import {
  PatientChoiceFields,
  PatientInformationFields,
  SendingFields,
} from '#web/reminders/reminder-settings-fields.tsx';
import {
  reminderSettings,
  SETTINGS_NOT_LOADED,
  useSaveReminderSettings,
  useSendTestReminder,
} from '#web/reminders/reminders.queries.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function ReminderSettingsCard() {
  const { data, isError, refetch } = useQuery(reminderSettings());
  return (
    <Card title="Recordatorios">
      <p className="mb-4 max-w-prose text-muted">
        Tus pacientes reciben su hora con un enlace para confirmarla, cancelarla o cambiarla. Por correo salen solos;
        por WhatsApp los envías tú desde la agenda, con el mismo mensaje.
      </p>
      {data && <SettingsForm saved={data} />}
      {!data && isError && <InlineFailure text={SETTINGS_NOT_LOADED} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-64" />}
    </Card>
  );
}

function SettingsForm({ saved }: { saved: ReminderSettings }) {
  const sendsMail = useSendsMail();
  const update = useSaveReminderSettings();
  const test = useSendTestReminder();
  const form: ReminderForm = useForm({ resolver: zodResolver(ReminderSettings), defaultValues: saved });
  const { isDirty } = form.formState;
  const save = async (): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(async (settings) => {
      try {
        form.reset(await update.mutateAsync(settings));
        isSaved = true;
      } catch (error) {
        showServerErrors(form, error as Error, 'message');
      }
    })();
    return isSaved;
  };
  // The test is sent with the saved settings.
  const sendTest = async () => {
    if (!isDirty || (await save())) test.mutate();
  };
  const isUnsaved = useCallback(() => form.formState.isDirty, [form]);

  return (
    <Form busy={update.isPending} onSubmit={save} className="space-y-8">
      <SendingFields form={form} sendsMail={sendsMail} />
      <PatientInformationFields form={form} />
      <PatientChoiceFields form={form} />
      <ReminderMessageFields form={form} />
      <ReminderPreview form={form} />
      <div className="flex flex-wrap gap-3 *:max-sm:w-full">
        <Button type="submit">{update.isPending ? 'Guardando...' : 'Guardar recordatorios'}</Button>
        {sendsMail && (
          <BusyButton
            look="secondary"
            label={isDirty ? 'Guardar y enviarme una prueba' : 'Enviarme una prueba'}
            busy={test.isPending}
            busyLabel="Enviando..."
            onPress={() => void sendTest()}
          />
        )}
      </div>
      <LeaveGuard isUnsaved={isUnsaved} onDiscard={() => form.reset()} onSave={save} />
    </Form>
  );
}
