import pg from 'pg';
import type { Statement } from './sql.ts';

/** Longer than the timeout of a statement: only a connection that the network lost silently does not answer for so long. */
export const ANSWER_TIMEOUT_MS = 20_000;
const CHECK_MS = 5000;

/** The same for a statement that is sent by the driver itself. */
export const withAnswerTimeout = (text: string) => ({ text, query_timeout: ANSWER_TIMEOUT_MS });

/** A connection with statements that it has not answered. */
interface Waiting {
  statements: number;
  /** When the first of them was sent, or when the one before it was answered. */
  since: number;
}

const waiting = new Map<pg.Client, Waiting>();

setInterval(() => destroySilent(performance.now()), CHECK_MS).unref();

/** Sends a statement. Given its text, `client.query` would also copy it, and make a second promise and a timer. */
export function sendStatement(client: pg.Client, statement: string | Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const { text, values, name } = typeof statement === 'string' ? { text: statement } : statement;
    const query = Object.assign(new pg.Query(text), {
      values,
      name,
      callback: (error: Error | null, result: pg.QueryResult) => {
        // A statement whose values cannot be sent is also answered by the database.
        query.callback = () => undefined;
        countAnswer(client);
        if (error) reject(error);
        else resolve(result);
      },
    });
    countSent(client);
    client.query(query);
  });
}

function countSent(client: pg.Client): void {
  const found = waiting.get(client);
  if (found) found.statements += 1;
  else waiting.set(client, { statements: 1, since: performance.now() });
}

function countAnswer(client: pg.Client): void {
  const found = waiting.get(client);
  if (!found) return;
  found.statements -= 1;
  found.since = performance.now();
  if (found.statements === 0) waiting.delete(client);
}

/** Ends connections that have not answered for too long. What waits for their answers fails. */
export function destroySilent(now: number): void {
  for (const [client, { since }] of waiting) {
    if (now - since < ANSWER_TIMEOUT_MS) continue;
    waiting.delete(client);
    client.connection.stream.destroy(new Error('the database did not answer'));
  }
}
