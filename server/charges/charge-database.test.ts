import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/charges';
import { charge, payment } from '#server/testing/charges';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
/** A charge with a valid payment, and a void charge with a void payment. */
let paid: api.Charge;
let voided: api.Charge;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
  paid = await charge(ana, { payment: payment() });
  const { _id: id, payments } = await charge(ana, { payment: payment() });
  const body = { reason: 'Otro monto' };
  await ana.send(api.voidChargePayment, { params: { id, paymentId: payments[0]?._id ?? '' }, body });
  voided = (await ana.send(api.voidCharge, { params: { id }, body })).body;
});
afterAll(() => testApp.close());

/** What the database says to a statement of a role in the name of the owner. */
async function attempt(role: 'ficha_app' | 'ficha_assistant' | 'ficha_keys', text: string, ...values: unknown[]) {
  const pool = testApp.connections.as(role, 1);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local app.owner = '${ana.user._id}'`);
    await client.query(text, values);
    await client.query('commit');
    return 'accepted';
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
    await pool.end();
  }
}

const REFUSED = /permission denied|does not change|next revision|only ever voided|accepts no|foreign key/;
const VOID = `voided_at = now(), void_reason = concept`;

describe.each(['ficha_app', 'ficha_assistant', 'ficha_keys'] as const)('%s', (role) => {
  test.each([
    ['changes no amount without a revision', 'update charges set amount = 1 where id = $1'],
    ['changes no charge with payments', 'update charges set amount = 1, revision = revision + 1 where id = $1'],
    ['voids no charge with payments', `update charges set ${VOID}, revision = revision + 1 where id = $1`],
    ['gives no charge to another patient', 'update charges set patient_id = id where id = $1'],
    ['deletes no charge', 'delete from charges where id = $1'],
    ['deletes no charges', 'truncate charges cascade'],
  ])('%s', async (_, text) => {
    expect(await attempt(role, text, ...(text.includes('$1') ? [paid._id] : []))).toMatch(REFUSED);
  });

  test.each([
    ['changes no payment', 'update charge_payments set amount = 1 where charge_id = $1'],
    ['moves no payment', 'update charge_payments set date = date - 1 where charge_id = $1'],
    ['frees no payment from its charge', 'update charge_payments set charge_revision = null where charge_id = $1'],
    ['deletes no payment', 'delete from charge_payments where charge_id = $1'],
  ])('%s', async (_, text) => {
    expect(await attempt(role, text, paid._id)).toMatch(REFUSED);
  });

  test.each([
    ['voids no charge twice', `update charges set ${VOID}, revision = revision + 1 where id = $1`],
    [
      'brings no charge back',
      'update charges set voided_at = null, void_reason = null, revision = revision + 1 where id = $1',
    ],
    ['voids no payment twice', 'update charge_payments set voided_at = now() where charge_id = $1'],
    ['brings no payment back', 'update charge_payments set voided_at = null, void_reason = null where charge_id = $1'],
  ])('%s', async (_, text) => {
    expect(await attempt(role, text, voided._id)).toMatch(REFUSED);
  });

  test('changed nothing', async () => {
    for (const one of [paid, voided]) {
      expect((await ana.send(api.getCharge, { params: { id: one._id } })).body).toEqual(one);
    }
  });
});
