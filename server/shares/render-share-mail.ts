import { button, frameMail, type Message, paragraph, rightsLine } from '#server/mail/mail-frame';

/** The name of the professional and the link, and nothing else: whoever reads the mail learns nothing of the patient. */
export const renderShareMail = (professional: string, link: string, rightsLink: string | undefined): Message =>
  frameMail(
    `${professional} te envió documentos`,
    [paragraph(`${professional} te envió documentos. Ábrelos con este enlace:`), button('Ver los documentos', link)],
    [...rightsLine(rightsLink), paragraph('Enviado con Ficha Austral')],
  );

/** A mail to the professional. It does not name the patient. */
export const renderShareNotice = (link: string): Message =>
  frameMail(
    'Se bloqueó un enlace con documentos',
    [
      paragraph(
        'Alguien escribió cinco veces una fecha de nacimiento equivocada en un enlace con documentos que enviaste. El enlace ya no sirve, y los documentos no se mostraron.',
      ),
      paragraph('Si era tu paciente, revisa su fecha de nacimiento en la ficha y envíale un enlace nuevo.'),
      button('Ver la ficha', link),
    ],
    [paragraph('Recibes este correo porque enviaste documentos a un paciente con Ficha Austral.')],
  );
