import { ERRORS } from '#contract/errors';
import type { Patient } from '#contract/patients';
import { internationalDigits } from '#contract/phone-numbers';
import { PatientMailAddress } from '#contract/shares';

export type Channel = 'email' | 'whatsapp' | 'copy';

export interface ChannelChoice {
  channel: Channel;
  label: string;
  hint: string;
  /** Why the link cannot be sent in this way. Undefined when it can. */
  obstacle: string | undefined;
}

type Reachable = Pick<Patient, 'email' | 'phone'>;

/** The ways in which a link reaches the patient. */
export function channelChoices({ email, phone }: Reachable, sendsMail: boolean): ChannelChoice[] {
  return [
    {
      channel: 'email',
      label: 'Por correo',
      hint: mailHint(email),
      obstacle: sendsMail ? undefined : ERRORS.MAIL_NOT_CONFIGURED.message,
    },
    { channel: 'whatsapp', label: 'Por WhatsApp', hint: whatsappHint(phone), obstacle: undefined },
    { channel: 'copy', label: 'Copiar el enlace', hint: 'Para pegarlo donde tú quieras', obstacle: undefined },
  ];
}

/** The file of a patient takes any text as e-mail. */
export const isMailAddress = (email: string | undefined): boolean => PatientMailAddress.safeParse(email).success;

function mailHint(email: string | undefined): string {
  if (isMailAddress(email)) return `A ${email}`;
  return email ? `«${email}» no es un correo válido: aquí lo corriges` : 'Su ficha no tiene correo: lo escribes aquí';
}

function whatsappHint(phone: string | undefined): string {
  if (!phone) return 'El paciente no tiene un teléfono registrado: en WhatsApp eliges a quién';
  if (internationalDigits(phone)) return `Al ${phone}. Tú envías el mensaje, que queda escrito`;
  return `«${phone}» no es un número válido para WhatsApp: allí eliges a quién`;
}

/** What is chosen at first: the way that reaches the patient with the fewest steps. */
export function firstChannel(patient: Reachable, sendsMail: boolean): Channel {
  if (sendsMail && isMailAddress(patient.email)) return 'email';
  return patient.phone && internationalDigits(patient.phone) ? 'whatsapp' : 'copy';
}
