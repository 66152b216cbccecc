import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog, getPatientAccessLog } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import { createAppointment } from '#contract/agenda';
import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { createPatient, deletePatient, getPatient } from '#contract/patients';
import { RIGHTS_KINDS, type RightsKind } from '#contract/rights-kinds';
import {
  changeRightsRequest,
  countRightsRequests,
  createRightsRequest,
  getRightsRecipient,
  getRightsRecipientByLink,
  getRightsRequest,
  listRightsRequests,
  type RightsQuery,
} from '#contract/rights-requests';
import { cleanUp } from '#server/cleanup/clean-up';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { newBookingPerson } from '#server/testing/bookings';
import { patientInput } from '#server/testing/inputs';
import { exerciseRight, hasSlug, newRightsProof, receivedRequest, rightsForm } from '#server/testing/rights-requests';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Thursday night: in UTC it is Friday already. */
const NIGHT = new Date('2026-11-20T02:30:00Z');
let clock = NIGHT;
let testApp: TestApp;
let ana: Person;
let slug: string;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => clock });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  clock = NIGHT;
  ana = await testApp.newProfessional({ name: 'Ana Pérez', region: 'Región Metropolitana' });
  await ana.pays(new Date('2100-01-01'));
  slug = await hasSlug(ana);
});

const change = (
  id: string,
  status: 'answered' | 'refused' | 'extended',
  person = ana,
  answer = 'Se entregó en papel',
) => person.send(changeRightsRequest, { params: { id }, body: { status, answer } });
const codeOf = async (reply: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await reply;
  return [status, error.code];
};
/** Nobody stays signed in for so long. */
async function passUntil(at: string) {
  clock = new Date(at);
  ana = await testApp.logIn(ana.user.email);
}
const all = async (person = ana) => (await person.send(listRightsRequests)).body;

