import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import type { Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { endAccess, newAssistant, type TestAssistant } from '#server/testing/assistants';
import { endpointCalls } from '#server/testing/endpoint-calls';
import { appointmentOf, type Person } from '#server/testing/endpoint-resources';
import { endpointRows, named } from '#server/testing/endpoint-rows';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let calls: ReturnType<typeof endpointCalls>;
let ana: Person;
let berta: Person;
/** Everybody acts as an assistant: of Ana, of Ana without permissions, of Berta, of nobody, and of Ana until the end. */
let marta: TestAssistant;
let limited: TestAssistant;
let nora: TestAssistant;
let newcomer: TestAssistant;
let former: TestAssistant;
beforeAll(async () => {
  testApp = await createTestApp({ metricsToken: 'el-token', sendsMail: true });
  calls = endpointCalls(testApp);
  [ana, berta] = await Promise.all([
    testApp.newProfessional({ name: 'Ana Pérez Soto' }),
    testApp.newProfessional({ name: 'Berta Silva' }),
  ]);
  await Promise.all([ana, berta].map((person) => person.pays(new Date('2100-01-01'))));
  const none = { canEditPatients: false, canCharge: false };
  [marta, limited, nora, newcomer, former] = await Promise.all([
    newAssistant(testApp, [ana]),
    newAssistant(testApp, [ana], none),
    newAssistant(testApp, [berta]),
    newAssistant(testApp, []),
    newAssistant(testApp, [ana]),
  ]);
  await endAccess(testApp, ana, former);
  await berta.hasPatient({ name: 'Luis Vera' });
});
afterAll(() => testApp.close());

/** A name that no call writes. */
const PATIENT = 'Elena Fuentes';
const { newRow, refusedRow } = endpointRows(
  () => calls,
  () => ({ ...ana, hasPatient: (details) => ana.hasPatient({ name: PATIENT, ...details }) }),
);

interface Try {
  assistant: TestAssistant;
  professional?: Person | string;
}

const namedId = (professional: Try['professional']) =>
  typeof professional === 'object' ? professional.user._id : professional;

/** Ana's call, sent by an assistant. */
async function tryCall(endpoint: Endpoint, { assistant, professional }: Try) {
  const { params, query, body } = await refusedRow(endpoint);
  return assistant.send(endpoint, { params, query, body, professional: namedId(professional) } as never);
}

/** A refusal says its code and its text, and nothing else. */
async function expectRefusal(endpoint: Endpoint, attempt: Try, code: ErrorCode): Promise<void> {
  const { status, message } = ERRORS[code];
  const reply = await tryCall(endpoint, attempt);
  expect([reply.status, reply.error]).toEqual([status, { error: message, message, code }]);
}

async function expectNothingOfAna(endpoint: Endpoint, reply: { body: unknown }): Promise<void> {
  const { params } = await refusedRow(endpoint);
  const text = reply.body instanceof Uint8Array ? Buffer.from(reply.body).toString() : JSON.stringify(reply.body ?? '');
  for (const secret of [ana.user._id, ana.user.email, 'Ana Pérez', PATIENT, ...Object.values(params ?? {})]) {
    expect(text).not.toContain(secret);
  }
}

const closed = ENDPOINTS.filter(({ access, assistants }) => ['professional', 'admin'].includes(access) && !assistants);
const own = ENDPOINTS.filter(({ assistants }) => assistants === 'own-account');
const open = ENDPOINTS.filter(({ assistants }) => assistants && assistants !== 'own-account');
const reception = ENDPOINTS.filter(({ access }) => access === 'assistant');
const permitted = open.filter(({ assistants }) => assistants !== 'for-professional');

/** Whoever asks for Ana without being invited by her. */
const strangers = (): Try[] => [
  { assistant: nora, professional: ana },
  { assistant: newcomer, professional: ana },
  { assistant: former, professional: ana },
  { assistant: marta, professional: berta },
  { assistant: marta, professional: 'nadie' },
];
const unnamed = (): Try[] => [marta, limited, nora, newcomer, former].map((assistant) => ({ assistant }));

test.each(named(closed))('%s refuses every assistant, with any header', async (_, endpoint) => {
  const attempts = [
    ...strangers(),
    ...unnamed(),
    { assistant: marta, professional: ana },
    { assistant: limited, professional: ana },
    { assistant: nora, professional: berta },
  ];
  for (const attempt of attempts) await expectRefusal(endpoint, attempt, 'ASSISTANT_FORBIDDEN');
});

describe.each(named(open))('%s', (_, endpoint) => {
  test('refuses whoever the named professional did not invite', async () => {
    for (const attempt of strangers()) await expectRefusal(endpoint, attempt, 'ASSISTANT_FORBIDDEN');
  });

  test('needs the header', async () => {
    for (const attempt of unnamed()) await expectRefusal(endpoint, attempt, 'PROFESSIONAL_REQUIRED');
  });

  test('tells an assistant of somebody else nothing of the records it names', async () => {
    const { params, bodyIsOwned } = await refusedRow(endpoint);
    const reply = await tryCall(endpoint, { assistant: nora, professional: berta });
    if (params || bodyIsOwned) expect([reply.status, reply.error.code]).toEqual([404, 'NOT_FOUND']);
    else expect(reply.status).toBeLessThan(300);
    await expectNothingOfAna(endpoint, reply);
  });

  test('accepts the assistant of the professional', async () => {
    const { params, query, body } = await newRow(endpoint);
    const { status } = await marta.for(ana).send(endpoint, { params, query, body } as never);
    expect(status).toBeLessThan(300);
  });
});

test.each(named(permitted))('%s needs the permission', async (_, endpoint) => {
  await expectRefusal(endpoint, { assistant: limited, professional: ana }, 'ASSISTANT_FORBIDDEN');
});

test.each(named(own))('%s serves the own account without a header, and ignores one', async (_, endpoint) => {
  for (const professional of [undefined, ana, berta, 'nadie']) {
    const assistant = await newAssistant(testApp, [ana]);
    const { params, query, body } = (await calls[`${endpoint.method} ${endpoint.path}`]?.(assistant)) ?? {};
    const request = { params, query, body, professional: namedId(professional) };
    const reply = await assistant.send(endpoint, request as never);
    expect(reply.status).toBeLessThan(300);
    await expectNothingOfAna(endpoint, reply);
  }
});

test.each(named(own.filter(({ params }) => params)))("%s knows nobody else's records", async (_, endpoint) => {
  for (const attempt of [{ assistant: marta, professional: ana }, ...strangers(), ...unnamed()]) {
    expect((await tryCall(endpoint, attempt)).status).toBe(404);
  }
});

test.each(named(reception))(
  '%s is for assistants only, each of whom sees their own professionals',
  async (_, endpoint) => {
    const { params, query, body } = await refusedRow(endpoint);
    for (const person of [ana, await testApp.newAdmin()]) {
      const { status, error } = await person.send(endpoint, { params, query, body } as never);
      expect([status, error.code]).toEqual([403, 'NOT_ALLOWED']);
    }
    expect((await tryCall(endpoint, { assistant: marta })).status).toBeLessThan(300);
    for (const assistant of [nora, newcomer, former]) {
      const reply = await tryCall(endpoint, { assistant, professional: ana });
      expect(reply.status).toBeLessThan(300);
      await expectNothingOfAna(endpoint, reply);
    }
  },
);

test("an appointment of Berta's cannot be made for a patient of Ana's", async () => {
  const both = await newAssistant(testApp, [ana, berta]);
  const body = await appointmentOf(ana);
  const { status } = await both.for(berta).send(createAppointment, { body });
  expect(status).toBe(404);
});
