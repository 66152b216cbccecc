import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportCharges, listCharges, listPendingCharges } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { dayIn } from '#contract/days';
import { addMonths } from '#contract/months';
import { agendaServer } from '#web/testing/agenda-server.ts';
import { withChargeLists } from '#web/testing/charge-lists-server.ts';
import { chargeWith, paymentWith } from '#web/testing/charges-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/cobros?fecha=2026-11-16';
const LONG_NAME = 'María de los Ángeles Fernández-Valdivieso Huenchumilla de la Fuente';

let CHARGES: Charge[] = [];
beforeEach(() => {
  CHARGES = [
    chargeWith({ patientName: 'Rosa Díaz', date: '2026-11-16', payments: [paymentWith({ method: 'transfer' })] }),
    chargeWith({
      patientName: LONG_NAME,
      amount: 1_250_000,
      date: '2026-11-10',
      payments: [paymentWith({ amount: 50_000 })],
      invoiceNumber: '1024',
    }),
    chargeWith({ patientName: 'Iván Soto', date: '2026-10-05', concept: 'Evaluación' }),
  ];
});
afterEach(() => vi.restoreAllMocks());

const openPage = async (address = PAGE, charges = CHARGES) => {
  const server = withChargeLists(agendaServer(), charges);
  const app = await openApp(address, server);
  await screen.findByRole('heading', { name: 'Cobros', level: 1 });
  return { server, ...app };
};
const table = () => screen.findByRole('table', { name: 'Cobros' });
const row = async (name: string | RegExp) => {
  const found = (await screen.findByRole('button', { name })).closest('tr');
  if (!found) throw new Error('It is in no row');
  return within(found);
};
const asked = (server: Awaited<ReturnType<typeof openPage>>['server']) =>
  server.requests(listCharges).map(({ url }) => String(url.searchParams));

test('the charges of the month are listed with their totals', async () => {
  const { server } = await openPage();
  const rosa = await row(/^Rosa Díaz, Consulta, 16\/11\/2026/);
  expect(rosa.getByText('Pagado', { selector: '.rounded-full' })).toBeVisible();
  expect(rosa.getByText('Transferencia')).toBeVisible();
  const other = await row(/^María de los Ángeles/);
  expect(other.getByText('Pago parcial')).toBeVisible();
  expect(other.getByText('$1.200.000')).toBeVisible();
  expect(other.getByText('1024')).toBeVisible();
  expect(screen.queryByText('Iván Soto')).not.toBeInTheDocument();
  expect(asked(server)).toEqual(['from=2026-11-01&to=2026-11-30&page=1']);
  expect(screen.getByRole('heading', { name: 'Noviembre de 2026' })).toBeVisible();
  expect(screen.getByText('2 cobros')).toBeVisible();
  expect(screen.getByText('$1.275.000', { selector: 'dd' })).toBeVisible();
  expect(screen.getByText('Efectivo', { selector: 'dt' }).parentElement).toHaveTextContent('Efectivo$50.000');
});

test('a day or a week is in the address, and the arrows lead to the one beside', async () => {
  const { user, address, server } = await openPage();
  await table();
  await user.click(screen.getByRole('link', { name: 'Semana' }));
  expect(address()).toBe('/dashboard/cobros?vista=semana&fecha=2026-11-16');
  await screen.findByRole('heading', { name: 'Semana del 16 al 22 de noviembre, 2026' });
  await user.click(screen.getByRole('button', { name: 'Semana anterior' }));
  expect(address()).toBe('/dashboard/cobros?vista=semana&fecha=2026-11-09');
  await user.click(screen.getByRole('link', { name: 'Día' }));
  expect(address()).toBe('/dashboard/cobros?vista=dia&fecha=2026-11-09');
  await waitFor(() => expect(asked(server).at(-1)).toBe('from=2026-11-09&to=2026-11-09&page=1'));
  await screen.findByText('Sin cobros en este período');
  await user.click(screen.getByRole('button', { name: 'Hoy' }));
  expect(address()).toContain(`fecha=${dayIn('America/Santiago', new Date())}`);
});

