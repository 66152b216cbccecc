import { type ReactNode, useCallback, useState } from 'react';
import type { Appointment } from '#contract/agenda';
import type { AppointmentActions, Slot } from '#web/agenda/appointment-actions.ts';
import { type Change, concernsSeries } from '#web/agenda/appointment-lists.ts';
import { type ReasonAt, reasonsOfChange } from '#web/agenda/availability.ts';
import { useChangeAppointment } from '#web/agenda/change-appointment.ts';
import { DeleteAppointmentDialog } from '#web/agenda/delete-appointment-dialog.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const NewAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/new-appointment-dialog.tsx')).NewAppointmentDialog,
);
const RescheduleDialog = onDemand(async () => (await import('#web/agenda/reschedule-dialog.tsx')).RescheduleDialog);
const BookingQuestions = onDemand(async () => (await import('#web/agenda/booking-questions.tsx')).BookingQuestions);

type Shown =
  | { kind: 'create'; date: string; time?: string }
  | { kind: 'delete' | 'reschedule'; appointment: Appointment }
  | { kind: 'ask'; appointment: Appointment; change: Change };

interface AgendaActions {
  actions: AppointmentActions;
  /** Opens 'Nueva Cita', with an hour when a slot was chosen. Keeps its identity. */
  onCreate: (slot: { date: string; time?: string }) => void;
  /** The dialog that is open. */
  dialog: ReactNode;
}

/** What the page does with appointments, and the dialog that this needs. */
export function useAgendaActions(today: string, reasonAt: ReasonAt): AgendaActions {
  const [shown, setShown] = useState<Shown>();
  const { mutate } = useChangeAppointment(today);
  const close = () => setShown(undefined);
  const onCreate = useCallback((slot: { date: string; time?: string }) => setShown({ kind: 'create', ...slot }), []);
  /** True when the change is made without a question. */
  const request = (appointment: Appointment, change: Change): boolean => {
    const isAsked = reasonsOfChange(appointment, change, reasonAt).length > 0 || concernsSeries(appointment, change);
    if (isAsked) setShown({ kind: 'ask', appointment, change });
    else mutate({ before: appointment, change });
    return !isAsked;
  };
  const actions: AppointmentActions = {
    onStatus: (appointment, status) => void request(appointment, { status }),
    onReschedule: (appointment) => setShown({ kind: 'reschedule', appointment }),
    onDelete: (appointment) => setShown({ kind: 'delete', appointment }),
    onDrop: (appointment, slot) => request(appointment, moveTo(appointment, slot)),
  };

  const dialogOf = (open: Shown): ReactNode => {
    switch (open.kind) {
      case 'create': {
        const date = open.date < today ? today : open.date;
        return <NewAppointmentDialog day={date} time={open.time} today={today} onClose={close} />;
      }
      case 'delete':
        return <DeleteAppointmentDialog appointment={open.appointment} onClose={close} />;
      case 'reschedule':
        return <RescheduleDialog appointment={open.appointment} today={today} onClose={close} />;
      case 'ask': {
        const { appointment: before, change } = open;
        return (
          <BookingQuestions
            verb={change.status === 'cancelled' ? 'Cancelar' : 'Mover'}
            reasons={reasonsOfChange(before, change, reasonAt)}
            isSeries={concernsSeries(before, change)}
            onDecide={(scope) => {
              close();
              mutate({ before, change, scope });
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
