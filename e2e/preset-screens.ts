import { expect } from '@playwright/test';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { answerNotes, answerPatient, finalizedNote, PROFILE, showBar } from './record-screens.ts';
import { click, heading, ID, OTHER_ID, type Screen, SETTINGS } from './screens.ts';

const TEMPLATES = `${SETTINGS}/plantillas`;
const EDITOR = `${PROFILE}/atencion`;
/** A name without a space, as long as a name may be. */
const LONG_NAME = 'Electroencefalografía'.repeat(5).slice(0, 100);

const TEMPLATE_LIST = [
  { _id: ID, name: 'Control', reason: 'Control de presión', plansAndIndications: 'Caminar 30 minutos al día.' },
  { _id: OTHER_ID, name: LONG_NAME, anamnesis: 'Sin molestias desde el último control. '.repeat(40) },
];
const LOSARTAN = {
  medicamento: 'Losartán 50 mg',
  dosis: '1 comprimido',
  posologia: 'Cada 12 horas',
  duracion: '90 días',
  dci: 'losartán',
  formaFarmaceutica: 'Comprimido',
  concentracion: '50 mg',
  via: 'Oral',
  cantidad: '180 comprimidos',
  permanente: true,
};
const FAVOURITES = [
  { _id: ID, name: 'Presión', ...LOSARTAN },
  { _id: OTHER_ID, name: LONG_NAME, medicamento: LONG_NAME, indicacionesUso: 'Con alimentos. '.repeat(40) },
];

/** Templates and favourite prescriptions, where they are managed and where they are copied into a note. */
export const PRESET_SCREENS: Screen[] = [
  {
    path: TEMPLATES,
    state: 'sin plantillas ni favoritas',
    answers: async (page) => {
      for (const list of ['note-templates', 'prescription-favourites']) await answer(page, `/api/${list}`, []);
    },
    show: (page) => expect(page.getByText('Aún no tienes recetas favoritas')).toBeVisible(),
  },
  {
    path: TEMPLATES,
    state: 'con plantillas y favoritas',
    answers: async (page) => {
      await answer(page, '/api/note-templates', TEMPLATE_LIST);
      await answer(page, '/api/prescription-favourites', FAVOURITES);
    },
    show: async (page) => {
      await heading('Plantillas y recetas favoritas')(page);
      await expect(page.getByText('Control de presión')).toBeVisible();
      await expect(page.getByText('Losartán 50 mg')).toBeVisible();
    },
  },
  {
    path: TEMPLATES,
    state: 'una plantilla con errores',
    show: async (page) => {
      await click(page, 'Agregar plantilla');
      await click(page, 'Guardar');
      await expect(page.getByText('El nombre es requerido')).toBeVisible();
    },
  },
  {
    path: TEMPLATES,
    state: 'una favorita con sus demás datos',
    size: PHONE,
    answers: (page) => answer(page, '/api/prescription-favourites', FAVOURITES),
    show: async (page) => {
      await click(page, 'Editar Presión');
      await expect(page.getByRole('switch', { name: 'Receta permanente' })).toBeChecked();
    },
  },
  {
    path: TEMPLATES,
    state: 'la pregunta antes de eliminar una plantilla',
    answers: (page) => answer(page, '/api/note-templates', TEMPLATE_LIST),
    show: async (page) => {
      await click(page, `Eliminar ${LONG_NAME}`);
      await expect(page.getByRole('alertdialog', { name: '¿Eliminar plantilla?' })).toBeVisible();
    },
  },
  {
    path: EDITOR,
    state: 'las recetas favoritas',
    answers: async (page) => {
      await answer(page, '/api/prescription-favourites', FAVOURITES);
      await answerPatient(page);
    },
    show: async (page) => {
      await showBar(page);
      await click(page, 'Favoritas');
      await expect(page.getByRole('button', { name: 'Ajustar Presión' })).toBeVisible();
    },
  },
  {
    path: EDITOR,
    state: 'repetir la receta anterior',
    size: PHONE,
    answers: async (page) => {
      const prescriptions = [LOSARTAN, { ...LOSARTAN, medicamento: LONG_NAME, dosis: LONG_NAME }];
      const note = { ...finalizedNote(ID), prescriptions };
      await answerNotes(page, [note]);
      await answer(page, `/api/clinical-notes/${ID}`, note);
      await answerPatient(page);
    },
    show: async (page) => {
      await showBar(page);
      await click(page, 'Repetir receta anterior');
      await expect(page.getByRole('checkbox', { name: 'Losartán 50 mg' })).toBeChecked();
    },
  },
  {
    path: EDITOR,
    state: 'las plantillas',
    answers: async (page) => {
      await answer(page, '/api/note-templates', TEMPLATE_LIST);
      await answerPatient(page);
    },
    show: async (page) => {
      await showBar(page);
      await click(page, 'Usar plantilla');
      await expect(page.getByRole('button', { name: 'Usar Control' })).toBeVisible();
    },
  },
  {
    path: EDITOR,
    state: 'una plantilla sobre un texto escrito',
    size: PHONE,
    answers: async (page) => {
      await answer(page, '/api/note-templates', TEMPLATE_LIST);
      await answerPatient(page);
    },
    show: async (page) => {
      await showBar(page);
      await page.getByLabel('Motivo de Consulta').fill('Control');
      await click(page, 'Usar plantilla');
      await click(page, 'Usar Control');
      await expect(page.getByRole('radio', { name: 'Agregar debajo' })).toBeChecked();
    },
  },
];
