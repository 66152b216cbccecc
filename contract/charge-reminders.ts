import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { fillVariables, unknownVariable } from './message-variables.ts';
import { ReminderChannel, ReminderStatus } from './reminder-states.ts';
import { atMost, storable, UNSTORABLE } from './text.ts';
import { Id, Instant } from './wire.ts';

const MAX_CHARGE_MESSAGE_LENGTH = 1000;
/** At most this many reminders by mail to one patient in 24 hours. */
export const MAX_CHARGE_MAILS_A_DAY = 2;
/** At most this many to one address, which a family may share. */
export const MAX_CHARGE_MAILS_TO_ADDRESS = 6;

/** The variables of the message, with the words in which the settings explain them. */
export const CHARGE_MESSAGE_VARIABLES = {
  paciente: 'Nombre de pila del paciente',
  monto: 'Lo que está pendiente, por ejemplo: $25.000',
  profesional: 'Tu nombre',
} as const;
export type ChargeMessageValues = Record<keyof typeof CHARGE_MESSAGE_VARIABLES, string>;

/** Names neither the concept nor the visit: whoever sees the telephone reads the message. */
export const DEFAULT_CHARGE_MESSAGE =
  'Hola {paciente}: te escribimos de la consulta de {profesional} para recordarte que tienes un pago pendiente de {monto}. Si ya lo hiciste, no consideres este mensaje.';

export const fillChargeMessage = (message: string, values: ChargeMessageValues): string =>
  fillVariables(message || DEFAULT_CHARGE_MESSAGE, values);

export const ChargeSettings = z.object({
  /** Empty for the message of the product. */
  message: z
    .string('Debe ser un texto')
    .overwrite(cleanText)
    .trim()
    .max(...atMost(MAX_CHARGE_MESSAGE_LENGTH))
    .refine(storable, UNSTORABLE)
    .superRefine((message, context) => {
      const unknown = unknownVariable(message, CHARGE_MESSAGE_VARIABLES);
      if (unknown) context.addIssue({ code: 'custom', message: `No existe la variable ${unknown}` });
    }),
});
export type ChargeSettings = z.output<typeof ChargeSettings>;

export const getChargeSettings = endpoint({
  method: 'GET',
  path: '/api/account/charges',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'El mensaje con que se recuerda lo pendiente',
  reply: ChargeSettings,
});

export const putChargeSettings = endpoint({
  method: 'PUT',
  path: '/api/account/charges',
  access: 'professional',
  summary: 'Cambia el mensaje con que se recuerda lo pendiente; si queda vacío se usa el de la aplicación',
  body: ChargeSettings,
  reply: ChargeSettings,
});

export const ChargeReminder = z.object({
  _id: z.uuid(),
  channel: ReminderChannel,
  status: ReminderStatus,
  at: Instant,
  /** What was pending then. */
  amount: z.int(),
  /** Only for WhatsApp: the address opens the conversation with the text. */
  url: z.url().optional(),
  text: z.string().optional(),
});
export type ChargeReminder = z.output<typeof ChargeReminder>;

export const sendChargeReminder = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/charge-reminders',
  access: 'professional',
  assistants: 'canCharge',
  summary: 'Recuerda a un paciente lo que tiene pendiente, por correo o por WhatsApp; sin nada pendiente responde 409',
  params: Id,
  body: z.object({ channel: ReminderChannel }),
  reply: ChargeReminder,
  status: 201,
  limits: [{ by: 'account', max: 120, seconds: 60 }],
});
