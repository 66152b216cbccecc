import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { formatDay } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { nameWithSocial } from '#contract/patient-identity';
import type { ReminderOfDay } from '#contract/reminders';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import {
  remindersOn,
  useEndAppointmentLinks,
  useReminders,
  useSendByMail,
} from '#web/reminders/appointment-reminders.queries.ts';
import { SendButton } from '#web/reminders/send-button.tsx';
import { useSendByWhatsapp } from '#web/reminders/send-by-whatsapp.ts';
import { SentReminders } from '#web/reminders/sent-reminders.tsx';
import { whatsappObstacle } from '#web/reminders/whatsapp-obstacle.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  appointment: Appointment;
  /** The visit has begun, or is open no longer. */
  isOver: boolean;
  onClose: () => void;
}

/** Every message about an appointment, and the buttons that send one more. */
export function RemindersDialog({ appointment, isOver, onClose }: Props) {
  const { _id, date, time } = appointment;
  const sent = useReminders(_id);
  const ofDay = useQuery({ ...remindersOn(date), enabled: !isOver });
  const patient = ofDay.data?.find(({ appointmentId }) => appointmentId === _id);
  const queries = [sent, ...(isOver ? [] : [ofDay])];
  const retry = () => {
    for (const { isError, refetch } of queries) if (isError) void refetch();
  };

  let content: ReactNode;
  if (queries.some(({ isError, data }) => isError && !data)) {
    content = <InlineFailure text="No se pudieron cargar los recordatorios" onRetry={retry} />;
  } else if (!sent.data || queries.some(({ isPending }) => isPending)) {
    content = <Skeletons />;
  } else {
    content = (
      <>
        <SentReminders reminders={sent.data} appointment={{ ...appointment, ...patient }} />
        <SendButtons appointmentId={_id} patient={patient} />
        <EndLinks appointmentId={_id} />
      </>
    );
  }
  return (
    <Dialog
      title="Recordatorios"
      description={`${nameWithSocial(patientOf(appointment))}, ${formatDay(date)} a las ${time}`}
      onClose={onClose}
    >
      {content}
    </Dialog>
  );
}

const Skeletons = () => (
  <div role="status" aria-label="Cargando los recordatorios" className="space-y-3">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-11 w-64 max-w-full" />
  </div>
);

const OVER = ERRORS.APPOINTMENT_OVER.message;

/** Why a message cannot be sent by mail. Undefined when it can. */
function mailObstacle(patient: ReminderOfDay, sendsMail: boolean): string | undefined {
  if (patient.blocked) return ERRORS.PATIENT_BLOCKED.message;
  if (!patient.reminders) return ERRORS.REMINDERS_DECLINED.message;
  if (!sendsMail) return ERRORS.MAIL_NOT_CONFIGURED.message;
  return patient.email ? undefined : ERRORS.PATIENT_WITHOUT_EMAIL.message;
}

function SendButtons({ appointmentId, patient }: { appointmentId: string; patient: ReminderOfDay | undefined }) {
  const sendsMail = useSendsMail();
  const mail = useSendByMail();
  const whatsapp = useSendByWhatsapp();
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-2">
      <SendButton
        label="Enviar por correo"
        obstacle={patient ? mailObstacle(patient, sendsMail) : OVER}
        isBusy={mail.isPending}
        onPress={() => mail.mutate(appointmentId)}
      />
      <SendButton
        label="Enviar por WhatsApp"
        obstacle={patient ? whatsappObstacle(patient)?.text : OVER}
        isBusy={whatsapp.sendingId !== undefined}
        onPress={() => whatsapp.send(appointmentId)}
      />
    </div>
  );
}

function EndLinks({ appointmentId }: { appointmentId: string }) {
  const [isAsked, setAsked] = useState(false);
  const ending = useEndAppointmentLinks();
  const close = () => setAsked(false);
  return (
    <div className="mt-4 -mb-2 border-line border-t pt-2">
      <Button look="ghost" className="-ml-4" onClick={() => setAsked(true)}>
        <Link2Off size={18} aria-hidden="true" />
        Terminar los enlaces
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="¿Terminar los enlaces?"
          confirmLabel="Sí, terminar los enlaces"
          busyLabel="Terminando..."
          cancelLabel="Volver"
          busy={ending.isPending}
          onConfirm={() => ending.mutate(appointmentId, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Los enlaces de esta cita que el paciente recibió dejarán de funcionar de inmediato. El próximo mensaje
            llevará un enlace nuevo.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
