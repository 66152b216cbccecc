import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Appointment } from '#contract/agenda';
import { getLastReminderChange, listAnswers } from '#contract/reminders';
import { appointmentOf } from '#web/testing/appointments.ts';
import { ANA, letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';
import { patientNumber } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);
const LUIS = patientNumber(2, { name: 'Luis Rojas' });
/** In November Santiago is three hours behind UTC. */
const AT = '2026-11-16T11:45:00.000Z';
const HEADING = { name: 'Respuestas de hoy' };

function serverWith(answers: Appointment[]) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T12:10:00Z') });
  const server = serverFor({ ...ANA, patientCount: 2 });
  server.reply(listAnswers, answers);
  return server;
}
const answersCard = async () => {
  const card = (await screen.findByRole('heading', HEADING)).closest('section');
  return within(card as HTMLElement);
};

test('lists what patients answered today, with the hour of the visit, and links to its day', async () => {
  const server = serverWith([
    appointmentOf(ROSA, {
      date: '2026-11-20',
      time: '15:30',
      patientAnswer: { answer: 'moved', at: AT, from: { date: '2026-11-18', time: '10:00' } },
    }),
    appointmentOf(ROSA, {
      date: '2026-11-20',
      time: '15:30',
      patientAnswer: { answer: 'moved', at: AT, from: { date: '2026-11-20', time: '10:00' } },
    }),
    appointmentOf(LUIS, { date: '2026-11-17', status: 'cancelled', patientAnswer: { answer: 'cancelled', at: AT } }),
    appointmentOf(ROSA, { status: 'confirmed', patientAnswer: { answer: 'confirmed', at: AT } }),
  ]);
  await openApp('/dashboard', server);
  const links = (await answersCard()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [
      'Rosa Díaz La cambió el paciente a las 08:45 Del 18/11/2026 a las 10:00 al 20/11/2026 a las 15:30',
      '/dashboard/agenda?fecha=2026-11-20',
    ],
    [
      'Rosa Díaz La cambió el paciente a las 08:45 El 20/11/2026, de las 10:00 a las 15:30',
      '/dashboard/agenda?fecha=2026-11-20',
    ],
    [
      'Luis Rojas La canceló el paciente a las 08:45 Cita del 17/11/2026 a las 09:00',
      '/dashboard/agenda?fecha=2026-11-17',
    ],
    [
      'Rosa Díaz La confirmó el paciente a las 08:45 Cita del 16/11/2026 a las 09:00',
      '/dashboard/agenda?fecha=2026-11-16',
    ],
  ]);
  expect(server.requests(listAnswers).map(({ url }) => url.search)).toEqual(['?date=2026-11-16']);
});

test('is absent while nobody has answered, and appears with the first answer', async () => {
  const server = serverWith([]);
  await openApp('/dashboard', server);
  expect(await screen.findByText('No tienes borradores sin finalizar.')).toBeVisible();
  expect(screen.queryByRole('heading', HEADING)).not.toBeInTheDocument();
  server.reply(listAnswers, [appointmentOf(ROSA, { patientAnswer: { answer: 'confirmed', at: AT } })]);
  server.reply(getLastReminderChange, { at: AT });
  await letTimePass(21_000);
  expect((await answersCard()).getByText('La confirmó el paciente')).toBeVisible();
});

test('of many answers the last six are shown, and all of them after a press', async () => {
  const many = Array.from({ length: 9 }, () => appointmentOf(ROSA, { patientAnswer: { answer: 'confirmed', at: AT } }));
  const { user } = await openApp('/dashboard', serverWith(many));
  const card = await answersCard();
  expect(card.getAllByRole('link')).toHaveLength(6);
  await user.click(card.getByRole('button', { name: 'Mostrar las 3 restantes' }));
  expect(card.getAllByRole('link')).toHaveLength(9);
});

test('answers that could not be loaded do not look like none', async () => {
  const server = serverWith([appointmentOf(ROSA, { patientAnswer: { answer: 'confirmed', at: AT } })]);
  server.refuse(listAnswers, 'UNEXPECTED', 2);
  const { user } = await openApp('/dashboard', server);
  const card = await answersCard();
  expect(await card.findByText('No se pudieron cargar las respuestas')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Volver a intentar' }));
  await waitFor(async () => expect((await answersCard()).getByText('La confirmó el paciente')).toBeVisible());
});
