/** Extensions have tables and views of their own, which they create again. `c` is a row of pg_class. */
export const IS_OF_EXTENSION = `exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;
