import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { createPreference, listPayments } from '#contract/billing';
import { createCertificateTemplate, finalizeCertificate, printCertificate } from '#contract/certificates';
import { finalizeClinicalNote, getClinicalNote, updateClinicalNote } from '#contract/clinical-notes';
import { addDays } from '#contract/days';
import { type Access, type Endpoint, isWrite } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { deletePatient } from '#contract/patients';
import { uploadSignature } from '#contract/signature';
import { decideTestCheckout } from '#contract/test-checkout';
import { challengeWithCode, firstCode, withoutSecondFactor } from '#server/testing/authenticator';
import { codeOn } from '#server/testing/pdf-programs';
import { createTestApp, patientInput, type TestApp } from '#server/testing/test-app';

/**
 * For each endpoint: the ids and the body of a call that succeeds for the owner.
 * An endpoint without a row fails this test. A row with `params` is also called by another professional.
 */
interface Row {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The body contains an id of the owner. Another professional who sends it gets 404. */
  bodyIsOwned?: boolean;
}
/** The payment provider signs this request. An unsigned request is refused. */
const SIGNED = 'POST /api/payments/webhook';
const METRICS_TOKEN = 'el-token-de-las-metricas';

const ROWS: Record<string, (owner: Person) => Promise<Row> | Row> = {
  'GET /api/health': () => ({}),
  'GET /api/metrics': () => ({}),
  'POST /api/auth/login': (owner) => ({ body: { email: owner.user.email, password: 'clave-de-prueba' } }),
  'POST /api/auth/register': () => ({
    body: {
      name: 'Berta Rojas',
      rut: '11.111.111-1',
      email: 'berta@ejemplo.cl',
      password: 'otra-clave',
      profession: 'Psicólogos/as',
      city: 'Osorno',
      region: 'Región de Los Lagos',
    },
  }),
  'GET /api/auth/me': () => ({}),
  'POST /api/auth/refresh': (owner) => ({ body: { refreshToken: owner.refreshToken } }),
  'POST /api/auth/logout': () => ({ body: { refreshToken: 'de nadie' } }),
  'POST /api/auth/recovery': (owner) => ({ body: { email: owner.user.email } }),
  'POST /api/auth/recovery/confirm': async () => ({
    body: { token: await newLink('recovery'), password: 'otra-clave' },
  }),
  'POST /api/auth/confirm-email': async () => ({ body: { token: await newLink('email-confirmation') } }),
  'POST /api/account/confirmation-mail': () => ({}),
  'POST /api/auth/second-factor': async () => ({ body: await challengeWithCode(testApp) }),
  'GET /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/{id}': async (owner) => ({ params: { id: await newSession(owner) } }),
  'DELETE /api/auth/sessions': () => ({}),
  'POST /api/auth/reauthenticate': () => ({ body: { password: 'clave-de-prueba' } }),
  'POST /api/account/totp': async (owner) => {
    await withoutSecondFactor(testApp, owner);
    return {};
  },
  'POST /api/account/totp/confirm': async (owner) => ({ body: { code: await firstCode(testApp, owner) } }),
  'DELETE /api/account/totp': () => ({ body: { password: 'clave-de-prueba' } }),
  'GET /api/account/settings': () => ({}),
  'PUT /api/account/personal-info': () => ({
    body: { name: 'Ana', profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' },
  }),
  'PUT /api/account/password': () => ({ body: { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' } }),
  'GET /api/patients': () => ({}),
  'GET /api/patients/can-create': () => ({}),
  'GET /api/patients/{id}': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'POST /api/patients': () => ({ body: patientInput() }),
  'PUT /api/patients/{id}': async (owner) => ({ params: { id: (await owner.hasPatient())._id }, body: patientInput() }),
  'DELETE /api/patients/{id}': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'GET /api/patients/{id}/access-log': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'GET /api/patients/{id}/access-log/csv': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'GET /api/account/access-log': () => ({}),
  'GET /api/account/access-log/csv': () => ({}),
  'GET /api/patients/{id}/export': async (owner) => ({
    params: {
      id: (await owner.send(getClinicalNote, { params: { id: await finalizedNoteOf(owner) } })).body.patientId,
    },
  }),
  'GET /api/account/export': () => ({}),
  'GET /api/account/custody': () => ({}),
  'GET /api/account/custody/{patientId}/export': async (owner) => {
    const { _id: id, patientId } = await owner.hasCertificate();
    await owner.send(finalizeCertificate, { params: { id } });
    await owner.send(deletePatient, { params: { id: patientId } });
    return { params: { patientId } };
  },
  'GET /api/clinical-notes/can-create': () => ({}),
  'GET /api/patients/{id}/notes': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'GET /api/clinical-notes/{id}': async (owner) => ({ params: { id: (await owner.hasNote())._id } }),
  'POST /api/clinical-notes': async (owner) => ({
    body: { patientId: (await owner.hasPatient())._id },
    bodyIsOwned: true,
  }),
  'PUT /api/clinical-notes/{id}': async (owner) => ({
    params: { id: (await owner.hasNote())._id },
    body: { reason: 'Otro' },
  }),
  'POST /api/clinical-notes/{id}/finalize': async (owner) => ({ params: { id: (await owner.hasNote())._id } }),
  'GET /api/certificates/patient/{id}': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'GET /api/certificates/{id}': async (owner) => ({ params: { id: (await owner.hasCertificate())._id } }),
  'POST /api/certificates': async (owner) => ({
    body: { patientId: (await owner.hasPatient())._id, title: 'Reposo', content: 'Dos días' },
    bodyIsOwned: true,
  }),
  'PUT /api/certificates/{id}': async (owner) => ({
    params: { id: (await owner.hasCertificate())._id },
    body: { title: 'Reposo', content: 'Tres días' },
  }),
  'POST /api/certificates/{id}/finalize': async (owner) => ({ params: { id: (await owner.hasCertificate())._id } }),
  'DELETE /api/certificates/{id}': async (owner) => ({ params: { id: (await owner.hasCertificate())._id } }),
  'GET /api/clinical-notes/{id}/pdf': async (owner) => ({ params: { id: await finalizedNoteOf(owner) } }),
  'GET /api/clinical-notes/{id}/pdf/plans': async (owner) => ({ params: { id: await finalizedNoteOf(owner) } }),
  'GET /api/clinical-notes/{id}/pdf/prescriptions': async (owner) => ({
    params: { id: await finalizedNoteOf(owner) },
  }),
  'GET /api/certificates/{id}/pdf': async (owner) => {
    const { _id: id } = await owner.hasCertificate();
    await owner.send(finalizeCertificate, { params: { id } });
    return { params: { id } };
  },
  'POST /api/signatures/upload': () => ({ body: { signature: PICTURE } }),
  'DELETE /api/signatures': withSignature,
  'GET /api/signatures/info': () => ({}),
  'GET /api/signatures/image': withSignature,
  'PUT /api/signatures/toggle': async (owner) => ({ ...(await withSignature(owner)), body: { useSignature: true } }),
  'GET /api/verify/{code}': async (owner) => {
    const { _id: id } = await owner.hasCertificate();
    await owner.send(finalizeCertificate, { params: { id } });
    const { body } = await owner.send(printCertificate, { params: { id } });
    return { params: { code: await codeOn(body) } };
  },
  'GET /api/subscriptions/info': () => ({}),
  'GET /api/account/storage': () => ({}),
  'GET /api/payments/history': () => ({}),
  'POST /api/payments/create-preference': () => ({ body: { subscriptionType: 'monthly' } }),
  'POST /api/payments/check': () => ({}),
  [SIGNED]: () => ({ body: { type: 'payment', data: { id: '1' } } }),
  'GET /api/test-checkout/{id}': async (owner) => ({ params: { id: await purchaseOf(owner) } }),
  'POST /api/test-checkout/{id}': async (owner) => ({
    params: { id: await purchaseOf(owner) },
    body: { outcome: 'rejected' },
  }),
  'GET /api/certificate-templates': () => ({}),
  'POST /api/certificate-templates': () => ({ body: { name: 'Reposo', content: 'Certifico que {{paciente}}' } }),
  'PUT /api/certificate-templates/{id}': async (owner) => {
    const body = { name: 'Reposo', content: 'Certifico' };
    return {
      params: { id: (await owner.send(createCertificateTemplate, { body })).body._id },
      body: { content: 'Certifico que' },
    };
  },
  'GET /api/cie10/search': () => ({ query: { query: 'diabetes' } }),
  'GET /api/cie10/stats': () => ({}),
  'GET /api/admin/statistics': () => ({}),
  'GET /api/admin/system': () => ({}),
  'GET /api/admin/users': () => ({}),
  'GET /api/admin/users/count': () => ({}),
  'GET /api/admin/users/{id}': (owner) => ({ params: { id: owner.user._id } }),
  'GET /api/subscriptions/admin/user/{id}': (owner) => ({ params: { id: owner.user._id } }),
  'GET /api/admin/users/{id}/payments': (owner) => ({ params: { id: owner.user._id } }),
  'GET /api/admin/users/{id}/webhooks': (owner) => ({ params: { id: owner.user._id } }),
  'PUT /api/admin/users/{id}/subscription': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
    body: { status: 'paid' },
  }),
  'PUT /api/admin/users/{id}/identity': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
    body: { verified: false },
  }),
  'PUT /api/admin/users/{id}/reset-password': async () => ({
    params: { id: (await testApp.newProfessional()).user._id },
  }),
  'DELETE /api/admin/users/{id}': async () => ({ params: { id: (await testApp.newProfessional()).user._id } }),
  'DELETE /api/admin/payments/{id}': async () => ({ params: { id: await paymentOf(await testApp.newProfessional()) } }),
  'GET /api/admin/webhooks': () => ({}),
  'GET /api/admin/webhooks/count': () => ({}),
  'DELETE /api/admin/webhooks/{id}': async () => ({ params: { id: await newWebhook() } }),
  'GET /api/admin/mails': () => ({}),
  'GET /api/admin/mails/count': () => ({}),
  'GET /api/admin/cie10/stats': () => ({}),
  'POST /api/admin/cie10/initialize': () => ({}),
  'POST /api/admin/expand-cie10': () => ({}),
  'GET /api/appointments': () => ({ query: { date: '2030-01-07' } }),
  'POST /api/appointments': async (owner) => ({ body: await appointmentOf(owner), bodyIsOwned: true }),
  'DELETE /api/appointments/{id}': async (owner) => ({
    params: { id: (await owner.send(createAppointment, { body: await appointmentOf(owner) })).body._id },
  }),
};

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

