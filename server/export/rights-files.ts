import { momentIn } from '#contract/access-log';
import { formatDay } from '#contract/days';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { timeZoneOf } from '#contract/regions';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import type { RightsRequest, RightsStatus } from '#contract/rights-requests';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import { listRightsRequests } from '#server/rights-requests/rights-requests.service';

const STATUS_TEXTS: Record<RightsStatus, string> = {
  open: 'Espera respuesta',
  extended: 'Con el plazo ampliado, espera respuesta',
  answered: 'Respondida',
  refused: 'Rechazada',
};

const HEADINGS = [
  'Número',
  'Derecho',
  'Estado',
  'Nombre',
  'RUT',
  'Tipo de documento',
  'Correo',
  'Solicitud',
  'Recibida',
  'Plazo',
  'Ampliada',
  'Motivo de la ampliación',
  'Respondida',
  'Respuesta',
];

export type ReadRequests = () => Promise<readonly RightsRequest[]>;

/** Reads the requests when they are first needed, and once: anybody can send many, and an account has many patients. */
export function requestsReader(deps: Pick<Deps, 'tenantRead' | 'cipher'>, owner: Owner): ReadRequests {
  let requests: Promise<readonly RightsRequest[]> | undefined;
  return () => {
    requests ??= listRightsRequests(deps, owner);
    return requests;
  };
}

/** The requests about rights of a patient, or all those that the account has received, with their answers. */
export async function* rightsRequestsCsv(
  owner: Owner,
  readRequests: ReadRequests,
  patientId?: string,
): AsyncGenerator<string> {
  const moment = momentIn(timeZoneOf(owner.user.region));
  yield `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}`;
  for (const request of await readRequests()) {
    if (patientId !== undefined && request.patientId !== patientId) continue;
    const { number, kind, status, name, rut, documentType = 'rut', email, text, receivedAt, dueOn } = request;
    const { extendedAt, extensionReason = '', answeredAt, answer = '' } = request;
    yield csvLine([
      number,
      RIGHTS_KINDS[kind],
      STATUS_TEXTS[status],
      name,
      rut,
      DOCUMENT_TYPES[documentType],
      email,
      text,
      moment(receivedAt),
      formatDay(dueOn),
      extendedAt ? moment(extendedAt) : '',
      extensionReason,
      answeredAt ? moment(answeredAt) : '',
      answer,
    ]);
  }
}
