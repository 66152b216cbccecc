import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { listProfessionals, type Professional } from '#contract/assistants';
import { assistantSections } from '#web/app/assistant-sections.ts';
import { Layout } from '#web/app/layout.tsx';
import { LayoutSkeleton } from '#web/app/layout-skeleton.tsx';
import { NoAccessPage, NoProfessionalPage, OwnAccountOnly, RestrictedPage } from '#web/app/no-access-pages.tsx';
import type { HeadName } from '#web/app/page-head.tsx';
import { ProfessionalSwitch } from '#web/app/professional-switch.tsx';
import type { RouteHandle } from '#web/app/root.tsx';
import { ServerUnreachablePage } from '#web/app/server-unreachable-page.tsx';
import { queryFor } from '#web/platform/api.ts';
import { KEEP_FOCUS } from '#web/platform/keep-focus.ts';
import { PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import {
  onAssistantRefused,
  ProfessionalContext,
  setCurrentProfessional,
  useCanCharge,
  withProfessional,
} from '#web/platform/professional.ts';
import { AddressContext, useNavigate } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const ReceptionPage = onDemand(async () => (await import('#web/reception/reception-page.tsx')).ReceptionPage);
const AssistantProfilePage = onDemand(
  async () => (await import('#web/patient-profile/assistant-profile-page.tsx')).AssistantProfilePage,
);
const AssistantAccountPage = onDemand(
  async () => (await import('#web/account/assistant-account-page.tsx')).AssistantAccountPage,
);

/** The pages that an assistant has. `Outlet` is the page of the professional. */
const PAGES: Partial<Record<HeadName, ComponentType>> = {
  [PATHS.home]: ReceptionPage,
  [PATHS.agenda]: Outlet,
  [PATHS.dayReminders]: Outlet,
  [PATHS.patients]: Outlet,
  [PATHS.patient]: AssistantProfilePage,
  [PATHS.bookingRequests]: Outlet,
  [PATHS.charges]: ChargesPage,
  [PATHS.account]: AssistantAccountPage,
};

function ChargesPage() {
  return useCanCharge() ? <Outlet /> : <RestrictedPage />;
}

/** The pages with another title than the page of the professional. */
const TITLES: Partial<Record<HeadName, string>> = { [PATHS.home]: 'Recepción', [PATHS.account]: 'Mi cuenta' };

const professionals = queryFor(listProfessionals, {});

/** The application of an assistant, for the professional whom the address names. */
export function AssistantApp() {
  const { data, isError, refetch } = useQuery(professionals);
  const cache = useQueryClient();
  const { pathname } = useLocation();
  const id = useProfessionalInAddress(data?.[0]?._id);
  useEffect(
    () => onAssistantRefused(() => void cache.invalidateQueries({ queryKey: professionals.queryKey })),
    [cache],
  );
  if (!data) return isError ? <ServerUnreachablePage onRetry={() => void refetch()} /> : <LayoutSkeleton />;
  const professional = data.find(({ _id }) => _id === id);
  if (!professional) {
    if (pathname === PATHS.account)
      return (
        <OwnAccountOnly>
          <AssistantPage />
        </OwnAccountOnly>
      );
    return data.length === 0 ? <NoProfessionalPage /> : <NoAccessPage others={data} />;
  }
  return (
    <ProfessionalScope key={professional._id} professional={professional}>
      <Layout
        sections={assistantSections(professional)}
        professionalSwitch={<ProfessionalSwitch professionals={data} />}
      >
        <AssistantPage />
      </Layout>
    </ProfessionalScope>
  );
}

/** An address that names nobody means the professional of the page before, or at first the first one. */
function useProfessionalInAddress(first: string | undefined): string | undefined {
  const { search } = useLocation();
  const named = new URLSearchParams(search).get(PROFESSIONAL) ?? undefined;
  const [last, setLast] = useState(named);
  if (named !== undefined && named !== last) setLast(named);
  return named ?? last ?? first;
}

/** Everything inside is about one professional. Its key mounts it anew for another one. */
function ProfessionalScope({ professional, children }: { professional: Professional; children: ReactNode }) {
  const { _id } = professional;
  // Before anything inside asks the server.
  const [isSet, setSet] = useState(false);
  useLayoutEffect(() => {
    setCurrentProfessional(_id);
    setSet(true);
    return () => setCurrentProfessional(undefined);
  }, [_id]);
  const complete = useCallback(
    (address: Parameters<typeof withProfessional>[0]) => withProfessional(address, _id),
    [_id],
  );
  return (
    <ProfessionalContext value={professional}>
      <AddressContext value={complete}>
        <NamedInAddress />
        {isSet && children}
      </AddressContext>
    </ProfessionalContext>
  );
}

/** Completes an address that was typed or bookmarked without the professional. The page stays as it is. */
function NamedInAddress() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isNamed = new URLSearchParams(search).has(PROFESSIONAL);
  useEffect(() => {
    if (isNamed) return;
    void navigate(
      { pathname, search, hash },
      { replace: true, preventScrollReset: true, state: { ...(state as object | null), ...KEEP_FOCUS } },
    );
  }, [isNamed, navigate, pathname, search, hash, state]);
  return null;
}

function AssistantPage() {
  const name = useMatches()
    .map(({ handle }) => (handle as RouteHandle | undefined)?.name)
    .findLast(Boolean);
  const title = TITLES[name as HeadName];
  // The route has the title of the professional's page.
  useEffect(() => {
    if (title) document.title = `${title} · Ficha Austral`;
  }, [title]);
  const Page = PAGES[name as HeadName];
  return Page ? <Page /> : <RestrictedPage />;
}
