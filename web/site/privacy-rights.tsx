import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';

export const RIGHTS_PRIVACY: LegalSection[] = [
  {
    id: 'derechos',
    title: 'Tus derechos',
    body: (
      <>
        <ul>
          <li>
            <strong>Acceso:</strong> saber qué datos tuyos se tratan y obtener copia.
          </li>
          <li>
            <strong>Rectificación:</strong> corregir los que estén errados o incompletos. Un registro clínico finalizado
            no se reescribe: una nota se corrige con una adenda, y un certificado con uno nuevo.
          </li>
          <li>
            <strong>Supresión:</strong> pedir que se eliminen. No procede mientras la ley obligue a conservarlos, como
            ocurre con la ficha clínica durante 15 años.
          </li>
          <li>
            <strong>Oposición:</strong> pedir que no se traten para un fin determinado, en los casos que la ley señala.
          </li>
          <li>
            <strong>Portabilidad:</strong> recibir tus datos en un formato electrónico estructurado, genérico y de uso
            común, cuando corresponda.
          </li>
          <li>
            <strong>Bloqueo:</strong> suspender temporalmente el uso de tus datos mientras se resuelve una solicitud.
          </li>
        </ul>
        <p>
          <Link to={PATHS.rights}>Cómo se cumple cada derecho en Ficha Austral</Link>
        </p>
      </>
    ),
  },
  {
    id: 'como-ejercerlos',
    title: 'Cómo ejercerlos y en qué plazo',
    body: (
      <>
        <p>
          <strong>Si eres paciente,</strong> dirige tu solicitud al profesional que te atendió: es el responsable de tu
          ficha y quien puede comprobar tu identidad. Las páginas que abres con sus enlaces, y la de su reserva en
          línea, tienen al pie «Derechos sobre tus datos», que lleva a su formulario: te da un número y la fecha hasta
          la que debe responder. Si nos escribes a nosotros, le haremos llegar tu solicitud.
        </p>
        <p>
          <strong>Si eres profesional,</strong> escribe desde el correo de tu cuenta a{' '}
          <MailboxLink to={PRIVACY_MAILBOX} subject="Ejercicio de derechos" /> e indica qué derecho ejerces y sobre qué
          datos. Varios datos puedes corregirlos tú en Configuración de Cuenta.
        </p>
        <ul>
          <li>
            Con la Ley 21.719, respondemos dentro de 30 días corridos, prorrogables una sola vez por otros 30. Una
            solicitud de bloqueo se resuelve en 2 días hábiles.
          </li>
          <li>
            Rectificar, suprimir y oponerse es siempre gratis. El acceso es gratis al menos una vez por trimestre.
          </li>
          <li>
            Mientras rija el texto anterior de la Ley 19.628, si no respondemos en 2 días hábiles puedes recurrir al
            juez de letras en lo civil, según su artículo 16.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'consentimiento',
    title: 'Retirar tu consentimiento',
    body: (
      <p>
        Cuando un tratamiento se basa en tu consentimiento —por ejemplo, usar la imagen de tu firma en tus recetas—
        puedes retirarlo en cualquier momento, sin efecto retroactivo: en la pestaña Firma de tu cuenta, o escribiendo a{' '}
        <MailboxLink to={PRIVACY_MAILBOX} subject="Retiro de consentimiento" />. Los documentos ya finalizados no
        cambian.
      </p>
    ),
  },
  {
    id: 'agencia',
    title: 'Reclamar ante la Agencia',
    body: (
      <p>
        Si no estás conforme con la respuesta, o no la recibes a tiempo, puedes reclamar ante la Agencia de Protección
        de Datos Personales que creó la Ley 21.719, una vez que esté en funciones, y acudir a los tribunales.
      </p>
    ),
  },
  {
    id: 'cambios',
    title: 'Cambios a esta política',
    body: (
      <p>
        Publicaremos aquí cada nueva versión con su fecha. Si el cambio es importante, avisaremos por correo a los
        titulares de las cuentas antes de que rija.
      </p>
    ),
  },
];
