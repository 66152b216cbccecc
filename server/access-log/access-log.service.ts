import type { AccessEntry, AccessLogQuery } from '#contract/access-log';
import { type AccessLogSeal, sealText } from '#contract/access-log-seal';
import { timeZoneOf } from '#contract/regions';
import {
  BOOKING_PERSON,
  CALENDAR_PROGRAM,
  OPERATOR,
  PATIENT_BY_LINK,
  PAYMENT_PROVIDER,
  REQUESTING_PERSON,
  readDetail,
  UNKNOWN_PERSON,
} from '#server/audit/audit.store';
import { lastSealOfChain } from '#server/audit/seals.store';
import { namesOfActors } from '#server/auth/account-names.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { requirePatient } from '#server/patients/patients.service';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import type { OwnerSql } from '#server/platform/database/database';
import { type Filter, readEntries, type StoredEntry } from './access-log.store.ts';
import { ACCESS_LOG_HEADING, accessLogCsv, accessLogLines } from './access-log-csv.ts';

type AccessLogDeps = Pick<Deps, 'tenantRead' | 'identity' | 'audit' | 'cipher' | 'now'>;

/** About 10 MB of text. */
const MAX_EXPORTED = 50_000;
const ROWS_AT_ONCE = 1000;
/** As `npm run audit -- verify` prints it, and short enough to be written down. */
const NOTED_BYTES = 8;

const ACTORS: Record<string, string> = {
  [OPERATOR]: 'Operador del servidor',
  [PAYMENT_PROVIDER]: 'Proveedor de pagos',
  [UNKNOWN_PERSON]: 'Persona no identificada',
  [CALENDAR_PROGRAM]: 'Programa de calendario',
  [PATIENT_BY_LINK]: 'Paciente (enlace)',
  [BOOKING_PERSON]: 'Persona que reserva en línea',
  [REQUESTING_PERSON]: 'Persona que ejerce un derecho',
};

export const accountLog = (deps: AccessLogDeps, owner: Owner, query: AccessLogQuery): Promise<AccessEntry[]> =>
  read(deps, owner, (db) => readEntries(db, query));

/** What an assistant did for the owner. */
export const actorLog = (
  deps: AccessLogDeps,
  owner: Owner,
  actorId: string,
  query: AccessLogQuery,
): Promise<AccessEntry[]> => read(deps, owner, (db) => readEntries(db, { ...query, actorId }));

export const patientLog = (
  deps: AccessLogDeps,
  owner: Owner,
  patientId: string,
  query: AccessLogQuery,
): Promise<AccessEntry[]> =>
  read(deps, owner, async (db) => {
    const [, entries] = await Promise.all([
      requirePatient(db, deps, owner, patientId),
      readEntries(db, { ...query, patientId }),
    ]);
    return entries;
  });

export const accountLogCsv = (deps: AccessLogDeps, owner: Owner): Promise<Uint8Array> => csvOf(deps, owner, {});

export async function patientLogCsv(deps: AccessLogDeps, owner: Owner, patientId: string): Promise<Uint8Array> {
  await deps.tenantRead(owner.id, (db) => requirePatient(db, deps, owner, patientId));
  return csvOf(deps, owner, { patientId });
}

/** The whole log of the account, or of a patient, also of a deleted one, as CSV. A page at a time is in memory. */
export async function* streamLogCsv(deps: AccessLogDeps, owner: Owner, patientId?: string): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${ACCESS_LOG_HEADING}`;
  const filter = patientId === undefined ? {} : { patientId };
  let before: number | undefined;
  for (;;) {
    const page = { ...filter, before, limit: ROWS_AT_ONCE };
    const entries = await read(deps, owner, (db) => readEntries(db, page));
    yield accessLogLines(entries, timeZoneOf(owner.user.region));
    if (entries.length < ROWS_AT_ONCE) break;
    before = entries.at(-1)?.number;
  }
  yield (await sealLines(deps, owner)).map((line) => csvLine([line])).join('');
}

/** The last seal of the account. A patient has none: the entries of an account are one chain. */
export async function lastSeal({ audit }: Pick<Deps, 'audit'>, owner: Owner): Promise<AccessLogSeal | null> {
  const found = await lastSealOfChain(audit, owner.id);
  if (!found) return null;
  const { number, digest, sealedAt, entryNumber } = found;
  const seal = `${number}:${digest.toString('hex', 0, NOTED_BYTES)}`;
  return { seal, sealedAt: sealedAt.toISOString(), lastEntry: Number(entryNumber) };
}

/** The end of a CSV. */
async function sealLines(deps: Pick<Deps, 'audit'>, owner: Owner): Promise<string[]> {
  const seal = await lastSeal(deps, owner);
  return seal ? [sealText(seal, timeZoneOf(owner.user.region))] : [];
}

async function csvOf(deps: AccessLogDeps, owner: Owner, filter: Pick<Filter, 'patientId'>): Promise<Uint8Array> {
  const entries: AccessEntry[] = [];
  let isComplete = false;
  while (!isComplete && entries.length < MAX_EXPORTED) {
    const page = { ...filter, before: entries.at(-1)?.number, limit: ROWS_AT_ONCE };
    const next = await read(deps, owner, (db) => readEntries(db, page));
    entries.push(...next);
    isComplete = next.length < ROWS_AT_ONCE;
  }
  const closing = isComplete ? [] : [`Solo los ${MAX_EXPORTED} accesos más recientes`];
  const closingLines = [...closing, ...(await sealLines(deps, owner))];
  return Buffer.from(`${BYTE_ORDER_MARK}${accessLogCsv(entries, timeZoneOf(owner.user.region), closingLines)}`, 'utf8');
}

async function read(
  deps: AccessLogDeps,
  owner: Owner,
  find: (db: OwnerSql) => Promise<StoredEntry[]>,
): Promise<AccessEntry[]> {
  const found = await deps.tenantRead(owner.id, find);
  const others = new Set(found.map(({ actorId }) => actorId).filter((id) => id !== owner.id && !(id in ACTORS)));
  const names = await namesOfActors(deps, owner.id, [...others]);
  const nameOf = (id: string) => ACTORS[id] ?? names.get(id) ?? 'Cuenta eliminada';
  return found.map(({ id, number, at, act, actorId, address, patient, detail }) => ({
    number: Number(number),
    at: at.toISOString(),
    act,
    actor: actorId === owner.id ? owner.user.name : nameOf(actorId),
    address,
    patient: patient ?? undefined,
    detail: detail && readDetail(detail, owner.id, id, deps.cipher),
  }));
}
