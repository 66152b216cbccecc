import { formatDay } from '#contract/days';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import { button, facts, frameMail, type Message, paragraph } from '#server/mail/mail-frame';
import type { NoticeParameters } from './rights-mails.service.ts';
import type { StoredRequest } from './rights-requests.store.ts';

interface MailedRequest extends Pick<StoredRequest, 'kind' | 'dueOn'> {
  number: string;
  professional: string;
}

const requestFacts = ({ number, kind, professional, dueOn }: MailedRequest) =>
  facts([
    ['Solicitud', number],
    ['Derecho', RIGHTS_KINDS[kind]],
    ['Responde', professional],
    ['Plazo', `hasta el ${formatDay(dueOn)}`],
  ]);

const closing = (professional: string) => [
  paragraph(
    `Recibes este correo porque alguien ejerció un derecho de la Ley 19.628 ante ${professional} con esta dirección. Si lo respondes, tu respuesta le llega a ${professional}.`,
  ),
  paragraph('Enviado con Ficha Austral'),
];

/** A stranger may have typed the address of somebody else, so the receipt repeats nothing that was written. */
export const receiptMail = (request: MailedRequest): Message =>
  frameMail(
    `Recibimos tu solicitud ${request.number}`,
    [
      paragraph(
        `Hola: ${request.professional} recibió tu solicitud. Guarda este correo: es tu comprobante, con el número y el plazo de la respuesta.`,
      ),
      requestFacts(request),
      paragraph('Si no hiciste esta solicitud, no tienes que hacer nada.'),
    ],
    closing(request.professional),
  );

/** What the professional wrote, for the person alone. */
export const answerMail = (request: MailedRequest, answer: string): Message =>
  frameMail(
    `Respuesta a tu solicitud ${request.number}`,
    [
      paragraph(`Hola: ${request.professional} respondió tu solicitud ${request.number}.`),
      paragraph(answer),
      paragraph(
        'Si no estás conforme con la respuesta, puedes reclamar ante la Agencia de Protección de Datos Personales.',
      ),
    ],
    closing(request.professional),
  );

export const extensionMail = (request: MailedRequest, reason: string): Message =>
  frameMail(
    `El plazo de tu solicitud ${request.number} se amplió`,
    [
      paragraph(
        `Hola: ${request.professional} amplió el plazo para responder tu solicitud. La ley lo permite una sola vez. El motivo es este:`,
      ),
      paragraph(reason),
      requestFacts(request),
    ],
    closing(request.professional),
  );

/** A mail to the professional. It does not name the person. */
export function noticeMail(
  kind: NoticeParameters['kind'],
  { number, kind: right, dueOn }: Omit<MailedRequest, 'professional'>,
  link: string,
): Message {
  const until = formatDay(dueOn);
  const isNew = kind === 'received';
  const text = isNew
    ? `Alguien ejerció ante ti un derecho de la Ley 19.628 (${RIGHTS_KINDS[right].toLowerCase()}). Respóndele a más tardar el ${until}.`
    : `La solicitud ${number} (${RIGHTS_KINDS[right].toLowerCase()}) sigue sin respuesta, y su plazo vence el ${until}.`;
  return frameMail(
    isNew ? `Nueva solicitud de derechos ${number}` : `La solicitud ${number} vence el ${until}`,
    [paragraph(text), button('Ver la solicitud', link)],
    [paragraph('Recibes este correo porque eres responsable de los datos de tus pacientes en Ficha Austral.')],
  );
}
