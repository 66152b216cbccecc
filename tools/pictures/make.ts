import type { Page } from '@playwright/test';
import { listCertificates } from '#contract/certificates';
import { listClinicalNotes } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { listPatients } from '#contract/patients';
import type { Area } from './compare.ts';
import type { DemoBrowser } from './demo-browser.ts';
import { DOCUMENTS, firstPage, RANDOM_AREAS } from './documents.ts';
import { MAILS, TELEPHONE } from './mails.ts';
import { SCREENS } from './screens.ts';

export interface Picture {
  /** From the root of the repository. */
  path: string;
  png: Buffer;
  /** Where its content is random. */
  ignored: readonly Area[];
}

const THEMES = ['light', 'dark'] as const;

const pathOf = (folder: string, name: string, theme: (typeof THEMES)[number] = 'light') =>
  `${folder}/${name}${theme === 'dark' ? '-dark' : ''}.webp`;

/** The paths of all pictures. */
export const PICTURE_PATHS: readonly string[] = [
  ...SCREENS.flatMap(({ folder, sizes }) =>
    Object.keys(sizes).flatMap((name) => THEMES.map((theme) => pathOf(folder, name, theme))),
  ),
  ...DOCUMENTS.map(({ name }) => pathOf('docs/images', name)),
  ...MAILS.flatMap(({ name }) => THEMES.map((theme) => pathOf('docs/images', name, theme))),
];

/** Makes every picture, one after the other. */
export async function* makePictures(browser: DemoBrowser): AsyncGenerator<Picture> {
  const ids = await readIds(browser);
  const { contexts } = browser;
  const pages = {
    professional: await contexts.professional.newPage(),
    assistant: await contexts.assistant.newPage(),
    guest: await contexts.guest.newPage(),
  };
  for (const { folder, sizes, viewer = 'professional', path, prepare } of SCREENS) {
    const page = pages[viewer];
    const [[, firstSize] = []] = Object.entries(sizes);
    if (firstSize) await page.setViewportSize(firstSize);
    await page.goto(path(ids), { waitUntil: 'networkidle' });
    await prepare(page);
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        yield {
          path: pathOf(folder, name, theme),
          png: await page.screenshot({ animations: 'disabled' }),
          ignored: [],
        };
      }
    }
  }
  for (const { name, path } of DOCUMENTS) {
    const pdf = await (await browser.read(fillPath(path, ids))).arrayBuffer();
    yield { path: pathOf('docs/images', name), png: await firstPage(new Uint8Array(pdf)), ignored: RANDOM_AREAS };
  }
  yield* mailPictures(pages.guest);
}

async function* mailPictures(page: Page): AsyncGenerator<Picture> {
  await page.goto('about:blank');
  await page.setViewportSize(TELEPHONE);
  for (const { name, html } of MAILS) {
    await page.setContent(html);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      yield { path: pathOf('docs/images', name, theme), png: await page.screenshot({ fullPage: true }), ignored: [] };
    }
  }
}

/** The featured patient, with a draft, and with the last documents that were finalised. */
async function readIds({ read, invitation }: DemoBrowser) {
  const json = async (path: string) => (await read(path)).json();
  const { patients } = listPatients.reply.parse(await json(`${listPatients.path}?search=rosa+elena+diaz`));
  const patient = patients[0]?._id ?? '';
  const notes = listClinicalNotes.reply.parse(await json(fillPath(listClinicalNotes.path, { id: patient })));
  const certificates = listCertificates.reply.parse(await json(fillPath(listCertificates.path, { id: patient })));
  const ids = {
    patient,
    draft: notes.find(({ status }) => status === 'draft')?._id,
    note: notes.find(({ status }) => status === 'finalized')?._id,
    certificate: certificates.find(({ isFinalized }) => isFinalized)?._id,
  };
  const { draft, note, certificate } = ids;
  if (!draft || !note || !certificate) throw new Error('the featured patient lacks a document');
  return { patient, draft, note, certificate, invitation };
}
