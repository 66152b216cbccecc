import { InstallCard } from '#web/account/install-card.tsx';
import { SecurityCards } from '#web/account/security-cards.tsx';
import { NoticesCard } from '#web/notices/notices-card.tsx';
import { Page } from '#web/ui/page.tsx';

/** What an assistant has of the account page: the security of the account, and the device. */
export const AssistantAccountPage = () => (
  <Page
    title="Mi cuenta"
    subtitle="Tu contraseña, la verificación en dos pasos, tus llaves de acceso, tus sesiones y el bloqueo de pantalla"
  >
    <SecurityCards>
      <NoticesCard />
      <InstallCard />
    </SecurityCards>
  </Page>
);
