import { useState } from 'react';
import { CatalogueReminder } from '#web/admin/catalogue-reminder.tsx';
import { TABS, type TabName, useShownTab } from '#web/admin/list-address.ts';
import { PasswordReminder } from '#web/admin/password-reminder.tsx';
import { SecondFactorNotice } from '#web/admin/second-factor-notice.tsx';
import { StatisticsCards } from '#web/admin/statistics-cards.tsx';
import { UsersTab } from '#web/admin/users-tab.tsx';
import { useCatalogueStats } from '#web/cie10/system-scripts.queries.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useSystem } from '#web/system/system.queries.ts';
import { SystemCard } from '#web/system/system-card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const WebhooksTab = onDemand(async () => (await import('#web/admin/webhooks-tab.tsx')).WebhooksTab);

const MailsTab = onDemand(async () => (await import('#web/admin/mails-tab.tsx')).MailsTab);

const IncidentsTab = onDemand(async () => (await import('#web/incidents/incidents-tab.tsx')).IncidentsTab);

const AgreementsTab = onDemand(async () => (await import('#web/admin/agreements-tab.tsx')).AgreementsTab);

const CONTENTS = {
  [TABS.users]: UsersTab,
  [TABS.webhooks]: WebhooksTab,
  [TABS.mails]: MailsTab,
  [TABS.incidents]: IncidentsTab,
  [TABS.agreements]: AgreementsTab,
};
const NAMES = Object.values(TABS);

export function AdminPage() {
  const sendsMail = useSendsMail();
  const tabs = NAMES.filter((name) => sendsMail || name !== TABS.mails);
  const { shown, show } = useShownTab(tabs);
  // A tab loads its data when it is first opened, and stays mounted from then on.
  const [opened, setOpened] = useState<readonly TabName[]>([TABS.users]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  const { isFetched } = useSystem();
  const catalogue = useCatalogueStats();
  return (
    <Page title="Panel de Administración" subtitle="Uso del sistema, usuarios y notificaciones de pago">
      <PasswordReminder />
      <SecondFactorNotice />
      {catalogue.data?.count === 0 && <CatalogueReminder />}
      <ShownWhen ready={catalogue.isFetched}>
        <StatisticsCards />
        <div className="mt-4">
          <SystemCard />
        </div>
        <div className="mt-8">
          <ShownWhen ready={isFetched}>
            <Tabs
              label="Listas"
              shown={shown}
              onShow={show}
              tabs={tabs.map((name) => {
                const Content = CONTENTS[name];
                return { name, content: opened.includes(name) && <Content /> };
              })}
            />
          </ShownWhen>
        </div>
      </ShownWhen>
    </Page>
  );
}
