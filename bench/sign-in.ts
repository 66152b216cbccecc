import type { z } from 'zod';
import { login, register, SignedIn } from '#contract/auth';
import { type Endpoint, fillPath } from '#contract/endpoint';

export const PASSWORD = 'clave-de-prueba';

/** The settings of a server that has an administrator. */
export const ADMINISTRATOR = { ADMIN_EMAIL: 'admin@ejemplo.cl', ADMIN_PASSWORD: PASSWORD };

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Registers a professional and signs in. */
export async function signIn(url: string, email: string): Promise<SignedIn> {
  const profile = { name: 'Ana', rut: '1-9', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };
  await post(url + register.path, { email, password: PASSWORD, ...profile });
  return logIn(url, email);
}

export const logIn = async (url: string, email: string): Promise<SignedIn> =>
  SignedIn.parse(await (await post(url + login.path, { email, password: PASSWORD })).json());

/** Sends a request with that access token. Throws unless the reply is a success. */
export async function sendAs<E extends Endpoint>(
  accessToken: string,
  url: string,
  endpoint: E,
  { params, body }: { params?: Record<string, string>; body?: unknown },
): Promise<z.output<E['reply']>> {
  const reply = await fetch(url + fillPath(endpoint.path, params), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body ?? {}),
  });
  if (!reply.ok) throw new Error(`${endpoint.path}: ${reply.status} ${await reply.text()}`);
  return endpoint.reply.parse(await reply.json()) as z.output<E['reply']>;
}

/** The storage of a browser that is signed in. */
export function storageStateOf(url: string, { accessToken, refreshToken }: SignedIn) {
  const localStorage = Object.entries({ accessToken, refreshToken }).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
