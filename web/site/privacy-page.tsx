import { LegalPage } from '#web/site/legal-page.tsx';
import { DATA_PRIVACY } from '#web/site/privacy-data.tsx';
import { PROTECTION_PRIVACY } from '#web/site/privacy-protection.tsx';
import { RECIPIENTS_PRIVACY } from '#web/site/privacy-recipients.tsx';
import { RIGHTS_PRIVACY } from '#web/site/privacy-rights.tsx';

const INTRO =
  'La política de tratamiento de datos personales de Ficha Austral: qué datos tratamos, para qué, cómo los protegemos y cómo ejercer tus derechos. Rige la Ley 19.628 sobre protección de la vida privada y, desde el 1 de diciembre de 2026, el texto que le dio la Ley 21.719.';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Política de Privacidad"
      intro={INTRO}
      sections={[...DATA_PRIVACY, ...RECIPIENTS_PRIVACY, ...PROTECTION_PRIVACY, ...RIGHTS_PRIVACY]}
    />
  );
}
