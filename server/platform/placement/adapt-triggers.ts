import pg from 'pg';

/** The bits of `pg_trigger.tgtype`. */
const BEFORE = 2;
const INSTEAD = 64;
const TRUNCATE = 32;
const OTHER_EVENTS = 4 + 8 + 16;

/** Whether this node is the coordinator. The function exists in distributed databases only. */
const ON_COORDINATOR = 'is_coordinator()';

export interface DistributedTrigger {
  name: string;
  definition: string;
  namesTruncateToo: boolean;
  /** The trigger acts after a change of a reference table, which has its rows on every node. */
  actsOnEveryNode: boolean;
}

/** Gives the triggers on distributed tables the effect that they have on one PostgreSQL. */
export async function adaptTriggers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<DistributedTrigger & { table: string }>(`
    select t.tgrelid::regclass::text as table, t.tgname::text as name, pg_get_triggerdef(t.oid) as definition,
           t.tgtype & ${TRUNCATE} <> 0 and t.tgtype & ${OTHER_EVENTS} <> 0 as "namesTruncateToo",
           p.partmethod = 'n' and p.repmodel = 't' and t.tgtype & ${BEFORE + INSTEAD + TRUNCATE} = 0
             as "actsOnEveryNode"
      from pg_trigger t join pg_dist_partition p on p.logicalrelid = t.tgrelid
     where not t.tgisinternal order by 1, 2`);
  const changed = rows.filter((trigger) => adapted(trigger).join() !== trigger.definition);
  // Every start runs this. Without a difference nothing is changed, because a change needs all nodes.
  if (changed.length === 0) return;
  await client.query(
    `create or replace function ${ON_COORDINATOR} returns boolean language sql stable as
     'select groupid = 0 from pg_catalog.pg_dist_local_group'`,
  );
  for (const trigger of changed) {
    await client.query(`drop trigger ${pg.escapeIdentifier(trigger.name)} on ${trigger.table}`);
    for (const statement of adapted(trigger)) await client.query(statement);
  }
}

/**
 * The statements that create it. A shard has no trigger that names TRUNCATE: it is on the table of the coordinator
 * alone, where the statement arrives. A trigger that also names another event is therefore split. One that acts after a
 * change of a reference table, as by a notification, acts on the coordinator alone.
 */
export function adapted({ name, definition, namesTruncateToo, actsOnEveryNode }: DistributedTrigger): string[] {
  if (namesTruncateToo) return split(name, definition);
  if (!actsOnEveryNode || definition.includes(ON_COORDINATOR)) return [definition];
  return [
    definition.includes(' WHEN (')
      ? definition.replace(' WHEN (', ` WHEN (${ON_COORDINATOR} AND `)
      : definition.replace(' EXECUTE FUNCTION ', ` WHEN (${ON_COORDINATOR}) EXECUTE FUNCTION `),
  ];
}

function split(name: string, definition: string): string[] {
  const head = new RegExp(`^CREATE TRIGGER ${name} (BEFORE|AFTER) (.*?) OR TRUNCATE ON `);
  const [whole = '', moment, events] = head.exec(definition) ?? [];
  if (!whole) throw new Error(`the trigger ${name} cannot be split: ${definition}`);
  const rest = definition.slice(whole.length);
  return [
    `CREATE TRIGGER ${name} ${moment} ${events} ON ${rest}`,
    `CREATE TRIGGER ${name}_truncate ${moment} TRUNCATE ON ${rest}`,
  ];
}
