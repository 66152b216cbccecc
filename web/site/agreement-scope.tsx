import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import { LegalEntity } from '#web/site/legal-entity.tsx';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';

/** Who, what, why and for how long. */
export const AGREEMENT_SCOPE: LegalSection[] = [
  {
    id: 'partes',
    title: 'Las partes',
    body: (
      <>
        <p>
          <strong>Responsable</strong> de los datos eres tú, la persona titular de la cuenta: decides qué datos de tus
          pacientes se registran y para qué.
        </p>
        <p>
          <strong>Encargado</strong> es quien opera esta instalación de Ficha Austral, «nosotros» en este texto, que
          trata esos datos por tu cuenta:
        </p>
        <LegalEntity />
        <p>
          Para todo lo que trata este contrato escribe a <MailboxLink to={PRIVACY_MAILBOX} />.
        </p>
      </>
    ),
  },
  {
    id: 'objeto',
    title: 'Objeto',
    body: (
      <p>
        Guardar, mostrar, buscar, imprimir, exportar y respaldar los registros que creas, permitir que se verifiquen tus
        documentos, enviar a tus pacientes los mensajes y enlaces que actives, y anotar lo que les cobras y lo que
        pagan, también los abonos que recibes en tu propia cuenta de Mercado Pago.
      </p>
    ),
  },
  {
    id: 'duracion',
    title: 'Duración',
    body: (
      <p>
        Mientras tengas una cuenta, y después hasta que los datos se devuelvan o se supriman como dice la sección
        «Término».
      </p>
    ),
  },
  {
    id: 'finalidad',
    title: 'Finalidad',
    body: (
      <>
        <p>
          Prestarte el servicio: que atiendas a tus pacientes y cumplas el deber de llevar y custodiar su ficha clínica
          (Ley 20.584 y Decreto 41/2012). Ninguna otra.
        </p>
        <p>
          No usamos los datos de tus pacientes para publicidad, perfiles ni entrenar sistemas de inteligencia
          artificial. No los cedemos ni los vendemos.
        </p>
      </>
    ),
  },
  {
    id: 'datos',
    title: 'Tipos de datos',
    body: (
      <ul>
        <li>
          <strong>Identificación y contacto:</strong> nombre, nombre social, RUT u otro documento, fecha de nacimiento,
          sexo, previsión, ocupación, dirección, teléfono, correo, representante y contacto de emergencia.
        </li>
        <li>
          <strong>Citas:</strong> horas, servicios, reservas en línea, lista de espera, mensajes enviados y respuestas.
        </li>
        <li>
          <strong>Cobros y pagos:</strong> concepto, monto, fecha, medio y referencia de cada pago, folio de la boleta,
          comprobantes, abonos y devoluciones. No recibimos datos de tarjetas.
        </li>
        <li>
          <strong>Datos sensibles de salud:</strong> alergias, alertas, notas, preferencias, mediciones, motivos de
          consulta, anamnesis, diagnósticos, indicaciones, recetas, certificados y archivos adjuntos.
        </li>
        <li>
          <strong>Solicitudes sobre derechos:</strong> quién pide, qué pide y tu respuesta.
        </li>
        <li>
          <strong>Accesos:</strong> quién vio o cambió cada ficha, cuándo y desde qué dirección IP.
        </li>
      </ul>
    ),
  },
  {
    id: 'titulares',
    title: 'Categorías de titulares',
    body: (
      <p>
        Tus pacientes, incluidos niños, niñas y adolescentes; quienes los representan o acompañan y las personas que
        indican como contacto; y quienes reservan una hora contigo, entran a tu lista de espera en línea o ejercen un
        derecho ante ti.
      </p>
    ),
  },
];
