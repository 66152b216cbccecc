import { chromium } from '@playwright/test';
import { createAppointment } from '#contract/agenda';
import { acceptInvitation, inviteAssistant } from '#contract/assistants';
import { createPatient } from '#contract/patients';
import { checkDigit } from '#contract/rut';
import { SLOTS } from '#contract/slots';
import { browserOptions } from '../tools/browser.ts';
import { FRAME_MS, lateFrames } from './frames.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { WIDE } from './screens.ts';
import { logIn, PASSWORD, sendAs, signIn, storageStateOf } from './sign-in.ts';

/** Other work on the machine only adds frames that come late, so the best round counts. */
const ROUNDS = 5;
const PROFESSIONALS = 10;
const APPOINTMENTS = 20;
const SETTLED_MS = 1500;
const LATE_GOAL = 0;

const [EMPTY_DAY, FULL_DAY] = ['2030-01-07', '2030-01-08'];
const ASSISTANT = 'marta@ejemplo.cl';

/** Measures the frames while the day of reception draws the appointments of all professionals. */
export const benchReception = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    await using browser = await chromium.launch({
      ...browserOptions(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    for (let number = 0; number < PROFESSIONALS; number++) await fillAgenda(product.url, number);
    const storageState = storageStateOf(product.url, await logIn(product.url, ASSISTANT));
    const context = await browser.newContext({
      baseURL: product.url,
      storageState,
      locale: 'es-CL',
      viewport: WIDE,
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(`/dashboard?fecha=${EMPTY_DAY}`, { waitUntil: 'networkidle' });
    const late: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      late.push(
        await lateFrames(page, async () => {
          await page.getByRole('button', { name: 'Día siguiente' }).click();
          await page.waitForTimeout(SETTLED_MS);
        }),
      );
      const drawn = await page.getByRole('article').count();
      if (drawn !== PROFESSIONALS * APPOINTMENTS) throw new Error(`The day of ${FULL_DAY} shows ${drawn} appointments`);
      await page.getByRole('button', { name: 'Día anterior' }).click();
      await page.waitForTimeout(SETTLED_MS);
    }
    const name = `reception, ${PROFESSIONALS * APPOINTMENTS} appointments, frames over ${FRAME_MS} ms`;
    return [atMost(name, Math.min(...late), LATE_GOAL, '%')];
  });

/** A professional with a full day, who invites the assistant. */
async function fillAgenda(url: string, number: number): Promise<void> {
  const { accessToken } = await signIn(url, `profesional-${number}@ejemplo.cl`);
  const rut = `${20_000_000 + number}`;
  const body = { name: 'Rosa Díaz', rut: `${rut}-${checkDigit(rut)}`, birthDate: '1980-05-10' };
  const { _id: patientId } = await sendAs(accessToken, url, createPatient, { body });
  for (const time of SLOTS.slice(0, APPOINTMENTS)) {
    await sendAs(accessToken, url, createAppointment, { body: { patientId, date: FULL_DAY, time } });
  }
  const invitation = { name: 'Marta Soto', email: ASSISTANT, canEditPatients: true, canCharge: false };
  const invited = await sendAs(accessToken, url, inviteAssistant, { body: invitation });
  const token = new URL(invited.url).pathname.split('/').at(-1) ?? '';
  await sendAs('', url, acceptInvitation, { params: { token }, body: { password: PASSWORD } });
}
