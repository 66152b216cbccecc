import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Cie10Code, cie10Stats, searchCie10 } from '#contract/cie10';
import { clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { expectFieldError, expectNoFieldError, fill } from '#web/testing/form-fields.ts';
import { letTimePass, openApp } from '#web/testing/open-app.tsx';

const HYPERTENSION = { _id: 'I10', code: 'I10', description: 'Hipertensión esencial (primaria)' };
const OTHERS = [
  { _id: 'I11.0', code: 'I11.0', description: 'Enfermedad cardíaca hipertensiva con insuficiencia cardíaca' },
  { _id: 'I15.9', code: 'I15.9', description: 'Hipertensión secundaria, no especificada' },
];
const FOUND: Record<string, Cie10Code[]> = { hip: OTHERS, hipertensión: [HYPERTENSION, ...OTHERS] };
const SEARCH = 'Buscar en CIE-10';
const SEARCH_DELAY = 300;

const search = () => screen.getByRole('combobox', { name: SEARCH });
const options = () => screen.queryAllByRole('option');
const diagnoses = () =>
  within(screen.getByRole('list', { name: 'Diagnósticos agregados' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
/** Waits as long as a search waits for more letters. */
const waitForSearch = () => letTimePass(SEARCH_DELAY + 50);

/** A note with the CIE-10 search switched on, on fake timers. */
async function openSearch(count: number) {
  const server = clinicalServer();
  server.reply(cie10Stats, { count });
  server.reply(searchCie10, ({ url }) => FOUND[url.searchParams.get('query') ?? ''] ?? []);
  const app = await openApp(noteAddress(server.hasNote()), server);
  const toggle = await screen.findByRole('switch', { name: 'Usar CIE-10' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await app.user.click(toggle);
  const asked = () => server.requests(searchCie10).map(({ url }) => url.searchParams.get('query'));
  return { ...app, server, toggle, asked };
}

test('the search starts when typing stops, and an old reply does not replace a new one', async () => {
  const { user, server, asked } = await openSearch(14_400);
  await fill(SEARCH, '   ');
  await letTimePass(1000);
  await fill(SEARCH, '');
  const releaseFirst = server.pause(searchCie10, 1);
  for (const letter of 'hip') {
    await user.type(search(), letter);
    // The fake time also goes on while the machine is busy.
    await letTimePass(SEARCH_DELAY / 2);
  }
  expect(asked()).toEqual([]);
  await waitForSearch();
  expect(asked()).toEqual(['hip']);
  await fill(SEARCH, 'hipertensión');
  await waitForSearch();
  await waitFor(() => expect(options()).toHaveLength(3));
  releaseFirst();
  await letTimePass(100);
  expect(options()[0]).toHaveTextContent(/I10.*Hipertensión esencial \(primaria\)/);
  expect(options()).toHaveLength(3);
});

test('a code is chosen with the keyboard or a click, and only once', async () => {
  const { user } = await openSearch(14_400);
  await fill(SEARCH, 'hipertensión');
  await waitForSearch();
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(options()[0]).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Escape}');
  expect(options()).toHaveLength(0);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(diagnoses()).toEqual(['I10 - Hipertensión esencial (primaria)']);
  expect(search()).toHaveValue('');
  expect(search()).toHaveFocus();

  await fill(SEARCH, 'hipertensión');
  await waitForSearch();
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.click(options()[0] as HTMLElement);
  expect(search()).toHaveValue('');
  expect(diagnoses()).toHaveLength(1);
});

test('no results are reported, a failure is silent, and a search without a choice prevents finalising', async () => {
  const { user, server, toggle, asked } = await openSearch(14_400);
  await fill(SEARCH, 'nada');
  await waitForSearch();
  expect(await screen.findByText('Sin resultados')).toBeVisible();
  await fill(SEARCH, 'hipertensión');
  await waitForSearch();
  await waitFor(() => expect(options()).toHaveLength(3));
  server.respond(searchCie10, 400, {}, 1);
  await fill(SEARCH, 'falla');
  await waitForSearch();
  await waitFor(() => expect(options()).toHaveLength(0));
  expect(document.querySelector('.toast')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Guardar Permanentemente' }));
  expectFieldError(search(), 'Elige un código o borra la búsqueda');
  await waitFor(() => expect(search()).toHaveFocus());
  await fill(SEARCH, '');
  expectNoFieldError(search());
  expect(await screen.findByText('Guardado hace un momento')).toBeVisible();

  // A free text may be longer than a search allows.
  await user.click(toggle);
  await fill('Diagnóstico', 'x'.repeat(300));
  await user.click(toggle);
  await waitForSearch();
  await waitFor(() => expect(asked().at(-1)).toBe('x'.repeat(200)));
});

test('an empty catalogue is reported, and the diagnosis is typed as text', async () => {
  const { user, toggle } = await openSearch(0);
  expect(await screen.findByText(/La base de datos CIE-10 aún no está cargada\./)).toBeVisible();
  await user.click(toggle);
  await fill('Diagnóstico', 'Cefalea');
  await user.keyboard('{Enter}');
  expect(diagnoses()).toEqual(['Cefalea']);
});
