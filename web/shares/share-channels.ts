import { ERRORS } from '#contract/errors';
import type { Patient } from '#contract/patients';
import { internationalDigits } from '#contract/phone-numbers';

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
      hint: email ? `A ${email}` : '',
      obstacle: mailObstacle(email, sendsMail),
    },
    { channel: 'whatsapp', label: 'Por WhatsApp', hint: whatsappHint(phone), obstacle: undefined },
    { channel: 'copy', label: 'Copiar el enlace', hint: 'Para pegarlo donde tú quieras', obstacle: undefined },
  ];
}

function mailObstacle(email: string | undefined, sendsMail: boolean): string | undefined {
  if (!sendsMail) return ERRORS.MAIL_NOT_CONFIGURED.message;
  return email ? undefined : ERRORS.PATIENT_WITHOUT_EMAIL.message;
}

function whatsappHint(phone: string | undefined): string {
  if (!phone) return 'El paciente no tiene un teléfono registrado: en WhatsApp eliges a quién';
  if (internationalDigits(phone)) return `Al ${phone}. Tú envías el mensaje, que queda escrito`;
  return `«${phone}» no es un número válido para WhatsApp: allí eliges a quién`;
}

/** What is chosen at first: the way that reaches the patient with the fewest steps. */
export function firstChannel(patient: Reachable, sendsMail: boolean): Channel {
  if (!mailObstacle(patient.email, sendsMail)) return 'email';
  return patient.phone && internationalDigits(patient.phone) ? 'whatsapp' : 'copy';
}