async function finalizedNoteOf(owner: Person): Promise<string> {
  const { _id: id } = await owner.hasNote({
    plansAndIndications: 'Reposo',
    prescriptions: [{ medicamento: 'Paracetamol' }],
  });
  await owner.send(finalizeClinicalNote, { params: { id } });
  return id;
}

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function withSignature(owner: Person): Promise<Row> {
  await owner.send(uploadSignature, { body: { signature: PICTURE } });
  return {};
}

async function purchaseOf(owner: Person): Promise<string> {
  const { body } = await owner.send(createPreference, { body: { subscriptionType: 'annual' } });
  return body.preference.initPoint.split('/').at(-1) ?? '';
}

async function paymentOf(owner: Person): Promise<string> {
  const params = { id: await purchaseOf(owner) };
  await owner.send(decideTestCheckout, { params, body: { outcome: 'rejected' } });
  const [payment] = (await owner.send(listPayments)).body;
  return payment?._id ?? '';
}

async function newWebhook(): Promise<string> {
  const id = randomUUID();
  await testApp.sql`
    insert into webhooks (id, received_at, webhook_type, status, ip_address)
    values (${id}, now(), 'payment', 'ignored', '127.0.0.1')`;
  return id;
}

/** A link of somebody else: the caller is still needed. */
async function newLink(purpose: string): Promise<string> {
  const token = randomUUID();
  const { user } = await testApp.newProfessional();
  await testApp.sql`
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
    values (sha256(${Buffer.from(token)}), ${user._id}, ${purpose}, now(), now() + interval '1 hour')`;
  return token;
}

