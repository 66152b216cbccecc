import { useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import { awaitsAnswer, type RightsRequest } from '#contract/rights-requests';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { FormAddress } from '#web/rights-requests/form-address.tsx';
import { dueText, RequestState } from '#web/rights-requests/request-state.tsx';
import { rightsRequests } from '#web/rights-requests/rights-requests.queries.ts';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link, useSearchParams } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const TAB_PARAMETER = 'tab';
const ENDED = 'respondidas';

export function RightsRequestsPage() {
  const [params, setParams] = useSearchParams();
  const { data, isError, refetch } = useQuery(rightsRequests());
  const isEndedShown = params.get(TAB_PARAMETER) === ENDED;
  return (
    <Page
      title="Derechos de los pacientes"
      subtitle="Solicitudes sobre datos personales, con los plazos de la Ley 19.628"
      narrow
    >
      {!data && isError && <LoadFailure title="No se pudieron cargar las solicitudes" onRetry={() => void refetch()} />}
      {!data && !isError && <RequestSkeletons />}
      {data && (
        <Tabs
          label="Solicitudes"
          shown={isEndedShown ? 'Respondidas' : 'Por responder'}
          onShow={(name) =>
            setParams(name === 'Respondidas' ? { [TAB_PARAMETER]: ENDED } : {}, {
              replace: true,
              preventScrollReset: true,
            })
          }
          tabs={[
            {
              name: 'Por responder',
              content: <Waiting requests={data.filter(({ status }) => awaitsAnswer(status))} />,
            },
            { name: 'Respondidas', content: <Ended requests={data.filter(({ status }) => !awaitsAnswer(status))} /> },
          ]}
        />
      )}
      <FormAddress />
    </Page>
  );
}

const count = (requests: readonly RightsRequest[]) => formatCount(requests.length, 'solicitud', 'solicitudes');

function Waiting({ requests }: { requests: readonly RightsRequest[] }) {
  if (requests.length > 0) return <RequestList requests={requests} summary={`${count(requests)} por responder`} />;
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title="No hay solicitudes por responder"
        text="Cuando alguien pida acceder a sus datos, corregirlos o bloquearlos, aparecerá aquí con su plazo."
      />
    </Card>
  );
}

function Ended({ requests }: { requests: readonly RightsRequest[] }) {
  if (requests.length > 0) return <RequestList requests={requests} summary={count(requests)} />;
  return (
    <Card>
      <EmptyState picture={<NightSky />} title="Todavía no has respondido solicitudes" />
    </Card>
  );
}

const RequestList = ({ requests, summary }: { requests: readonly RightsRequest[]; summary: string }) => (
  <>
    <p role="status" className="mb-4 text-muted">
      {summary}
    </p>
    <ul className="space-y-3">
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
