import { afterAll, beforeAll, expect, test } from 'vitest';
import * as links from '#contract/appointment-links';
import { mailsTo } from '#server/testing/bookings';
import { createDepositTestApp, DAY_MS, type DepositTestApp, HOUR_MS } from '#server/testing/deposits';
import { openMailbox } from '#server/testing/mailbox';

let testApp: DepositTestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  testApp = await createDepositTestApp({ sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});

const read = (token: string) => testApp.send(links.getLinkedAppointment, { params: { token } });

test('the mail of a paid booking names the deposit, and its link outlives the link of the provider', async () => {
  const ana = await testApp.newProfessional();
  const page = await testApp.takesDeposits(ana);
  const { preferenceId, token, email } = await testApp.booked(page, { date: '2024-11-26' });
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  expect((await read(token)).body).toMatchObject({ status: 'scheduled', deposit: { status: 'paid' } });
  const text = (await mailsTo(testApp, mailbox, email)).at(-1)?.text ?? '';
  expect(text).toContain('Abono: $10.000, pagado\n');
  const [, mailed = ''] = /\/cita\/([\w-]{43})/.exec(text) ?? [];
  testApp.pass(DAY_MS + HOUR_MS);
  expect((await read(token)).status).toBe(404);
  expect((await read(mailed)).body).toMatchObject({ status: 'scheduled', deposit: { status: 'paid' } });
});
