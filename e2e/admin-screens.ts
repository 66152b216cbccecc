import { expect, type Page } from '@playwright/test';
import type { Incident } from '#contract/incidents';
import { answer } from './answers.ts';
import { click, heading, ID, OTHER_ID, type Screen } from './screens.ts';

const LONG_TITLE =
  'Acceso no autorizado a una copia de respaldo cifrada que quedó en un equipo ajeno a quien opera el servicio durante la mantención';
const INCIDENT: Incident = {
  _id: ID,
  title: LONG_TITLE,
  description: 'Una copia cifrada quedó en un disco externo.\nLa clave no estaba en él.',
  startedAt: '2026-07-01T22:15',
  detectedAt: '2026-07-02T10:30',
  people: 12_345,
  allAccounts: true,
  accountIds: [],
  accountCount: 1204,
  dataKinds: ['accounts', 'credentials', 'payments', 'identification', 'appointments', 'health'],
  measures: 'Se recuperó y destruyó la copia. Se cambiaron las claves de los respaldos.',
  agencyReportedAt: '2026-07-02T12:00',
  professionalsReportedAt: null,
  status: 'open',
  createdAt: '2026-07-02T15:00:00.000Z',
  createdBy: 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea Peñaloza',
  updatedAt: '2026-07-02T17:00:00.000Z',
};
const PROFESSIONALS = [ID, OTHER_ID].map((_id, at) => ({
  _id,
  name: 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea Peñaloza',
  email: `maria.fernanda.de.los.angeles.${at}@centro-medico-austral.ejemplo.cl`,
}));

const INCIDENTS = '/dashboard/admin?tab=incidentes';
const withIncidents = async (page: Page) => {
  await answer(page, '/api/admin/incidents', [
    INCIDENT,
    {
      ...INCIDENT,
      _id: OTHER_ID,
      title: 'Correo enviado a otra persona',
      status: 'closed',
      updatedAt: INCIDENT.createdAt,
    },
  ]);
  await answer(page, `/api/admin/incidents/${ID}/professionals`, PROFESSIONALS);
};

export const ADMIN_SCREENS: Screen[] = [
  { path: '/dashboard/admin', show: heading('Panel de Administración') },
  {
    path: INCIDENTS,
    state: 'sin incidentes',
    answers: (page) => answer(page, '/api/admin/incidents', []),
    show: (page) => expect(page.getByText('No hay incidentes')).toBeVisible(),
  },
  {
    path: INCIDENTS,
    state: 'con incidentes',
    atBothWidths: true,
    answers: withIncidents,
    show: (page) => expect(page.getByRole('article', { name: LONG_TITLE })).toBeVisible(),
  },
  {
    path: INCIDENTS,
    state: 'un incidente nuevo, con errores',
    atBothWidths: true,
    answers: withIncidents,
    show: async (page) => {
      await click(page, 'Anotar incidente');
      await page.getByLabel('Solo algunas').check();
      await click(page, 'Guardar');
      await expect(page.getByText('Escribe qué ocurrió')).toBeVisible();
    },
  },
  {
    path: INCIDENTS,
    state: 'el aviso a los profesionales',
    atBothWidths: true,
    answers: withIncidents,
    show: async (page) => {
      await click(page, `Avisar a los profesionales: ${LONG_TITLE}`);
      await expect(page.getByText(PROFESSIONALS[0]?.email ?? '')).toBeVisible();
    },
  },
  {
    path: '/dashboard/admin?tab=encargo',
    state: 'el contrato de encargo',
    atBothWidths: true,
    answers: (page) =>
      answer(
        page,
        '/api/admin/processing-agreements?*',
        PROFESSIONALS.map((user, at) => ({
          user: { ...user, role: 'professional' },
          history: at === 0 ? [{ version: '2026-11', acceptedAt: INCIDENT.createdAt }] : [],
        })),
      ),
    show: (page) => expect(page.getByRole('table', { name: 'Contrato de encargo' })).toBeVisible(),
  },
];
