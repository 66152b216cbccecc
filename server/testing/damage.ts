import type { Sql } from '#server/platform/database/sql';

/** Changes the last bit of a stored value, as a damaged disk would. */
export function damage(sql: Sql, table: string, column: string, id: string) {
  const last = `octet_length(${column}) * 8 - 1`;
  const strings = [
    `update ${table} set ${column} = set_bit(${column}, ${last}, 1 - get_bit(${column}, ${last})) where id = `,
    '',
  ];
  return sql(Object.assign(strings, { raw: strings }), id);
}

/** The same of finalised rows, past the trigger that keeps them. */
export async function damageFinalized(
  sql: Sql,
  table: 'addenda' | 'certificates',
  columns: readonly string[],
  id: string,
): Promise<void> {
  const alter = (change: 'disable' | 'enable') => {
    const strings = [`alter table ${table} ${change} trigger ${table}_finalized_immutable`];
    return sql(Object.assign(strings, { raw: strings }));
  };
  await alter('disable');
  for (const column of columns) await damage(sql, table, column, id);
  await alter('enable');
}
