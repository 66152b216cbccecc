import type { AppointmentStatus } from '#contract/agenda';
import type { ReminderSettings } from '#contract/reminder-settings';

const HOUR_MS = 3600 * 1000;

interface Visit {
  status: AppointmentStatus;
  startsAt: Date;
}

export interface PatientActs {
  /** Whether the visit has begun, or somebody has closed it. */
  isOver: boolean;
  /** Whether the patient may still answer at all. */
  isOpen: boolean;
  /** Whether it is too late to cancel and to move. */
  isTooLate: boolean;
  canConfirm: boolean;
  canCancel: boolean;
  canMove: boolean;
  /** Until when the patient may cancel and move. */
  changeableUntil: Date;
}

/** What the patient may do with an appointment. Whoever has arrived talks to the professional. */
export function patientActs(
  { status, startsAt }: Visit,
  { cancelNoticeHours, allowMove }: Pick<ReminderSettings, 'cancelNoticeHours' | 'allowMove'>,
  now: Date,
): PatientActs {
  const isOver = startsAt <= now || status === 'attended' || status === 'no-show';
  const isOpen = !isOver && (status === 'scheduled' || status === 'confirmed');
  const changeableUntil = new Date(startsAt.getTime() - cancelNoticeHours * HOUR_MS);
  const isTooLate = now > changeableUntil;
  const canCancel = isOpen && !isTooLate;
  return {
    isOver,
    isOpen,
    isTooLate,
    canConfirm: isOpen && status === 'scheduled',
    canCancel,
    canMove: canCancel && allowMove,
    changeableUntil,
  };
}
