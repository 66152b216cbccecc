import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import * as auth from '#contract/auth';
import { receiveNotification } from '#contract/billing';
import { createCertificate, type NewCertificate } from '#contract/certificates';
import { createClinicalNote, type NewClinicalNote } from '#contract/clinical-notes';
import { type Endpoint, fillPath, PROFESSIONAL_HEADER } from '#contract/endpoint';
import type { ErrorReply } from '#contract/errors';
import { UNSTATED } from '#contract/legal-entity';
import { createPatient, type PatientInput } from '#contract/patients';
import { type AppDeps, buildApp } from '#server/app';
import { createAccessRecorder } from '#server/audit/access-recorder';
import { ensureAdmin } from '#server/auth/first-admin';
import { withQuota } from '#server/billing/quota.service';
import { openDataKeys } from '#server/keys/open-keys';
import { choosePayments } from '#server/payments/choose-payments';
import { chooseDepositProviders } from '#server/payments/deposit-providers';
import type { Delivery } from '#server/payments/test-checkout';
import type { Config } from '#server/platform/config';
import { createFieldCipher, logUndecryptable } from '#server/platform/crypto/field-cipher';
import { createPasswords } from '#server/platform/crypto/passwords';
import { accessTokens } from '#server/platform/crypto/tokens';
import { openDatabase } from '#server/platform/database/database';
import { createMonitor } from '#server/platform/monitoring/monitor';
import { deriveChallengeKey } from '#server/proof-of-work/proof-of-work.service';
import { createDatabase, type TestDatabase } from './database.ts';
import { PASSWORD, patientInput, registration } from './inputs.ts';
import { createTestPushService } from './push-service.ts';
import { newPrinter, sharedPrinter } from './test-printer.ts';

/** The least that Argon2 accepts: passwords of tests protect nothing. */
const CHEAP_PASSWORDS = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const PUBLIC_URL = 'http://localhost:3000';
/** Refuses connections: no test calls the real provider. */
const NO_PROVIDER = 'http://127.0.0.1:9';

interface Reply<E extends Endpoint> {
  status: number;
  /** The body of a successful reply. A login is complete, unless the account has a second factor. */
  body: E extends typeof auth.login ? auth.SignedIn : z.output<E['reply']>;
  /** The body of an error reply. */
  error: ErrorReply;
  headers: Record<string, unknown>;
}

type Input<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined;

