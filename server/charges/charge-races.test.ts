import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { chargeTotals, REGISTERED_METHODS } from '#contract/charge-amounts';
import { listCharges, listPendingCharges } from '#contract/charge-summaries';
import * as api from '#contract/charges';
import { newAssistant } from '#server/testing/assistants';
import { charge, pay, payment } from '#server/testing/charges';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { lockCharge } from './charges.store.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const TWENTY = Array.from({ length: 20 });
const count = (replies: readonly { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test.each([
  ['of all that is pending', 25_000],
  ['in part', 10_000],
])('twenty identical payments %s at once make one', async (_, amount) => {
  const { _id: id } = await charge(ana);
  const marta = await newAssistant(testApp, [ana]);
  const replies = await Promise.all(
    TWENTY.map((_one, position) =>
      pay(position % 2 ? ana : marta.for(ana), id, { amount, method: 'transfer', pending: 25_000 }),
    ),
  );
  expect([count(replies, 201), count(replies, 409)]).toEqual([1, 19]);
  const refused = replies.filter(({ status }) => status === 409).map(({ error }) => error.code);
  expect(new Set(refused)).toEqual(new Set(['CHARGE_CHANGED']));
  expect((await ana.send(api.getCharge, { params: { id } })).body.paid).toBe(amount);
});

test('two equal payments at once that do not say what was pending make one', async () => {
  const { _id: id } = await charge(ana);
  // Both requests have begun before one of them can lock the charge.
  const payments = await testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
    await lockCharge(tx, id);
    const begun = [pay(ana, id), pay(ana, id)];
    await untilWaiting(testApp.sql, begun.length);
    return begun;
  });
  const replies = await Promise.all(payments);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('twenty charges of one appointment at once make one', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const visit = { patientId, date: '2030-01-07', time: '09:00' };
  const { _id: appointmentId } = (await ana.send(createAppointment, { body: visit })).body;
  const body = { patientId, appointmentId, concept: 'Control', amount: 25_000, date: '2026-01-15', payment: payment() };
  const replies = await Promise.all(TWENTY.map(() => ana.send(api.createCharge, { body })));
  expect([count(replies, 201), count(replies, 409)]).toEqual([1, 19]);
});

test('twenty equal charges without an appointment at once make one, and another one where nobody asks for only one', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const marta = await newAssistant(testApp, [ana]);
  const body = { patientId, concept: 'Informe', amount: 25_000, date: '2026-01-15', onlyOnce: true } as const;
  const replies = await Promise.all(
    TWENTY.map((_one, position) => (position % 2 ? ana : marta.for(ana)).send(api.createCharge, { body })),
  );
  expect([count(replies, 201), count(replies, 409)]).toEqual([1, 19]);
  const refused = replies.filter(({ status }) => status === 409).map(({ error }) => error.code);
  expect(new Set(refused)).toEqual(new Set(['CHARGE_REPEATED']));
  const others = [{ concept: 'Control' }, { amount: 24_000 }, { date: '2026-01-16' }, { onlyOnce: undefined }];
  for (const other of others) {
    expect((await ana.send(api.createCharge, { body: { ...body, ...other } })).status).toBe(201);
  }
});

test('a void charge does not count as an equal one, nor does an earlier attempt of the same request', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const first = { patientId, concept: 'Informe', amount: 25_000, date: '2026-01-15', onlyOnce: true } as const;
  const { _id } = (await ana.send(api.createCharge, { body: first })).body;
  expect((await ana.send(api.createCharge, { body: { ...first, _id } })).body._id).toBe(_id);
  await ana.send(api.voidCharge, { params: { id: _id }, body: { reason: 'Error' } });
  expect((await ana.send(api.createCharge, { body: first })).status).toBe(201);
});

test('a payment and the void of its charge at once: one of them wins', async () => {
  for (const _round of TWENTY.slice(0, 5)) {
    const { _id: id } = await charge(ana);
    const [paid, voided] = await Promise.all([
      pay(ana, id, { pending: 25_000 }),
      ana.send(api.voidCharge, { params: { id }, body: { reason: 'No vino' } }),
    ]);
    expect([paid.status, voided.status]).toSatisfy(
      ([one, other]: number[]) => (one === 201 && other === 409) || (one === 409 && other === 200),
    );
  }
});

/** A sequence of numbers that is the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each([1, 2])('whatever happens, paid and pending are the amount (seed %d)', async (seed) => {
  const person = await testApp.newProfessional();
  const { _id: patientId } = await person.hasPatient();
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
  const all = async () => [
    ...(await person.send(listCharges)).body.charges,
    ...(await person.send(listCharges, { query: { status: 'void' } })).body.charges,
  ];

  for (let step = 0; step < 40; step += 1) {
    const charges = await all();
    const chosen = pick(charges);
    const params = { id: chosen?._id ?? '' };
    const reason = { reason: 'Otro monto' };
    const act = below(10);
    if (!chosen || act < 2) await charge(person, { patientId, amount: 1 + below(50_000) });
    else if (act < 6)
      await pay(person, chosen._id, { amount: 1 + below(30_000), method: pick(REGISTERED_METHODS) ?? 'cash' });
    else if (act < 8) {
      const paymentId = pick(chosen.payments)?._id;
      if (paymentId) await person.send(api.voidChargePayment, { params: { ...params, paymentId }, body: reason });
    } else if (act < 9) await person.send(api.voidCharge, { params, body: reason });
    else {
      const body = { concept: 'Otro', amount: 1 + below(50_000), date: '2026-01-15' };
      await person.send(api.updateCharge, { params, body });
    }

    const now = await all();
    expect(now.length).toBeGreaterThanOrEqual(charges.length);
    for (const { amount, paid, pending, status, payments } of now) {
      const valid = payments.filter(({ voidedAt }) => voidedAt === undefined);
      if (status === 'void') expect([paid, pending, valid]).toEqual([0, 0, []]);
      else expect(paid + pending).toBe(amount);
      expect(paid).toBe(valid.reduce((sum, one) => sum + one.amount, 0));
      expect(paid >= 0 && paid <= amount && pending >= 0).toBe(true);
    }
    const { body } = await person.send(listCharges);
    expect(body.totals).toEqual(chargeTotals(body.charges));
    expect(body.totals.paid + body.totals.pending).toBe(body.totals.charged);
    expect(Object.values(body.totals.byMethod).reduce((sum, one) => sum + one, 0)).toBe(body.totals.paid);
    const owed = (await person.send(listPendingCharges)).body;
    expect(owed.reduce((sum, one) => sum + one.pending, 0)).toBe(body.totals.pending);
  }
});
