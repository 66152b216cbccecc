import {
  ANNUAL_PRICE,
  ANNUAL_PRICE_PER_MONTH,
  ANNUAL_SAVING,
  FREE_PATIENT_LIMIT,
  formatPesos,
  MONTHLY_PRICE,
} from '#contract/plans';
import { PAYMENTS_MAILBOX, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { LegalEntity } from '#web/site/legal-entity.tsx';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';

export const SERVICE_TERMS: LegalSection[] = [
  {
    id: 'quienes-somos',
    title: 'Quiénes somos y qué ofrecemos',
    body: (
      <>
        <p>
          Ficha Austral es un servicio por suscripción. Te permite llevar una agenda diaria, fichas de pacientes, notas
          clínicas con diagnósticos y recetas, y certificados, e imprimir en PDF lo que finalizas.
        </p>
        <p>
          En este texto, «Ficha Austral» o «nosotros» es quien opera el servicio, y «tú» es la persona titular de la
          cuenta. Puedes escribirnos a <MailboxLink to={SUPPORT_MAILBOX} />.
        </p>
        <p>Quien presta el servicio y contrata contigo a distancia (Ley 19.496) es:</p>
        <LegalEntity />
      </>
    ),
  },
  {
    id: 'para-quien',
    title: 'Para quién es',
    body: (
      <>
        <p>
          El servicio es para profesionales de la salud registrados en Chile: médicos/as, psicólogos/as, odontólogos/as,
          kinesiólogos/as, enfermeros/as y nutricionistas.
        </p>
        <p>
          Al registrarte declaras que tienes un título que te habilita y que estás en condiciones de ejercer en Chile.
          No comprobamos automáticamente tu inscripción en el Registro Nacional de Prestadores Individuales de Salud
          (RNPI); podemos pedirte que la acredites y suspender una cuenta que no corresponda a un profesional
          habilitado.
        </p>
      </>
    ),
  },
  {
    id: 'cuenta',
    title: 'Tu cuenta',
    body: (
      <ul>
        <li>Los datos que entregas al registrarte deben ser verdaderos y estar al día. Aparecen en tus documentos.</li>
        <li>
          La cuenta es personal. No la compartas ni prestes tu contraseña: lo que se hace con ella se te atribuye. Quien
          atiende tu recepción entra con una cuenta propia, a la que tú la invitas.
        </li>
        <li>
          Si crees que alguien más entró a tu cuenta, cambia la contraseña de inmediato y avísanos. El cambio cierra las
          demás sesiones abiertas.
        </li>
        <li>
          Si olvidas la contraseña, recuperarla exige acreditar que la cuenta es tuya, porque protege datos de salud.
          Los pasos están en <Link to={PATHS.recovery}>Recuperar contraseña</Link>.
        </li>
      </ul>
    ),
  },
  {
    id: 'planes-y-pagos',
    title: 'Planes, precios y pagos',
    body: (
      <>
        <ul className="tabular-nums">
          <li>
            <strong>Prueba Gratuita:</strong> sin costo, con {FREE_PATIENT_LIMIT} paciente como máximo, agenda básica, 1
            ficha clínica y funciones básicas.
          </li>
          <li>
            <strong>Profesional:</strong> {formatPesos(MONTHLY_PRICE)} CLP por mes.
          </li>
          <li>
            <strong>Anual:</strong> {formatPesos(ANNUAL_PRICE)} CLP por año. Equivale a{' '}
            {formatPesos(ANNUAL_PRICE_PER_MONTH)} CLP al mes y ahorra {formatPesos(ANNUAL_SAVING)} CLP al año frente al
            pago mensual.
          </li>
        </ul>
        <p>
          Ese es el total que se te cobra por cada período. El pago se hace en la página de Mercado Pago: los datos de
          tu tarjeta no pasan por nuestros servidores.
        </p>
        <p>
          Cada pago compra un período de un mes o de un año. <strong>No hay cobros automáticos:</strong> te avisamos en
          tu cuenta cuando quedan 7 días o menos y decides si renuevas. Si renuevas antes del término, el período nuevo
          se suma al vigente.
        </p>
        <p>
          Cuando el período termina, la cuenta vuelve a la Prueba Gratuita. Siempre puedes leer e imprimir lo que ya
          tienes; para crear o modificar registros clínicos con más pacientes que el límite necesitas un plan pagado.
        </p>
        <p>
          Si un pago se devuelve, en todo o en parte, o se anula ante el emisor de la tarjeta, termina el período que
          ese pago había comprado.
        </p>
      </>
    ),
  },
  {
    id: 'cancelacion',
    title: 'Cancelación y derecho a retracto',
    body: (
      <>
        <p>
          Para cancelar tu suscripción escribe a{' '}
          <MailboxLink to={PAYMENTS_MAILBOX} subject="Cancelación de suscripción" /> desde el correo de tu cuenta.
          Conservas el acceso hasta el final del período ya pagado. La cancelación no elimina tus datos; si además
          quieres cerrar la cuenta, dilo en el mismo mensaje (ver «Término del servicio»).
        </p>
        <p>
          No hemos excluido el derecho a retracto del artículo 3 bis de la Ley 19.496. Cuando esa ley se aplica a tu
          contratación, puedes ponerle término sin expresar causa dentro de 10 días desde que contrataste y antes de que
          el servicio se preste, escribiendo a <MailboxLink to={PAYMENTS_MAILBOX} subject="Derecho a retracto" />.
        </p>
        <p>Fuera de esos casos, los períodos ya iniciados no se devuelven, salvo que la ley disponga otra cosa.</p>
      </>
    ),
  },
  {
    id: 'uso',
    title: 'Uso permitido',
    body: (
      <>
        <p>Usa Ficha Austral para tu propia práctica clínica. No está permitido:</p>
        <ul>
          <li>emitir documentos falsos o en nombre de otra persona;</li>
          <li>registrar datos de personas a quienes no atiendes, o usarlos para un fin ajeno a la atención;</li>
          <li>
            intentar acceder a cuentas o datos ajenos, o probar la seguridad del servicio sin autorización escrita;
          </li>
          <li>sobrecargar el servicio, revenderlo o extraer su contenido con programas automáticos.</li>
        </ul>
        <p>
          Podemos suspender una cuenta que incumpla estas reglas de forma grave. Salvo urgencia, te avisaremos antes y
          te daremos ocasión de responder y de obtener una copia de tus registros.
        </p>
      </>
    ),
  },
];
