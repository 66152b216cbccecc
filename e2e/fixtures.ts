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
import { login, type Registration, register, SignedIn } from '#contract/auth';
import { grantPaidPlan, seedAppointment, seedPatient } from './seed.ts';

export const PASSWORD = 'clave-de-prueba';
export const READER_DAY = '2030-01-07';

type Account = z.input<typeof Registration>;

type Session = SignedIn;

export interface Person extends Session {
  /** A page where they are signed in, in a context of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The same, at that address. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

interface Fixtures {
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  signIn: (email: string, password: string) => Promise<Person>;
  newPerson: (details?: Partial<Account>) => Promise<Person>;
  /** A professional with a new account. */
  ana: Person;
  admin: Person;
  /** A professional with a paid plan, a patient and an appointment on READER_DAY, for tests that write nothing. */
  reader: Person;
}

interface WorkerFixtures {
  /** The account of `reader`, created once by each worker. */
  readerAccount: { email: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
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
      const session = await logIn(request, email, password);
      const storageState = signedInState(session, baseURL);
      const newPage = async (options?: BrowserContextOptions) =>
        (await newContext({ storageState, ...options })).newPage();
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
  readerAccount: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
      const { email } = await newProfessional(request, { name: LONG_NAME });
      const session = await logIn(request, email, PASSWORD);
      await grantPaidPlan(session);
      const patient = await seedPatient(request, session, { name: LONG_NAME });
      const appointment = { patientId: patient._id, date: READER_DAY, time: '08:00', duration: 150 } as const;
      await seedAppointment(request, session, appointment);
      await request.dispose();
      await use({ email });
    },
    { scope: 'worker' },
  ],
  reader: async ({ signIn, readerAccount: { email } }, use) => {
    await use(await signIn(email, PASSWORD));
  },
});

/** Long enough to show what overflows. */
const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea Peñaloza';

function signedInState({ accessToken, refreshToken }: Session, origin = '') {
  const localStorage = [
    { name: 'accessToken', value: accessToken },
    { name: 'refreshToken', value: refreshToken },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}

async function logIn(request: APIRequestContext, email: string, password: string): Promise<Session> {
  const reply = await request.post(login.path, { data: { email, password } });
  expect(reply.status(), 'iniciar sesión').toBe(200);
  return SignedIn.parse(await reply.json());
}

export const newEmail = (): string => `ana-${randomBytes(6).toString('hex')}@ejemplo.cl`;

/** Registers a professional through the API. */
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
