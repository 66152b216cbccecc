import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';

interface SentRequest {
  url: URL;
  body: unknown;
}

type Answer = (request: SentRequest) => Response | Promise<Response>;

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
    sent.push({ url, body, method });
    const mock = mocks.findLast(({ endpoint, times }) => times > 0 && answers(endpoint, method, url));
    if (!mock) throw new Error(`No mock answers ${method} ${url.pathname}`);
    mock.times -= 1;
    const answer = Promise.resolve(mock.answer({ url, body }));
    return init.signal ? Promise.race([answer, rejectOnAbort(init.signal)]) : answer;
  };

  const add = (endpoint: Endpoint, answer: Answer, times: number) => void mocks.push({ endpoint, answer, times });

  return {
    fetch: fetchMock,
    /** Answers with that body, or with what the function returns. */
    reply<E extends Endpoint>(
      endpoint: E,
      body: z.output<E['reply']> | ((request: SentRequest) => z.output<E['reply']>),
      times = Number.POSITIVE_INFINITY,
    ): void {
      const bodyOf = typeof body === 'function' ? (body as (request: SentRequest) => unknown) : () => body;
      add(endpoint, (request) => jsonResponse(endpoint.status ?? 200, bodyOf(request)), times);
    },
    /** Answers with any status and body, also with one that the endpoint does not have. */
    respond(endpoint: Endpoint, status: number, body: unknown, times = Number.POSITIVE_INFINITY): void {
      add(endpoint, () => jsonResponse(status, body), times);
    },
    /** The connection breaks. */
    disconnect(endpoint: Endpoint, times = Number.POSITIVE_INFINITY): void {
      add(endpoint, () => Promise.reject(new TypeError('Failed to fetch')), times);
    },
    /** Holds requests until the returned function answers them with that body. */
    hold<E extends Endpoint>(endpoint: E, times = Number.POSITIVE_INFINITY): (body: z.output<E['reply']>) => void {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      add(endpoint, async () => jsonResponse(endpoint.status ?? 200, await promise), times);
      return resolve;
    },
    /** The requests to an endpoint so far. */
    requests: (endpoint: Endpoint): SentRequest[] =>
      sent.filter(({ method, url }) => answers(endpoint, method, url)).map(({ url, body }) => ({ url, body })),
  };
}

export type MockServer = ReturnType<typeof mockServer>;

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
