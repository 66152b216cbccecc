import { randomBytes } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type { z } from 'zod';
import { login, type Registration, register, type User } from '#contract/auth';

export const PASSWORD = 'clave-de-prueba';

type Account = z.input<typeof Registration>;

export interface Person {
  user: User;
  accessToken: string;
  refreshToken: string;
  /** A browser of theirs, signed in, with an empty page. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The same, at that address. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

interface Fixtures {
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  signIn: (email: string, password: string) => Promise<Person>;
  newPerson: (details?: Partial<Account>) => Promise<Person>;
  ana: Person;
  admin: Person;
}

export const test = base.extend<Fixtures>({
  newContext: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  signIn: async ({ request, newContext, baseURL }, use) => {
    await use(async (email, password) => {
      const reply = await request.post(login.path, { data: { email, password } });
      expect(reply.status(), 'iniciar sesión').toBe(200);
      const session = login.reply.parse(await reply.json());
      const localStorage = [
        { name: 'accessToken', value: session.accessToken },
        { name: 'refreshToken', value: session.refreshToken },
      ];
      const storageState = { cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] };
      const newPage = async (options: BrowserContextOptions = {}) => {
        const context = await newContext({ storageState, ...options });
        return context.newPage();
      };
      const open = async (path: string, options?: BrowserContextOptions) => {
        const page = await newPage(options);
        await page.goto(path);
        return page;
      };
      return { ...session, newPage, open };
    });
  },
  newPerson: async ({ request, signIn }, use) => {
    await use(async (details) => {
      const { email, password } = await newProfessional(request, details);
      return signIn(email, password);
    });
  },
  ana: async ({ newPerson }, use) => {
    await use(await newPerson());
  },
  admin: async ({ signIn }, use) => {
    const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
    await use(await signIn(E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD));
  },
});

export const newEmail = (): string => `ana-${randomBytes(6).toString('hex')}@ejemplo.cl`;

/** Registers a professional through the API, as a background for a test that is about something else. */
export async function newProfessional(request: APIRequestContext, details: Partial<Account> = {}): Promise<Account> {
  const body = {
    name: 'Ana Pérez Soto',
    rut: '12.345.678-5',
    email: newEmail(),
    password: PASSWORD,
    profession: 'Médicos/as' as const,
    specialty: 'Medicina familiar',
    city: 'Valdivia',
    region: 'Región de Los Ríos' as const,
    ...details,
  };
  const reply = await request.post(register.path, { data: body });
  expect(reply.status(), 'crear la cuenta').toBe(201);
  return body;
}
