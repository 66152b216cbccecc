import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import { RIGHTS_PER_PAGE, type RightsRequest, type RightsState } from '#contract/rights-requests';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { FormAddress } from '#web/rights-requests/form-address.tsx';
import { dueText, RequestState } from '#web/rights-requests/request-state.tsx';
import { rightsCount, rightsRequests } from '#web/rights-requests/rights-requests.queries.ts';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link, Navigate, useSearchParams } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { parsePageNumber } from '#web/ui/page-number.ts';
import { Pager } from '#web/ui/pager.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const TAB_PARAMETER = 'tab';
const PAGE_PARAMETER = 'pagina';
const ENDED = 'respondidas';
const STAY = { replace: true, preventScrollReset: true } as const;

const addressOf = (state: RightsState, page = 1): Record<string, string> => ({
  ...(state === 'ended' && { [TAB_PARAMETER]: ENDED }),
  ...(page > 1 && { [PAGE_PARAMETER]: String(page) }),
});

export function RightsRequestsPage() {
  const [params, setParams] = useSearchParams();
  const shown = params.get(TAB_PARAMETER) === ENDED ? 'ended' : 'waiting';
  const page = parsePageNumber(params.get(PAGE_PARAMETER));
  const partOf = (state: RightsState) =>
    shown === state && (
      <RequestsPart key={state} state={state} page={page} onPage={(next) => setParams(addressOf(state, next))} />
    );
  return (
    <Page
      title="Derechos de los pacientes"
      subtitle="Solicitudes sobre datos personales, con los plazos de la Ley 19.628"
      narrow
    >
      <Tabs
        label="Solicitudes"
        shown={shown === 'ended' ? 'Respondidas' : 'Por responder'}
        onShow={(name) => setParams(addressOf(name === 'Respondidas' ? 'ended' : 'waiting'), STAY)}
        tabs={[
          { name: 'Por responder', content: partOf('waiting') },
          { name: 'Respondidas', content: partOf('ended') },
        ]}
      />
      <FormAddress />
    </Page>
  );
}

interface PartProps {
  state: RightsState;
  page: number;
  onPage: (page: number) => void;
}

/** A page of the requests, and how many there are. */
function RequestsPart({ state, page, onPage }: PartProps) {
  const list = useQuery({ ...rightsRequests(state, page), placeholderData: keepPreviousData });
  const count = useQuery(rightsCount(state));
  const { data: requests, isPlaceholderData } = list;
  if (!requests || !count.data) {
    if (!list.isError && !count.isError) return <RequestSkeletons />;
    const retry = () => Promise.all([list, count].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
    return <LoadFailure title="No se pudieron cargar las solicitudes" onRetry={() => void retry()} />;
  }
  const { total } = count.data;
  const pages = Math.max(1, Math.ceil(total / RIGHTS_PER_PAGE));
  if (requests.length === 0 && page > pages) {
    return <Navigate to={{ search: String(new URLSearchParams(addressOf(state, pages))) }} replace />;
  }
  if (requests.length === 0) return state === 'waiting' ? <NoneWaiting /> : <NoneEnded />;
  // The count may be older than the list.
  const counted = formatCount(Math.max(total, requests.length), 'solicitud', 'solicitudes');
  return (
    <>
      <RequestList
        requests={requests}
        summary={state === 'waiting' ? `${counted} por responder` : counted}
        busy={isPlaceholderData}
      />
      {pages > 1 && (
        <div className="mt-6">
          <Pager page={page} pages={pages} onPage={onPage} />
        </div>
      )}
    </>
  );
}

const NoneWaiting = () => (
  <Card>
    <EmptyState
      picture={<NightSky />}
      title="No hay solicitudes por responder"
      text="Cuando alguien pida acceder a sus datos, corregirlos o bloquearlos, aparecerá aquí con su plazo."
    />
  </Card>
);

const NoneEnded = () => (
  <Card>
    <EmptyState picture={<NightSky />} title="Todavía no has respondido solicitudes" />
  </Card>
);

interface ListProps {
  requests: readonly RightsRequest[];
  summary: string;
  /** Other requests are loading. */
  busy: boolean;
}

const RequestList = ({ requests, summary, busy }: ListProps) => (
  <>
    <p role="status" className="mb-4 text-muted">
      {summary}
    </p>
    <ul aria-busy={busy} className="space-y-3 transition-opacity duration-150 aria-busy:opacity-60">
      {requests.map((request) => (
        <RequestCard key={request._id} request={request} />
      ))}
    </ul>
  </>
);

/** The link has the name of the person and covers the whole card. */
function RequestCard({ request }: { request: RightsRequest }) {
  const { _id, kind, number, name, receivedAt } = request;
  return (
    <li
      className={`${CARD_CLASS} relative p-4 transition-colors duration-150 hover:border-austral-600 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-austral-600 has-[a:focus-visible]:outline-offset-2 sm:p-5`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p className="min-w-0">
          <span className="font-bold">{RIGHTS_KINDS[kind]}</span>{' '}
          <span className="text-muted tabular-nums">{number}</span>
        </p>
        <RequestState request={request} />
      </div>
      <h2 className="wrap-anywhere mt-1 text-lg">
        <Link
          to={generatePath(PATHS.rightsRequest, { id: _id })}
          className="outline-none after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </Link>
      </h2>
      <p className="mt-1 text-muted text-sm tabular-nums">
        Recibida el {formatInstant(receivedAt, useTimeZone()).day}. Plazo: {dueText(request)}.
      </p>
    </li>
  );
}

const RequestSkeletons = () => (
  <div aria-busy="true">
    <p className="sr-only">Cargando solicitudes</p>
    <Skeleton className="mb-5 h-11 w-64 max-w-full" />
    <Skeleton className="mb-4 h-6 w-52 max-w-full" />
    <ul className="space-y-3">
      {['primera', 'segunda'].map((key) => (
        <li key={key} className={`${CARD_CLASS} p-4 sm:p-5`}>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-2 h-6 w-64 max-w-full" />
          <Skeleton className="mt-2 h-5 w-72 max-w-full" />
        </li>
      ))}
    </ul>
  </div>
);
