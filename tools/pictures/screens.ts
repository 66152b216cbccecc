import type { Page } from '@playwright/test';
import { PHYSICIAN_BOOKING } from '../demo/booking-people.ts';
import type { Viewer } from './demo-browser.ts';

interface Size {
  width: number;
  height: number;
}

/** A screen of the product of which pictures are made, light and dark. */
export interface Screen {
  /** The pictures of the documentation, or of the pages of the site, which are in the build of the web. */
  folder: 'docs/images' | 'web/site/pictures';
  /** The name and the size of each picture. */
  sizes: Readonly<Record<string, Size>>;
  /** The featured professional, unless it says somebody else. */
  viewer?: Viewer;
  path(ids: { patient: string; draft: string; invitation: string }): string;
  /** Brings the page to what the picture shows. */
  prepare(page: Page): Promise<void>;
}

const DESKTOP = { width: 1280, height: 800 };
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 780 };
/** The pictures of 'Primeros pasos' are shown at this width or less. */
const GUIDE = { width: 1120, height: 700 };

const agendaIsThere = (page: Page) => page.getByRole('article').first().waitFor();
const historyIsThere = (page: Page) => page.getByText('Nota en edición').first().waitFor();
const requestsAreThere = (page: Page) => page.getByText('Paulina Andrea Oyarzo Vidal').first().waitFor();
const chargesAreThere = (page: Page) =>
  page
    .getByText(/^Consulta de /)
    .first()
    .waitFor();
const editorIsThere = (page: Page) => page.getByText('Guardar Permanentemente').first().waitFor();

async function chooseService(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Consulta de medicina familiar' }).click();
  await page
    .getByRole('button', { name: /\d\d:\d\d/ })
    .first()
    .waitFor();
}

async function fillNewPatient(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nuevo Paciente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
  await dialog.getByLabel('Nombre').first().fill('Juana Catrileo Muñoz');
  await dialog.getByLabel('RUT').fill('13.579.246-2');
  await dialog.getByLabel('Fecha de nacimiento').fill('1979-08-21');
  await dialog.getByText(/\d+ años/).waitFor();
}

async function fillNewAppointment(page: Page): Promise<void> {
  await agendaIsThere(page);
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva Cita' });
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await dialog.getByPlaceholder('Buscar por nombre o RUT...').fill('rosa elena');
  await dialog.getByText('Rosa Elena Díaz Mansilla').click();
  await dialog.getByLabel('Servicio').selectOption('Control con exámenes');
  await dialog.getByLabel('Hora').selectOption('15:30');
}

export const SCREENS: readonly Screen[] = [
  {
    folder: 'docs/images',
    sizes: { agenda: DESKTOP, 'agenda-phone': PHONE },
    path: () => '/dashboard/agenda',
    prepare: agendaIsThere,
  },
  {
    folder: 'docs/images',
    sizes: { patient: DESKTOP, 'patient-phone': PHONE },
    path: ({ patient }) => `/dashboard/pacientes/${patient}`,
    prepare: historyIsThere,
  },
  {
    folder: 'docs/images',
    sizes: { 'booking-phone': PHONE },
    path: () => `/reservar/${PHYSICIAN_BOOKING.slug}`,
    prepare: chooseService,
  },
  {
    folder: 'docs/images',
    sizes: { 'booking-requests': DESKTOP },
    path: () => '/dashboard/reservas',
    prepare: requestsAreThere,
  },
  {
    folder: 'docs/images',
    sizes: { charges: DESKTOP, 'charges-phone': PHONE },
    path: () => '/dashboard/cobros',
    prepare: chargesAreThere,
  },
  {
    folder: 'docs/images',
    sizes: { reception: WIDE, 'reception-phone': PHONE },
    viewer: 'assistant',
    path: () => '/dashboard',
    prepare: agendaIsThere,
  },
  {
    folder: 'docs/images',
    sizes: { assistants: DESKTOP },
    path: () => '/dashboard/configuracion?tab=secretaria',
    prepare: (page) => page.getByText('carolina@ejemplo.cl').waitFor(),
  },
  {
    folder: 'docs/images',
    sizes: { 'invitation-phone': PHONE },
    viewer: 'guest',
    path: ({ invitation }) => invitation,
    prepare: (page) => page.getByText('Carolina Vera Leiva').first().waitFor(),
  },
  {
    folder: 'web/site/pictures',
    sizes: { 'new-patient': GUIDE },
    path: () => '/dashboard/pacientes',
    prepare: fillNewPatient,
  },
  {
    folder: 'web/site/pictures',
    sizes: { 'new-appointment': GUIDE },
    path: () => '/dashboard/agenda',
    prepare: fillNewAppointment,
  },
  {
    folder: 'web/site/pictures',
    sizes: { 'clinical-note': GUIDE },
    path: ({ patient, draft }) => `/dashboard/pacientes/${patient}/atencion/${draft}`,
    prepare: editorIsThere,
  },
];
