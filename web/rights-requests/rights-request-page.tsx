import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { documentText } from '#contract/patient-identity';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import { awaitsAnswer, type RightsRequest } from '#contract/rights-requests';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { whilePending } from '#web/platform/while-pending.ts';
import { AnswerForm } from '#web/rights-requests/answer-form.tsx';
import { PatientOfRequest } from '#web/rights-requests/patient-of-request.tsx';
import { dueText, RequestState } from '#web/rights-requests/request-state.tsx';
import { rightsRequest } from '#web/rights-requests/rights-requests.queries.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const BACK = <BackLink to={PATHS.rightsRequests} label="Volver a Derechos de los pacientes" />;

export function RightsRequestPage() {
  const { id = '' } = useParams();
  const {
    data: request,
    error,
    refetch,
  } = useQuery({
    ...rightsRequest(id),
    refetchInterval: whilePending(({ mailStatus }) => mailStatus === 'pending'),
  });
  const isUnknown = isError(error, 'NOT_FOUND') || isError(error, 'INVALID_INPUT');
  if (request) return <LoadedRequest key={id} request={request} />;
  return (
    <Page title="Solicitud de derechos" narrow back={BACK}>
      {isUnknown && (
        <Card>
          <EmptyState picture={<NightSky />} title="Esta solicitud no existe" />
        </Card>
      )}
      {error && !isUnknown && <LoadFailure title="No se pudo cargar la solicitud" onRetry={() => void refetch()} />}
      {!error && <RequestSkeleton />}
    </Page>
  );
}

function LoadedRequest({ request }: { request: RightsRequest }) {
  const { kind, number, status } = request;
  return (
    <Page
      title={RIGHTS_KINDS[kind]}
      subtitle={`Solicitud ${number}`}
      badge={<RequestState request={request} />}
      narrow
      back={BACK}
    >
      <div className="space-y-6">
        <Asked request={request} />
        <PatientOfRequest request={request} />
        {awaitsAnswer(status) ? <AnswerForm request={request} /> : <KeptAnswer request={request} />}
      </div>
    </Page>
  );
}

function Asked({ request }: { request: RightsRequest }) {
  const { name, email, text, receivedAt, extensionReason } = request;
  return (
    <Card title="Quién pide y qué">
      <Facts
        facts={[
          { name: 'Nombre', value: <span className="wrap-anywhere">{name}</span> },
          { name: 'Documento', value: documentText(request) },
          {
            name: 'Correo',
            value: (
              <a href={`mailto:${email}`} className={`wrap-anywhere ${TEXT_LINK_CLASS}`}>
                {email}
              </a>
            ),
          },
          { name: 'Recibida', value: formatMoment(receivedAt, useTimeZone()) },
          { name: 'Plazo', value: dueText(request) },
          ...(extensionReason
            ? [{ name: 'Motivo de la ampliación', value: <Long text={extensionReason} />, wide: true }]
            : []),
          { name: 'Solicitud', value: text && <Long text={text} />, missing: 'Sin texto', wide: true },
        ]}
      />
    </Card>
  );
}

function KeptAnswer({ request: { status, answer = '', answeredAt, email, mailStatus } }: { request: RightsRequest }) {
  const timeZone = useTimeZone();
  const isMailed = mailStatus === 'sent' || mailStatus === 'pending';
  return (
    <Card title={status === 'answered' ? 'Tu respuesta' : 'Motivo del rechazo'}>
      <p className="mb-3 text-muted text-sm tabular-nums">
        {answeredAt && `${formatMoment(answeredAt, timeZone)}. `}
        <span className="wrap-anywhere">{MAIL_TEXTS[mailStatus ?? 'none'].replace('{correo}', email)}</span>
      </p>
      {isMailed ? (
        <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
      ) : (
        <CopyText label="Texto" text={answer} copyLabel="Copiar texto" />
      )}
    </Card>
  );
}

const MAIL_TEXTS = {
  sent: 'Enviado por correo a {correo}.',
  pending: 'Se está enviando por correo a {correo}.',
  failed: 'El correo a {correo} no se pudo enviar: hazle llegar el texto por tu cuenta.',
  none: 'El correo no está configurado en esta instalación: hazle llegar el texto a {correo} por tu cuenta.',
};

const Long = ({ text }: { text: string }) => (
  <span className="wrap-anywhere whitespace-pre-line font-normal">{text}</span>
);

const RequestSkeleton = () => (
  <div aria-busy="true">
    <p className="sr-only">Cargando la solicitud</p>
    <div className="space-y-6">
      <Skeleton className="h-64" />
      <Skeleton className="h-32" />
      <Skeleton className="h-80" />
    </div>
  </div>
);
