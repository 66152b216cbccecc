import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { login, refresh } from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import type { ErrorReply } from '#contract/errors';
import { ApiError, isRefusal } from '#web/platform/api-error.ts';
import type { Texts } from '#web/platform/query-client.ts';
import { accessToken, clearTokens, renewAccess } from '#web/platform/session.ts';

const TIMEOUT = 30_000;
const UNREACHABLE = 'No se pudo conectar con el servidor. Revisa tu conexión e intenta nuevamente.';
const TOO_SLOW = 'El servidor tardó demasiado en responder. Intenta nuevamente.';

type Part<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema> ? { [K in Name]?: z.input<Schema> } : { [K in Name]: z.input<Schema> };

type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never;

type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** The request may be left out when the endpoint asks for nothing. */
type Given<E extends Endpoint> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

interface AnyRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export async function call<E extends Endpoint>(endpoint: E, ...[request]: Given<E>): Promise<ReplyOf<E>> {
  const response = await send(endpoint, request ?? {});
  if (!response.ok) throw await refusal(response, `El servidor respondió con un error (${response.status}).`);
  const text = await overTheWire(() => response.text());
  return (text ? JSON.parse(text) : undefined) as ReplyOf<E>;
}

/** For the endpoints that answer a file. */
export async function download<E extends Endpoint>(endpoint: E, ...[request]: Given<E>): Promise<Blob> {
  const response = await send(endpoint, request ?? {});
  if (!response.ok) throw await refusal(response, 'Request failed with blob response');
  return overTheWire(() => response.blob());
}

/** A query whose key and fetcher come from the endpoint itself. Without texts it fails in silence. */
export const queryFor = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, texts: Texts = {}) =>
  queryOptions({
    queryKey: [endpoint.path, request],
    queryFn: () => call(endpoint, ...([request] as Given<E>)),
    meta: texts,
  });

/** One try, and after a refused token one renewal and one more. */
async function send(endpoint: Endpoint, request: AnyRequest): Promise<Response> {
  const token = accessToken();
  const response = await attempt(endpoint, request, token);
  if (response.status !== 401 || endpoint.path === login.path || endpoint.path === refresh.path) return response;
  // Another request, or another tab, may have renewed it in the meantime.
  if (token === accessToken()) await renewOrSignOut();
  return attempt(endpoint, request, accessToken());
}

async function renewOrSignOut(): Promise<void> {
  try {
    await renewAccess(async (refreshToken) => (await call(refresh, { body: { refreshToken } })).accessToken);
  } catch (error) {
    const broken = error instanceof ApiError && !isRefusal(error);
    if (!broken) clearTokens();
    throw error;
  }
}

const attempt = (endpoint: Endpoint, request: AnyRequest, token: string | null): Promise<Response> =>
  overTheWire(() =>
    fetch(addressOf(endpoint, request), {
      method: endpoint.method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    }),
  );

/** The connection may break while the answer is asked for or while it comes in. */
async function overTheWire<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    const slow = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ApiError(0, {}, slow ? TOO_SLOW : UNREACHABLE);
  }
}

function addressOf({ path }: Endpoint, { params = {}, query = {} }: AnyRequest): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

async function refusal(response: Response, transportMessage: string): Promise<ApiError> {
  const reply: Partial<ErrorReply> | null = await response.json().catch(() => null);
  return new ApiError(response.status, reply ?? {}, transportMessage);
}
