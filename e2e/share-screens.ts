import { expect, type Page } from '@playwright/test';
import type { Share } from '#contract/shares';
import { NARROW_PHONE, PHONE, WIDE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { answerNotes, answerPatient, finalizedNote, PROFILE } from './record-screens.ts';
import { click, ID, OTHER_ID, PERSON, type Screen } from './screens.ts';

const AT = '2026-11-18T12:00:00.000Z';
const LONG_TITLE = `Certificado de controles posteriores, ${'electroencefalografía'.repeat(5)}`;
const PATIENT_PAGE = `/documentos/${ID}`;
const BIRTH_DATE = 'Fecha de nacimiento del paciente';

const share = (details: Partial<Share> = {}): Share => ({
  _id: ID,
  documents: [{ kind: 'certificate', id: OTHER_ID, title: LONG_TITLE, folio: 'CER-2026-000001-9C41D07A2E5B' }],
  createdAt: AT,
  expiresAt: '2026-12-18T12:00:00.000Z',
  status: 'active',
  opens: 0,
  openings: [],
  ...details,
});
const SHARES: Share[] = [
  share({ mailStatus: 'sent', opens: 1, openings: [{ at: AT, address: '190.46.12.0/24' }] }),
  share({
    _id: OTHER_ID,
    status: 'blocked',
    documents: [{ kind: 'clinical-note', id: ID, title: 'Atención Clínica', folio: 'ATN-2026-000001-9C41D07A2E5B' }],
  }),
];

/** The note was sent, and an addendum was finalised since. */
async function answerShares(page: Page): Promise<void> {
  const addenda = [{ ...finalizedNote(OTHER_ID), noteId: ID, content: 'Llegaron los exámenes' }];
  await answerNotes(page, [{ ...finalizedNote(ID), plansAndIndications: 'Caminar', addenda }]);
  await answerPatient(page);
  await answer(page, `/api/patients/${ID}/shares`, SHARES);
  const created = { _id: ID, url: `https://ejemplo.cl/documentos/${'x'.repeat(43)}`, expiresAt: AT };
  await answer(page, `/api/patients/${ID}/shares`, created, 'POST', 201);
}

async function openDialog(page: Page): Promise<void> {
  await click(page, 'Enviar al paciente');
  await expect(page.getByRole('dialog', { name: 'Enviar al paciente' })).toBeVisible();
}

/** The screens where documents are sent to a patient. */
export const SHARE_SCREENS: Screen[] = [
  ...[WIDE, PHONE].map((size) => ({
    path: PROFILE,
    state: `lo enviado al paciente, ${size.width} px`,
    size,
    answers: answerShares,
    show: async (page: Page) => {
      await page.getByText('Abierto una vez').click();
      await expect(page.getByRole('list', { name: 'Aperturas' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Enviar la versión nueva' })).toBeVisible();
    },
  })),
  {
    path: PROFILE,
    state: 'enviar documentos, sin elegir ninguno',
    atBothWidths: true,
    answers: answerShares,
    show: async (page) => {
      await openDialog(page);
      await page.getByRole('radio', { name: 'Copiar el enlace' }).check();
      await click(page, 'Crear enlace');
      await expect(page.getByText('Selecciona al menos un documento')).toBeVisible();
    },
  },
  {
    path: PROFILE,
    state: 'un enlace con documentos recién creado',
    atBothWidths: true,
    answers: answerShares,
    show: async (page) => {
      await openDialog(page);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('radio', { name: 'Copiar el enlace' }).check();
      await click(page, 'Crear enlace');
      await expect(page.getByRole('heading', { name: 'El enlace está listo' })).toBeVisible();
    },
  },
  {
    path: '/dashboard',
    state: 'un enlace con documentos bloqueado',
    size: PHONE,
    answers: (page) =>
      answer(page, '/api/shares/blocked', [{ _id: ID, patientId: ID, patientName: PERSON.name, blockedAt: AT }]),
    show: (page) => expect(page.getByRole('region', { name: 'Enlaces bloqueados' })).toBeVisible(),
  },
];

const answerLink = (page: Page): Promise<void> =>
  answer(page, `/api/shared-documents/${ID}`, { professional: 'Ana Pérez Soto', expiresAt: AT });

/** The page of a link, which needs no session. */
export const PUBLIC_SHARE_SCREENS: Screen[] = [
  {
    path: PATIENT_PAGE,
    state: 'con un enlace terminado',
    show: (page) => expect(page.getByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible(),
  },
  {
    path: PATIENT_PAGE,
    state: 'con una fecha equivocada',
    atBothWidths: true,
    answers: async (page) => {
      await answerLink(page);
      const wrong = { code: 'BIRTH_DATE_WRONG', error: 'La fecha de nacimiento no coincide.' };
      await answer(page, `/api/shared-documents/${ID}/open`, wrong, 'POST', 403);
    },
    show: async (page) => {
      await page.getByLabel(BIRTH_DATE).fill('10/05/1980');
      await click(page, 'Ver los documentos');
      await expect(page.getByText('La fecha de nacimiento no coincide.')).toBeVisible();
    },
  },
  ...[WIDE, NARROW_PHONE].map((size) => ({
    path: PATIENT_PAGE,
    state: `con treinta documentos, ${size.width} px`,
    size,
    answers: async (page: Page) => {
      await answerLink(page);
      const documents = Array.from({ length: 30 }, (_, at) => ({
        _id: `${ID}-${at}`,
        title: at % 2 ? LONG_TITLE : 'Receta',
        date: '2026-11-17',
        fileName: 'documento.pdf',
      }));
      await answer(page, `/api/shared-documents/${ID}/open`, { ticket: 'pase', documents }, 'POST');
    },
    show: async (page: Page) => {
      await page.getByLabel(BIRTH_DATE).fill('10/05/1980');
      await click(page, 'Ver los documentos');
      await expect(page.getByRole('list', { name: 'Documentos' }).getByRole('listitem')).toHaveCount(30);
    },
  })),
];
