import { PATHS } from '#web/platform/paths.ts';
import type { LegalSection } from '#web/site/legal-page.tsx';
import { Link } from '#web/ui/navigation.tsx';

export const PROCESSING_TERMS: LegalSection[] = [
  {
    id: 'encargo-de-tratamiento',
    title: 'Encargo de tratamiento de datos',
    body: (
      <>
        <p>
          Tú eres <strong>responsable</strong> de los datos de tus pacientes, y nosotros, el <strong>encargado</strong>{' '}
          de tratarlos por tu cuenta. Nos une el{' '}
          <Link to={PATHS.processingAgreement}>contrato de encargo de tratamiento</Link>, que pide el artículo 15 bis de
          la Ley 19.628, en el texto de la Ley 21.719. Lo aceptas en tu cuenta, en Configuración.
        </p>
        <p>
          Dice para qué y por cuánto tiempo tratamos los datos, cuáles y de quiénes son, qué debe hacer cada parte,
          quiénes son los subencargados, cómo los protegemos, cómo te avisamos de una vulneración y cómo se devuelven y
          suprimen al término.
        </p>
        <p>
          Al cerrar tu cuenta se elimina todo su contenido, incluidos los documentos finalizados, salvo lo que una ley
          nos obligue a conservar. El deber de custodia de 15 años es tuyo: no cierres la cuenta sin tener tu copia, que
          descargas en Configuración con «Exportar mi cuenta».
        </p>
        <p>
          Si eliminas a un paciente sin cerrar la cuenta, sus datos desaparecen de la aplicación, pero sus notas y
          certificados finalizados quedan en custodia por 15 años desde el último registro, y puedes exportarlos en
          Configuración.
        </p>
      </>
    ),
  },
];
