import {
  type ChangedIncident,
  type ConcernedProfessional,
  INCIDENT_ZONE,
  type Incident,
  type NewIncident,
} from '#contract/incidents';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import type { IdentityTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { wallClockIn } from '#server/platform/wall-clock';
import { incidentChanges } from './incident-changes.ts';
import {
  findIncident,
  insertIncident,
  lockIncident,
  professionalsOf,
  replaceIncident,
  unknownAccounts,
} from './incidents.store.ts';

type IncidentDeps = Pick<Deps, 'identityTransaction' | 'adminRead' | 'now' | 'cipher'>;

export async function createIncident(deps: IncidentDeps, admin: Owner, incident: NewIncident): Promise<Incident> {
  const at = deps.now();
  const id = uuidv7(at);
  await deps.identityTransaction(async (tx) => {
    refuseFuture(incident, at);
    await requireAccounts(tx, incident.accountIds);
    await insertIncident(tx, { id, incident, by: admin.id, at });
    const content = { incident: { title: incident.title, changes: [] } };
    await recordWithDetail(tx, { ...actBy(admin, id), act: 'incident.created', at }, { content, cipher: deps.cipher });
  });
  return getIncident(deps, id);
}

/** The access log keeps what every changed field said before. */
export async function updateIncident(
  deps: IncidentDeps,
  admin: Owner,
  id: string,
  { seen, ...incident }: ChangedIncident,
): Promise<Incident> {
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const stored = await lockIncident(tx, id);
    if (!stored) throw new AppError('NOT_FOUND');
    if (seen !== undefined && seen !== stored.updatedAt) throw new AppError('INCIDENT_CHANGED');
    refuseFuture(incident, at);
    // An account that was deleted stays in the register.
    await requireAccounts(
      tx,
      incident.accountIds.filter((account) => !stored.accountIds.includes(account)),
    );
    const changes = incidentChanges(stored, incident);
    if (changes.length === 0) return;
    await replaceIncident(tx, { id, incident, by: admin.id, at });
    const content = { incident: { title: incident.title, changes } };
    await recordWithDetail(tx, { ...actBy(admin, id), act: 'incident.changed', at }, { content, cipher: deps.cipher });
  });
  return getIncident(deps, id);
}

/** The register only has what has happened. */
function refuseFuture(incident: NewIncident, at: Date): void {
  const { date, time } = wallClockIn(INCIDENT_ZONE, at);
  const moments = ['startedAt', 'detectedAt', 'agencyReportedAt', 'professionalsReportedAt'] as const;
  const future = moments.filter((moment) => (incident[moment] ?? '') > `${date}T${time}`);
  if (future.length === 0) return;
  throw new AppError('INVALID_INPUT', {
    fields: Object.fromEntries(future.map((moment) => [moment, 'No puede ser una hora futura'])),
  });
}

async function requireAccounts(tx: IdentityTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || (await unknownAccounts(tx, ids)) === 0) return;
  throw new AppError('INVALID_INPUT', { fields: { accountIds: 'Una de las cuentas ya no existe' } });
}

async function getIncident(deps: Pick<Deps, 'adminRead'>, id: string): Promise<Incident> {
  const incident = await deps.adminRead((db) => findIncident(db, id));
  if (!incident) throw new AppError('NOT_FOUND');
  return incident;
}

export async function concernedProfessionals(
  deps: Pick<Deps, 'adminRead'>,
  id: string,
): Promise<ConcernedProfessional[]> {
  await getIncident(deps, id);
  return deps.adminRead((db) => professionalsOf(db, id));
}

export async function concernedProfessionalsCsv(deps: Pick<Deps, 'adminRead'>, id: string): Promise<Uint8Array> {
  const professionals = await concernedProfessionals(deps, id);
  const lines = [['Nombre', 'Correo'], ...professionals.map(({ name, email }) => [name, email])];
  return Buffer.from(BYTE_ORDER_MARK + lines.map(csvLine).join(''));
}
