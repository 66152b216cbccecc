import { LegalPage } from '#web/site/legal-page.tsx';
import { CLINICAL_TERMS } from '#web/site/terms-clinical.tsx';
import { CLOSING_TERMS } from '#web/site/terms-closing.tsx';
import { PROCESSING_TERMS } from '#web/site/terms-processing.tsx';
import { SERVICE_TERMS } from '#web/site/terms-service.tsx';

const INTRO =
  'Estas son las reglas de uso de Ficha Austral, la aplicación web de agenda, fichas clínicas, recetas y certificados para profesionales de la salud registrados en Chile. Al crear una cuenta o usar el servicio, las aceptas.';

export function TermsPage() {
  return (
    <LegalPage
      title="Términos de Servicio"
      intro={INTRO}
      sections={[...SERVICE_TERMS, ...CLINICAL_TERMS, ...PROCESSING_TERMS, ...CLOSING_TERMS]}
    />
  );
}
