import { expect, type Page } from '@playwright/test';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { answer, refuse } from './answers.ts';
import { finalizingQuestion } from './finalizing.ts';
import { click, ID, OTHER_ID, PERSON, type Screen } from './screens.ts';

export const PROFILE = `/dashboard/pacientes/${ID}`;
const ALERT = 'Marcapasos. Riesgo de caídas';

export const finalizedNote = (id: string) => ({
  _id: id,
  patientId: ID,
  version: 1,
  status: 'finalized',
  date: PERSON.createdAt,
  createdAt: PERSON.createdAt,
  updatedAt: PERSON.createdAt,
  finalizedAt: PERSON.createdAt,
  contentHash: 'a'.repeat(64),
  diagnoses: [],
  prescriptions: [],
});

const measuredNote = (id: string, weightKg: number) => ({
  ...finalizedNote(id),
  measurements: { weightKg, systolic: 138, diastolic: 86 },
});

const addendum = (id: string, status: 'draft' | 'finalized') => ({
  ...finalizedNote(id),
  noteId: ID,
  status,
  content: 'Llegaron los exámenes: creatinina y potasio en rango normal. '.repeat(8),
});

/** A name without a space, as long as a name may be. */
const LONG_NAME = `${'Electroencefalografía'.repeat(10).slice(0, 190)}.pdf`;
const FILES = [
  { _id: ID, name: LONG_NAME, type: 'application/pdf', size: 15_000_000, isPermanent: false },
  { _id: OTHER_ID, noteId: ID, name: 'Ecografía.png', type: 'image/png', size: 12_345, isPermanent: false },
].map((file) => ({ ...file, createdAt: PERSON.createdAt }));

const FOUND = ['clinical-note', 'addendum', 'certificate', 'attachment'].map((kind) => ({
  kind,
  _id: ID,
  noteId: ID,
  date: PERSON.createdAt,
  title: kind === 'attachment' ? LONG_NAME : 'Control de presión',
  excerpt: '…creatinina y potasio en rango normal. Se avisa por teléfono…',
  matches: [[14, 21]],
}));

/** The history has these notes, and nothing else. */
export async function answerNotes(page: Page, notes: object[]): Promise<void> {
  await answer(page, fillPath(listClinicalNotes.path, { id: ID }), notes);
  await answer(page, fillPath(listCertificates.path, { id: ID }), []);
  await answer(page, `/api/patients/${ID}/attachments*`, []);
}

/** The patient has allergies and alerts. */
export const answerPatient = (page: Page, name = PERSON.name): Promise<void> =>
  answer(page, `/api/patients/${ID}`, { ...PERSON, name, alertas: ALERT });

export async function showBar(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Edad, alergias y alertas' })).toContainText('Alergias: Penicilina');
}

/** A draft of a note. */
async function answerDraft(page: Page): Promise<void> {
  const { finalizedAt: _, contentHash: __, ...draft } = finalizedNote(ID);
  await answer(page, `/api/clinical-notes/${ID}`, { ...draft, status: 'draft', reason: 'Control' });
  await answer(page, `/api/patients/${ID}/attachments*`, []);
  await answerPatient(page);
}

/** The account has more patients than its plan allows. */
async function answerOverLimit(page: Page): Promise<void> {
  await answer(page, canWriteClinically.path, { canCreate: false, message: ERRORS.CLINICAL_LIMIT.message });
  await answerNotes(page, []);
  await answerPatient(page);
}

