import { LEGAL_TEXTS } from '#web/platform/legal-texts.ts';
import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';

export const RECIPIENTS_PRIVACY: LegalSection[] = [
  {
    id: 'destinatarios',
    title: 'A quién se comunican',
    body: (
      <ul>
        <li>
          <strong>Mercado Pago</strong> procesa los pagos de la suscripción. Para eso le enviamos tu correo y tu RUT, el
          plan que eliges y su precio, y ningún dato de pacientes.
        </li>
        <li>
          <strong>La cuenta de Mercado Pago del profesional</strong>, si él la conecta y pide abonos: le enviamos el
          monto, el correo y el RUT de quien paga y una referencia, sin su nombre ni el motivo de la visita. Quien paga
          le entrega sus datos directamente a Mercado Pago, que los trata como proveedor del profesional y según su
          propia política.
        </li>
        <li>
          <strong>WhatsApp</strong>, solo si el profesional envía él mismo un recordatorio o un enlace a documentos por
          esa aplicación: recibe el teléfono del paciente y el texto del mensaje.
        </li>
        <li>
          <strong>El servicio de avisos de tu navegador</strong> (Google, Mozilla, Microsoft o Apple), solo si activas
          los avisos en un dispositivo: recibe un mensaje cifrado que no puede leer. Dice que un paciente canceló o
          pidió una hora, sin nombres ni nada de la ficha.
        </li>
        <li>
          <strong>La secretaría</strong> que el profesional invita: ve las citas, y la identificación y el contacto de
          los pacientes, nunca la ficha clínica. Si el profesional lo permite, también los cobros y pagos, sin el
          diagnóstico de un comprobante.
        </li>
        <li>
          <strong>Quien verifica un documento</strong> con el código que este lleva impreso ve su tipo, cuándo se
          finalizó, el profesional que lo emitió, si su identidad fue verificada, su huella SHA-256 y las iniciales del
          paciente. No ve su nombre completo, el diagnóstico ni el contenido. De una cuenta eliminada ve el tipo, el
          folio, la fecha y las huellas del documento, sin nombres ni iniciales.
        </li>
        <li>
          <strong>Tribunales y organismos públicos</strong>, cuando la ley obliga. Si nos piden datos de pacientes,
          avisaremos al profesional responsable siempre que la ley lo permita.
        </li>
      </ul>
    ),
  },
  {
    id: 'transferencias',
    title: 'Dónde están los datos y transferencias internacionales',
    body: (
      <>
        <p>
          Los datos se guardan en los servidores donde quien opera Ficha Austral aloja el servicio. Puedes preguntar por
          ellos en <MailboxLink to={PRIVACY_MAILBOX} subject="Ubicación de los datos" />.
        </p>
        <p>
          Alojar o tratar datos fuera de Chile es una transferencia internacional. Desde la vigencia de la Ley 21.719
          solo puede hacerse hacia países con protección adecuada o con garantías suficientes, como cláusulas
          contractuales. Por eso cada servicio externo se nombra con su país.
        </p>
        <p className="wrap-anywhere rounded-control bg-austral-50 px-4 py-3">
          Servicios externos que tratan datos de esta instalación: <strong>{LEGAL_TEXTS.subprocessors}</strong>
        </p>
        <p>
          Mercado Pago trata los datos del pago según su propia política. El servicio de avisos puede estar fuera de
          Chile.
        </p>
      </>
    ),
  },
];
