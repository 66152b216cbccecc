import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  CHARGE_MESSAGE_VARIABLES,
  ChargeSettings,
  DEFAULT_CHARGE_MESSAGE,
  fillChargeMessage,
} from '#contract/charge-reminders';
import { formatMoney } from '#contract/plans';
import { chargeSettings, useSaveChargeSettings } from '#web/charges/charges.queries.ts';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { MessageField } from '#web/ui/message-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const EXAMPLE = { patient: 'Rosa', pending: 25_000 };

/** The text with which patients are reminded of what they owe. */
export function ChargeMessageCard() {
  const { data, isError, refetch } = useQuery(chargeSettings());
  return (
    <Card title="Mensaje de pagos pendientes">
      <p className="mb-4 max-w-prose text-muted">
        El texto con que recuerdas a un paciente lo que te debe, desde Cobros o desde su ficha. Nunca sale solo: lo
        envías tú, por correo o por WhatsApp.
      </p>
      {data && <SettingsForm saved={data} />}
      {!data && isError && (
        <InlineFailure text="No se pudo cargar el mensaje de pagos pendientes" onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton className="h-64" />}
    </Card>
  );
}

function SettingsForm({ saved }: { saved: ChargeSettings }) {
  const update = useSaveChargeSettings();
  const form = useForm({ resolver: zodResolver(ChargeSettings), defaultValues: saved });
  const message = useWatch({ control: form.control, name: 'message' });
  const { isSubmitted, errors } = form.formState;
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
  const isUnsaved = useCallback(() => form.formState.isDirty, [form]);
  return (
    <Form busy={update.isPending} onSubmit={save} className="space-y-6">
      <MessageField
        label="Texto del recordatorio de pago"
        purpose=" en el recordatorio de pago"
        field={form.register('message')}
        value={message}
        error={errors.message?.message}
        hint="Vacío, se envía el texto de ejemplo. No escribas qué se cobró ni el motivo de la consulta: otra persona podría leerlo."
        example={DEFAULT_CHARGE_MESSAGE}
        variables={CHARGE_MESSAGE_VARIABLES}
        variablesHint="Se reemplazan por los datos de cada paciente."
        onChange={(next) => form.setValue('message', next, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      <Preview message={message} />
      <Button type="submit" className="max-sm:w-full">
        {update.isPending ? 'Guardando...' : 'Guardar mensaje'}
      </Button>
      <LeaveGuard isUnsaved={isUnsaved} onDiscard={() => form.reset()} onSave={save} />
    </Form>
  );
}

function Preview({ message }: { message: string }) {
  const { name } = useCurrentUser();
  const text = fillChargeMessage(message.trim(), {
    paciente: EXAMPLE.patient,
    monto: formatMoney(EXAMPLE.pending),
    profesional: name,
  });
  return (
    <section aria-labelledby="charge-message-preview">
      <h3 id="charge-message-preview" className="mb-1 font-bold">
        Así se leerá
      </h3>
      <p className="mb-2 text-muted text-sm">
        Así lo recibe una paciente que se llama {EXAMPLE.patient} y debe {formatMoney(EXAMPLE.pending)}.
      </p>
      <p className="wrap-anywhere max-w-136 whitespace-pre-line rounded-control border border-line bg-paper px-4 py-3">
        {text}
      </p>
    </section>
  );
}
