import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getWorkingHours } from '#contract/working-hours';
import { APPOINTMENT, agendaServer, DAY } from '#web/testing/agenda-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const [SATURDAY, SUNDAY] = ['2030-01-12', '2030-01-13'];
const WEEK = `/dashboard/agenda?vista=semana&fecha=${DAY}`;
const FOLDED = 'Mostrar fin de semana';

/** As on a wide screen. */
beforeEach(() => {
  const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: query.includes('min-width') }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Not by role: that computes the name of each of the many slots. */
const daysShown = () => document.querySelectorAll('ol[aria-label^="Citas del"]').length;

test('the weekend is folded when it has neither hours nor appointments, and one press unfolds it', async () => {
  const { user } = await openApp(WEEK, agendaServer([APPOINTMENT]));
  const toggle = await screen.findByText(FOLDED);
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(daysShown()).toBe(5);
  await user.click(toggle);
  expect(daysShown()).toBe(7);
  expect(toggle).toHaveTextContent('Ocultar fin de semana');
  await user.click(toggle);
  expect(daysShown()).toBe(5);
});

test('an appointment on the weekend keeps it open', async () => {
  await openApp(WEEK, agendaServer([{ ...APPOINTMENT, date: SUNDAY }]));
  await waitFor(() => expect(daysShown()).toBe(7));
  expect(screen.queryByText(FOLDED)).not.toBeInTheDocument();
});

test('working hours on the weekend keep it open', async () => {
  const server = agendaServer([APPOINTMENT]);
  server.reply(getWorkingHours, { hours: [{ weekday: 6, from: '09:00', to: '13:00' }] });
  await openApp(WEEK, server);
  await waitFor(() => expect(daysShown()).toBe(7));
});

test('the day in the address is shown, also on a weekend without appointments', async () => {
  await openApp(`/dashboard/agenda?vista=semana&fecha=${SATURDAY}`, agendaServer([APPOINTMENT]));
  await waitFor(() => expect(daysShown()).toBe(7));
});
