import { type ReactNode, useCallback, useState } from 'react';
import { type Appointment, isOpen, patientOf } from '#contract/agenda';
import { afterChange } from '#contract/appointment-change';
import type { Draft } from '#web/agenda/agenda-address.ts';
import type { AppointmentActions, Slot } from '#web/agenda/appointment-actions.ts';
import { type Change, concernsSeries } from '#web/agenda/appointment-lists.ts';
import { type ReasonAt, reasonsOfChange } from '#web/agenda/availability.ts';
import { type ChangeRequest, useChangeAppointment } from '#web/agenda/change-appointment.ts';
import { DeleteAppointmentDialog } from '#web/agenda/delete-appointment-dialog.tsx';
import { isToCome, useTellsPatients } from '#web/agenda/notify-patient.tsx';
import type { Now } from '#web/agenda/now.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { useSendByWhatsapp } from '#web/reminders/send-by-whatsapp.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const NewAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/new-appointment-dialog.tsx')).NewAppointmentDialog,
);
const RescheduleDialog = onDemand(async () => (await import('#web/agenda/reschedule-dialog.tsx')).RescheduleDialog);
const BookingQuestions = onDemand(async () => (await import('#web/agenda/booking-questions.tsx')).BookingQuestions);

const CancelAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
);
const MoveAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/move-appointment-dialog.tsx')).MoveAppointmentDialog,
);
const RemindersDialog = onDemand(async () => (await import('#web/reminders/reminders-dialog.tsx')).RemindersDialog);

const NewChargeDialog = onDemand(async () => (await import('#web/charges/new-charge-dialog.tsx')).NewChargeDialog);
const RefundQuestion = onDemand(async () => (await import('#web/charges/refund-question.tsx')).RefundQuestion);

/** 'ask' is about working hours or a series. The others ask before the patient of a single appointment is told. */
type ChangeQuestion = 'ask' | 'cancel' | 'move';

type Shown =
  | ({ kind: 'create' } & Draft)
  | { kind: 'delete' | 'reschedule' | 'reminders' | 'charge' | 'refund'; appointment: Appointment }
  | { kind: ChangeQuestion; appointment: Appointment; change: Change };

interface AgendaActions {
  actions: AppointmentActions;
  /** Opens 'Nueva Cita', with an hour when a slot was chosen. Keeps its identity. */
  onCreate: (draft: Draft) => void;
  /** The dialog that is open. */
  dialog: ReactNode;
}

/** Actions on appointments, and the dialog that each one opens. */
export function useAgendaActions(now: Now, reasonAt: ReasonAt): AgendaActions {
  const { today } = now;
  const [shown, setShown] = useState<Shown>();
  const { mutate } = useChangeAppointment(today);
  const isAssistant = useIsAssistant();
  const tellsPatients = useTellsPatients();
  const whatsapp = useSendByWhatsapp();
  const close = useCallback(() => setShown(undefined), []);
  /** Only professionals return a deposit. */
  const mayHaveDeposit = ({ bookedOnline }: Appointment): boolean => Boolean(bookedOnline) && !isAssistant;
  const send = (request: ChangeRequest) => {
    const { before, change } = request;
    // Another dialog may have been opened meanwhile.
    const offerRefund = () => setShown((open) => open ?? { kind: 'refund', appointment: before });
    mutate(request, change.status === 'cancelled' && mayHaveDeposit(before) ? { onSuccess: offerRefund } : {});
  };
  const onCreate = useCallback((draft: Draft) => setShown({ kind: 'create', ...draft }), []);
  const canBeTold = (appointment: Appointment) => isOpen(appointment) && isToCome(appointment, now);
  const questionBefore = (appointment: Appointment, change: Change): ChangeQuestion | undefined => {
    if (reasonsOfChange(appointment, change, reasonAt).length > 0 || concernsSeries(appointment, change)) return 'ask';
    if (!tellsPatients) return undefined;
    if (change.status === 'cancelled') return canBeTold(appointment) ? 'cancel' : undefined;
    return change.status === undefined && canBeTold(afterChange(appointment, change)) ? 'move' : undefined;
  };
  /** True when the change is made without a question. */
  const request = (appointment: Appointment, change: Change): boolean => {
    const kind = questionBefore(appointment, change);
    if (kind) setShown({ kind, appointment, change });
    else send({ before: appointment, change });
    return kind === undefined;
  };
  const actions: AppointmentActions = {
    onStatus: (appointment, status) => request(appointment, { status }),
    onReschedule: (appointment) => setShown({ kind: 'reschedule', appointment }),
    onDelete: (appointment) => setShown({ kind: 'delete', appointment }),
    onCharge: (appointment) => setShown({ kind: 'charge', appointment }),
    onReminders: (appointment) => setShown({ kind: 'reminders', appointment }),
    onWhatsapp: ({ _id }) => whatsapp.send(_id),
    onDrop: (appointment, slot) => request(appointment, moveTo(appointment, slot)),
  };

  const dialogOf = (open: Shown): ReactNode => {
    switch (open.kind) {
      case 'create': {
        const date = open.date < today ? today : open.date;
        return (
          <NewAppointmentDialog day={date} time={open.time} duration={open.duration} today={today} onClose={close} />
        );
      }
      case 'delete':
        return (
          <DeleteAppointmentDialog
            appointment={open.appointment}
            onDeleted={() => setShown(mayHaveDeposit(open.appointment) ? { ...open, kind: 'refund' } : undefined)}
            onClose={close}
          />
        );
      case 'reschedule':
        return <RescheduleDialog appointment={open.appointment} today={today} onClose={close} />;
      case 'reminders':
        return <RemindersDialog appointment={open.appointment} isOver={!canBeTold(open.appointment)} onClose={close} />;
      case 'charge': {
        const { appointment } = open;
        const patient = { ...patientOf(appointment), _id: appointment.patientId };
        return <NewChargeDialog patient={patient} appointment={appointment} onClose={close} />;
      }
      case 'refund':
        return <RefundQuestion appointment={open.appointment} onClose={close} />;
      case 'cancel':
        return (
          <CancelAppointmentDialog
            appointment={open.appointment}
            onConfirm={(notifyPatient) => {
              close();
              send({ before: open.appointment, change: { ...open.change, notifyPatient } });
            }}
            onClose={close}
          />
        );
      case 'move':
        return (
          <MoveAppointmentDialog
            appointment={open.appointment}
            slot={afterChange(open.appointment, open.change)}
            onConfirm={(notifyPatient) => {
              close();
              send({ before: open.appointment, change: { ...open.change, notifyPatient } });
            }}
            onClose={close}
          />
        );
      case 'ask': {
        const { appointment: before, change } = open;
        return (
          <BookingQuestions
            verb={change.status === 'cancelled' ? 'Cancelar' : 'Mover'}
            reasons={reasonsOfChange(before, change, reasonAt)}
            isSeries={concernsSeries(before, change)}
            visit={change.status === 'cancelled' ? before : afterChange(before, change)}
            onDecide={(scope, notifyPatient) => {
              close();
              send({ before, change: { ...change, notifyPatient }, scope });
            }}
            onCancel={close}
            onClose={close}
          />
        );
      }
    }
  };
  return {
    actions,
    onCreate,
    dialog: shown && dialogOf(shown),
  };
}

/** Only what differs. A dragged appointment is overbooked no longer: the server refuses it where the slot is taken. */
function moveTo(before: Appointment, { date, time }: Slot): Change {
  const change: Change = {};
  if (date !== before.date) change.date = date;
  if (time !== before.time) change.time = time;
  if (before.overbooked) change.overbooked = false;
  return change;
}
