import { formatDay } from '#contract/days';
import { PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import { AGREEMENT_DUTIES } from '#web/site/agreement-duties.tsx';
import { AGREEMENT_SCOPE } from '#web/site/agreement-scope.tsx';
import { LegalPage } from '#web/site/legal-page.tsx';

const { version, publishedOn } = PROCESSING_AGREEMENT;

const INTRO =
  'El contrato entre cada profesional, que responde por los datos de sus pacientes, y quien opera Ficha Austral, que los trata por su cuenta. Contiene lo que pide el artículo 15 bis de la Ley 19.628, en el texto de la Ley 21.719.';

export function ProcessingAgreementPage() {
  return (
    <LegalPage
      title="Contrato de encargo de tratamiento"
      intro={INTRO}
      edition={
        <>
          Versión {version}, publicada el <time dateTime={publishedOn}>{formatDay(publishedOn)}</time>
        </>
      }
      sections={[...AGREEMENT_SCOPE, ...AGREEMENT_DUTIES]}
    />
  );
}
