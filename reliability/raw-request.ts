import { Agent, request } from 'node:http';
import { ANSWER_LIMIT_MS } from './client.ts';

/** A request as bytes, which need not be valid. */
export interface RawRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

export interface RawAnswer {
  /** 0 when no whole answer came. */
  status: number;
  type: string;
  body: Buffer;
  problem?: string;
}

const SHOWN_BYTES = 400;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

export function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const fail = (problem: string) => resolve({ status: 0, type: '', body: Buffer.alloc(0), problem });
    const { hostname, port } = new URL(url);
    const length = body ? { 'content-length': String(body.length) } : {};
    const timer = setTimeout(() => {
      fail('no answer in time');
      outgoing.destroy();
    }, ANSWER_LIMIT_MS);
    const outgoing = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', (error) => fail(error.message));
        incoming.on('end', () => {
          clearTimeout(timer);
          const type = incoming.headers['content-type'] ?? '';
          resolve({ status: incoming.statusCode ?? 0, type, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(error.code ?? error.message);
    });
    outgoing.end(body);
  });
}

/** The request as a line that a person can repeat. */
export function reproduction({ method, path, headers, body }: RawRequest): string {
  const shown =
    body && body.length > SHOWN_BYTES
      ? `${body.subarray(0, SHOWN_BYTES).toString('base64')}… (${body.length} bytes)`
      : body?.toString('base64');
  const { authorization: _, ...rest } = headers;
  return `${method} ${path.slice(0, SHOWN_BYTES)} ${JSON.stringify(rest)} body in base64: ${shown ?? 'none'}`;
}
