import { BookCopy, CalendarCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAccount } from '#web/account/account.queries.ts';
import { shownTab, TABS, type TabWord, withTab } from '#web/account/account-tabs.ts';
import { InstallCard } from '#web/account/install-card.tsx';
import { LinkCard } from '#web/account/link-card.tsx';
import { PersonalInfoCard, PersonalInfoSkeleton } from '#web/account/personal-info-card.tsx';
import { PrintingCard } from '#web/account/printing-card.tsx';
import { SecurityTab } from '#web/account/security-tab.tsx';
import { usePaymentReturn } from '#web/billing/payment-return.ts';
import { SubscriptionTab } from '#web/billing/subscription-tab.tsx';
import { CustodyCard } from '#web/custody/custody-card.tsx';
import { ExportAccountCard } from '#web/export/export-account-card.tsx';
import { ImportCard } from '#web/imports/import-card.tsx';
import { NoticesCard } from '#web/notices/notices-card.tsx';
import { ACCOUNT_NOT_LOADED } from '#web/platform/account-settings.ts';
import { PATHS } from '#web/platform/paths.ts';
import { ProcessingAgreementCard } from '#web/processing-agreement/processing-agreement-card.tsx';
import { SignatureTab } from '#web/signature/signature-tab.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const AssistantsTab = onDemand(
  async () => (await import('#web/assistants/assistants-tab.tsx')).AssistantsTab,
  () => <Skeleton className="h-64" />,
);

export function AccountPage() {
  const [params, setParams] = useSearchParams();
  const shown = shownTab(params);
  const isOpened = useOpenedTabs(shown);
  const hasPaid = usePaymentReturn();

  const tab = <Word extends TabWord>(word: Word, content: ReactNode) => ({
    name: TABS[word],
    content: isOpened(word) && content,
  });
  return (
    <Page title="Configuración de Cuenta" subtitle="Tus datos, tu suscripción, tu firma, tu secretaría y tu contraseña">
      <Tabs
        label="Configuración de Cuenta"
        shown={TABS[shown]}
        onShow={(name) => setParams(withTab(params, name), { replace: true, preventScrollReset: true })}
        tabs={[
          tab('cuenta', <AccountTab />),
          tab('suscripcion', <SubscriptionTab hasPaid={hasPaid && shown === 'suscripcion'} />),
          tab('firma', <SignatureTab />),
          tab('secretaria', <AssistantsTab />),
          tab('seguridad', <SecurityTab />),
        ]}
      />
    </Page>
  );
}

/** A tab loads its data when it is first opened, and stays mounted from then on. */
function useOpenedTabs(shown: TabWord): (word: TabWord) => boolean {
  const [opened, setOpened] = useState<readonly TabWord[]>([shown]);
  if (!opened.includes(shown)) setOpened([...opened, shown]);
  return (word) => opened.includes(word);
}

function AccountTab() {
  const { data: account, isError, refetch } = useAccount();
  if (account) {
    return (
      <div className="space-y-6">
        <PersonalInfoCard account={account} />
        <LinkCard
          title="Agenda"
          text="Indica tu horario de atención, bloquea los días en que no atiendes y ve tus citas en Google, Apple u Outlook."
          to={PATHS.workingHours}
          label="Configurar la agenda"
          icon={CalendarCog}
        />
        <LinkCard
          title="Plantillas"
          text="Guarda los textos y las recetas que más repites, y cópialos en una nota con un clic."
          to={PATHS.presets}
          label="Administrar plantillas y favoritas"
          icon={BookCopy}
        />
        <PrintingCard />
        <NoticesCard />
        <InstallCard />
        <ImportCard />
        <ExportAccountCard />
        <ProcessingAgreementCard />
        <CustodyCard />
      </div>
    );
  }
  return isError ? <LoadFailure title={ACCOUNT_NOT_LOADED} onRetry={() => void refetch()} /> : <PersonalInfoSkeleton />;
}
