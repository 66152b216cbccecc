import type { z } from 'zod';
import { setSubscription } from '#contract/admin';
import { login, refresh, register, type SignedIn } from '#contract/auth';
import { type Endpoint, fillPath } from '#contract/endpoint';
import type { ErrorReply } from '#contract/errors';
import { checkDigit } from '#contract/rut';
import { ADMIN } from './product.ts';

/** The server answers within 28 s. A second more is for the network and a busy machine. */
export const ANSWER_LIMIT_MS = 29_000;

export interface Answer<Body = unknown> {
  /** 0 when no whole answer came. */
  status: number;
  isOk: boolean;
  body: Body;
  code: string;
  retryAfter: string | null;
  ms: number;
  isHung: boolean;
}

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Reply<E extends Endpoint> = z.output<E['reply']>;

export async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  { params, query, body }: Sent = {},
  headers: Record<string, string> = {},
): Promise<Answer<Reply<E>>> {
  const startedAt = performance.now();
  const isJsonSent = body !== undefined && !(body instanceof FormData);
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const answer = { status: 0, isOk: false, body: undefined as Reply<E>, code: '', retryAfter: null, isHung: false };
  try {
    const reply = await fetch(url + fillPath(endpoint.path, params) + search, {
      method: endpoint.method,
      headers: isJsonSent ? { ...headers, 'content-type': 'application/json' } : headers,
      body: isJsonSent ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    const content = isJson ? await reply.json() : new Uint8Array(await reply.arrayBuffer());
    return {
      ...answer,
      status: reply.status,
      isOk: reply.ok,
      body: content as Reply<E>,
      code: reply.ok ? '' : ((content as Partial<ErrorReply>).code ?? ''),
      retryAfter: reply.headers.get('retry-after'),
      ms: performance.now() - startedAt,
    };
  } catch (error) {
    return { ...answer, isHung: (error as Error).name === 'TimeoutError', ms: performance.now() - startedAt };
  }
}

interface Credentials {
  email: string;
  password: string;
}

export type Person = ReturnType<typeof personAt>;

/** A user with a session. An expired one is renewed, or started again, as the browser does. */
export function personAt(url: string, { email, password }: Credentials, headers: Record<string, string> = {}) {
  let tokens = { accessToken: '', refreshToken: '' };

  const sendOnce = <E extends Endpoint>(endpoint: E, request?: Sent) =>
    send(url, endpoint, request, { ...headers, authorization: `Bearer ${tokens.accessToken}` });

  async function signIn(): Promise<Answer<SignedIn>> {
    const answer = (await send(url, login, { body: { email, password } }, headers)) as Answer<SignedIn>;
    if (answer.isOk) tokens = answer.body;
    return answer;
  }

  async function renew() {
    const answer = await send(url, refresh, { body: { refreshToken: tokens.refreshToken } }, headers);
    if (answer.isOk) tokens = { ...tokens, accessToken: answer.body.accessToken };
    return answer.status === 401 ? signIn() : answer;
  }

  return {
    email,
    signIn,
    token: () => tokens.accessToken,
    secrets: () => ({ email, password, refreshToken: tokens.refreshToken }),
    call: async <E extends Endpoint>(endpoint: E, request?: Sent): Promise<Answer<Reply<E>>> => {
      const answer = await sendOnce(endpoint, request);
      if (answer.status !== 401) return answer;
      const renewed = await renew();
      return renewed.isOk ? sendOnce(endpoint, request) : { ...renewed, body: undefined as Reply<E> };
    },
  };
}

let accounts = 0;

/** Registers professionals with the paid plan, a few at a time: hashing a password takes a core. */
export async function signUpPaid(url: string, count: number, headersOf = (_: number) => ({})): Promise<Person[]> {
  const admin = personAt(url, ADMIN, headersOf(-1));
  await required(admin.signIn());
  const people: Person[] = [];
  const signUp = async (index: number) => {
    accounts += 1;
    const credentials = { email: `profesional-${accounts}@ejemplo.cl`, password: 'clave-de-prueba' };
    const body = { ...credentials, name: 'Ana Pérez', rut: rutOf(accounts), ...PROFILE };
    await required(send(url, register, { body }, headersOf(index)));
    const person = personAt(url, credentials, headersOf(index));
    const { user } = await required(person.signIn());
    await required(admin.call(setSubscription, { params: { id: user._id }, body: { status: 'paid' } }));
    people[index] = person;
  };
  for (let start = 0; start < count; start += SIGN_UPS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - start) }, (_, i) => start + i);
    await Promise.all(indexes.map(signUp));
  }
  return people;
}

const SIGN_UPS_AT_ONCE = 4;
const PROFILE = { profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };

/** The body of a successful answer. Throws otherwise: for steps that prepare a scenario. */
export async function required<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { isOk, status, code, body } = await answer;
  if (!isOk) throw new Error(`a preparing step was answered with ${status} ${code}`);
  return body;
}

export const rutOf = (number: number): string => {
  const digits = String(10_000_000 + number);
  return `${digits}-${checkDigit(digits)}`;
};

export const patientOf = (number: number, name = 'Rosa Díaz') => ({
  name,
  rut: rutOf(number),
  birthDate: '1980-05-10',
});
