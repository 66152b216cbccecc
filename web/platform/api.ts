import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { me, refresh } from '#contract/auth';
import { type Endpoint, fillPath } from '#contract/endpoint';
import { ERRORS, ErrorReply } from '#contract/errors';
import { ApiError, isError, isRefusal } from '#web/platform/api-error.ts';
import { queryClient, type Texts } from '#web/platform/query-client.ts';
import { endRefusedSession } from '#web/platform/refused-session.ts';
import { accessToken, currentSession, refreshAccessToken } from '#web/platform/session.ts';

const TIMEOUT = 30_000;
const UNREACHABLE = 'No se pudo conectar con el servidor. Revisa tu conexión e intenta nuevamente.';
const TOO_SLOW = 'El servidor tardó demasiado en responder. Intenta nuevamente.';
const UNREADABLE = 'La respuesta no se pudo leer. Revisa tu conexión e intenta nuevamente.';

type Part<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema> ? { [K in Name]?: z.input<Schema> } : { [K in Name]: z.input<Schema> };

type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never;

type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** The request may be left out when the endpoint asks for nothing. */
type Given<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, signal?: AbortSignal]
    : [request: RequestOf<E>, signal?: AbortSignal];

interface AnyRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export async function call<E extends Endpoint>(endpoint: E, ...[request, signal]: Given<E>): Promise<ReplyOf<E>> {
  return replyOf<E>(await send(endpoint, request ?? {}, signal), signal);
}

/** For the endpoints that take a file. */
export async function upload<E extends Endpoint>(endpoint: E, file: File): Promise<ReplyOf<E>> {
  if (!endpoint.upload) throw new Error(`${endpoint.path} takes no file`);
  const form = new FormData();
  form.set(endpoint.upload, file);
  return replyOf<E>(await send(endpoint, { body: form }));
}

/** For the endpoints that answer a file. */
export async function download<E extends Endpoint>(endpoint: E, ...[request, signal]: Given<E>): Promise<Blob> {
  const response = await send(endpoint, request ?? {}, signal);
  if (!response.ok) throw await refusal(response, 'Request failed with blob response');
  return withNetworkErrors(() => response.blob(), signal);
}

/** A query whose key and fetcher come from the endpoint itself. Without texts it fails in silence. */
export const queryFor = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, texts: Texts = {}) =>
  queryOptions({
    queryKey: [endpoint.path, request],
    queryFn: ({ signal }) => call(endpoint, ...([request, signal] as Given<E>)),
    meta: texts,
  });

/** One try, and after a refused token one renewal and one more. */
async function send(endpoint: Endpoint, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
  const session = currentSession();
  const token = accessToken();
  const response = await attempt(endpoint, request, token, signal);
  if (response.status !== 401 || endpoint.access === 'public') return response;
  // Another request, or another tab, may have renewed it in the meantime.
  if (currentSession() === session && accessToken() === token) await refreshOrSignOut(session);
  // What one person asked for is never sent in the name of the next.
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
  const timeout = AbortSignal.timeout(TIMEOUT);
  return withNetworkErrors(
    () =>
      fetch(address, {
        method: endpoint.method,
        headers: { ...labelOf(request), ...(token && { Authorization: `Bearer ${token}` }) },
        body: contentOf(request),
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }),
    signal,
  );
}

/** A form is labelled by the browser: only it knows the boundary that it will choose. */
const labelOf = ({ body }: AnyRequest): Record<string, string> =>
  body instanceof FormData ? {} : { 'Content-Type': 'application/json' };

function contentOf({ body }: AnyRequest): FormData | string | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}

/** The connection may break while the answer is asked for or while it comes in. */
async function withNetworkErrors<T>(exchange: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    // Nobody waits for the answer any more: that is no failure.
    if (signal?.aborted) throw error;
    const slow = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ApiError(0, {}, slow ? TOO_SLOW : UNREACHABLE);
  }
}

function addressOf({ path }: Endpoint, { params = {}, query = {} }: AnyRequest): string {
  const filled = fillPath(path, params as Record<string, unknown>);
  const given = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** A hotel's login page or a proxy's apology comes with status 200 too. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(0, {}, UNREADABLE);
  }
}

async function replyOf<E extends Endpoint>(response: Response, signal?: AbortSignal): Promise<ReplyOf<E>> {
  if (!response.ok) throw await refusal(response, `El servidor respondió con un error (${response.status}).`);
  const text = await withNetworkErrors(() => response.text(), signal);
  return (response.status === 204 ? undefined : readJson(text)) as ReplyOf<E>;
}

async function refusal(response: Response, transportMessage: string): Promise<ApiError> {
  const reply = ErrorReply.partial().safeParse(await response.json().catch(() => undefined));
  const error = new ApiError(response.status, reply.data ?? {}, transportMessage);
  // The password was reset while somebody was at work: who they are now tells the gate to ask for a new one.
  if (isError(error, 'PASSWORD_CHANGE_REQUIRED')) void queryClient.invalidateQueries({ queryKey: [me.path] });
  return error;
}
