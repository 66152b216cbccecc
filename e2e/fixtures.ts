import { randomBytes } from 'node:crypto';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test';
import type { z } from 'zod';
import { login, type Registration, register, type User } from '#contract/auth';

export const PASSWORD = 'clave-de-prueba';

export interface Person {
  user: User;
  accessToken: string;
  refreshToken: string;
  /** A page of theirs, signed in, at that address. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

interface Fixtures {
  ana: Person;
  admin: Person;
}

export const test = base.extend<Fixtures>({
  ana: async ({ request, browser, baseURL }, use) => {
    const person = await newProfessional(request);
    await use(await signIn(request, browser, baseURL, person.email, PASSWORD));
  },
  admin: async ({ request, browser, baseURL }, use) => {
    const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
    await use(await signIn(request, browser, baseURL, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD));
  },
});

/** Registers a professional through the API, as a background for a test that is about something else. */
export async function newProfessional(
  request: APIRequestContext,
  details: Partial<z.input<typeof Registration>> = {},
): Promise<z.input<typeof Registration>> {
  const body = {
    name: 'Ana Pérez Soto',
    rut: '12.345.678-5',
    email: `ana-${randomBytes(6).toString('hex')}@ejemplo.cl`,
    password: PASSWORD,
    profession: 'Médicos/as' as const,
    specialty: 'Medicina familiar',
    city: 'Valdivia',
    region: 'Región de Los Ríos' as const,
    ...details,
  };
  await request.post(register.path, { data: body });
  return body;
}

async function signIn(
  request: APIRequestContext,
  browser: Browser,
  origin: string | undefined,
  email: string,
  password: string,
): Promise<Person> {
  const reply = await request.post(login.path, { data: { email, password } });
  const session = login.reply.parse(await reply.json());
  return {
    ...session,
    open: async (path, options = {}) => {
      const localStorage = [
        { name: 'accessToken', value: session.accessToken },
        { name: 'refreshToken', value: session.refreshToken },
      ];
      const storageState = { cookies: [], origins: [{ origin: origin ?? '', localStorage }] };
      const context = await browser.newContext({ storageState, ...options });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}
