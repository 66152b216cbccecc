import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { createNoteTemplate } from '#contract/presets';
import { browserOptions } from '../tools/browser.ts';
import { atMost, type Figure } from './measure.ts';
import { layoutShift } from './navigation.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { NARROW, signedIn, WIDE } from './screens.ts';
import { ADMINISTRATOR, logIn, sendAs, storageStateOf } from './sign-in.ts';

/** On a fast network the answers come before anything is painted, and nothing can be seen to move. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 400_000, uploadThroughput: 100_000 };

const ACCOUNT = '/dashboard/configuracion';

const ADMIN_PATHS = ['/dashboard/admin', '/dashboard/system-scripts'];

/** The home page of this account shows the first steps, which this browser does not know before. */
const professionalPaths = (patientId: string, noteIds: string[]) => [
  '/dashboard',
  '/dashboard/agenda',
  '/dashboard/agenda?vista=semana',
  '/dashboard/pacientes',
  '/dashboard/pacientes/importar',
  '/dashboard/agenda/importar',
  `/dashboard/pacientes/${patientId}`,
  `/dashboard/pacientes/${patientId}/atencion`,
  ...noteIds.map((id) => `/dashboard/pacientes/${patientId}/atencion/${id}`),
  `/dashboard/pacientes/${patientId}/certificado`,
  ...['cuenta', 'suscripcion', 'firma', 'seguridad'].map((tab) => `${ACCOUNT}?tab=${tab}`),
  `${ACCOUNT}/agenda`,
  `${ACCOUNT}/plantillas`,
];

/** Opens screens behind the login on a slow network: nothing that is shown may move. */
export const benchLayoutShift = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir, ...ADMINISTRATOR }, '/api/health');
    await using browser = await chromium.launch({ ...browserOptions(), args: ['--no-sandbox', '--disable-gpu'] });
    const { url } = product;
    const { storageState, accessToken, patientId } = await signedIn(url);
    for (const name of ['Control sano', 'Lumbago', 'Resfrío']) {
      const body = { name, reason: 'Control', anamnesis: 'Sin molestias' };
      await sendAs(accessToken, url, createNoteTemplate, { body });
    }
    const body = { patientId, reason: 'Control', measurements: { weightKg: 70, heightCm: 170 } };
    const { _id: draft } = await sendAs(accessToken, url, createClinicalNote, { body });
    const { _id: finalized } = await sendAs(accessToken, url, createClinicalNote, { body });
    await sendAs(accessToken, url, finalizeClinicalNote, { params: { id: finalized } });
    const administrator = storageStateOf(url, await logIn(url, ADMINISTRATOR.ADMIN_EMAIL));
    return [
      ...(await shiftsOf(browser, { baseURL: url, storageState }, professionalPaths(patientId, [draft, finalized]))),
      ...(await shiftsOf(browser, { baseURL: url, storageState: administrator }, ADMIN_PATHS)),
    ];
  });

async function shiftsOf(browser: Browser, options: BrowserContextOptions, paths: string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of paths) {
    for (const viewport of [WIDE, NARROW]) {
      await using context = await browser.newContext({
        ...options,
        serviceWorkers: 'block',
        locale: 'es-CL',
        viewport,
      });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
      await page.goto(path);
      await page.waitForFunction(isLoaded);
      await page.waitForTimeout(2 * SLOW_NETWORK.latency);
      const name = path.replaceAll(/[\da-f-]{36}/g, ':id');
      figures.push(atMost(`${name}, ${viewport.width} px, layout shift`, await layoutShift(page), 0, ''));
    }
  }
  return figures;
}

/** Runs in the page. Requests do not tell: modules of other screens are loaded for seconds after this one. */
function isLoaded(): boolean {
  const skeletons = Array.from(document.querySelectorAll('.animate-pulse'));
  return document.querySelector('h1') !== null && !skeletons.some((skeleton) => skeleton.checkVisibility());
}