async function newSession(owner: Person): Promise<string> {
  const id = randomUUID();
  await testApp.sql`
    insert into sessions (id, user_id, refresh_token_hash, started_at, last_seen_at)
    values (${id}, ${owner.user._id}, ${Buffer.from(id)}, ${testApp.deps.now()}, ${testApp.deps.now()})`;
  return id;
}

let day = 0;
/** Each call uses a different day, so appointments do not overlap. */
async function appointmentOf(owner: Person) {
  day += 1;
  return { patientId: (await owner.hasPatient())._id, date: addDays('2030-01-07', day), time: '09:00' };
}

let testApp: TestApp;
let ana: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp({ metricsToken: METRICS_TOKEN, sendsMail: true });
  [ana, stranger, admin] = await Promise.all([
    testApp.newProfessional(),
    testApp.newProfessional(),
    testApp.newAdmin(),
  ]);
  await Promise.all([ana, stranger, admin].map((person) => person.pays(new Date('2100-01-01'))));
});
afterAll(() => testApp.close());

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

test('every endpoint has a row, and every row has an endpoint', () => {
  expect(Object.keys(ROWS).sort()).toEqual(ENDPOINTS.map(nameOf).sort());
});

const call = async (endpoint: Endpoint, token?: string) => {
  const row = await ROWS[nameOf(endpoint)]?.(ana);
  return testApp.send(endpoint, { params: row?.params, query: row?.query, body: row?.body }, token);
};
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const of = (...access: Access[]) => named(ENDPOINTS.filter((endpoint) => access.includes(endpoint.access)));

