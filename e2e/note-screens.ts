import { expect, type Page } from '@playwright/test';
import { me } from '#contract/auth';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { answerNotes, answerPatient, finalizedNote, PROFILE, showBar } from './record-screens.ts';
import { click, ID, OTHER_ID, type Screen } from './screens.ts';

const EDITOR = `${PROFILE}/atencion`;
/** A text without a space. */
const LONG_TEXT = 'Electroencefalografía'.repeat(8);

const NOTES = [
  {
    ...finalizedNote(ID),
    reason: LONG_TEXT,
    anamnesis: 'Sin molestias desde el último control. '.repeat(12),
    diagnoses: ['I10 - Hipertensión esencial (primaria)', LONG_TEXT],
    plansAndIndications: 'Caminar 30 minutos al día.\n'.repeat(6),
    measurements: { weightKg: 72.5, heightCm: 163, systolic: 138, diastolic: 86 },
    prescriptions: [
      { medicamento: 'Losartán 50 mg', dosis: '1 comprimido', posologia: 'Cada 12 horas', permanente: true },
      { medicamento: LONG_TEXT, posologia: 'Una vez al día, en ayunas, con un vaso de agua', permanente: true },
    ],
  },
  { ...finalizedNote(OTHER_ID), diagnoses: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `Diagnóstico ${name}`) },
];

/** Signed in as a psychologist. */
const answerPsychologist = (page: Page) =>
  page.route(`**${me.path}`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), profession: 'Psicólogos/as' } });
  });

/** The note editor with what earlier notes tell, and with folded sections. */
export const NOTE_SCREENS: Screen[] = [
  ...[WIDE, PHONE].map((size) => ({
    path: EDITOR,
    state: `con el resumen clínico, ${size.width} px`,
    size,
    answers: async (page: Page) => {
      await answerNotes(page, NOTES);
      await answerPatient(page);
    },
    show: async (page: Page) => {
      await showBar(page);
      if (size === PHONE) await click(page, 'Resumen clínico');
      await click(page, 'Agregar diagnóstico I10 - Hipertensión esencial (primaria)');
      await click(page, 'Ver los 8 diagnósticos');
      await expect(page.getByRole('button', { name: 'En la nota: I10' })).toBeVisible();
    },
  })),
  {
    path: EDITOR,
    state: 'de una psicóloga, sin notas anteriores',
    answers: async (page) => {
      await answerPsychologist(page);
      await answerNotes(page, []);
      await answerPatient(page);
    },
    show: async (page) => {
      await showBar(page);
      await expect(page.getByRole('button', { name: 'Recetas' })).toHaveAttribute('aria-expanded', 'false');
      await expect(page.getByText('Este paciente aún no tiene notas finalizadas.')).toBeVisible();
    },
  },
];
