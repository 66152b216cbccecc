import { PAYMENTS_MAILBOX, PRIVACY_MAILBOX, SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';

export const CLOSING_TERMS: LegalSection[] = [
  {
    id: 'disponibilidad',
    title: 'Disponibilidad y soporte',
    body: (
      <>
        <p>
          Trabajamos para que el servicio esté siempre disponible, pero no garantizamos que nunca se interrumpa: puede
          haber mantenciones, fallas o cortes de terceros. Ten un modo de atender si no hay conexión.
        </p>
        <p>
          Respondemos las consultas de soporte dentro de 24 a 48 horas. Los detalles están en{' '}
          <Link to={PATHS.support}>Soporte</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'propiedad',
    title: 'Contenidos y propiedad',
    body: (
      <p>
        Los registros que creas son tuyos y de tus pacientes según la ley; solo los tratamos para prestarte el servicio.
        El programa, el diseño y la marca Ficha Austral nos pertenecen o los usamos con licencia. La suscripción te da
        derecho a usarlos mientras dure.
      </p>
    ),
  },
  {
    id: 'responsabilidad',
    title: 'Responsabilidad',
    body: (
      <>
        <p>
          Respondemos de los daños que causemos por incumplir estos términos o la ley. No respondemos de las decisiones
          clínicas, de la exactitud de lo que registras, del uso que un tercero dé a un documento ya entregado, ni de
          hechos ajenos a nuestro control.
        </p>
        <p>
          Nada de lo anterior limita la responsabilidad que la ley no permite limitar, como la que nace del dolo o de la
          culpa grave, ni los derechos irrenunciables de consumidores y titulares de datos.
        </p>
      </>
    ),
  },
  {
    id: 'termino',
    title: 'Término del servicio',
    body: (
      <>
        <p>
          Puedes cerrar tu cuenta cuando quieras escribiendo a{' '}
          <MailboxLink to={PAYMENTS_MAILBOX} subject="Cierre de cuenta" /> desde tu correo registrado. Eliminarla es
          definitivo: guarda antes tu copia de los registros.
        </p>
        <p>
          Si dejáramos de prestar el servicio, te avisaremos por correo con anticipación suficiente para que obtengas
          esa copia. A la parte del período pagado que no alcances a usar se aplica lo que dispone la ley.
        </p>
      </>
    ),
  },
  {
    id: 'cambios',
    title: 'Cambios a estos términos',
    body: (
      <p>
        Podemos actualizar estos términos. Publicaremos aquí la versión nueva con su fecha y, si el cambio es
        importante, te avisaremos antes por correo. Un cambio de precio no afecta los períodos ya pagados. Si no estás
        de acuerdo, puedes cancelar.
      </p>
    ),
  },
  {
    id: 'ley-aplicable',
    title: 'Ley aplicable y tribunales',
    body: (
      <p>
        Estos términos se rigen por la ley chilena. Las diferencias que no resolvamos conversando se someten a los
        tribunales ordinarios de justicia de Chile, sin perjuicio del tribunal y de los organismos a los que puedas
        acudir por aplicación de la Ley 19.496 o de la ley de protección de datos.
      </p>
    ),
  },
  {
    id: 'contacto',
    title: 'Contacto',
    body: (
      <ul>
        <li>
          Soporte y recuperación de cuenta: <MailboxLink to={SUPPORT_MAILBOX} />
        </li>
        <li>
          Pagos, cancelación y cierre: <MailboxLink to={PAYMENTS_MAILBOX} />
        </li>
        <li>
          Datos personales: <MailboxLink to={PRIVACY_MAILBOX} />
        </li>
      </ul>
    ),
  },
];
