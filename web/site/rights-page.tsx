import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import { PATHS } from '#web/platform/paths.ts';
import { LegalPage, type LegalSection } from '#web/site/legal-page.tsx';
import { MailboxLink } from '#web/site/mailbox-link.tsx';
import { Link } from '#web/ui/navigation.tsx';

const INTRO =
  'Qué derechos da la Ley 19.628, con el texto que le dio la Ley 21.719 desde el 1 de diciembre de 2026, y cómo se cumple cada uno en Ficha Austral, seas paciente o profesional.';

const SECTIONS: LegalSection[] = [
  {
    id: 'a-quien',
    title: 'A quién se piden',
    body: (
      <>
        <p>
          <strong>Si eres paciente,</strong> tu ficha la lleva el profesional que te atendió: es el responsable de tus
          datos y quien puede comprobar tu identidad. Pídele a él o ella lo que aquí se explica. Ficha Austral guarda la
          ficha por su encargo y no la entrega a nadie más, ni siquiera a quienes administran el servicio. Puedes
          escribirle con el formulario que está al pie de las páginas que te envía, en «Derechos sobre tus datos»:
          recibes un número y la fecha hasta la que debe responderte.
        </p>
        <p>
          <strong>Si eres profesional,</strong> los datos de tu cuenta los tratamos nosotros. Casi todo lo puedes hacer
          tú en Configuración; para lo demás escribe a{' '}
          <MailboxLink to={PRIVACY_MAILBOX} subject="Ejercicio de derechos" />.
        </p>
      </>
    ),
  },
  {
    id: 'acceso',
    title: 'Acceso',
    body: (
      <>
        <p>Saber qué datos tuyos se guardan, para qué y quién los ha visto, y recibir una copia.</p>
        <ul>
          <li>
            El profesional descarga la ficha de un paciente con «Exportar ficha» y se la entrega: contiene los
            documentos en PDF sellado, los borradores, las citas, los recordatorios y el registro de accesos, con un
            índice que se lee en cualquier navegador.
          </li>
          <li>
            El registro de accesos dice quién abrió, buscó, imprimió, exportó o cambió la ficha, cuándo y desde dónde.
            Nadie puede modificarlo.
          </li>
          <li>El profesional descarga su cuenta entera con «Exportar mi cuenta», en Configuración.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'rectificacion',
    title: 'Rectificación',
    body: (
      <ul>
        <li>
          Los datos de la ficha —nombre, RUT, fecha de nacimiento, contacto, alergias— se corrigen en la ficha. El
          registro de accesos conserva la identidad anterior.
        </li>
        <li>
          Una nota o un certificado finalizado no se reescribe, porque es la prueba de lo que se hizo. Una nota se
          corrige con una adenda, que queda unida a ella con su fecha y su autor; un certificado, con uno nuevo, y ambos
          quedan en la ficha.
        </li>
        <li>El profesional corrige los datos de su cuenta en Configuración.</li>
      </ul>
    ),
  },
  {
    id: 'supresion',
    title: 'Supresión y sus límites',
    body: (
      <>
        <p>
          La Ley 20.584 obliga a conservar la ficha clínica al menos 15 años desde su último registro. Mientras ese
          plazo corre, lo finalizado no se puede borrar aunque se pida.
        </p>
        <ul>
          <li>
            Cuando un profesional elimina a un paciente, los borradores, las citas y los datos de contacto se borran de
            inmediato. Lo finalizado pasa a custodia: no aparece en ninguna pantalla y solo ese profesional puede
            exportarlo.
          </li>
          <li>
            Cumplidos los 15 años, lo que está en custodia se elimina para siempre. Queda constancia de que se eliminó y
            lo que muestra la página de verificación: fechas, iniciales y huellas, sin contenido clínico.
          </li>
          <li>
            Antes de eliminar a un paciente, el mismo cuadro ofrece exportar su ficha. Antes de cerrar una cuenta, su
            profesional puede exportarla completa: sigue siendo responsable de conservar sus fichas.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'portabilidad',
    title: 'Portabilidad',
    body: (
      <p>
        Las exportaciones incluyen la ficha en HL7 FHIR R4, el formato con que los sistemas de salud intercambian datos,
        con los nombres de la guía chilena CL Core y los diagnósticos en CIE-10. Las citas, los recordatorios y el
        registro de accesos van en CSV, para cualquier planilla. La ley da este derecho cuando el tratamiento es
        automatizado y se basa en el consentimiento; aquí puede ejercerse siempre.
      </p>
    ),
  },
  {
    id: 'oposicion',
    title: 'Oposición y bloqueo',
    body: (
      <>
        <p>
          Puedes pedir que tus datos no se usen para un fin determinado, o que se suspenda su uso mientras se resuelve
          una solicitud. La ficha se usa solo para tu atención y para lo que la ley exige: Ficha Austral no la usa para
          publicidad, no la vende, no crea perfiles y no toma decisiones automáticas.
        </p>
        <p>
          Una solicitud de bloqueo se resuelve en 2 días hábiles desde que rige la Ley 21.719. Escríbela al profesional
          que te atendió o, si es sobre tu cuenta, a <MailboxLink to={PRIVACY_MAILBOX} subject="Bloqueo de datos" />.
        </p>
      </>
    ),
  },
  {
    id: 'plazos',
    title: 'Plazos y reclamos',
    body: (
      <p>
        Los plazos de respuesta, cuándo es gratis y cómo reclamar están en la{' '}
        <Link to={`${PATHS.privacy}#como-ejercerlos`}>Política de Privacidad</Link>.
      </p>
    ),
  },
];

export function RightsPage() {
  return <LegalPage title="Derechos sobre los datos personales" intro={INTRO} sections={SECTIONS} />;
}
