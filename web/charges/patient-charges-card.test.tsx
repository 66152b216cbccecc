import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getChargeSettings } from '#contract/charge-reminders';
import { listCharges } from '#contract/charge-summaries';
import { type Charge, createCharge } from '#contract/charges';
import { ROSA } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA } from '#web/testing/assistant-server.ts';
import { pendingWith, withChargeLists } from '#web/testing/charge-lists-server.ts';
import { chargeWith, paymentWith } from '#web/testing/charges-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const PROFILE = `/dashboard/pacientes/${ROSA._id}?profesional=${PROFESSIONAL_ANA._id}`;
const PAGE = `/dashboard/cobros?profesional=${PROFESSIONAL_ANA._id}`;
const FOUR: Charge[] = ['16', '12', '09', '05'].map((day) =>
  chargeWith({ date: `2026-11-${day}`, concept: `Control ${day}` }),
);

function server(canCharge: boolean, charges: Charge[]) {
  const professionals = [{ ...PROFESSIONAL_ANA, canCharge }];
  return withChargeLists(assistantServer({ professionals }), charges, [pendingWith({ patientId: ROSA._id })]);
}
const card = async () => {
  const found = (await screen.findByRole('heading', { name: 'Cobros' })).closest('section');
  if (!found) throw new Error('The heading is in no card');
  return within(found);
};

test('the profile shows what is pending, and the last charges first', async () => {
  const { user } = await openApp(PROFILE, server(true, [...FOUR]));
  const cobros = await card();
  expect((await cobros.findByText(/^Pendiente:/)).textContent).toBe('Pendiente: $100.000');
  const rows = () => within(cobros.getByRole('list', { name: 'Cobros del paciente' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(3);
  expect(rows()[0]).toHaveTextContent('16/11/2026 Control 16$25.000Pendiente');
  await user.click(cobros.getByRole('button', { name: 'Ver más' }));
  expect(rows()).toHaveLength(4);
  await user.click(cobros.getByRole('button', { name: /Control 05/ }));
  await screen.findByRole('dialog', { name: 'Cobro' });
});

test('more than a page of charges is loaded on request, and all count as pending', async () => {
  const { user } = await openApp(
    PROFILE,
    server(
      true,
      Array.from({ length: 25 }, () => chargeWith()),
    ),
  );
  const cobros = await card();
  expect((await cobros.findByText(/^Pendiente:/)).textContent).toBe('Pendiente: $625.000');
  const rows = () => within(cobros.getByRole('list', { name: 'Cobros del paciente' })).getAllByRole('listitem');
  await user.click(cobros.getByRole('button', { name: 'Ver más' }));
  expect(rows()).toHaveLength(20);
  await user.click(cobros.getByRole('button', { name: 'Ver más' }));
  await waitFor(() => expect(rows()).toHaveLength(25));
  expect(cobros.queryByRole('button', { name: 'Ver más' })).not.toBeInTheDocument();
});

test('a link to the charges leads to their card', async () => {
  await openApp(`${PROFILE}#cobros`, server(true, [...FOUR]));
  await waitFor(() => expect(document.getElementById('cobros')).toHaveFocus());
  expect(within(document.getElementById('cobros') as HTMLElement).getByRole('heading')).toHaveTextContent('Cobros');
});

test('from the profile the patient is charged and reminded', async () => {
  const mocks = server(true, [...FOUR]);
  mocks.reply(getChargeSettings, { message: '' });
  const { user } = await openApp(PROFILE, mocks);
  await user.click(await (await card()).findByRole('button', { name: 'Recordar' }));
  const reminder = within(await screen.findByRole('dialog', { name: 'Recordar pago pendiente' }));
  await reminder.findByText(/de la consulta de Ana Pérez Soto/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click((await card()).getByRole('button', { name: 'Cobrar' }));
  await screen.findByRole('dialog', { name: 'Cobrar' });
  expect(mocks.requests(createCharge)).toEqual([]);
});

test('a patient with everything paid has nothing to be reminded of', async () => {
  await openApp(PROFILE, server(true, [chargeWith({ payments: [paymentWith()] })]));
  const cobros = await card();
  await cobros.findByText('Pagado');
  expect(cobros.queryByText(/^Pendiente:/)).not.toBeInTheDocument();
  expect(cobros.queryByRole('button', { name: 'Recordar' })).not.toBeInTheDocument();
});

test('an assistant without the right sees and asks nothing of money', async () => {
  const mocks = server(false, [...FOUR]);
  const { navigate } = await openApp(PROFILE, mocks);
  await screen.findByRole('heading', { name: 'Citas' });
  expect(screen.queryByRole('heading', { name: 'Cobros' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Cobros' })).not.toBeInTheDocument();
  await navigate(PAGE);
  await screen.findByText('Acceso restringido');
  expect(mocks.sent().filter((path) => path.includes('charge'))).toEqual([]);
  expect(mocks.refused).toEqual([]);
});

test('an assistant with the right has the page in the menu', async () => {
  const mocks = server(true, [...FOUR]);
  const { user } = await openApp(PROFILE, mocks);
  const menu = within(await screen.findByRole('navigation', { name: 'Menú principal' }));
  await user.click(menu.getByRole('link', { name: 'Cobros' }));
  await screen.findByText('Cobros de Ana Pérez Soto');
  await screen.findByRole('heading', { name: 'Totales' });
  const professionals = mocks.requests(listCharges).map(({ headers }) => headers.get('X-Professional'));
  expect(new Set(professionals)).toEqual(new Set([PROFESSIONAL_ANA._id]));
  expect(mocks.refused).toEqual([]);
});
