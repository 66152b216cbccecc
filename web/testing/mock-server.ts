import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { ApiError } from '#web/platform/api-error.ts';

interface SentRequest {
  url: URL;
  body: unknown;
  headers: Headers;
}

/** `next` answers as the mocks of the endpoint that were added before. */
type Answer = (request: SentRequest, next: () => Promise<Response>) => Response | Promise<Response>;

interface Mock {
  endpoint: Endpoint;
  answer: Answer;
  /** How many requests it answers. */
  times: number;
}

/** Answers the requests of the page in place of the server. The last mock of an endpoint answers first. */
export function mockServer() {
  const mocks: Mock[] = [];
  const sent: (SentRequest & { method: string })[] = [];

  const fetchMock = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address, location.origin);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const headers = new Headers(init.headers);
    sent.push({ url, body, method, headers });
    const answer = answerOf(method, { url, body, headers }, mocks);
    return init.signal ? Promise.race([answer, rejectOnAbort(init.signal)]) : answer;
  };

  const answerOf = async (method: string, request: SentRequest, among: readonly Mock[]): Promise<Response> => {
    // '/api/admin/users/count' is not the user with the id 'count'.
    const isLiteral = among.some(({ endpoint }) => endpoint.path === request.url.pathname);
    const at = among.findLastIndex(
      ({ endpoint, times }) =>
        times > 0 && answers(endpoint, method, request.url) && (!isLiteral || endpoint.path === request.url.pathname),
    );
    const mock = among[at];
    if (!mock) throw new Error(`No mock answers ${method} ${request.url.pathname}`);
    mock.times -= 1;
    return mock.answer(request, () => answerOf(method, request, among.slice(0, at)));
  };

  const add = (endpoint: Endpoint, answer: Answer, times: number): Mock => {
    const mock = { endpoint, answer, times };
    mocks.push(mock);
    return mock;
  };

  return {
    fetch: fetchMock,
    /** Answers with that body, or with what the function returns. A refusal that it throws is the answer. */
    reply<E extends Endpoint>(
      endpoint: E,
      body: z.output<E['reply']> | ((request: SentRequest) => z.output<E['reply']>),
      times = Number.POSITIVE_INFINITY,
    ): void {
      const bodyOf = typeof body === 'function' ? (body as (request: SentRequest) => unknown) : () => body;
      add(endpoint, (request) => replyOrRefusal(endpoint, () => bodyOf(request)), times);
    },
    /** Answers with that error. */
    refuse(endpoint: Endpoint, code: ErrorCode, times = Number.POSITIVE_INFINITY): void {
      add(endpoint, () => jsonResponse(refusal(code).status, refusal(code).reply), times);
    },
    /** Answers with any status and body, also with one that the endpoint does not have. */
    respond(endpoint: Endpoint, status: number, body: unknown, times = Number.POSITIVE_INFINITY): void {
      add(endpoint, () => jsonResponse(status, body), times);
    },
    /** Answers with what the function returns, also with a file. */
    answer(endpoint: Endpoint, response: () => Response, times = Number.POSITIVE_INFINITY): void {
      add(endpoint, response, times);
    },
    /** The connection breaks, until the returned function is called. */
    disconnect(endpoint: Endpoint, times = Number.POSITIVE_INFINITY): () => void {
      const mock = add(endpoint, () => Promise.reject(new TypeError('Failed to fetch')), times);
      return () => {
        mock.times = 0;
      };
    },
    /** The server handles the request, and its answer is lost. */
    loseAnswer(endpoint: Endpoint, times = Number.POSITIVE_INFINITY): void {
      add(
        endpoint,
        async (_request, next) => {
          await next();
          throw new TypeError('Failed to fetch');
        },
        times,
      );
    },
    /** Holds requests until the returned function is called. Then they are answered as before. */
    pause(endpoint: Endpoint, times = Number.POSITIVE_INFINITY): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      add(endpoint, (_request, next) => promise.then(next), times);
      return resolve;
    },
    /** Holds requests until the returned function answers them with that body. */
    hold<E extends Endpoint>(endpoint: E, times = Number.POSITIVE_INFINITY): (body: z.output<E['reply']>) => void {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      add(endpoint, async () => jsonResponse(endpoint.status ?? 200, await promise), times);
      return resolve;
    },
    /** The paths of all requests so far. */
    sent: (): string[] => sent.map(({ url }) => url.pathname),
    /** The requests to an endpoint so far. */
    requests: (endpoint: Endpoint): SentRequest[] =>
      sent
        .filter(({ method, url }) => answers(endpoint, method, url))
        .map(({ url, body, headers }) => ({ url, body, headers })),
  };
}

export type MockServer = ReturnType<typeof mockServer>;

/** The error of the server with that code. */
export const refusal = (code: ErrorCode): ApiError => {
  const { status, message } = ERRORS[code];
  return new ApiError(status, { code, error: message, message }, message);
};

function replyOrRefusal(endpoint: Endpoint, bodyOf: () => unknown): Response {
  try {
    const body = bodyOf();
    if (body instanceof Uint8Array) return fileResponse(endpoint, body);
    return jsonResponse(endpoint.status ?? 200, body);
  } catch (error) {
    if (error instanceof ApiError) return jsonResponse(error.status, error.reply);
    throw error;
  }
}

const fileResponse = ({ file }: Endpoint, bytes: Uint8Array): Response =>
  new Response(bytes.slice().buffer, { headers: { 'content-type': file?.type ?? '' } });

const jsonResponse = (status: number, body: unknown): Response =>
  body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { status });

function answers({ method, path }: Endpoint, sentMethod: string, { pathname }: URL): boolean {
  const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  return method === sentMethod && new RegExp(`^${pattern}$`).test(pathname);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
