import { useQuery } from '@tanstack/react-query';
import { fillChargeMessage } from '#contract/charge-reminders';
import type { PendingPatient } from '#contract/charge-summaries';
import { ERRORS } from '#contract/errors';
import { formatMoney } from '#contract/plans';
import { addressedName } from '#contract/reminder-message';
import { chargeSettings, pendingOfPatient, useRemindByMail } from '#web/charges/charges.queries.ts';
import { useRemindByWhatsapp } from '#web/charges/remind-by-whatsapp.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { reminderText } from '#web/reminders/reminder-text.ts';
import { SendButton } from '#web/reminders/send-button.tsx';
import { whatsappObstacle } from '#web/reminders/whatsapp-obstacle.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  patientId: string;
  patientName: string;
  onClose: () => void;
}

/** Shows the message about what a patient owes before it is sent. */
export function RemindDialog({ patientId, patientName, onClose }: Props) {
  const list = useQuery(pendingOfPatient(patientId));
  const settings = useQuery(chargeSettings());
  const queries = [list, settings];
  const isMissing = queries.some(({ data }) => !data);
  const retry = () => {
    for (const { isError, refetch } of queries) if (isError) void refetch();
  };
  return (
    <Dialog title="Recordar pago pendiente" description={patientName} onClose={onClose}>
      {isMissing && queries.some(({ isError }) => isError) && (
        <InlineFailure text="No se pudo preparar el recordatorio" onRetry={retry} />
      )}
      {isMissing && !queries.some(({ isError }) => isError) && <Skeletons />}
      {list.data && settings.data && (
        <Reminder patient={list.data[0]} patientId={patientId} message={settings.data.message} onClose={onClose} />
      )}
    </Dialog>
  );
}

const Skeletons = () => (
  <div role="status" aria-label="Cargando el recordatorio" className="space-y-3">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-28" />
    <Skeleton className="h-11" />
  </div>
);

/** Why a message cannot be sent by mail. Undefined when it can. */
function mailObstacle({ blocked, email }: PendingPatient, sendsMail: boolean): string | undefined {
  if (blocked) return ERRORS.PATIENT_BLOCKED.message;
  if (!sendsMail) return ERRORS.MAIL_NOT_CONFIGURED.message;
  return email ? undefined : ERRORS.PATIENT_WITHOUT_EMAIL.message;
}

interface ReminderProps {
  /** Undefined when nothing is pending any more. */
  patient: PendingPatient | undefined;
  patientId: string;
  message: string;
  onClose: () => void;
}

function Reminder({ patient, patientId, message, onClose }: ReminderProps) {
  const { name } = useCurrentUser();
  const professional = useProfessional()?.name ?? name;
  const [today, timeZone] = [useToday(), useTimeZone()];
  const sendsMail = useSendsMail();
  const mail = useRemindByMail();
  const whatsapp = useRemindByWhatsapp();
  if (!patient) return <p>{ERRORS.NOTHING_PENDING.message}.</p>;
  const { patientName, patientSocialName, pending, blocked, phone, lastReminder } = patient;
  const text = fillChargeMessage(message, {
    paciente: addressedName({ name: patientName, socialName: patientSocialName }),
    monto: formatMoney(pending),
    profesional: professional,
  });
  return (
    <>
      <p>
        Pendiente: <strong className="tabular-nums">{formatMoney(pending)}</strong>
      </p>
      <p className="mt-1 text-muted text-sm">
        {lastReminder ? `Último: ${reminderText(lastReminder, today, timeZone)}` : 'Sin recordatorios hasta ahora'}
      </p>
      <h3 className="mt-4 mb-1 font-semibold text-sm">Mensaje</h3>
      <p className="wrap-anywhere whitespace-pre-line rounded-control border border-line bg-paper px-4 py-3">{text}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <SendButton
          label="Enviar por correo"
          obstacle={mailObstacle(patient, sendsMail)}
          isBusy={mail.isPending}
          onPress={() => mail.mutate(patientId, { onSuccess: onClose })}
        />
        <SendButton
          label="Enviar por WhatsApp"
          obstacle={whatsappObstacle({ blocked, reminders: true, phone })?.text}
          isBusy={whatsapp.isBusy}
          onPress={() => whatsapp.remind(patientId, onClose)}
        />
      </div>
    </>
  );
}
