import { z } from 'zod';
import { Instant } from './wire.ts';

export const ReminderChannel = z.enum(['email', 'whatsapp'], 'Selecciona correo o WhatsApp');
export type ReminderChannel = z.output<typeof ReminderChannel>;

export const REMINDER_CHANNEL_TEXTS: Record<ReminderChannel, string> = { email: 'Correo', whatsapp: 'WhatsApp' };

/** A mail waits until the mail server has accepted or refused it. A message by WhatsApp is sent by the professional. */
export const ReminderStatus = z.enum(['pending', 'sent', 'failed']);
export type ReminderStatus = z.output<typeof ReminderStatus>;

export const REMINDER_STATUS_TEXTS: Record<ReminderStatus, string> = {
  pending: 'Por enviar',
  sent: 'Enviado',
  failed: 'No se envió',
};

export const LastReminder = z.object({ channel: ReminderChannel, status: ReminderStatus, at: Instant });
export type LastReminder = z.output<typeof LastReminder>;

/** What the patient did with the link of a reminder. */
export const PatientAnswer = z.object({
  answer: z.enum(['confirmed', 'cancelled', 'moved']),
  at: Instant,
  /** Why the patient cancelled, if the patient said so. */
  reason: z.string().optional(),
  /** The hour before the patient moved the appointment. Absent for other answers. */
  from: z.object({ date: z.iso.date(), time: z.string() }).optional(),
});
export type PatientAnswer = z.output<typeof PatientAnswer>;

export const ANSWER_TEXTS: Record<PatientAnswer['answer'], string> = {
  confirmed: 'La confirmó el paciente',
  cancelled: 'La canceló el paciente',
  moved: 'La cambió el paciente',
};
