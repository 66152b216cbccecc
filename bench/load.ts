import { Agent, request } from 'node:http';
import { percentile } from './measure.ts';

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

/** Sends requests on keep-alive connections, one at a time on each. Throws if any response is not a success. */
export async function load(
  url: string,
  next: () => Sent,
  { clients, seconds, maxRequests = Number.POSITIVE_INFINITY }: Options,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let sent = 0;
  const client = async () => {
    while (performance.now() < until && sent++ < maxRequests) times.push(await timeOf(url, next(), agent));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return {
    times,
    requests: times.length,
    perSecond: times.length / elapsed,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
  };
}

/** Milliseconds until the last byte. */
function timeOf(url: string, { method, path, headers, body }: Sent, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const outgoing = request(url + path, { method, headers: { ...headers }, agent }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - before));
    });
    outgoing.on('error', reject).end(body);
  });
}
