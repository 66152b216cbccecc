import { Client, type Dispatcher } from 'undici';
import { median, percentile } from './measure.ts';

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Milliseconds of each request. */
  times: number[];
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface Options {
  clients: number;
  seconds: number;
  /** Ends the load before its time, for operations that cannot be repeated without end. */
  maxRequests?: number;
}

/**
 * Sends requests on keep-alive connections, one at a time on each. Throws if any response is not a success. The clients
 * share the processors with the server: those of undici take a third of the time of those of `node:http`.
 */
export async function load(
  url: string,
  next: () => Sent,
  { clients, seconds, maxRequests = Number.POSITIVE_INFINITY }: Options,
): Promise<Load> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let sent = 0;
  const send = async () => {
    await using connection = connect(url);
    while (performance.now() < until && sent++ < maxRequests) times.push(await timeOf(connection.client, next()));
  };
  await Promise.all(Array.from({ length: clients }, send));
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    times,
    requests: times.length,
    perSecond: times.length / elapsed,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
  };
}

/** The medians of two requests in milliseconds, made in alternation on one connection. */
export async function compareMedians(
  url: string,
  [one, other]: [Sent, Sent],
  { measured, warmUp }: { measured: number; warmUp: number },
): Promise<[number, number]> {
  await using connection = connect(url);
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUp; round < measured; round++) {
    const [oneMs, otherMs] = [await timeOf(connection.client, one), await timeOf(connection.client, other)];
    if (round < 0) continue;
    times[0].push(oneMs);
    times[1].push(otherMs);
  }
  return [median(times[0]), median(times[1])];
}

/** One keep-alive connection, made by its first request. */
export function connect(url: string) {
  const client = new Client(url);
  return { client, [Symbol.asyncDispose]: () => client.destroy() };
}

/** Milliseconds until the last byte. */
export function timeOf(client: Client, { method, path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    let status = 0;
    client.dispatch(
      { method: method as Dispatcher.HttpMethod, path, headers: headers ?? null, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => {
          if (status < 300) resolve(performance.now() - before);
          else reject(new Error(`${method} ${path}: ${status}`));
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
