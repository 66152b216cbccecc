import { ERRORS } from '#contract/errors';
import { internationalDigits } from '#contract/phone-numbers';
import type { ReminderOfDay } from '#contract/reminders';

interface Obstacle {
  text: string;
  /** What the professional does about it in the patient's data. */
  action: string;
}

/** What keeps a message from reaching the patient by WhatsApp. */
export function whatsappObstacle({
  blocked,
  reminders,
  phone,
}: Pick<ReminderOfDay, 'blocked' | 'reminders' | 'phone'>): Obstacle | undefined {
  if (blocked) return { text: ERRORS.PATIENT_BLOCKED.message, action: 'Ver sus datos' };
  if (!reminders) return { text: ERRORS.REMINDERS_DECLINED.message, action: 'Ver sus datos' };
  if (!phone) return { text: 'El paciente no tiene un teléfono registrado', action: 'Agregar teléfono' };
  if (internationalDigits(phone) !== undefined) return undefined;
  return { text: `«${phone}» no es un número válido para WhatsApp`, action: 'Corregir teléfono' };
}