test.each(of('public'))('%s is public', async (_, endpoint) => {
  const { status } = await call(endpoint);
  if (nameOf(endpoint) === SIGNED) expect(status).toBe(401);
  else expect(status).toBeLessThan(300);
});

test.each(of('professional', 'admin'))('%s refuses a missing and a forged token', async (_, endpoint) => {
  expect((await call(endpoint)).status).toBe(401);
  expect((await call(endpoint, `${ana.accessToken.slice(0, -4)}AAAA`)).status).toBe(401);
});

test.each(of('professional'))('%s accepts a professional', async (_, endpoint) => {
  expect((await call(endpoint, ana.accessToken)).status).toBeLessThan(300);
});

test.each(named(ENDPOINTS.filter(({ access, params }) => access === 'professional' && params)))(
  "%s answers 404 for another owner's id, also to administrators",
  async (_, endpoint) => {
    expect((await call(endpoint, stranger.accessToken)).status).toBe(404);
    expect((await call(endpoint, admin.accessToken)).status).toBe(404);
  },
);

test.each(named(ENDPOINTS.filter(({ path }) => path.includes('{id}'))))(
  '%s accepts an id in upper case',
  async (_, endpoint) => {
    const row = await ROWS[nameOf(endpoint)]?.(ana);
    const upperCase = Object.fromEntries(
      Object.entries(row?.params ?? {}).map(([name, id]) => [name, id.toUpperCase()]),
    );
    const { accessToken } = endpoint.access === 'admin' ? admin : ana;
    expect((await testApp.send(endpoint, { ...row, params: upperCase }, accessToken)).status).toBeLessThan(300);
  },
);

const withBody = ENDPOINTS.filter(({ body, upload }) => body && !upload);

test.each(named(withBody))('%s refuses a body that is not an object', async (_, endpoint) => {
  const row = await ROWS[nameOf(endpoint)]?.(ana);
  const { accessToken } = endpoint.access === 'admin' ? admin : ana;
  for (const body of [null, [], [row?.body], 5, 'texto', true]) {
    const { status, error } = await testApp.send(endpoint, { ...row, body }, accessToken);
    expect([body, status, error.error]).toEqual([body, 400, 'Revisa los datos ingresados']);
  }
});

