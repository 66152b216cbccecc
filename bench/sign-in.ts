import { login, register, SignedIn } from '#contract/auth';

const PASSWORD = 'clave-de-prueba';

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

/** Of a browser that is signed in. */
export function storageStateOf(url: string, { accessToken, refreshToken }: SignedIn) {
  const localStorage = Object.entries({ accessToken, refreshToken }).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
