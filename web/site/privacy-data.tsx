import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { LegalEntity } from '#web/site/legal-entity.tsx';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';

export const DATA_PRIVACY: LegalSection[] = [
  {
    id: 'responsables',
    title: 'Quién responde por los datos',
    body: (
      <>
        <p>Hay dos grupos de datos, y la responsabilidad es distinta en cada uno:</p>
        <ul>
          <li>
            <strong>Datos de pacientes.</strong> El responsable es el profesional que los atiende y registra. Ficha
            Austral es encargado: los trata solo por cuenta de ese profesional y según el{' '}
            <Link to={PATHS.processingAgreement}>contrato de encargo de tratamiento</Link>.
          </li>
          <li>
            <strong>Datos de la cuenta</strong> (los del profesional que usa el servicio). El responsable es Ficha
            Austral.
          </li>
        </ul>
        <p>
          Quien opera esta instalación de Ficha Austral, y es ese encargado y ese responsable según la Ley 19.628 y la
          Ley 21.719, es:
        </p>
        <LegalEntity />
        <p>
          Para cualquier asunto sobre datos personales, también para ejercer tus derechos, escribe a{' '}
          <MailboxLink to={PRIVACY_MAILBOX} /> o por carta a ese domicilio.
        </p>
      </>
    ),
  },
  {
    id: 'que-datos',
    title: 'Qué datos tratamos, de quiénes y de dónde vienen',
    body: (
      <>
        <p>
          Tratamos datos de cuatro grupos de personas: los profesionales de la salud que tienen una cuenta, las personas
          de su secretaría, sus pacientes —con quienes los representan y sus contactos de emergencia— y quienes reservan
          una hora o ejercen un derecho en las páginas públicas de un profesional.
        </p>
        <h3>De profesionales, entregados por ellos mismos</h3>
        <ul>
          <li>Nombre, RUT, correo, profesión, especialidad, RNPI, ciudad y región.</li>
          <li>La contraseña, de la que solo guardamos un resumen que no permite recuperarla.</li>
          <li>La imagen de la firma, si la subes, y tus plantillas de certificados.</li>
          <li>
            Los antecedentes que envías a soporte; para recuperar la contraseña, tu inscripción en el RNPI y un
            documento de identidad.
          </li>
        </ul>
        <h3>De la secretaría</h3>
        <ul>
          <li>
            Nombre y correo, que indica el profesional al invitarla; la contraseña, de la que solo guardamos un resumen;
            y cuándo entró y qué hizo, que ve cada profesional sobre su propia agenda.
          </li>
        </ul>
        <h3>De profesionales, generados por el uso</h3>
        <ul>
          <li>
            Si activas los avisos: la dirección de tu navegador en su servicio de avisos, hasta que cierras sesión.
          </li>
          <li>Sesiones, registro de auditoría de las acciones realizadas y estado de la suscripción.</li>
          <li>
            Si agregas llaves de acceso: el nombre que les das, su parte pública y cuándo se usaron. Tu huella o tu
            rostro no salen de tu equipo.
          </li>
          <li>
            Si la instalación envía correos: un resumen del navegador y de la red de cada inicio de sesión, para
            avisarte de uno nuevo.
          </li>
          <li>
            Registros técnicos necesarios para operar y proteger el servicio, como la dirección IP y la hora de una
            solicitud.
          </li>
        </ul>
        <h3>De profesionales, de una fuente de acceso público</h3>
        <p>
          Para verificar una identidad, la administración la compara con el registro de prestadores de la
          Superintendencia de Salud y anota qué vio. No usamos otras fuentes de acceso público.
        </p>
        <h3>De profesionales, recibidos de Mercado Pago</h3>
        <p>Identificador, monto, fecha y estado de cada pago. No recibimos los datos de tu tarjeta.</p>
        <h3>De pacientes, registrados por su profesional</h3>
        <ul>
          <li>
            Nombre y nombre social, RUT u otro documento, fecha de nacimiento, sexo, previsión, ocupación, dirección,
            teléfono, correo, representante legal y contacto de emergencia.
          </li>
          <li>
            Citas, los mensajes que recibieron sobre ellas y lo que respondieron: si confirmaron, cancelaron o cambiaron
            su hora.
          </li>
          <li>
            Los documentos que su profesional les envía con un enlace, y cuándo y desde qué dirección IP, recortada, se
            abrió.
          </li>
          <li>
            Datos sensibles de salud: alergias, alertas, notas, preferencias, mediciones, motivo de consulta, anamnesis,
            diagnósticos, indicaciones, recetas, certificados y archivos adjuntos.
          </li>
        </ul>
        <h3>De pacientes, sobre lo que pagan</h3>
        <ul>
          <li>
            Lo que su profesional les cobra y lo que pagan: concepto, monto, fecha, medio, referencia, folio de la
            boleta y comprobantes. Si el profesional lo agrega, el comprobante lleva un diagnóstico.
          </li>
          <li>
            De Mercado Pago, cuando pagan un abono al reservar: identificador, monto, fecha y estado del pago. No
            recibimos los datos de su tarjeta.
          </li>
        </ul>
        <h3>De quienes reservan en línea o ejercen un derecho, entregados por ellos mismos</h3>
        <ul>
          <li>
            Nombre, RUT u otro documento, fecha de nacimiento, teléfono, correo, y el servicio y la hora que piden, o
            los días en que pueden si entran a la lista de espera.
          </li>
          <li>Quien ejerce un derecho: nombre, RUT u otro documento, correo y lo que pide.</li>
          <li>
            La dirección IP y la hora de la reserva o de la solicitud, en el registro de accesos del profesional, y por
            poco tiempo para limitar los abusos.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'finalidades',
    title: 'Para qué los usamos y con qué base legal',
    body: (
      <>
        <ul>
          <li>
            <strong>Prestar el servicio</strong> al profesional: cumplir el contrato con él. Los datos de pacientes se
            tratan por su encargo, para la atención de salud y para cumplir el deber legal de llevar ficha clínica (Ley
            20.584 y Decreto 41/2012).
          </li>
          <li>
            <strong>Recordar sus citas a los pacientes</strong> cuando el profesional lo activa: por encargo suyo y en
            su nombre. El correo lleva el nombre de pila, la fecha, la hora, el lugar y un enlace para responder, nada
            de la ficha clínica, y sale por el servidor de correo de esta instalación. Cada paciente puede dejar de
            recibirlos desde ese enlace.
          </li>
          <li>
            <strong>Reservar horas en línea</strong> cuando el profesional lo activa: por encargo suyo y con el
            consentimiento de quien reserva, para apartar la hora, avisarle por correo y darle atención. La página no
            revela a nadie si una persona es paciente. Para frenar a los programas automáticos, el navegador resuelve un
            cálculo, sin servicios de terceros.
          </li>
          <li>
            <strong>Cobrar la suscripción y registrar sus pagos:</strong> cumplir el contrato y las obligaciones
            tributarias.
          </li>
          <li>
            <strong>Registrar los cobros a los pacientes y pedirles un abono</strong> cuando el profesional lo activa:
            por encargo suyo. El aviso de un pago pendiente dice el monto y no dice por qué atención. El abono se paga
            en la cuenta de Mercado Pago del profesional: el dinero no pasa por nosotros.
          </li>
          <li>
            <strong>Proteger las cuentas</strong> y verificar la identidad de quien pide recuperar una: cumplir el deber
            de seguridad.
          </li>
          <li>
            <strong>Enviar documentos a los pacientes</strong> con un enlace, y recibir sus solicitudes sobre sus datos:
            por encargo de su profesional, que debe responderlas según la ley.
          </li>
          <li>
            <strong>Responder tus consultas:</strong> atender lo que nos pides.
          </li>
        </ul>
        <p>
          Ningún tratamiento se basa en un interés legítimo nuestro. No vendemos datos, no mostramos publicidad y no
          usamos datos de pacientes para entrenar sistemas de inteligencia artificial.
        </p>
      </>
    ),
  },
];
