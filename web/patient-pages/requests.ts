import type { ErrorCode, ErrorReply } from '#contract/errors';

/** A server that does not answer by then is treated as out of reach. */
const TIMEOUT_MS = 20_000;

export interface Refusal extends Error {
  /** Undefined when the server was not reached. */
  code: ErrorCode | undefined;
  /** What is wrong with each field. */
  details: NonNullable<ErrorReply['details']>;
}

const refusal = (message: string, code?: ErrorCode, details: Refusal['details'] = []): Refusal =>
  Object.assign(new Error(message), { code, details });

const OUT_OF_REACH = 'No pudimos conectarnos. Revisa tu conexión a internet e intenta de nuevo.';

/** Sends a body as JSON. */
export const post = <Reply>(address: string, body: object = {}): Promise<Reply> =>
  send(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Sends a request, and throws a refusal that the page can show. */
export async function send<Reply>(address: string, request: RequestInit = {}): Promise<Reply> {
  let status: number;
  let text: string;
  // AbortSignal.timeout is missing in Safari before 16, and in Chrome before 103.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch(address, { ...request, signal: abort.signal });
    status = reply.status;
    text = await reply.text();
  } catch {
    throw refusal(OUT_OF_REACH);
  } finally {
    clearTimeout(timer);
  }
  const body = parse(text);
  if (status < 300) return body as Reply;
  const { error, code, details } = (body ?? {}) as Partial<ErrorReply>;
  // A proxy in between answers without a code.
  if (!code) throw refusal(OUT_OF_REACH);
  throw refusal(error ?? OUT_OF_REACH, code as ErrorCode, details);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
