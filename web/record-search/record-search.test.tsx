import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { searchRecord } from '#contract/record-search';
import { clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { openApp } from '#web/testing/open-app.tsx';

const FIELD = 'Buscar en la ficha';

async function openProfile() {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control de presión' });
  const app = await openApp(PROFILE, server);
  await screen.findByLabelText(FIELD);
  return { ...app, server, note };
}

test('shows the entries with the words, highlighted, and opens the note', async () => {
  const { server, note, user, address } = await openProfile();
  const excerpt = '…refiere cefálea y dolor';
  const date = '2026-07-15T13:05:00.000Z';
  server.reply(searchRecord, {
    results: [
      { kind: 'clinical-note', _id: note._id, date, title: 'Control', excerpt, matches: [[9, 16]] },
      { kind: 'attachment', _id: note._id, date, title: 'Cefalea.pdf', excerpt: 'Cefalea.pdf', matches: [[0, 7]] },
    ],
    truncated: false,
  });
  fillFields({ [FIELD]: ' cefalea ' });
  const results = await screen.findByRole('list', { name: 'Resultados de la búsqueda' });
  expect(screen.getByText('2 resultados')).toBeVisible();
  expect([...results.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['cefálea', 'Cefalea']);
  expect(within(results).getAllByRole('article')[0]).toHaveTextContent(`15/07/2026 · ControlAtención${excerpt}`);
  expect(screen.queryByRole('list', { name: 'Historial Clínico' })).not.toBeInTheDocument();
  expect(server.requests(searchRecord).map(({ url }) => url.searchParams.get('query'))).toEqual(['cefalea']);

  const [link] = within(results).getAllByRole('link');
  await user.click(link as HTMLElement);
  await waitFor(() => expect(address()).toBe(noteAddress(note)));
});

test('says that nothing was found, and without words the history returns', async () => {
  const { server } = await openProfile();
  server.reply(searchRecord, { results: [], truncated: false });
  fillFields({ [FIELD]: 'fiebre' });
  expect(await screen.findByText('Nada en la ficha contiene esas palabras.')).toBeVisible();
  fillFields({ [FIELD]: ' ' });
  expect(await screen.findByRole('list', { name: 'Historial Clínico' })).toBeVisible();
});

test('a query without letters or digits asks for another one, and offers no retry', async () => {
  const { server } = await openProfile();
  server.refuse(searchRecord, 'INVALID_INPUT', 1);
  fillFields({ [FIELD]: '%' });
  expect(await screen.findByText('Escribe al menos una letra o un número.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Volver a intentar' })).not.toBeInTheDocument();
});

test('a failed search can be repeated', async () => {
  const { server, user } = await openProfile();
  server.refuse(searchRecord, 'NOT_FOUND', 1);
  fillFields({ [FIELD]: 'fiebre' });
  expect(await screen.findByText('No se pudo buscar en la ficha')).toBeVisible();
  server.reply(searchRecord, { results: [], truncated: false });
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('Nada en la ficha contiene esas palabras.')).toBeVisible();
});
