import { login, register, SignedIn } from '#contract/auth';

/** Registers a professional and signs in. */
export async function signIn(url: string, email: string): Promise<SignedIn> {
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const credentials = { email, password: 'clave-de-prueba' };
  const profile = { name: 'Ana', rut: '1-9', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' };
  await post(register.path, { ...credentials, ...profile });
  return SignedIn.parse(await (await post(login.path, credentials)).json());
}
