import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { me, refresh } from '#contract/auth';
import { type Endpoint, ESTIMATE_HEADER, fillPath, PROFESSIONAL_HEADER } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { health } from '#contract/health';
import { accessToken } from '#web/platform/access-token.ts';
import { ApiError, isError, isRefusal, readErrorReply } from '#web/platform/api-error.ts';
import { type ForProfessional, nameProfessional, reportAssistantRefused } from '#web/platform/professional.ts';
import { queryClient, type Texts } from '#web/platform/query-client.ts';
import { type ProofKind, requestProof } from '#web/platform/reauthentication.ts';
import { endRefusedSession } from '#web/platform/refused-session.ts';
import { probeServer, reportFailure } from '#web/platform/server-connection.ts';
import { currentSession, refreshAccessToken } from '#web/platform/session.ts';
import type { Transport } from '#web/platform/upload-progress.ts';

const TIMEOUT = 30_000;
/** A request that takes longer leads to a health check. */
const SLOW_MS = 5000;
/** Timeout of an endpoint with `isSlow`. */
const SLOW_TIMEOUT = 58_000;
const HEALTH_TIMEOUT = 5000;
const UNREACHABLE = 'Sin conexión con el servidor. Revisa tu conexión e intenta nuevamente.';
const TOO_SLOW = 'El servidor tardó demasiado en responder. Intenta nuevamente.';
const UNREADABLE = 'La respuesta no se pudo leer. Revisa tu conexión e intenta nuevamente.';

type Part<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema> ? { [K in Name]?: z.input<Schema> } : { [K in Name]: z.input<Schema> };

type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body> & ForProfessional
    : never;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** The request is optional when the endpoint needs no parameters. */
type CallArguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, signal?: AbortSignal]
    : [request: RequestOf<E>, signal?: AbortSignal];

interface AnyRequest extends ForProfessional {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** Sends the request in place of `fetch`. */
  transport?: Transport | undefined;
  /** Milliseconds that it may take besides the usual time. */
  moreTime?: number;
  /** The reply is a file. */
  isStreamed?: true;
}

export async function call<E extends Endpoint>(
  endpoint: E,
  ...[request, signal]: CallArguments<E>
): Promise<ReplyOf<E>> {
  return replyOf<E>(await send(endpoint, request ?? {}, signal), signal);
}

/** For endpoints that return a file. */
export async function download<E extends Endpoint>(endpoint: E, ...[request, signal]: CallArguments<E>): Promise<Blob> {
  const response = await send(endpoint, { ...request, isStreamed: true }, signal);
  if (!response.ok) throw await refusal(response, 'Request failed with blob response');
  return withNetworkErrors(() => response.blob(), signal);
}

/** For endpoints that return a file that may be too large for the memory. It is read as it arrives. */
export async function downloadStream<E extends Endpoint>(
  endpoint: E,
  ...[request, signal]: CallArguments<E>
): Promise<{ estimatedBytes: number; read: (onChunk: (chunk: Uint8Array) => unknown) => Promise<void> }> {
  const response = await send(endpoint, { ...request, isStreamed: true }, signal);
  if (!response.ok) throw await refusal(response, UNREADABLE);
  return {
    estimatedBytes: Number(response.headers.get(ESTIMATE_HEADER)),
    read: (onChunk) =>
      withNetworkErrors(async () => {
        const reader = response.body?.getReader();
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
          await onChunk(next.value);
      }, signal),
  };
}

/** A query whose key and fetcher come from the endpoint. Without texts, a failure shows no toast. */
export const queryFor = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, texts: Texts = {}) => {
  const named = nameProfessional(endpoint, request);
  return queryOptions({
    queryKey: [endpoint.path, named] as const,
    queryFn: ({ signal }) => call(endpoint, ...([named, signal] as CallArguments<E>)),
    meta: texts,
  });
};

/** Sends a request. When the server wants a fresh proof of identity, asks for it and repeats the request. */
export async function send(endpoint: Endpoint, asked: AnyRequest, signal?: AbortSignal): Promise<Response> {
  const request = nameProfessional(endpoint, asked);
  const response = await sendOrRefresh(endpoint, request, signal);
  const missing = response.status === 403 ? await missingProof(response) : undefined;
  return missing && (await requestProof(missing)) ? sendOrRefresh(endpoint, request, signal) : response;
}

/**
 * The proof that the server asks the user for, if it does. A copy of the body is read, so that others can still read
 * it.
 */
async function missingProof(response: Response): Promise<ProofKind | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, details } = readErrorReply(body);
  if (code !== 'REAUTHENTICATE') return undefined;
  return details?.some(({ field }) => field === 'code') ? 'code' : 'password';
}

