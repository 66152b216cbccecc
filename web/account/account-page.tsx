import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountTab } from '#web/account/account-tab.tsx';
import { shownTab, TABS, type TabWord, withTab } from '#web/account/account-tabs.ts';
import { SecurityTab } from '#web/account/security-tab.tsx';
import { usePaymentReturn } from '#web/billing/payment-return.ts';
import { SubscriptionTab } from '#web/billing/subscription-tab.tsx';
import { SignatureTab } from '#web/signature/signature-tab.tsx';
import { Page } from '#web/ui/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function AccountPage() {
  const [params, setParams] = useSearchParams();
  const shown = shownTab(params);
  const isSeen = useOpenedTabs(shown);
  const hasPaid = usePaymentReturn();

  const tab = <Word extends TabWord>(word: Word, content: ReactNode) => ({
    name: TABS[word],
    content: isSeen(word) && content,
  });
  return (
    <Page title="Configuración de Cuenta" subtitle="Tus datos, tu suscripción, tu firma y tu contraseña">
      <Tabs
        label="Configuración de Cuenta"
        shown={TABS[shown]}
        onShow={(name) => setParams(withTab(params, name), { replace: true, preventScrollReset: true })}
        tabs={[
          tab('cuenta', <AccountTab />),
          tab('suscripcion', <SubscriptionTab hasPaid={hasPaid && shown === 'suscripcion'} />),
          tab('firma', <SignatureTab />),
          tab('seguridad', <SecurityTab />),
        ]}
      />
    </Page>
  );
}

/** What nobody has looked at yet asks the server nothing, and complains of nothing; what was once seen stays as it is. */
function useOpenedTabs(shown: TabWord): (word: TabWord) => boolean {
  const [seen, setSeen] = useState<readonly TabWord[]>([shown]);
  if (!seen.includes(shown)) setSeen([...seen, shown]);
  return (word) => seen.includes(word);
}
