import type postgres from 'postgres';

interface PendingQuery {
  handler(query: PendingQuery): void;
  reject(error: Error): void;
}

/**
 * A handle that dies with its gate. Queries run when they are awaited, and a branch that outlives a failed sibling
 * would otherwise run its next one on a connection that by then serves somebody else, or outside its transaction.
 */
export function mortal<S extends postgres.ISql>(sql: S): { handle: S; end(): void } {
  let isOver = false;
  const guard = (result: unknown): unknown => {
    if (isQuery(result)) {
      const send = result.handler;
      result.handler = (query) => (isOver ? query.reject(new Error('the gate of this query is closed')) : send(query));
    }
    return result;
  };
  const handle = new Proxy(sql, {
    apply: (target, self, args) => guard(Reflect.apply(target as unknown as () => unknown, self, args)),
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return name === 'unsafe' && typeof value === 'function'
        ? (...args: unknown[]) => guard(Reflect.apply(value, target, args))
        : value;
    },
  });
  return {
    handle,
    end: () => {
      isOver = true;
    },
  };
}

const isQuery = (value: unknown): value is PendingQuery =>
  value instanceof Promise && 'handler' in value && typeof value.handler === 'function';