export interface Request<E extends Endpoint> {
  params?: Input<E['params']>;
  query?: Input<E['query']>;
  body?: Input<E['body']>;
  /** The id of the professional for whom an assistant calls. */
  professional?: string | undefined;
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
/** A logged-in professional of the test app. */
export type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

interface Options
  extends Partial<
    Pick<Config, 'rateLimit' | 'trustProxy' | 'mercadoPago' | 'mercadoPagoApiUrl' | 'isProduction' | 'metricsToken'>
  > {
  database?: TestDatabase;
  now?: () => Date;
  backupSchedule?: AppDeps['backupSchedule'];
  sendsMail?: boolean;
  publicUrl?: string;
  defaultPlan?: AppDeps['defaultPlan'];
  requiresAdminSecondFactor?: boolean;
  /** A printer of its own, whose process starts with the first document: until then all documents wait. */
  hasOwnPrinter?: boolean;
  /** The keys of another app, to read what it wrote. */
  keys?: { token: Buffer; data: Buffer };
}

/** The real app on a database of its own, with a clock that the test can move forward. */
export async function createTestApp(options: Options = {}) {
  const { rateLimit = false, mercadoPago, isProduction = false, metricsToken } = options;
  const { mercadoPagoApiUrl = NO_PROVIDER, publicUrl = PUBLIC_URL } = options;
  const { keys = { token: randomBytes(32), data: randomBytes(32) } } = options;
  const database = options.database ?? (await createDatabase());
  const { connections, isDistributed } = database;
  const handles = openDatabase(connections, { poolSize: 8, writesPerOwner: 4, isDistributed });
  let offset = 0;
  let isDiskLow = false;
  const pushService = createTestPushService();
  const printer = options.hasOwnPrinter ? await newPrinter() : sharedPrinter();
  const now = options.now ?? (() => new Date(Date.now() + offset));
  const payments = choosePayments({ mercadoPago, isProduction }, { publicUrl, now, deliver });
  const { testCheckout } = payments;
  const depositProviders = chooseDepositProviders(
    { mercadoPagoApiUrl, isProduction },
    { publicUrl, now, deliver, testCheckout },
  );
  const warnings: Record<string, unknown>[] = [];
  const warn: AppDeps['warn'] = (particulars, message) => void warnings.push({ ...particulars, message });
  const keySettings = { dataDir: '/nowhere', dataKeys: `1:${keys.data.toString('base64')}` };
  const ring = await openDataKeys({ ...handles, now }, keySettings);
  const monitor = await createMonitor({ now, hasMetrics: metricsToken !== undefined, ofProcess: false });
  const countsTestPayments = payments.testCheckout !== undefined;
  const cipher = createFieldCipher(ring, logUndecryptable(warn));
  const diskFloor = { isLow: () => isDiskLow };
  // Tests write what was read when they look for it.
  const accessRecorder = createAccessRecorder(
    { ...handles, cipher, diskFloor, warn },
    { delayMs: Number.POSITIVE_INFINITY },
  );
  const deps: AppDeps = {
    ...handles,
    tenantTransaction: withQuota(handles, countsTestPayments),
    now,
    inform: () => undefined,
    warn,
    isDraining: () => false,
    diskFloor,
    accessTokens: accessTokens(keys.token),
    challengeKey: deriveChallengeKey(keys.token),
    cipher,
    accessRecorder,
    passwords: createPasswords(CHEAP_PASSWORDS),
    printer,
    payments,
    depositProviders,
    push: pushService.service,
    monitor,
    otherProcesses: async () => [],
    folders: { data: import.meta.dirname, backups: undefined },
    backupSchedule: options.backupSchedule,
    countsTestPayments,
    sendsMail: options.sendsMail ?? false,
    defaultPlan: options.defaultPlan ?? 'free',
    requiresAdminSecondFactor: options.requiresAdminSecondFactor ?? false,
    publicUrl,
  };
  const app = await buildApp(deps, {
    logLevel: 'silent',
    rateLimit,
    metricsToken,
    trustProxy: options.trustProxy,
    publicUrl,
    legalEntity: UNSTATED,
    isDemo: false,
    hasServiceWorker: true,
    webFolder: undefined,
  });

  /** Posts a notification as the payment provider does. */
  async function deliver({ path: url = receiveNotification.path, query, headers, body }: Delivery) {
    const { method } = receiveNotification;
    const labelled = { 'content-type': 'application/json', ...headers };
    const reply = await app.inject({ method, url, query, headers: labelled, payload: JSON.stringify(body) });
    return { status: reply.statusCode, error: reply.json() as ErrorReply };
  }

  async function send<E extends Endpoint>(endpoint: E, request: Request<E> = {}, token?: string): Promise<Reply<E>> {
    const { type, ...content } = await encodeBody(endpoint, request.body);
    const reply = await app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, request.params as Record<string, unknown> | undefined),
      query: (request.query ?? {}) as Record<string, string>,
      headers: {
        'content-type': type,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(request.professional === undefined ? {} : { [PROFESSIONAL_HEADER]: request.professional }),
      },
      ...content,
    });
    const isJson = reply.headers['content-type']?.toString().startsWith('application/json');
    const body = reply.body === '' ? undefined : isJson ? reply.json() : reply.rawPayload;
    if (isJson && reply.statusCode < 300) endpoint.reply.parse(body);
    return { status: reply.statusCode, body, error: body, headers: reply.headers };
  }

  async function logIn(email: string) {
    const { body } = await send(auth.login, { body: { email, password: PASSWORD } });
    const sendAsThem = <E extends Endpoint>(endpoint: E, request?: Request<E>) =>
      send(endpoint, request, body.accessToken);
    return {
      ...body,
      send: sendAsThem,
      /** Gives the account the paid plan, without an end or until that date. */
      pays: (until?: Date) =>
        database.sql`
          insert into subscriptions (owner_id, status, expires_at) values (${body.user._id}, 'paid', ${until ?? null})`,
      hasPatient: async (details: Partial<z.input<typeof PatientInput>> = {}) =>
        (await sendAsThem(createPatient, { body: patientInput(details) })).body,
      /** A draft of that patient, or of a new one. */
      hasNote: async (details: Partial<z.input<typeof NewClinicalNote>> = {}) => {
        const patientId = details.patientId ?? (await sendAsThem(createPatient, { body: patientInput() })).body._id;
        return (await sendAsThem(createClinicalNote, { body: { reason: 'Control', ...details, patientId } })).body;
      },
      hasCertificate: async (details: Partial<z.input<typeof NewCertificate>> = {}) => {
        const patientId = details.patientId ?? (await sendAsThem(createPatient, { body: patientInput() })).body._id;
        const body = { title: 'Reposo', content: 'Requiere reposo por dos días.', ...details, patientId };
        return (await sendAsThem(createCertificate, { body })).body;
      },
    };
  }

  return {
    app,
    deps,
    keys,
    connections: database.connections,
    /** What was logged for the operator. */
    warnings,
    /** The data keys of the app, as they are configured. */
    keySettings,
    pushService,
    /** The data keys of the app, which may change while it runs. */
    ring,
    sql: database.sql,
    send,
    logIn,
    deliver,
    passTime: (milliseconds: number) => {
      offset += milliseconds;
    },
    newProfessional: async (details: Partial<z.input<typeof auth.Registration>> = {}) => {
      const body = registration(details);
      await send(auth.register, { body });
      return logIn(body.email);
    },
    newAdmin: async () => {
      const email = `admin-${randomBytes(4).toString('hex')}@ejemplo.cl`;
      await ensureAdmin(deps, { email, password: PASSWORD }, () => undefined);
      return logIn(email);
    },
    /** The disk gets below its floor, or above it again. */
    setDiskLow: (isLow: boolean) => {
      isDiskLow = isLow;
    },
    loseDatabase: database.lose,
    restoreDatabase: database.restore,
    close: async () => {
      await printer.close();
      await app.close();
      monitor.close();
      await handles.close();
      await database.close();
    },
  };
}

/** JSON, or a form for an upload. */
async function encodeBody({ upload }: Endpoint, body: unknown): Promise<{ type: string; payload?: Buffer }> {
  if (!upload) {
    const type = 'application/json';
    return body === undefined ? { type } : { type, payload: Buffer.from(JSON.stringify(body)) };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, Uint8Array | string>)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'archivo');
  }
  const request = new Response(form);
  return { type: request.headers.get('content-type') ?? '', payload: Buffer.from(await request.arrayBuffer()) };
}
