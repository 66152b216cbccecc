import pg from 'pg';

/**
 * A connection that prepares no statement under a name. PgBouncer before 1.21 gives the next transaction another
 * connection of the server, which does not know the name.
 */
export class UnnamedStatements extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver, of which one part is replaced.
  override query(statement: any, ...rest: any[]): any {
    // Each is made for one call, so it may be changed.
    if (typeof statement === 'object' && statement !== null) statement.name = undefined;
    return (super.query as (...given: unknown[]) => unknown).call(this, statement, ...rest);
  }
}
