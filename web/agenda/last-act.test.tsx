import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGENDA, APPOINTMENT, agendaServer, DAY, ROSA, statusButton } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_LUIS } from '#web/testing/assistant-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T15:00:00Z`) }));
afterEach(() => vi.useRealTimers());

const MOVED = { ...APPOINTMENT, lastAct: { act: 'moved', by: 'Marta Soto', at: `${DAY}T13:32:00.000Z` } } as const;

test('the card and the menu say what an assistant did last, in the time of the professional', async () => {
  const { user } = await openApp(AGENDA, agendaServer([MOVED]));
  const card = await screen.findByRole('article', { name: ROSA.name });
  expect(card).toHaveTextContent('La movió Marta Soto · hoy 10:32');
  await user.click(await statusButton());
  expect(await screen.findByRole('menu')).toHaveTextContent('La movió Marta Soto · hoy 10:32');
});

test('a cancelled appointment says who cancelled it', async () => {
  const lastAct = { ...MOVED.lastAct, act: 'status-changed' } as const;
  const { user } = await openApp(AGENDA, agendaServer([{ ...MOVED, status: 'cancelled', lastAct }]));
  await user.click(await screen.findByRole('button', { name: 'Ver canceladas' }));
  expect(await screen.findByText('La canceló Marta Soto · hoy 10:32')).toBeVisible();
});

test('an assistant reads it in the time zone of the professional, and begins no note', async () => {
  const { user } = await openApp(
    `${AGENDA}&profesional=${PROFESSIONAL_LUIS._id}`,
    assistantServer({ appointments: [MOVED] }),
  );
  const card = await screen.findByRole('article', { name: ROSA.name });
  expect(card).toHaveTextContent('La movió Marta Soto · hoy 08:32');
  expect(within(card).queryByRole('link', { name: /Iniciar atención/ })).not.toBeInTheDocument();
  await user.click(await statusButton());
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getByRole('menuitem', { name: 'Cambiar hora' })).toBeVisible();
  expect(menu.queryByRole('menuitem', { name: 'Iniciar atención' })).not.toBeInTheDocument();
});
