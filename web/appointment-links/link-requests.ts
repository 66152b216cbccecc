import type { FreeHours, LinkedAppointment } from '#contract/appointment-links';
import type { ErrorCode, ErrorReply } from '#contract/errors';

/** A server that does not answer by then is treated as out of reach. */
const TIMEOUT_MS = 20_000;

export interface Refusal extends Error {
  /** Undefined when the server was not reached. */
  code: ErrorCode | undefined;
}

const refusal = (message: string, code?: ErrorCode): Refusal => Object.assign(new Error(message), { code });

const OUT_OF_REACH = 'No pudimos conectarnos. Revisa tu conexión a internet e intenta de nuevo.';

/** The token is as the address of the page has it. */
export const linkAddress = (token: string, act = ''): string => `/api/appointment-links/${token}${act}`;

export const getAppointment = (token: string): Promise<LinkedAppointment> => send(linkAddress(token));

export const getFreeHours = (token: string, period: { from: string; to: string }): Promise<FreeHours[]> =>
  send(linkAddress(token, `/slots?from=${period.from}&to=${period.to}`));

export const post = <Reply>(token: string, act: string, body: object = {}): Promise<Reply> =>
  send(linkAddress(token, act), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function send<Reply>(address: string, request: RequestInit = {}): Promise<Reply> {
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
  const { error, code } = (body ?? {}) as Partial<ErrorReply>;
  // A proxy in between answers without a code.
  if (!code) throw refusal(OUT_OF_REACH);
  throw refusal(error ?? OUT_OF_REACH, code as ErrorCode);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
