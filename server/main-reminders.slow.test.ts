import { join } from 'node:path';
import { expect } from 'vitest';
import { login, register, type SignedIn } from '#contract/auth';
import { dayIn } from '#contract/days';
import { createPatient } from '#contract/patients';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import { instantIn } from './platform/wall-clock.ts';
import { JOBS_AT_ONCE } from './platform/workers.ts';
import { eventually } from './testing/eventually.ts';
import { patientInput, registration } from './testing/inputs.ts';
import { headerIn, type Mailbox, openMailbox } from './testing/mailbox.ts';
import type { Served } from './testing/process.ts';
import { test as base, queryAsSuperuser } from './testing/process-test.ts';

const ZONE = 'America/Santiago';
const REMINDERS = 120;
/** How many mails had arrived at each kill. */
const KILLED_AFTER = [5, 30, 60];

const test = base.extend('mailbox', async ({ task: _ }, { onCleanup }) => {
  const mailbox = await openMailbox();
  onCleanup(() => mailbox.close());
  return mailbox;
});

/** A product that sends mail, and whose clock shows noon in Santiago. */
function mailing({ url }: Mailbox): Record<string, string> {
  const noon = instantIn(ZONE, { date: dayIn(ZONE, new Date()), time: '12:00' });
  return {
    SMTP_URL: url,
    MAIL_FROM: 'Ficha Austral <no-responder@ficha.cl>',
    PUBLIC_URL: 'https://ficha.cl',
    LOG_LEVEL: 'silent',
    CLOCK_OFFSET_MS: String(noon.getTime() - Date.now()),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'testing/shifted-clock.ts')}`,
  };
}

/** A professional whose patient has appointments in two days, all of them with a reminder that is due now. */
async function remindersAreDue({ url }: Served, dataDir: string): Promise<void> {
  let token = '';
  const call = async ({ method, path }: { method: string; path: string }, body: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return reply.json();
  };
  const account = registration({ region: 'Región Metropolitana' });
  await call(register, account);
  const { accessToken, user } = (await call(login, account)) as SignedIn;
  token = accessToken;
  await call(putReminderSettings, { ...DEFAULT_REMINDER_SETTINGS, enabled: true });
  const patient = (await call(createPatient, patientInput({ email: 'rosa@ejemplo.cl' }))) as { _id: string };
  await queryAsSuperuser(
    dataDir,
    `insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at, reminder_at)
     select $1, gen_random_uuid(), $2, current_date + 3, 600, 30, true, now(), now() - interval '1 day'
       from generate_series(1, $3::int)`,
    [user._id, patient._id, REMINDERS],
  );
}

async function countSent(dataDir: string): Promise<number> {
  const [row] = await queryAsSuperuser<{ sent: number }>(
    dataDir,
    `select count(*)::int as sent from reminders where status = 'sent'`,
  );
  return row?.sent ?? 0;
}

/** The mails to the patient: their ids, each with the link and the appointment of all its copies. */
function remindersIn({ received }: Mailbox) {
  const mails = received.filter(({ to }) => to.includes('rosa@ejemplo.cl'));
  const link = ({ text }: (typeof mails)[number]) => /https:\/\/ficha\.cl\/cita\/[\w-]{43}/.exec(text)?.[0];
  const appointment = ({ calendar }: (typeof mails)[number]) => /^UID:(.*)$/m.exec(calendar)?.[1];
  const contents = mails.map((mail) => [headerIn(mail, 'Message-ID'), link(mail), appointment(mail)]);
  return {
    copies: mails.length,
    contents: [...new Set(contents.map((one) => JSON.stringify(one)))].map((one) => JSON.parse(one) as string[]),
  };
}

test('a product that is killed while it sends loses no reminder, and repeats one only with the same id and link', async ({
  start,
  dataDir,
  mailbox,
}) => {
  const environment = mailing(mailbox);
  let server = await start(environment);
  await remindersAreDue(server, dataDir);
  let killedAt = 0;
  for (const received of KILLED_AFTER) {
    await eventually(() => expect(remindersIn(mailbox).copies).toBeGreaterThanOrEqual(received));
    server.kill('SIGKILL');
    await server.ended;
    killedAt = Date.now() + Number(environment.CLOCK_OFFSET_MS);
    server = await start(environment);
  }
  // The mails that were being sent would be tried again two minutes after they were claimed.
  await queryAsSuperuser(
    dataDir,
    `update mail_outbox set next_attempt_at = created_at
      where status = 'pending' and attempts > 0 and next_attempt_at <= $1::timestamptz + interval '2 minutes'`,
    [new Date(killedAt)],
  );
  await eventually(async () => expect(await countSent(dataDir)).toBe(REMINDERS));
  const { copies, contents } = remindersIn(mailbox);
  for (const column of [0, 1, 2]) expect(new Set(contents.map((one) => one[column])).size).toBe(REMINDERS);
  expect(contents).toHaveLength(REMINDERS);
  expect(copies).toBeLessThanOrEqual(REMINDERS + KILLED_AFTER.length * JOBS_AT_ONCE);
});

test('with several workers each reminder is sent once', async ({ start, dataDir, mailbox }) => {
  const server = await start({ ...mailing(mailbox), WORKERS: '2' });
  await remindersAreDue(server, dataDir);
  await eventually(async () => expect(await countSent(dataDir)).toBe(REMINDERS));
  const { copies, contents } = remindersIn(mailbox);
  expect([copies, contents.length]).toEqual([REMINDERS, REMINDERS]);
});
