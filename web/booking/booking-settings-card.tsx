import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import type { BookingSettings } from '#contract/booking-settings';
import { type BookingForm, BookingFormValues, toFormValues } from '#web/booking/booking-form.ts';
import { RuleFields, WhoBooksFields } from '#web/booking/booking-rule-fields.tsx';
import {
  bookingSettings,
  isAboutSlug,
  isExplained,
  SETTINGS_NOT_LOADED,
  useSaveBookingSettings,
} from '#web/booking/booking-settings.queries.ts';
import { EmbeddingFields } from '#web/booking/embedding-fields.tsx';
import { EnablingField } from '#web/booking/enabling-field.tsx';
import { HoursPreview } from '#web/booking/hours-preview.tsx';
import { PageAddressField } from '#web/booking/page-address-field.tsx';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PageSharing = onDemand(async () => (await import('#web/booking/page-sharing.tsx')).PageSharing);

export function BookingSettingsCard() {
  const { data, isError, refetch } = useQuery(bookingSettings());
  return (
    <Card title="Reserva en línea">
      <p className="mb-4 max-w-prose text-muted">
        Tus pacientes eligen una hora libre en tu página, sin crear una cuenta. Las horas salen de tu horario de
        atención, sin tus bloqueos, los feriados ni las citas que ya tienes.
      </p>
      {data && <SettingsForm saved={data} />}
      {!data && isError && <InlineFailure text={SETTINGS_NOT_LOADED} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-96" />}
    </Card>
  );
}

function SettingsForm({ saved }: { saved: BookingSettings }) {
  const sendsMail = useSendsMail();
  const update = useSaveBookingSettings();
  const form: BookingForm = useForm({ resolver: zodResolver(BookingFormValues), defaultValues: toFormValues(saved) });
  const { isDirty } = form.formState;
  const save = async (): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(async (settings) => {
      try {
        form.reset(toFormValues(await update.mutateAsync(settings)));
        isSaved = true;
      } catch (error) {
        showRefusal(form, error as Error);
      }
    })();
    return isSaved;
  };
  const isUnsaved = useCallback(() => isDirty, [isDirty]);

  return (
    <>
      <Form busy={update.isPending} onSubmit={save}>
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="min-w-0 space-y-8">
            <EnablingField form={form} sendsMail={sendsMail} refusal={update.error} />
            <PageAddressField form={form} saved={saved} />
            <RuleFields form={form} />
          </div>
          <HoursPreview form={form} />
          <div className="min-w-0 space-y-8">
            <WhoBooksFields form={form} sendsMail={sendsMail} />
            <EmbeddingFields form={form} />
          </div>
        </div>
        <Button type="submit" className="mt-8 max-sm:w-full">
          {update.isPending ? 'Guardando...' : 'Guardar reserva en línea'}
        </Button>
        <LeaveGuard isUnsaved={isUnsaved} onDiscard={() => form.reset()} onSave={save} />
      </Form>
      {saved.enabled && <PageSharing slug={saved.slug} />}
    </>
  );
}

function showRefusal(form: BookingForm, error: Error): void {
  if (isAboutSlug(error)) form.setError('slug', { message: error.message });
  else if (isExplained(error)) return; // Its message takes the focus.
  showServerErrors(form, error, 'slug');
}
