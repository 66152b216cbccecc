import { z } from 'zod';
import { Appointment, Status } from './agenda.ts';
import { endpoint } from './endpoint.ts';
import { LastReminder, PatientAnswer, ReminderChannel, ReminderStatus } from './reminder-states.ts';
import { Day, Id, Instant } from './wire.ts';

/** Why a message was sent: an act of the professional, or the time before a visit. */
const ReminderKind = z.enum(['booking', 'before', 'manual', 'change', 'cancellation']);
export type ReminderKind = z.output<typeof ReminderKind>;

export const REMINDER_KIND_TEXTS: Record<ReminderKind, string> = {
  booking: 'Aviso de la cita',
  before: 'Recordatorio',
  manual: 'Recordatorio a mano',
  change: 'Aviso de cambio de hora',
  cancellation: 'Aviso de cancelación',
};

export const Reminder = z.object({
  _id: z.uuid(),
  kind: ReminderKind,
  channel: ReminderChannel,
  status: ReminderStatus,
  /** When it was sent, was refused, or became due. */
  at: Instant,
  /** Why it could not be sent, in Spanish. */
  failure: z.string().optional(),
});
export type Reminder = z.output<typeof Reminder>;

export const listReminders = endpoint({
  method: 'GET',
  path: '/api/appointments/{id}/reminders',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Los mensajes que el paciente recibió o va a recibir ahora sobre una cita, lo más reciente primero',
  params: Id,
  reply: z.array(Reminder),
  recordsRead: 'reminder.listed',
});

export const sendReminder = endpoint({
  method: 'POST',
  path: '/api/appointments/{id}/reminders',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'Recuerda una cita ahora: por correo, o por WhatsApp con la dirección que abre la conversación con el texto escrito',
  params: Id,
  body: z.object({ channel: ReminderChannel }),
  reply: Reminder.extend({
    /** Only for WhatsApp: the address opens the conversation with the text. */
    url: z.url().optional(),
    text: z.string().optional(),
  }),
  status: 201,
  limits: [{ by: 'account', max: 120, seconds: 60 }],
});
export type SentReminder = z.output<(typeof sendReminder)['reply']>;

export const endAppointmentLinks = endpoint({
  method: 'DELETE',
  path: '/api/appointments/{id}/links',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Los enlaces de una cita que el paciente recibió dejan de funcionar de inmediato',
  params: Id,
  reply: z.undefined(),
  allowsLowStorage: true,
});

/** An open appointment of a day, and whether its patient has been reminded. */
export const ReminderOfDay = z.object({
  appointmentId: z.uuid(),
  patientId: z.uuid(),
  patientName: z.string(),
  patientSocialName: z.string().optional(),
  time: z.string(),
  phone: z.string().optional(),
  email: z.string().optional(),
  status: Status,
  /** False when the patient or the professional said no. */
  reminders: z.boolean(),
  /** True for a patient to whom nothing is sent, because the processing of their data is blocked. */
  blocked: z.boolean().optional(),
  lastReminder: LastReminder.optional(),
  patientAnswer: PatientAnswer.optional(),
});
export type ReminderOfDay = z.output<typeof ReminderOfDay>;

export const listRemindersOfDay = endpoint({
  method: 'GET',
  path: '/api/reminders',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Las citas abiertas de un día con el estado de su recordatorio, por hora',
  query: z.object({ date: Day('La fecha debe tener la forma aaaa-mm-dd') }),
  reply: z.array(ReminderOfDay),
  recordsRead: 'reminder.listed',
});

export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/reminders/answers',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Las citas que los pacientes confirmaron, cancelaron o cambiaron en un día, la última respuesta primero',
  query: z.object({ date: Day('La fecha debe tener la forma aaaa-mm-dd') }),
  reply: z.array(Appointment),
  recordsRead: 'reminder.listed',
});

export const getLastReminderChange = endpoint({
  method: 'GET',
  path: '/api/reminders/last-change',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'Cuándo respondió un paciente o cambió el estado de un mensaje por última vez, para saber si hay que leer la agenda de nuevo',
  reply: z.object({ at: Instant.nullable() }),
});
