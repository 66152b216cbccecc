import { momentIn } from '#contract/access-log';
import { formatDay } from '#contract/days';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { timeZoneOf } from '#contract/regions';
import { RIGHTS_KINDS } from '#contract/rights-kinds';
import type { RightsRequest, RightsStatus } from '#contract/rights-requests';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import { pagesOfRightsRequests } from '#server/rights-requests/rights-requests.service';

const STATUS_TEXTS: Record<RightsStatus, string> = {
  open: 'Espera respuesta',
  extended: 'Con el plazo ampliado, espera respuesta',
  answered: 'Respondida',
  refused: 'Rechazada',
};

export const RIGHTS_FILE = 'solicitudes-de-derechos.csv';

const HEADING = `${BYTE_ORDER_MARK}${csvLine([
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
])}`;

type RightsFilesDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

export type ReadRequests = (patientId: string) => Promise<readonly RightsRequest[]>;

/**
 * Reads the requests of patients when they are first needed, and once: an account has many patients. The requests of
 * strangers, of which anybody can send many, are not kept.
 */
export function requestsReader(deps: RightsFilesDeps, owner: Owner): ReadRequests {
  let requests: Promise<ReadonlyMap<string, readonly RightsRequest[]>> | undefined;
  return async (patientId) => {
    requests ??= requestsByPatient(deps, owner);
    return (await requests).get(patientId) ?? [];
  };
}

async function requestsByPatient(
  deps: RightsFilesDeps,
  owner: Owner,
): Promise<ReadonlyMap<string, readonly RightsRequest[]>> {
  const byPatient = new Map<string, RightsRequest[]>();
  for await (const page of pagesOfRightsRequests(deps, owner)) {
    for (const request of page) {
      if (request.patientId === null) continue;
      const known = byPatient.get(request.patientId);
      if (known) known.push(request);
      else byPatient.set(request.patientId, [request]);
    }
  }
  return byPatient;
}

/** The requests about rights of a patient, with their answers. */
export async function* patientRightsCsv(
  owner: Owner,
  readRequests: ReadRequests,
  patientId: string,
): AsyncGenerator<string> {
  yield HEADING;
  yield linesOf(owner, await readRequests(patientId));
}

/** All requests about rights that the account has received, with their answers. */
export async function* rightsRequestsCsv(deps: RightsFilesDeps, owner: Owner): AsyncGenerator<string> {
  yield HEADING;
  for await (const page of pagesOfRightsRequests(deps, owner)) yield linesOf(owner, page);
}

function linesOf(owner: Owner, requests: readonly RightsRequest[]): string {
  const moment = momentIn(timeZoneOf(owner.user.region));
  const lines = requests.map((request) => {
    const { number, kind, status, name, rut, documentType = 'rut', email, text, receivedAt, dueOn } = request;
    const { extendedAt, extensionReason = '', answeredAt, answer = '' } = request;
    return csvLine([
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
  });
  return lines.join('');
}
