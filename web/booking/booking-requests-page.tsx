import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { type RefObject, useId, useRef } from 'react';
import { endTime } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { formatDay } from '#contract/days';
import { dayInWords } from '#contract/reminder-message';
import { bookingRequests, isLive } from '#web/booking/booking-requests.queries.ts';
import { ConnectionNotices } from '#web/booking/connection-notices.tsx';
import { RequestActions } from '#web/booking/request-actions.tsx';
import { RequestDetails, RequestState } from '#web/booking/request-details.tsx';
import { WaitingList } from '#web/booking/waiting-list.tsx';
import { agendaOn, BOOKING_SETTINGS_ADDRESS } from '#web/platform/paths.ts';
import { useIsAssistant, useProfessional } from '#web/platform/professional.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link, useSearchParams } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const TAB_PARAMETER = 'tab';
const WAITING = 'espera';

export function BookingRequestsPage() {
  const [params, setParams] = useSearchParams();
  const professional = useProfessional();
  const isWaitingShown = params.get(TAB_PARAMETER) === WAITING;
  return (
    <Page
      title="Reservas en línea"
      subtitle={
        professional ? `Las horas que le piden a ${professional.name}` : 'Las horas que te piden desde tu página'
      }
      narrow
      actions={
        !professional && (
          <Link to={BOOKING_SETTINGS_ADDRESS} className={buttonClass({ look: 'secondary' })}>
            <Settings size={18} aria-hidden="true" />
            Configurar
          </Link>
        )
      }
    >
      <Tabs
        label="Reservas en línea"
        shown={isWaitingShown ? 'Lista de espera' : 'Solicitudes'}
        onShow={(name) =>
          setParams(name === 'Solicitudes' ? {} : { [TAB_PARAMETER]: WAITING }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        // Only the list that is shown is loaded: each reading is in the access log.
        tabs={[
          { name: 'Solicitudes', content: !isWaitingShown && <Requests /> },
          { name: 'Lista de espera', content: isWaitingShown && <WaitingList /> },
        ]}
      />
    </Page>
  );
}

function Requests() {
  const { data, isError, refetch } = useQuery(bookingRequests());
  if (data) return <RequestList requests={data} />;
  if (!isError) return <RequestSkeletons />;
  return <LoadFailure title="No se pudieron cargar las solicitudes" onRetry={() => void refetch()} />;
}

function RequestList({ requests }: { requests: readonly BookingRequest[] }) {
  const summary = useRef<HTMLParagraphElement>(null);
  const now = new Date();
  const live = requests.filter((request) => isLive(request, now));
  const days = [...new Set(live.map(({ date }) => date))];
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className={live.length === 0 ? 'sr-only' : 'mb-4 text-muted'}>
        {summaryText(live)}
      </p>
      {live.length === 0 && <NoRequests />}
      <ConnectionNotices requests={live} summary={summary} />
      {days.map((date) => (
        <section key={date} aria-label={dayInWords(date)} className="mb-6">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-lg first-letter:uppercase">
              {dayInWords(date)} <span className="sr-only">({formatDay(date)})</span>
            </h2>
            <Link to={agendaOn(date)} className={`rounded py-1 text-sm ${TEXT_LINK_CLASS}`}>
              Ver ese día en la agenda
            </Link>
          </div>
          <ul className="space-y-3">
            {live
              .filter((request) => request.date === date)
              .map((request) => (
                <li key={request._id}>
                  <RequestCard request={request} summary={summary} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const LIST = new Intl.ListFormat('es-CL');

function summaryText(requests: readonly BookingRequest[]): string {
  const waiting = requests.filter(({ status }) => status === 'requested').length;
  const unpaid = requests.filter(({ status }) => status === 'unpaid').length;
  const unverified = requests.length - waiting - unpaid;
  if (requests.length === 0) return 'No tienes solicitudes de hora';
  const parts = [
    waiting > 0 && (waiting === 1 ? '1 espera tu respuesta' : `${waiting} esperan tu respuesta`),
    unverified > 0 && `${unverified} por confirmar por la persona`,
    unpaid > 0 && (unpaid === 1 ? '1 espera el abono' : `${unpaid} esperan el abono`),
  ].filter((part) => part !== false);
  return `${formatCount(requests.length, 'solicitud', 'solicitudes')}: ${LIST.format(parts)}`;
}

interface CardProps {
  request: BookingRequest;
  /** Gets the focus when the request is answered: the button that was pressed disappears. */
  summary: RefObject<HTMLElement | null>;
}

function RequestCard({ request, summary }: CardProps) {
  const nameId = useId();
  const { name, serviceName, time } = request;
  return (
    <article aria-labelledby={nameId} className={`${CARD_CLASS} p-4 sm:p-5`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p className="min-w-0">
          <span className="font-bold tabular-nums">
            {time} - {endTime(request)}
          </span>{' '}
          <span className="wrap-anywhere text-muted">{serviceName}</span>
        </p>
        <RequestState {...request} />
      </div>
      <h3 id={nameId} className="wrap-anywhere mt-1 text-lg">
        {name}
      </h3>
      <RequestDetails request={request} />
      <RequestActions
        request={request}
        onAnswered={() => summary.current?.focus()}
        focusFallback={() => summary.current}
      />
    </article>
  );
}

function NoRequests() {
  const isAssistant = useIsAssistant();
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title={isAssistant ? 'No hay solicitudes de hora' : 'No tienes solicitudes de hora'}
        text={`Cuando alguien pida una hora desde ${isAssistant ? 'la página del profesional' : 'tu página'}, aparecerá aquí para que la aceptes o la rechaces.`}
        action={
          !isAssistant && (
            <Link to={BOOKING_SETTINGS_ADDRESS} className={buttonClass({ look: 'secondary' })}>
              Configurar la reserva en línea
            </Link>
          )
        }
      />
    </Card>
  );
}

const RequestSkeletons = () => (
  <div aria-busy="true">
    <p className="sr-only">Cargando solicitudes</p>
    <Skeleton className="mb-4 h-6 w-64 max-w-full" />
    <Skeleton className="mb-2 h-7 w-52" />
    <ul className="space-y-3">
      {['primera', 'segunda'].map((key) => (
        <li key={key} className={`${CARD_CLASS} p-4 sm:p-5`}>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-2 h-6 w-40" />
          <Skeleton className="mt-3 h-20 w-72 max-w-full" />
          <Skeleton className="mt-3 h-5 w-80 max-w-full" />
          <Skeleton className="mt-3 h-5 w-64 max-w-full" />
          <div className="mt-4 grid grid-cols-2 gap-2 sm:flex">
            <Skeleton className="h-11 sm:w-24" />
            <Skeleton className="h-11 sm:w-24" />
            <Skeleton className="h-11 sm:w-24" />
            <Skeleton className="h-11 sm:w-28" />
          </div>
        </li>
      ))}
    </ul>
  </div>
);