/** Finalization needs no body, and a notification may carry all its data in the query string. */
const OPTIONAL_BODY = [SIGNED, 'POST /api/certificates/{id}/finalize', 'POST /api/clinical-notes/{id}/finalize'];

test.each(named(withBody))('%s refuses a missing body', async (_, endpoint) => {
  const { body: _body, ...row } = (await ROWS[nameOf(endpoint)]?.(ana)) ?? {};
  const { status } = await testApp.send(endpoint, row, (endpoint.access === 'admin' ? admin : ana).accessToken);
  if (OPTIONAL_BODY.includes(nameOf(endpoint))) expect(status).not.toBe(400);
  else expect(status).toBe(400);
});

test('an update whose body is not an object leaves the draft unchanged', async () => {
  const note = await ana.hasNote({ reason: 'Control', anamnesis: 'Refiere dolor' });
  const params = { id: note._id };
  for (const body of [null, undefined, []]) {
    expect((await ana.send(updateClinicalNote, { params, body: body as never })).status).toBe(400);
  }
  expect((await ana.send(getClinicalNote, { params })).body).toEqual(note);
});

test("a body with another owner's id is answered with 404", async () => {
  const owned = [];
  for (const endpoint of ENDPOINTS) {
    const row = await ROWS[nameOf(endpoint)]?.(ana);
    if (!row?.bodyIsOwned) continue;
    owned.push(nameOf(endpoint));
    expect((await testApp.send(endpoint, row, stranger.accessToken)).status).toBe(404);
  }
  expect(owned).toContain('POST /api/appointments');
});

test.each(of('admin'))('%s accepts administrators only', async (_, endpoint) => {
  expect((await call(endpoint, ana.accessToken)).status).toBe(403);
  expect((await call(endpoint, admin.accessToken)).status).toBeLessThan(300);
});

test.each(of('monitoring'))('%s accepts the token of monitoring only', async (_, endpoint) => {
  for (const token of [undefined, `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(1), ana.accessToken, admin.accessToken]) {
    expect((await call(endpoint, token)).status).toBe(401);
  }
  expect((await call(endpoint, METRICS_TOKEN)).status).toBe(200);
});

test('while the disk is nearly full, a GET that does not declare that it writes changes no table', async () => {
  await testApp.sql`create table changes (table_name text)`;
  await testApp.sql`
    create function record_change() returns trigger language plpgsql security definer as
    $$ begin insert into public.changes values (tg_table_name); return null; end $$`;
  await testApp.sql`
    do $$ declare recorded regclass; begin
      for recorded in select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'changes'
      loop
        execute format('create trigger record_change after insert or update or delete or truncate on %s
                          for each statement execute function record_change()', recorded);
      end loop;
    end $$`;
  const requests = [];
  for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
    requests.push({ endpoint, row: await ROWS[nameOf(endpoint)]?.(ana) });
  }
  // The first print of a document is refused on such a disk, and shows here that changes are seen.
  const changing: string[] = [];
  for (const isLow of [false, true]) {
    testApp.setDiskLow(isLow);
    // After ten minutes a session would be recorded as used.
    if (isLow) testApp.passTime(10 * 60 * 1000);
    for (const { endpoint, row } of requests.filter((request) => isLow !== isWrite(request.endpoint))) {
      await testApp.sql`delete from changes`;
      const token = {
        admin: admin.accessToken,
        monitoring: METRICS_TOKEN,
        professional: ana.accessToken,
        public: undefined,
      };
      const { status } = await testApp.send(
        endpoint,
        { params: row?.params, query: row?.query },
        token[endpoint.access],
      );
      expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 200]);
      if ((await testApp.sql`select from changes`).length > 0) changing.push(nameOf(endpoint));
    }
  }
  testApp.setDiskLow(false);
  expect(changing).toEqual(
    requests
      .map(({ endpoint }) => endpoint)
      .filter(isWrite)
      .map(nameOf),
  );
});
