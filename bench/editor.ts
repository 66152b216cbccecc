import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { createClinicalNote } from '#contract/clinical-notes';
import { updatePatient } from '#contract/patients';
import { browserOptions } from '../tools/browser.ts';
import { FRAME_MS, lateFrames } from './frames.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { signedIn, WIDE } from './screens.ts';
import { sendAs } from './sign-in.ts';

/** Other work on the machine only adds frames that come late, so the best round counts. */
const ROUNDS = 3;
/** Percent of the frames, beyond those of a bare field in the same round. */
const LATE_GOAL = 5;
const KEY_MS = 40;
const TEXT = 'Paciente refiere dolor lumbar desde hace dos semanas, que aumenta con el esfuerzo. ';
const MEDICINE = 'losartan potasico 50';

/** Measures typing in a note with thirty diagnoses and thirty prescriptions of a patient with allergies. */
export const benchEditor = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    await using browser = await chromium.launch({
      ...browserOptions(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const { accessToken, storageState, patientId } = await signedIn(product.url);
    const noteId = await longNote(product.url, accessToken, patientId);
    const options = {
      baseURL: product.url,
      storageState,
      locale: 'es-CL',
      viewport: WIDE,
      serviceWorkers: 'block',
    } as const;
    const path = `/dashboard/pacientes/${patientId}/atencion/${noteId}`;
    const best = { text: Number.POSITIVE_INFINITY, medicine: Number.POSITIVE_INFINITY };
    for (let round = 0; round < ROUNDS; round++) {
      const { bare, text, medicine } = await typeOnce(browser, options, path);
      best.text = Math.min(best.text, Math.max(0, text - bare));
      best.medicine = Math.min(best.medicine, Math.max(0, medicine - bare));
    }
    const late = `frames over ${FRAME_MS} ms beyond those of a bare field`;
    return [
      atMost(`typing in Anamnesis, ${late}`, best.text, LATE_GOAL, '%'),
      atMost(`typing in Medicamento, ${late}`, best.medicine, LATE_GOAL, '%'),
    ];
  });

async function longNote(url: string, accessToken: string, patientId: string): Promise<string> {
  await sendAs(accessToken, url, updatePatient, {
    params: { id: patientId },
    body: {
      name: 'Rosa Díaz',
      rut: '11.111.111-1',
      birthDate: '1980-05-10',
      allergies: 'Penicilina, AINEs',
      alertas: 'Marcapasos',
    },
  });
  const thirty = Array.from({ length: 30 }, (_, at) => at + 1);
  const { _id } = await sendAs(accessToken, url, createClinicalNote, {
    body: {
      patientId,
      reason: 'Control',
      diagnoses: thirty.map((number) => `Diagnóstico ${number}`),
      prescriptions: thirty.map((number) => ({ medicamento: `Medicamento ${number}`, dosis: '1 comprimido' })),
    },
  });
  return _id;
}

/** The shares of late frames, in percent. */
async function typeOnce(browser: Browser, options: BrowserContextOptions, path: string) {
  await using context = await browser.newContext(options);
  const page = await context.newPage();
  const typeInto = (label: string, text: string) =>
    lateFrames(page, async () => {
      await page.getByLabel(label, { exact: false }).first().focus();
      await page.keyboard.type(text, { delay: KEY_MS });
    });
  await page.setContent('<label>Texto <textarea></textarea></label>');
  const bare = await typeInto('Texto', TEXT);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByLabel('Anamnesis').waitFor();
  const text = await typeInto('Anamnesis', TEXT);
  return { bare, text, medicine: await typeInto('Medicamento', MEDICINE) };
}
