import type { Appointment, AppointmentStatus } from '#contract/agenda';

export interface Slot {
  date: string;
  time: string;
}

/** What can be done with an appointment from its card. */
export interface AppointmentActions {
  onStatus: (appointment: Appointment, status: AppointmentStatus) => void;
  /** Opens the dialog 'Cambiar hora'. */
  onReschedule: (appointment: Appointment) => void;
  /** The card was dragged to that slot. Tells whether it is shown there at once. */
  onDrop: (appointment: Appointment, slot: Slot) => boolean;
  /** Opens the charge of the appointment, or charges it. */
  onCharge: (appointment: Appointment) => void;
  onDelete: (appointment: Appointment) => void;
  /** Opens the dialog 'Recordatorios'. */
  onReminders: (appointment: Appointment) => void;
  /** Opens the conversation with the patient in WhatsApp. */
  onWhatsapp: (appointment: Appointment) => void;
}