/** The screens of the record of a patient. */
export const RECORD_SCREENS: Screen[] = [
  ...[
    { path: PROFILE, link: 'Ver planes' },
    { path: `${PROFILE}/atencion`, link: 'Ver Configuración de Cuenta' },
  ].map(({ path, link }) => ({
    path,
    state: 'con más pacientes que los del plan',
    size: PHONE,
    answers: answerOverLimit,
    show: (page: Page) => expect(page.getByRole('link', { name: link })).toBeVisible(),
  })),
  ...[WIDE, PHONE].map((size) => ({
    path: `${PROFILE}/atencion`,
    state: `con alergias y alertas, más datos de la receta y mediciones, ${size.width} px`,
    size,
    answers: answerPatient,
    show: async (page: Page) => {
      await showBar(page);
      if (size === PHONE) await click(page, 'Ver más');
      await click(page, 'Agregar mediciones');
      await page.getByLabel('Peso').fill('72,5');
      await page.getByText('Más datos de la receta').click();
      await expect(page.getByRole('switch', { name: 'Receta permanente' })).toBeVisible();
    },
  })),
  {
    path: `${PROFILE}/atencion`,
    state: 'las sugerencias de medicamentos',
    answers: answerPatient,
    show: async (page) => {
      await showBar(page);
      await page.getByRole('combobox', { name: 'Medicamento' }).pressSequentially('losar');
      await expect(page.getByRole('option', { name: /Losartán/ }).first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    path: `${PROFILE}/atencion`,
    state: 'la pregunta por una alergia',
    answers: answerPatient,
    show: async (page) => {
      await showBar(page);
      await page.getByLabel('Medicamento').fill('Amoxicilina 500 mg');
      await click(page, 'Agregar Receta');
      await expect(page.getByRole('alertdialog', { name: 'Posible alergia' })).toBeVisible();
    },
  },
  {
    path: `${PROFILE}/atencion/${ID}`,
    state: 'la pregunta antes de finalizar',
    size: PHONE,
    answers: answerDraft,
    show: async (page) => {
      await showBar(page);
      await click(page, 'Guardar Permanentemente');
      await expect(finalizingQuestion(page)).toContainText('Sin diagnóstico');
    },
  },
  {
    path: `${PROFILE}/atencion/${ID}`,
    state: 'la barra plegada mientras se escribe',
    size: PHONE,
    answers: answerDraft,
    show: async (page) => {
      await showBar(page);
      await page.getByLabel('Anamnesis').focus();
      await expect(page.getByRole('button', { name: 'Guardar Permanentemente' })).toBeHidden();
    },
  },
  {
    path: `${PROFILE}/certificado`,
    state: 'con alergias y alertas',
    size: PHONE,
    answers: answerPatient,
    show: showBar,
  },
  {
    path: PROFILE,
    state: 'con mediciones',
    answers: async (page) => {
      await answerNotes(page, [measuredNote(ID, 70.2), measuredNote(OTHER_ID, 72.5)]);
      await answerPatient(page);
    },
    show: (page) => expect(page.getByRole('heading', { name: 'Mediciones' })).toBeVisible(),
  },
  ...[WIDE, PHONE].map((size) => ({
    path: '/dashboard/pacientes',
    state: `más datos de un nuevo paciente, con errores, ${size.width} px`,
    size,
    show: async (page: Page) => {
      await click(page, 'Nuevo Paciente');
      await page.getByText('Más datos', { exact: true }).click();
      await page.getByLabel('Tipo de documento').selectOption('Pasaporte');
      await page.getByLabel('Relación con el paciente').fill('Madre');
      await page.getByRole('dialog').getByRole('button', { name: 'Crear Paciente' }).click();
      await expect(page.getByText('Escribe el nombre del representante legal')).toBeVisible();
    },
  })),
  {
    path: PROFILE,
    state: 'las mediciones como tabla',
    size: PHONE,
    answers: async (page) => {
      await answerNotes(page, [measuredNote(ID, 70.2), measuredNote(OTHER_ID, 72.5)]);
      await answerPatient(page);
    },
    show: async (page) => {
      await click(page, 'Ver como tabla');
      await expect(page.getByRole('cell', { name: '72,5 kg' })).toBeVisible();
    },
  },
  {
    path: PROFILE,
    state: 'los resultados de la búsqueda en la ficha',
    answers: async (page) => {
      await answerNotes(page, [measuredNote(ID, 70.2)]);
      await answer(page, `/api/patients/${ID}/search?*`, { results: FOUND, truncated: true });
      await answerPatient(page);
    },
    show: async (page) => {
      await page.getByLabel('Buscar en la ficha').fill('potasio');
      await expect(page.getByText('4 resultados en los registros más recientes.')).toBeVisible();
    },
  },
  {
    path: PROFILE,
    state: 'una búsqueda en la ficha que falla',
    size: PHONE,
    answers: async (page) => {
      await answerNotes(page, [measuredNote(ID, 70.2)]);
      await refuse(page, `/api/patients/${ID}/search?*`);
      await answerPatient(page);
    },
    show: async (page) => {
      await page.getByLabel('Buscar en la ficha').fill('potasio');
      await expect(page.getByText('No se pudo buscar en la ficha')).toBeVisible();
    },
  },
  {
    path: PROFILE,
    state: 'archivos guardados, y uno que no se puede abrir',
    answers: async (page) => {
      await answerNotes(page, []);
      await answer(page, `/api/patients/${ID}/attachments*`, FILES);
      await refuse(page, `/api/attachments/${ID}`);
      await answerPatient(page);
    },
    show: async (page) => {
      await click(page, `Ver ${FILES[0]?.name}`);
      await expect(page.getByText('No se pudo abrir el archivo')).toBeVisible();
    },
  },
  {
    path: PROFILE,
    state: 'la pregunta antes de eliminar un archivo',
    size: PHONE,
    answers: async (page) => {
      await answerNotes(page, []);
      await answer(page, `/api/patients/${ID}/attachments*`, FILES);
      await answerPatient(page);
    },
    show: async (page) => {
      await click(page, `Eliminar ${FILES[1]?.name}`);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  ...[WIDE, PHONE].map((size) => ({
    path: `${PROFILE}/atencion/${ID}`,
    state: `una adenda que se escribe bajo otras, ${size.width} px`,
    size,
    answers: async (page: Page) => {
      const addenda = [addendum(OTHER_ID, 'finalized'), addendum(ID, 'draft')];
      const diagnoses = Array.from({ length: 30 }, (_, at) => `E11.${at} - Diabetes mellitus con complicaciones`);
      await answer(page, `/api/clinical-notes/${ID}`, { ...measuredNote(ID, 70.2), diagnoses, addenda });
      await answer(page, `/api/patients/${ID}/attachments*`, []);
      await answerPatient(page, 'Rosa Elena Díaz Mansilla');
    },
    show: async (page: Page) => {
      await click(page, 'Continuar adenda');
      await expect(page.getByLabel('Texto de la adenda')).toBeFocused();
      // A number is not broken at its dash.
      const number = page.getByText('RUT 12.345.678-5', { exact: true });
      expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
    },
  })),
];
