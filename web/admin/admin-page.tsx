import { useState } from 'react';
import { TABS, useShownTab } from '#web/admin/list-address.ts';
import { PasswordReminder } from '#web/admin/password-reminder.tsx';
import { SecondFactorNotice } from '#web/admin/second-factor-notice.tsx';
import { StatisticsCards } from '#web/admin/statistics-cards.tsx';
import { UsersTab } from '#web/admin/users-tab.tsx';
import { WebhooksTab } from '#web/admin/webhooks-tab.tsx';
import { SystemCard } from '#web/system/system-card.tsx';
import { Page } from '#web/ui/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function AdminPage() {
  const { shown, show } = useShownTab();
  // The tab loads its data when it is first opened, and stays mounted from then on.
  const [webhooksWereOpened, setWebhooksWereOpened] = useState(false);
  if (shown === TABS.webhooks && !webhooksWereOpened) setWebhooksWereOpened(true);
  return (
    <Page title="Panel de Administración" subtitle="Uso del sistema, usuarios y notificaciones de pago">
      <PasswordReminder />
      <SecondFactorNotice />
      <StatisticsCards />
      <div className="mt-4">
        <SystemCard />
      </div>
      <div className="mt-8">
        <Tabs
          label="Listas"
          shown={shown}
          onShow={show}
          tabs={[
            { name: TABS.users, content: <UsersTab /> },
            { name: TABS.webhooks, content: webhooksWereOpened && <WebhooksTab /> },
          ]}
        />
      </div>
    </Page>
  );
}
