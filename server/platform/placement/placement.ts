import type pg from 'pg';
import { IS_OF_EXTENSION } from '../database/extension-tables.ts';

/** Where the rows of a table are when Citus distributes the database. */
export type Place =
  /** On the worker that the value of the column belongs to. */
  | { kind: 'distributed'; column: string }
  /** On every node. */
  | { kind: 'reference' }
  | { kind: 'coordinator' };

/** What the place of a table depends on. */
export interface TableShape {
  name: string;
  /** Closed by `enable_tenant_isolation`. */
  isTenant: boolean;
  /** The columns of the primary key, of unique keys and of exclusion constraints. */
  uniqueKeys: string[][];
  /** The tables that it refers to. */
  references: string[];
}

export const OWNER = 'owner_id';

/** Tables that the rows of all owners refer to, or that triggers on every worker read. */
const REFERENCE = ['users', 'cie10_codes', 'data_keys'];

/** A code is verified, and a link opened, by people who do not know its owner. */
const BY_OTHER_COLUMN = new Map([
  ['verifications', 'code_hash'],
  ['appointment_links', 'token_hash'],
  ['share_links', 'token_hash'],
]);

/**
 * Sessions, their notices, addresses of calendars, second factors, passkeys, resets of passwords, limits, solved
 * challenges, mail, seals, incidents, the documents of deleted accounts and the state of the installation belong to no
 * owner. An assistant works for several owners. The slugs of booking pages are unique among all owners.
 * Notifications name a purchase or a payment without its owner, so their ids are unique among all owners, and a
 * plan is computed from them.
 */
const COORDINATOR = [
  'account_links',
  'assistants',
  'audit_seals',
  'backup_runs',
  'booking_settings',
  'calendar_links',
  'incidents',
  'job_runs',
  'key_fingerprints',
  'key_processes',
  'login_origins',
  'mail_outbox',
  'page_slugs',
  'passkey_challenges',
  'passkeys',
  'known_devices',
  'login_challenges',
  'password_resets',
  'payments',
  'purchases',
  'push_deliveries',
  'push_notices',
  'push_subscriptions',
  'rate_limits',
  'recovery_codes',
  'schema_versions',
  'second_factors',
  'sessions',
  'solved_challenges',
  'subscriptions',
  'verifications_of_deleted_accounts',
  'webhooks',
];

/** The tables of the product, without shards. */
export async function tableShapes(client: Pick<pg.ClientBase, 'query'>): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation') as "isTenant",
           (select coalesce(json_agg((
                     select json_agg(a.attname order by a.attnum) from pg_attribute a
                      where a.attrelid = c.oid and a.attnum = any (i.indkey))), '[]')
              from pg_index i where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)) as "uniqueKeys",
           array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' order by 1) as "references"
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not ${IS_OF_EXTENSION}
     order by 1`);
  return rows;
}

/** The place of each table, and why a table has none. */
export function placesOf(tables: readonly TableShape[]): { places: Map<string, Place>; problems: string[] } {
  const places = new Map<string, Place>();
  const problems: string[] = [];
  for (const table of tables) {
    const place = placeOf(table);
    if (typeof place === 'string') problems.push(`${table.name} ${place}`);
    else places.set(table.name, place);
  }
  for (const { name, references } of tables) {
    for (const referenced of references) {
      if (mayRefer(places.get(name), places.get(referenced))) continue;
      problems.push(`${name} refers to ${referenced}, which has another place`);
    }
  }
  return { places, problems };
}

function placeOf({ name, isTenant, uniqueKeys }: TableShape): Place | string {
  if (REFERENCE.includes(name)) return { kind: 'reference' };
  if (COORDINATOR.includes(name)) return { kind: 'coordinator' };
  if (!isTenant) return 'is no tenant table and is not listed in server/platform/placement/placement.ts';
  const column = BY_OTHER_COLUMN.get(name) ?? OWNER;
  const without = uniqueKeys.find((key) => !key.includes(column));
  // A worker sees its own rows only, so it can keep a key unique only among rows that are all on one worker.
  if (without) return `has a unique key without ${column}: ${without.join(', ')}`;
  return { kind: 'distributed', column };
}

/** A foreign key is checked on one node. */
function mayRefer(from: Place | undefined, to: Place | undefined): boolean {
  // A table without a place is already reported as a problem.
  if (!from || !to || to.kind === 'reference') return true;
  if (from.kind !== 'distributed' || to.kind !== 'distributed') return from.kind === to.kind;
  return from.column === OWNER && to.column === OWNER;
}
