import { z } from 'zod';
import { cleanLine, cleanText } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { unknownVariable } from './message-variables.ts';
import { MAX_MESSAGE_LENGTH, MESSAGE_VARIABLES } from './reminder-message.ts';
import { atMost, storable, UNSTORABLE } from './text.ts';

/** How long before an appointment a reminder may leave. */
export const REMINDER_HOURS = [72, 48, 24, 3] as const;
export const MAX_NOTICE_HOURS = 168;

const truth = z.boolean('Debe ser verdadero o falso');
const text = (max: number, clean: (text: string) => string) =>
  z
    .string('Debe ser un texto')
    .overwrite(clean)
    .trim()
    .max(...atMost(max))
    .refine(storable, UNSTORABLE);

export const ReminderSettings = z.object({
  enabled: truth,
  onBooking: truth,
  hoursBefore: z
    .array(z.literal(REMINDER_HOURS, 'Selecciona 72, 48, 24 o 3 horas'))
    .overwrite((hours) => REMINDER_HOURS.filter((one) => hours.includes(one))),
  /** Until how many hours before it the patient may cancel or move an appointment. */
  cancelNoticeHours: z
    .int('Debe ser un número entero')
    .min(0, 'Debe ser al menos 0')
    .max(MAX_NOTICE_HOURS, `Debe ser a lo más ${MAX_NOTICE_HOURS}`),
  allowMove: truth,
  place: text(200, cleanLine),
  phone: text(40, cleanLine),
  /** Empty: the text of the product. */
  message: text(MAX_MESSAGE_LENGTH, cleanText).superRefine((message, context) => {
    const unknown = unknownVariable(message, MESSAGE_VARIABLES);
    if (unknown) context.addIssue({ code: 'custom', message: `No existe la variable ${unknown}` });
  }),
});
export type ReminderSettings = z.output<typeof ReminderSettings>;

export const DEFAULT_REMINDER_SETTINGS: ReminderSettings = {
  enabled: false,
  onBooking: true,
  hoursBefore: [24],
  cancelNoticeHours: 12,
  allowMove: false,
  place: '',
  phone: '',
  message: '',
};

export const getReminderSettings = endpoint({
  method: 'GET',
  path: '/api/account/reminders',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Cuándo y con qué texto se recuerda una cita al paciente, y qué puede hacer con el enlace',
  reply: ReminderSettings,
});

export const putReminderSettings = endpoint({
  method: 'PUT',
  path: '/api/account/reminders',
  access: 'professional',
  summary: 'Reemplaza la configuración de los recordatorios; vale para los que aún no han salido',
  body: ReminderSettings,
  reply: ReminderSettings,
});

export const sendTestReminder = endpoint({
  method: 'POST',
  path: '/api/account/reminders/test',
  access: 'professional',
  summary: 'Envía al correo de la cuenta el recordatorio como lo recibiría un paciente',
  reply: z.object({ email: z.string() }),
  status: 202,
  limits: [{ by: 'account', max: 10, seconds: 600 }],
});
