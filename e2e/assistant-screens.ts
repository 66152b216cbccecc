import { expect, type Page } from '@playwright/test';
import type { AccessEntry } from '#contract/access-log';
import type { Assistant } from '#contract/assistants';
import { ERRORS } from '#contract/errors';
import { answer } from './answers.ts';
import { click, ID, OTHER_ID, type Screen, SETTINGS } from './screens.ts';

const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea';
const AT = '2026-11-18T12:00:00.000Z';
const EXPIRED: Assistant = {
  _id: ID,
  name: LONG_NAME,
  email: 'maria.fernanda.de.los.angeles.huenchumilla@centro-medico-austral.ejemplo.cl',
  status: 'invited',
  canEditPatients: false,
  canCharge: false,
  invitedAt: '2026-07-01T12:00:00.000Z',
  expiresAt: '2026-07-08T12:00:00.000Z',
};
const { expiresAt: _expiresAt, ...ACCEPTED } = EXPIRED;
const ACTIVE: Assistant = {
  ...ACCEPTED,
  _id: OTHER_ID,
  name: 'Marta Soto',
  email: 'marta@ejemplo.cl',
  status: 'active',
  canEditPatients: true,
  lastSeenAt: AT,
};
const ACT: AccessEntry = {
  number: 1,
  at: AT,
  act: 'appointment.created',
  actor: ACTIVE.name,
  address: '190.46.12.7',
  detail: null,
  patient: LONG_NAME,
};

const TAB = `${SETTINGS}?tab=secretaria`;
const ASSISTANTS = '/api/account/assistants';

const answerAssistants = async (page: Page) => {
  await answer(page, ASSISTANTS, [EXPIRED, ACTIVE]);
  await answer(page, `${ASSISTANTS}/${OTHER_ID}/acts?*`, [ACT]);
};
const answerNobody = async (page: Page) => {
  await answer(page, ASSISTANTS, []);
  await answer(page, ASSISTANTS, { ...EXPIRED, url: `https://ejemplo.cl/invitacion/${'x'.repeat(43)}` }, 'POST', 201);
};

/** 'Secretaría' in the settings. */
export const ASSISTANT_SCREENS: Screen[] = [
  {
    path: TAB,
    state: 'con personas invitadas y activas',
    atBothWidths: true,
    answers: answerAssistants,
    show: (page) => expect(page.getByText('Invitación vencida')).toBeVisible(),
  },
  {
    path: TAB,
    state: 'lo que hizo una persona',
    atBothWidths: true,
    answers: answerAssistants,
    show: async (page) => {
      await click(page, `Qué hizo ${ACTIVE.name}`);
      await expect(page.getByRole('list', { name: 'Lo que hizo' })).toBeVisible();
    },
  },
  {
    path: TAB,
    state: 'la pregunta antes de terminar un acceso',
    answers: answerAssistants,
    show: async (page) => {
      await click(page, `Terminar acceso de ${ACTIVE.name}`);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    path: TAB,
    state: 'una invitación con errores',
    atBothWidths: true,
    answers: answerNobody,
    show: async (page) => {
      await click(page, 'Invitar');
      await page.getByRole('dialog').getByRole('button', { name: 'Invitar' }).click();
      await expect(page.getByText('El nombre es requerido')).toBeVisible();
    },
  },
  {
    path: TAB,
    state: 'una invitación recién creada',
    atBothWidths: true,
    answers: answerNobody,
    show: async (page) => {
      await click(page, 'Invitar');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nombre').fill(LONG_NAME);
      await dialog.getByLabel('Email').fill(EXPIRED.email);
      await dialog.getByRole('button', { name: 'Invitar' }).click();
      await expect(page.getByRole('heading', { name: 'La invitación está lista' })).toBeVisible();
    },
  },
];

const PAGE = `/invitacion/${ID}`;
const INVITATION = `/api/invitations/${ID}`;

const answerInvitation = (hasAccount: boolean) => (page: Page) =>
  answer(page, INVITATION, { professional: LONG_NAME, name: ACTIVE.name, email: EXPIRED.email, hasAccount });

/** The page where an assistant accepts, which needs no session. */
export const INVITATION_SCREENS: Screen[] = [
  {
    path: PAGE,
    state: 'con una invitación terminada',
    answers: (page) => {
      const { status, message } = ERRORS.LINK_ENDED;
      return answer(page, INVITATION, { code: 'LINK_ENDED', error: message }, 'GET', status);
    },
    show: (page) => expect(page.getByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible(),
  },
  {
    path: PAGE,
    state: 'para una cuenta nueva, con errores',
    atBothWidths: true,
    answers: answerInvitation(false),
    show: async (page) => {
      await page.getByLabel('Crea una contraseña').fill('corta');
      await click(page, 'Aceptar y entrar');
      await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible();
    },
  },
  {
    path: PAGE,
    state: 'para una cuenta con verificación en dos pasos',
    answers: async (page) => {
      await answerInvitation(true)(page);
      await answer(page, `${INVITATION}/accept`, { challenge: 'x', methods: ['totp'] }, 'POST');
    },
    show: async (page) => {
      await page.getByLabel('Tu contraseña').fill('una clave de prueba');
      await click(page, 'Aceptar y entrar');
      await expect(page.getByRole('heading', { name: 'Aceptaste la invitación' })).toBeVisible();
    },
  },
];
