import { expect, type Page } from '@playwright/test';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { answer, click, heading, ID, OTHER_ID, PERSON, type Screen, SETTINGS } from './screens.ts';

const PROFILE = `/dashboard/pacientes/${ID}`;
const ALERT = 'Marcapasos. Riesgo de caídas';

const measuredNote = (id: string, weightKg: number) => ({
  _id: id,
  patientId: ID,
  version: 1,
  status: 'finalized',
  date: PERSON.createdAt,
  createdAt: PERSON.createdAt,
  updatedAt: PERSON.createdAt,
  finalizedAt: PERSON.createdAt,
  contentHash: 'a'.repeat(64),
  measurements: { weightKg, systolic: 138, diastolic: 86 },
  diagnoses: [],
  prescriptions: [],
});

/** Opens the screen again, now for a patient with allergies and alerts. */
async function showPatient(page: Page): Promise<void> {
  await answer(page, `/api/patients/${ID}`, { ...PERSON, alertas: ALERT });
  await page.reload();
}

async function showBar(page: Page): Promise<void> {
  await showPatient(page);
  await expect(page.getByRole('region', { name: 'Edad, alergias y alertas' })).toContainText('Alergias: Penicilina');
}

/** The screens of the record of a patient, and of what is copied into it. */
export const RECORD_SCREENS: Screen[] = [
  ...[WIDE, PHONE].map((size) => ({
    path: `${PROFILE}/atencion`,
    state: `con alergias y alertas, más datos de la receta y mediciones, ${size.width} px`,
    size,
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
    show: async (page) => {
      await showBar(page);
      await page.getByLabel('Medicamento').fill('Amoxicilina 500 mg');
      await click(page, 'Agregar Receta');
      await expect(page.getByRole('alertdialog', { name: 'Posible alergia' })).toBeVisible();
    },
  },
  { path: `${PROFILE}/certificado`, state: 'con alergias y alertas', size: PHONE, show: showBar },
  {
    path: PROFILE,
    state: 'con mediciones',
    show: async (page) => {
      await answer(page, `/api/patients/${ID}/notes`, [measuredNote(ID, 70.2), measuredNote(OTHER_ID, 72.5)]);
      for (const list of ['certificates', 'attachments*']) await answer(page, `/api/patients/${ID}/${list}`, []);
      await showPatient(page);
      await expect(page.getByRole('heading', { name: 'Mediciones' })).toBeVisible();
    },
  },
  {
    path: '/dashboard/pacientes',
    state: 'más datos de un nuevo paciente',
    size: PHONE,
    show: async (page) => {
      await click(page, 'Nuevo Paciente');
      await page.getByText('Más datos', { exact: true }).click();
      await expect(page.getByLabel('Ocupación')).toBeVisible();
    },
  },
  {
    path: `${SETTINGS}/plantillas`,
    state: 'con una plantilla y una favorita',
    show: async (page) => {
      await answer(page, '/api/note-templates', [{ _id: ID, name: 'Control', reason: 'Control de presión' }]);
      const favourite = { _id: ID, name: 'Presión', medicamento: 'Losartán 50 mg', posologia: 'Cada 12 horas' };
      await answer(page, '/api/prescription-favourites', [favourite]);
      await page.reload();
      await heading('Plantillas y recetas favoritas')(page);
      await expect(page.getByText('Control de presión')).toBeVisible();
    },
  },
];
