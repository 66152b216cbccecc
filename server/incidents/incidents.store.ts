import { type ConcernedProfessional, INCIDENT_ZONE, type Incident, type NewIncident } from '#contract/incidents';
import type { AdminSql, IdentityTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface IncidentRow {
  id: string;
  title: string;
  description: string | null;
  started_at: string | null;
  detected_at: string;
  people: number | null;
  all_accounts: boolean;
  account_ids: string[];
  data_kinds: Incident['dataKinds'];
  measures: string | null;
  agency_reported_at: string | null;
  professionals_reported_at: string | null;
  status: Incident['status'];
  created_at: Date;
  updated_at: Date;
}

type NamedRow = IncidentRow & { created_by: string | null; updated_by: string | null; account_count: number };

const COLUMNS = fragment`i.id, i.title, i.description, i.started_at, i.detected_at, i.people, i.all_accounts,
  i.account_ids, i.data_kinds, i.measures, i.agency_reported_at, i.professionals_reported_at, i.status, i.created_at,
  i.updated_at`;

/** The professionals that an incident concerns. `all_accounts` leaves out accounts registered after the detection. */
const CONCERNED = fragment`
  u.role = 'professional' and case when i.all_accounts
    then u.created_at <= (i.detected_at::timestamp + interval '1 minute') at time zone ${INCIDENT_ZONE}
    else u.id = any (i.account_ids) end`;

const NAMED = fragment`
  select ${COLUMNS}, c.name as created_by, e.name as updated_by,
         (select count(*)::int from users u where ${CONCERNED}) as account_count
    from incidents i
    left join users c on c.id = i.created_by
    left join users e on e.id = i.updated_by`;

export async function allIncidents(db: AdminSql): Promise<Incident[]> {
  const rows = await db<NamedRow[]>`${NAMED} order by i.status = 'closed', i.detected_at desc, i.id desc`;
  return rows.map(toIncident);
}

export async function findIncident(db: AdminSql, id: string): Promise<Incident | undefined> {
  const [row] = await db<[NamedRow?]>`${NAMED} where i.id = ${id}`;
  return row && toIncident(row);
}

const toFields = (row: IncidentRow): NewIncident => ({
  title: row.title,
  description: row.description ?? undefined,
  startedAt: row.started_at,
  detectedAt: row.detected_at,
  people: row.people,
  allAccounts: row.all_accounts,
  accountIds: row.account_ids,
  dataKinds: row.data_kinds,
  measures: row.measures ?? undefined,
  agencyReportedAt: row.agency_reported_at,
  professionalsReportedAt: row.professionals_reported_at,
  status: row.status,
});

const toIncident = (row: NamedRow): Incident => ({
  _id: row.id,
  ...toFields(row),
  accountCount: row.account_count,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by ?? undefined,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by ?? undefined,
});

/** Locks the incident until the end of the transaction. */
export async function lockIncident(
  tx: IdentityTx,
  id: string,
): Promise<(NewIncident & { updatedAt: string }) | undefined> {
  const [row] = await tx<[IncidentRow?]>`select ${COLUMNS} from incidents i where i.id = ${id} for update`;
  return row && { ...toFields(row), updatedAt: row.updated_at.toISOString() };
}

interface Written {
  id: string;
  incident: NewIncident;
  by: string;
  at: Date;
}

export async function insertIncident(tx: IdentityTx, { id, incident, by, at }: Written): Promise<void> {
  await tx`
    insert into incidents (id, title, description, started_at, detected_at, people, all_accounts, account_ids,
                           data_kinds, measures, agency_reported_at, professionals_reported_at, status,
                           created_at, created_by, updated_at, updated_by)
    values (${id}, ${incident.title}, ${incident.description ?? null}, ${incident.startedAt}, ${incident.detectedAt},
            ${incident.people}, ${incident.allAccounts}, ${incident.accountIds}::uuid[], ${incident.dataKinds}::text[],
            ${incident.measures ?? null}, ${incident.agencyReportedAt}, ${incident.professionalsReportedAt},
            ${incident.status}, ${at}, ${by}, ${at}, ${by})`;
}

export async function replaceIncident(tx: IdentityTx, { id, incident, by, at }: Written): Promise<void> {
  await tx`
    update incidents
       set title = ${incident.title}, description = ${incident.description ?? null},
           started_at = ${incident.startedAt}, detected_at = ${incident.detectedAt}, people = ${incident.people},
           all_accounts = ${incident.allAccounts}, account_ids = ${incident.accountIds}::uuid[],
           data_kinds = ${incident.dataKinds}::text[], measures = ${incident.measures ?? null},
           agency_reported_at = ${incident.agencyReportedAt},
           professionals_reported_at = ${incident.professionalsReportedAt}, status = ${incident.status},
           updated_at = ${at}, updated_by = ${by}
     where id = ${id}`;
}

/** How many of these ids belong to no account of a professional. */
export async function unknownAccounts(tx: IdentityTx, ids: readonly string[]): Promise<number> {
  const [row] = await tx<[{ known: number }]>`
    select count(*)::int as known from users where id = any (${ids}::uuid[]) and role = 'professional'`;
  return ids.length - row.known;
}

/** By name, with deleted accounts whose data still exist. */
export async function professionalsOf(db: AdminSql, id: string): Promise<ConcernedProfessional[]> {
  return db<ConcernedProfessional[]>`
    select u.id as "_id", u.name, u.email
      from incidents i
      join users u on ${CONCERNED}
     where i.id = ${id}
     order by u.folded_name, u.id`;
}
