import { TriangleAlert } from 'lucide-react';
import { generatePath } from 'react-router';
import type { BookingRequest } from '#contract/booking-requests';
import { ageOn, formatDay } from '#contract/days';
import { documentText } from '#contract/patient-identity';
import { differencesFromFile } from '#web/booking/request-differences.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { priceText } from '#web/services/price.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export const RequestState = ({
  status,
  deposit,
  holdsHour,
}: Pick<BookingRequest, 'status' | 'deposit' | 'holdsHour'>) => (
  <span className="flex flex-wrap gap-1.5">
    {deposit?.isPaid && <Badge tone="green">Abono pagado {priceText(deposit.amount)}</Badge>}
    {status === 'requested' && <Badge tone="orange">Espera tu respuesta</Badge>}
    {holdsHour === false && <Badge tone="neutral">Sin hora guardada</Badge>}
    {status === 'unverified' && <Badge tone="neutral">Por confirmar por la persona</Badge>}
    {status === 'unpaid' && (
      <Badge tone="neutral">Espera el abono{deposit && ` de ${priceText(deposit.amount)}`}</Badge>
    )}
  </span>
);

interface Props {
  request: BookingRequest;
  /** It has ended: nothing depends on an answer any more. */
  isGone?: boolean;
}

/** Who booked, whether that is a patient, and how long the hour is held. */
export function RequestDetails({ request, isGone = false }: Props) {
  const { birthDate, phone, email, status, deposit, expiresAt, holdsHour } = request;
  const age = ageOn(birthDate, useToday());
  return (
    <>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        <dt className="text-muted">Documento</dt>
        <dd className="wrap-anywhere tabular-nums">{documentText(request)}</dd>
        <dt className="text-muted">Nacimiento</dt>
        <dd className="tabular-nums">
          {formatDay(birthDate)}, {age === 1 ? '1 año' : `${age} años`}
        </dd>
        <dt className="text-muted">Teléfono</dt>
        <dd className="wrap-anywhere tabular-nums">{phone}</dd>
        <dt className="text-muted">Correo</dt>
        <dd className="wrap-anywhere">{email}</dd>
      </dl>
      {!isGone && (
        <>
          <PatientOrNew request={request} />
          <p className="mt-3 text-muted text-sm tabular-nums">
            {expiresAt && holdsHour !== false && <Held until={expiresAt} />}
            {holdsHour === false && WITHOUT_HOUR}
            {status === 'unverified' && ' Todavía no confirma su correo: si la aceptas, llama antes.'}
            {status === 'unpaid' && ' Si no paga el abono antes, queda libre.'}
            {status === 'unpaid' &&
              deposit &&
              ` Si la aceptas ahora, no se le pedirá el abono de ${priceText(deposit.amount)}.`}
          </p>
        </>
      )}
    </>
  );
}

const WITHOUT_HOUR =
  'La hora no está guardada y otra persona puede tomarla. Nadie ha confirmado el correo: llama antes de aceptar.';

function Held({ until }: { until: string }) {
  const { day, clock } = formatInstant(until, useTimeZone());
  return (
    <>
      La hora se mantiene hasta el {day} a las {clock}.
    </>
  );
}

function PatientOrNew({ request }: { request: BookingRequest }) {
  if (!request.patientId) {
    return (
      <p className="mt-3 text-sm">
        <strong>Persona nueva.</strong> Al aceptar se crea su ficha con estos datos.
      </p>
    );
  }
  const differences = differencesFromFile(request);
  const file = generatePath(PATHS.patient, { id: request.patientId });
  return (
    <div className="mt-3 text-sm">
      <p>
        <strong>Ya es tu paciente.</strong>{' '}
        <Link to={file} className={`rounded ${TEXT_LINK_CLASS}`}>
          Ver ficha
        </Link>
      </p>
      {differences.length > 0 && (
        <div className="mt-2 rounded-control border border-orange/40 bg-orange-tint px-3 py-2">
          <p className="flex items-start gap-2 font-semibold">
            <TriangleAlert size={16} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
            Estos datos difieren. Aceptar no cambia la ficha.
          </p>
          <ul className="mt-1 space-y-0.5 pl-6">
            {differences.map(({ field, inFile }) => (
              <li key={field} className="wrap-anywhere">
                {field}. En la ficha: <span className="font-semibold tabular-nums">{inFile}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