test('status, search and charges without boleta are in the address, and the totals follow', async () => {
  const { user, address, server } = await openPage();
  await table();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Estado de los cobros' }), 'Pago parcial');
  expect(address()).toBe(`${PAGE}&estado=parcial`);
  await screen.findByRole('heading', { name: 'Totales de lo filtrado' });
  await waitFor(() => expect(screen.queryByText('Rosa Díaz')).not.toBeInTheDocument());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Estado de los cobros' }), 'Todos los estados');
  await user.click(screen.getByRole('checkbox', { name: 'Sin boleta' }));
  expect(address()).toBe(`${PAGE}&boleta=sin`);
  await waitFor(() => expect(screen.queryByText(LONG_NAME)).not.toBeInTheDocument());
  const link = screen.getByRole('link', { name: /^Emitir boleta en el SII/ });
  expect(link).toHaveAttribute('href', 'https://www.sii.cl/servicios_online/1040-1287.html');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  await user.type(screen.getByRole('searchbox', { name: 'Buscar cobros' }), 'Nadie');
  await screen.findByText('Ningún cobro coincide');
  expect(address()).toBe(`${PAGE}&boleta=sin&buscar=Nadie`);
  expect(asked(server).at(-1)).toContain('search=Nadie&withoutInvoice=true');
});

test('a press on a charge opens it, also with the keyboard', async () => {
  const { user } = await openPage();
  (await screen.findByRole('button', { name: /^Rosa Díaz/ })).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cobro' }));
  await dialog.findByText('Consulta');
  await user.keyboard('{Escape}');
  await user.click((await row(/^María/)).getByText('1024'));
  await screen.findByRole('dialog', { name: 'Cobro' });
});

test('three hundred charges have six pages, with the totals of all', async () => {
  const many = Array.from({ length: 300 }, (_, i) => chargeWith({ date: '2026-11-12', concept: `Control ${i + 1}` }));
  const { user, address } = await openPage(PAGE, many);
  await screen.findByText('300 cobros');
  expect(within(screen.getByRole('table', { name: 'Cobros' })).getAllByRole('button')).toHaveLength(50);
  expect(screen.getByText('$7.500.000', { selector: '.text-xl' })).toBeVisible();
  expect(screen.getByText('Página 1 de 6')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(address()).toBe(`${PAGE}&pagina=2`);
  await row(/Control 51,/);
  await user.click(screen.getByRole('checkbox', { name: 'Sin boleta' }));
  expect(address()).toBe(`${PAGE}&boleta=sin`);
});

test('a page beyond the last one leads to the last one', async () => {
  const { address } = await openPage(`${PAGE}&pagina=9`);
  await row(/^Rosa Díaz/);
  expect(address()).toBe(PAGE);
});

test('the months are a chart, and a table for a screen reader', async () => {
  const today = dayIn('America/Santiago', new Date());
  await openPage('/dashboard/cobros', [chargeWith({ date: today, payments: [paymentWith({ amount: 10_000 })] })]);
  const months = within(await screen.findByRole('table', { name: 'Cobrado y pagado por mes' }));
  const rows = months.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(12);
  expect(rows.at(-1)).toHaveTextContent('$25.000$10.000');
  expect(rows[0]).toHaveTextContent(addMonths(today.slice(0, 7), -11).slice(0, 4));
});

test('whoever has charged nothing yet reads what the page is for', async () => {
  const { user } = await openPage('/dashboard/cobros', []);
  await screen.findByText('Tu primer cobro aparecerá aquí');
  await user.click(
    within(screen.getByRole('region', { name: 'Lista de cobros' })).getByRole('button', { name: 'Nuevo cobro' }),
  );
  await screen.findByRole('dialog', { name: 'Cobrar' });
});

test('the month of the shown day is saved as CSV', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, server } = await openPage('/dashboard/cobros?vista=dia&fecha=2026-10-05');
  server.reply(exportCharges, new Uint8Array([0xef, 0xbb, 0xbf]));
  await user.click(await screen.findByRole('button', { name: 'Exportar mes' }));
  await expectToast('Archivo para la contabilidad descargado');
  expect(server.requests(exportCharges).map(({ url }) => url.searchParams.get('month'))).toEqual(['2026-10']);
  expect(saved).toEqual(['cobros-2026-10.csv']);
});

test('a month that does not load has no totals, and its failure is shown once', async () => {
  const { user, server } = await openPage();
  await table();
  server.refuse(listCharges, 'UNEXPECTED', 2);
  await user.click(screen.getByRole('button', { name: 'Mes anterior' }));
  await screen.findByText('No se pudieron cargar los cobros');
  expect(screen.queryByRole('heading', { name: 'Totales' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  await screen.findByRole('heading', { name: 'Totales' });
  await row(/^Iván Soto/);
});

test('a list that does not load is offered again, and what is pending is not asked for', async () => {
  const server = withChargeLists(agendaServer(), CHARGES);
  server.refuse(listCharges, 'UNEXPECTED', 2);
  const { user } = await openApp(PAGE, server);
  await screen.findByText('No se pudieron cargar los cobros');
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  await table();
  expect(server.requests(listPendingCharges)).toEqual([]);
});