describe('a request', () => {
  test.each(Object.keys(RIGHTS_KINDS) as RightsKind[])(
    'of %s is received with a number and a due date',
    async (kind) => {
      const { status, body } = await exerciseRight(testApp, { slug, kind });
      const dueOn = kind === 'blocking' ? '2026-11-23' : '2026-12-19';
      const dueAt = kind === 'blocking' ? '2026-11-24T02:59:59.000Z' : '2026-12-20T02:59:59.000Z';
      expect([status, body]).toEqual([
        201,
        { number: 'D-2026-0001', dueAt, dueOn, professional: 'Ana Pérez', sendsMail: false },
      ]);
      expect(await all()).toEqual([
        expect.objectContaining({
          kind,
          number: 'D-2026-0001',
          status: 'open',
          dueAt,
          receivedAt: NIGHT.toISOString(),
        }),
      ]);
    },
  );

  test('has the next number of its professional, anew in each year', async () => {
    const other = await testApp.newProfessional();
    const numbers = [];
    for (const [at, recipient] of [
      ['2026-12-31T12:00:00Z', slug],
      ['2027-01-01T02:59:00Z', slug],
      ['2027-01-01T03:01:00Z', slug],
      ['2027-01-01T03:02:00Z', await hasSlug(other)],
      ['2027-01-02T12:00:00Z', slug],
    ] as const) {
      clock = new Date(at);
      numbers.push((await exerciseRight(testApp, { slug: recipient })).body.number);
    }
    expect(numbers).toEqual(['D-2026-0001', 'D-2026-0002', 'D-2027-0001', 'D-2027-0001', 'D-2027-0002']);
  });

  test('of twenty at once has a number of its own', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => exerciseRight(testApp, { slug })));
    expect(new Set(replies.map(({ body }) => body.number)).size).toBe(20);
  });

  test('reaches a professional who takes no bookings, whose name the page shows', async () => {
    const { body } = await testApp.send(getRightsRecipient, { params: { slug } });
    expect(body).toEqual({ professional: 'Ana Pérez' });
  });

  test('reaches a professional by a former slug too', async () => {
    await ana.send(putBookingSettings, { body: { ...DEFAULT_BOOKING_SETTINGS, slug: `nueva-${slug}` } });
    expect((await testApp.send(getRightsRecipient, { params: { slug } })).body).toEqual({ professional: 'Ana Pérez' });
    expect((await exerciseRight(testApp, { slug })).status).toBe(201);
    expect(await all()).toHaveLength(1);
  });

  test('says whether its e-mail is the one in the file of the patient', async () => {
    const patientAt = (email?: string) => ana.hasPatient({ rut: newBookingPerson().rut, ...(email && { email }) });
    const isPatientEmail = async ({ rut }: { rut: string }) =>
      (await receivedRequest(testApp, ana, { rut, email: 'rosa@ejemplo.cl' })).isPatientEmail;
    expect(await isPatientEmail(await patientAt('Rosa@Ejemplo.cl'))).toBe(true);
    expect(await isPatientEmail(await patientAt('otra@ejemplo.cl'))).toBe(false);
    expect(await isPatientEmail(await patientAt())).toBe(false);
    expect(await isPatientEmail(newBookingPerson())).toBeUndefined();
  });

  test('is made with the link of an appointment', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const visit = { patientId, date: '2026-11-24', time: '09:00' };
    const { body: appointment } = await ana.send(createAppointment, { body: visit });
    const link = { ownerId: ana.user._id, appointmentId: appointment._id, expiresAt: new Date('2026-11-26') };
    const token = await newAppointmentLink(testApp, link);
    const read = await testApp.send(getRightsRecipientByLink, { params: { token } });
    expect([read.body, read.headers['referrer-policy'], read.headers['cache-control']]).toEqual([
      { professional: 'Ana Pérez' },
      'no-referrer',
      'no-store',
    ]);
    expect((await exerciseRight(testApp, { token })).status).toBe(201);
    clock = new Date('2026-11-27');
    expect(await codeOf(testApp.send(getRightsRecipientByLink, { params: { token } }))).toEqual([404, 'LINK_ENDED']);
    expect(await codeOf(exerciseRight(testApp, { token }))).toEqual([404, 'LINK_ENDED']);
  });

  test.each([
    ['slug', 'nadie-con-esta-direccion', 'NOT_FOUND'],
    ['slug', '../x', 'NOT_FOUND'],
    ['token', 'a'.repeat(43), 'LINK_ENDED'],
    ['token', '', 'LINK_ENDED'],
  ])('with an unknown %s is refused in one way (%s)', async (field, value, code) => {
    expect(await codeOf(exerciseRight(testApp, { [field]: value }))).toEqual([404, code]);
  });

  test.each([
    ['neither slug nor token', { slug: undefined }, 'slug'],
    ['both slug and token', { token: 'a'.repeat(43) }, 'slug'],
    ['another kind', { kind: 'portabilidad' }, 'kind'],
    ['no name', { name: ' ' }, 'name'],
    ['a RUT that is none', { rut: 'AB123456' }, 'rut'],
    ['an address that is none', { email: 'rosa' }, 'email'],
    ['a rectification that does not say of what', { kind: 'rectification', text: '' }, 'text'],
    ['an opposition that does not say to what', { kind: 'opposition', text: undefined }, 'text'],
    ['too long a text', { text: 'a'.repeat(4001) }, 'text'],
  ])('with %s is refused', async (_, written, field) => {
    const { status, error } = await exerciseRight(testApp, { slug, ...written } as never);
    expect([status, error.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect(await all()).toEqual([]);
  });

  test('needs no text for access, and may name a passport', async () => {
    const written = { text: undefined, documentType: 'passport', rut: 'ab 123456' } as never;
    expect((await exerciseRight(testApp, { slug, ...(written as object) })).status).toBe(201);
    expect(await all()).toMatchObject([{ text: '', rut: 'AB123456', documentType: 'passport' }]);
  });

  test('needs a proof of work, which works once', async () => {
    const body = { ...rightsForm({ slug }), altcha: await newRightsProof(testApp) };
    const send = (altcha: string) => testApp.send(createRightsRequest, { body: { ...body, altcha } });
    expect((await send(body.altcha)).status).toBe(201);
    expect(await codeOf(send(body.altcha))).toEqual([400, 'PROOF_OF_WORK_INVALID']);
    expect(await codeOf(send('bmluZ3Vubw=='))).toEqual([400, 'PROOF_OF_WORK_INVALID']);
    expect(await all()).toHaveLength(1);
  });

  test('is answered alike for a patient and for a stranger', async () => {
    const { rut } = await ana.hasPatient({ rut: newBookingPerson().rut });
    const patient = await exerciseRight(testApp, { slug, rut });
    const stranger = await exerciseRight(testApp, { slug });
    expect({ ...stranger.body, number: '' }).toEqual({ ...patient.body, number: '' });
    expect(Object.keys(stranger.headers)).toEqual(Object.keys(patient.headers));
  });

  test('is stored encrypted', async () => {
    await exerciseRight(testApp, { slug, text: 'Corrige mi teléfono', name: 'Rosa Secreta' });
    const rows = await testApp.sql`select to_jsonb(r) as row from rights_requests r where owner_id = ${ana.user._id}`;
    expect(JSON.stringify(rows)).not.toMatch(/Secreta|teléfono|ejemplo\.cl/);
  });

  test('does not reach a closed account', async () => {
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: ana.user._id } });
    expect(await codeOf(exerciseRight(testApp, { slug }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the list', () => {
  test('has those that wait first, by their last day, and the patients with the same document', async () => {
    const [rosa, later] = [newBookingPerson(), newBookingPerson()];
    const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz', rut: rosa.rut });
    const written = rosa.rut.replace('-', '');
    await exerciseRight(testApp, { slug, kind: 'access', rut: written });
    await exerciseRight(testApp, { slug, kind: 'blocking', rut: later.rut });
    await exerciseRight(testApp, { slug, kind: 'erasure' });
    const [blocking] = await all();
    await change((await all())[2]?._id ?? '', 'answered');
    expect((await all()).map(({ kind, patientId: id, patientName }) => [kind, id, patientName])).toEqual([
      ['blocking', null, undefined],
      ['access', patientId, 'Rosa Díaz'],
      ['erasure', null, undefined],
    ]);
    const { body: count } = await ana.send(countRightsRequests);
    expect(count).toEqual({ total: 2, next: { kind: 'blocking', dueOn: '2026-11-23', warnOn: '2026-11-20' } });
    expect((await ana.send(countRightsRequests, { query: { state: 'ended' } })).body).toEqual({ total: 1 });
    // The file is made later.
    const { body: made } = await ana.send(createPatient, { body: { ...patientInput(), rut: later.rut } });
    expect((await all()).find(({ _id }) => _id === blocking?._id)?.patientId).toBe(made._id);
  });

  test('has pages, of all requests or of one state', async () => {
    for (let sent = 0; sent < 5; sent++) await exerciseRight(testApp, { slug });
    const listed = await all();
    for (const request of listed.slice(3)) await change(request._id, 'answered');
    const pageOf = async (query: Partial<RightsQuery>) =>
      (await ana.send(listRightsRequests, { query: { limit: 2, ...query } })).body.map(({ number }) => number);
    const numbers = (await all()).map(({ number }) => number);
    expect(await pageOf({})).toEqual(numbers.slice(0, 2));
    expect(await pageOf({ page: 2 })).toEqual(numbers.slice(2, 4));
    expect(await pageOf({ page: 4 })).toEqual([]);
    expect(await pageOf({ state: 'waiting', page: 2 })).toEqual(numbers.slice(2, 3));
    expect(await pageOf({ state: 'ended' })).toEqual(numbers.slice(3));
  });

  test('has at most fifty requests unless more are asked for', async () => {
    await receivedRequest(testApp, ana);
    await testApp.sql`
      insert into rights_requests
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'sequence', n))).*
        from rights_requests r, generate_series(100, 160) n where r.owner_id = ${ana.user._id}`;
    expect(await all()).toHaveLength(50);
    expect((await ana.send(listRightsRequests, { query: { limit: 200 } })).body).toHaveLength(62);
  });

  test('opens one request', async () => {
    const request = await receivedRequest(testApp, ana);
    const params = { id: request._id };
    expect((await ana.send(getRightsRequest, { params })).body).toEqual(request);
    const stranger = await testApp.newProfessional();
    expect(await codeOf(stranger.send(getRightsRequest, { params }))).toEqual([404, 'NOT_FOUND']);
  });

  test('shows nobody the requests of another professional', async () => {
    const { _id } = await receivedRequest(testApp, ana);
    const stranger = await testApp.newProfessional();
    expect(await all(stranger)).toEqual([]);
    expect(await codeOf(change(_id, 'answered', stranger))).toEqual([404, 'NOT_FOUND']);
  });

  test('keeps a request when its patient is deleted and after every clean-up', async () => {
    const { _id: id, rut } = await ana.hasPatient({ rut: newBookingPerson().rut });
    await receivedRequest(testApp, ana, { rut });
    await change((await all())[0]?._id ?? '', 'answered');
    await ana.send(deletePatient, { params: { id } });
    await cleanUp({ ...testApp.deps, purgeAccount: async () => true });
    expect(await all()).toMatchObject([{ status: 'answered', answer: 'Se entregó en papel', patientId: null }]);
  });
});

describe('an answer', () => {
  test.each(['answered', 'refused'] as const)('%s is kept and never changes', async (status) => {
    const { _id } = await receivedRequest(testApp, ana);
    const { body } = await change(_id, status);
    expect(body).toMatchObject({ status, answer: 'Se entregó en papel', answeredAt: NIGHT.toISOString() });
    for (const next of ['answered', 'refused', 'extended'] as const)
      expect(await codeOf(change(_id, next))).toEqual([409, 'RIGHTS_REQUEST_ENDED']);
    expect(await all()).toEqual([body]);
    await expect(testApp.sql`update rights_requests set due_on = due_on + 1 where id = ${_id}`).rejects.toThrow(
      'accepts no update',
    );
  });

  test('has a text', async () => {
    const { _id } = await receivedRequest(testApp, ana);
    expect((await change(_id, 'answered', ana, '  ')).status).toBe(400);
    expect((await change(_id, 'open' as never)).status).toBe(400);
  });

  test('is in the access log of the account and of the patient, with the request', async () => {
    const { _id: id, rut } = await ana.hasPatient({ rut: newBookingPerson().rut });
    const { _id } = await receivedRequest(testApp, ana, { rut });
    await change(_id, 'extended');
    await change(_id, 'refused');
    const acts = ['rights-request.refused', 'rights-request.extended', 'rights-request.received'];
    const found = (entries: { act: string; actor: string }[]) =>
      entries.filter(({ act }) => acts.includes(act)).map(({ act, actor }) => [act, actor]);
    const expected = [
      ['rights-request.refused', 'Ana Pérez'],
      ['rights-request.extended', 'Ana Pérez'],
      ['rights-request.received', 'Persona que ejerce un derecho'],
    ];
    expect(found((await ana.send(getAccountAccessLog, { query: {} })).body)).toEqual(expected);
    expect(found((await ana.send(getPatientAccessLog, { params: { id }, query: {} })).body)).toEqual(expected);
  });
});

describe('an extension', () => {
  test('adds thirty days, once, with its reason', async () => {
    const { _id } = await receivedRequest(testApp, ana, { kind: 'portability' });
    await passUntil('2026-12-20T02:30:00Z');
    const { body } = await change(_id, 'extended', ana, 'Son muchos documentos');
    expect(body).toMatchObject({
      status: 'extended',
      extensionReason: 'Son muchos documentos',
      extendedAt: clock.toISOString(),
      dueOn: '2027-01-18',
      dueAt: '2027-01-19T02:59:59.000Z',
    });
    expect(body.answer).toBeUndefined();
    expect(await codeOf(change(_id, 'extended'))).toEqual([409, 'RIGHTS_REQUEST_EXTENDED']);
    expect((await change(_id, 'answered')).body).toMatchObject({ extensionReason: 'Son muchos documentos' });
  });

  test('is refused when the time is over', async () => {
    const { _id } = await receivedRequest(testApp, ana);
    await passUntil('2026-12-20T03:00:00Z');
    expect(await codeOf(change(_id, 'extended'))).toEqual([409, 'RIGHTS_REQUEST_OVERDUE']);
    expect((await change(_id, 'answered')).status).toBe(200);
  });

  test('does not exist for a request of blocking', async () => {
    const { _id } = await receivedRequest(testApp, ana, { kind: 'blocking' });
    expect(await codeOf(change(_id, 'extended'))).toEqual([409, 'RIGHTS_REQUEST_NOT_EXTENDABLE']);
  });
});

describe('a request of blocking', () => {
  const blockedAfter = async (kind: RightsKind, status: 'answered' | 'refused') => {
    const { _id: id, rut } = await ana.hasPatient({ rut: newBookingPerson().rut });
    const { _id } = await receivedRequest(testApp, ana, { kind, rut });
    const { body } = await change(_id, status);
    return [body.patientBlocked, (await ana.send(getPatient, { params: { id } })).body.blocked];
  };

  test('marks the patient when it is answered, and not when it is refused', async () => {
    expect(await blockedAfter('blocking', 'answered')).toEqual([true, true]);
    expect(await blockedAfter('blocking', 'refused')).toEqual([false, false]);
    expect(await blockedAfter('opposition', 'answered')).toEqual([false, false]);
  });

  test('of somebody who is no patient is answered all the same', async () => {
    const { _id } = await receivedRequest(testApp, ana, { kind: 'blocking' });
    expect((await change(_id, 'answered')).body).toMatchObject({ status: 'answered', patientId: null });
  });
});
