import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { getPatient } from '#contract/patients';
import { clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

const search = () => screen.findByRole('combobox', { name: 'Buscar pacientes y páginas' });
/** A click beside the fields takes the focus away from them. */
const leaveField = () => act(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

// With its module loaded, a navigation to the agenda is seen at once.
beforeAll(() => import('#web/agenda/agenda-page.tsx'));

test.each([
  ['a new note', `${PROFILE}/atencion`, 'Motivo de Consulta'],
  ['a new certificate', `${PROFILE}/certificado`, 'Contenido'],
  ['a form of the settings', '/dashboard/configuracion?tab=seguridad', 'Contraseña actual'],
])('on the screen of %s the single keys do nothing, and Ctrl+K opens the search', async (_, path, label) => {
  const { user, address } = await openApp(path, clinicalServer());
  await screen.findByLabelText(new RegExp(`^${label}`));
  leaveField();
  await user.keyboard('cefalea/?npi');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe(path);
  await user.keyboard('{Control>}k{/Control}');
  expect(await search()).toHaveFocus();
});

test('an addendum that is being written switches the single keys off, and a finalised note does not', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  server.notes.finalize(note._id);
  const { user, address } = await openApp(noteAddress(note), server);
  await screen.findByRole('heading', { level: 1, name: 'Nota Clínica Finalizada' });
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Agregar adenda' }));
  await screen.findByLabelText('Texto de la adenda');
  leaveField();
  await user.keyboard('cefalea/?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe(noteAddress(note));
});

test('what is typed while an editor is loading is no shortcut', async () => {
  const server = clinicalServer();
  const release = server.pause(getPatient, 1);
  const { user, address } = await openApp(`${PROFILE}/atencion`, server);
  await screen.findByRole('status', { name: 'Cargando nota clínica' });
  await user.keyboard('cefalea');
  release();
  await screen.findByLabelText('Motivo de Consulta');
  expect(address()).toBe(`${PROFILE}/atencion`);
});
