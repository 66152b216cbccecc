import { listCharges, listPendingCharges } from '#contract/charge-summaries';
import { createCharge } from '#contract/charges';
import { dayIn } from '#contract/days';
import { addMonths, daysOfMonth } from '#contract/months';
import { createPatient } from '#contract/patients';
import { compareMedians, type Sent } from './load.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { sendAs, signIn } from './sign-in.ts';

const CHARGES_A_MONTH = 300;
/** The charges of the newest month that are not paid, the same for both professionals. */
const PENDING = 30;
const MONTHS = 12;
const ROUNDS = { measured: 200, warmUp: 20 };
const AT_ONCE = 8;

/** Compares a month of charges, and what is pending, of a professional with a year of charges and one with a month. */
export const benchCharges = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir, DEFAULT_PLAN: 'paid' }, '/api/health');
    const lastMonth = addMonths(dayIn('America/Santiago', new Date()).slice(0, 7), -1);
    const [year, month] = [
      await chargeMonths(product.url, 'ano@ejemplo.cl', { lastMonth, months: MONTHS }),
      await chargeMonths(product.url, 'mes@ejemplo.cl', { lastMonth, months: 1 }),
    ];
    const { from, to } = daysOfMonth(lastMonth);
    const paths = {
      'charges of a month': `${listCharges.path}?from=${from}&to=${to}`,
      'pending charges': listPendingCharges.path,
    };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(paths)) {
      const ask = (token: string): Sent => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
      const [ofYear, ofMonth] = await compareMedians(product.url, [ask(year), ask(month)], ROUNDS);
      console.log(`${name}: median ${ofYear.toFixed(2)} ms with ${MONTHS} months, ${ofMonth.toFixed(2)} ms with one`);
      figures.push(atMost(`${name}, time with ${MONTHS} months over one`, ofYear / ofMonth, 3, ''));
    }
    return figures;
  });

/** Registers a professional with these months of charges. Returns an access token. */
async function chargeMonths(
  url: string,
  email: string,
  { lastMonth, months }: { lastMonth: string; months: number },
): Promise<string> {
  const { accessToken } = await signIn(url, email);
  const patient = { name: 'Rosa Díaz', rut: '1-9', birthDate: '1980-05-10' };
  const { _id: patientId } = await sendAs(accessToken, url, createPatient, { body: patient });
  const charges = Array.from({ length: months * CHARGES_A_MONTH }, (_, i) => {
    const date = `${addMonths(lastMonth, -Math.floor(i / CHARGES_A_MONTH))}-${String((i % 28) + 1).padStart(2, '0')}`;
    const payment = i < PENDING ? undefined : { amount: 30_000, method: 'cash', date };
    return { patientId, concept: 'Consulta', amount: 30_000, date, payment };
  }).values();
  const send = async () => {
    for (const body of charges) await sendAs(accessToken, url, createCharge, { body });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return accessToken;
}