/** After a 401, refreshes the access token and retries once. */
async function sendOrRefresh(endpoint: Endpoint, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
  const session = currentSession();
  const token = accessToken();
  const response = await attempt(endpoint, request, token, signal);
  if (response.status !== 401 || endpoint.access === 'public') return response;
  // An unread response would hold its connection while the request is repeated.
  await response.body?.cancel().catch(() => undefined);
  // Another request, or another tab, may have refreshed the token meanwhile.
  if (currentSession() === session && accessToken() === token) await refreshOrSignOut(session);
  // A request of one user is never sent with the token of another.
  if (currentSession() !== session) throw new ApiError(401, { code: 'NOT_SIGNED_IN' }, ERRORS.NOT_SIGNED_IN.message);
  return attempt(endpoint, request, accessToken(), signal);
}

async function refreshOrSignOut(session: string | null): Promise<void> {
  try {
    await refreshAccessToken(async (refreshToken) => (await call(refresh, { body: { refreshToken } })).accessToken);
  } catch (error) {
    if (isRefusal(error)) endRefusedSession(session);
    throw error;
  }
}

function attempt(
  endpoint: Endpoint,
  request: AnyRequest,
  token: string | null,
  signal?: AbortSignal,
): Promise<Response> {
  const address = addressOf(endpoint, request);
  const slow = setTimeout(() => probeServer(isHealthy), SLOW_MS);
  const timeout = timeoutOf(endpoint, request);
  return withNetworkErrors(async () => {
    try {
      return await (request.transport ?? fetch)(address, {
        method: endpoint.method,
        headers: {
          ...contentType(request),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(request.professional && { [PROFESSIONAL_HEADER]: request.professional }),
        },
        body: serializeBody(request),
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      });
    } finally {
      clearTimeout(slow);
      timeout.end?.();
    }
  }, signal);
}

/** A file may take as long as it takes, once it has begun. */
function timeoutOf(endpoint: Endpoint, { isStreamed, moreTime = 0 }: AnyRequest) {
  const whole = (endpoint.isSlow ? SLOW_TIMEOUT : TIMEOUT) + moreTime;
  if (!isStreamed) return { signal: AbortSignal.timeout(whole), end: undefined };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), TIMEOUT);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** The browser sets the type of a form itself, with the boundary that it chooses. */
const contentType = ({ body }: AnyRequest): Record<string, string> =>
  body instanceof FormData ? {} : { 'Content-Type': 'application/json' };

function serializeBody({ body }: AnyRequest): FormData | string | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

/** The connection may fail during the request or while the response is read. */
async function withNetworkErrors<T>(exchange: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    // The caller cancelled the request.
    if (signal?.aborted) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw reported(new ApiError(0, {}, isTimeout ? TOO_SLOW : UNREACHABLE));
  }
}

function reported(error: ApiError): ApiError {
  reportFailure(error, isHealthy);
  return error;
}

/** A captive portal may answer any address with status 200. */
async function isHealthy(): Promise<boolean> {
  try {
    const reply = await fetch(health.path, { credentials: 'omit', signal: AbortSignal.timeout(HEALTH_TIMEOUT) });
    return reply.ok && (await reply.json())?.status === 'ok';
  } catch {
    return false;
  }
}

function addressOf({ path }: Endpoint, { params = {}, query = {} }: AnyRequest): string {
  const filled = fillPath(path, params as Record<string, unknown>);
  const defined = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** A captive portal or a proxy may answer HTML with status 200. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(0, {}, UNREADABLE);
  }
}

export async function replyOf<E extends Endpoint>(response: Response, signal?: AbortSignal): Promise<ReplyOf<E>> {
  if (!response.ok) throw await refusal(response, `El servidor respondió con un error (${response.status}).`);
  const text = await withNetworkErrors(() => response.text(), signal);
  return (response.status === 204 ? undefined : readJson(text)) as ReplyOf<E>;
}

async function refusal(response: Response, transportMessage: string): Promise<ApiError> {
  const reply = readErrorReply(await response.json().catch(() => undefined));
  const error = reported(new ApiError(response.status, reply, transportMessage));
  // The password was reset meanwhile: the refreshed user makes RequireAuth ask for a new one.
  if (isError(error, 'PASSWORD_CHANGE_REQUIRED')) void queryClient.invalidateQueries({ queryKey: [me.path] });
  if (isError(error, 'ASSISTANT_FORBIDDEN')) reportAssistantRefused();
  return error;
}
