import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { certificateAddress, clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

test('the first field of a new note has the focus: what is typed after the button is in it', async () => {
  const { user } = await openApp(PROFILE, clinicalServer());
  await user.click(await screen.findByRole('button', { name: 'Agregar Atención' }));
  const reason = await screen.findByLabelText('Motivo de Consulta');
  await waitFor(() => expect(reason).toHaveFocus());
  await user.keyboard('Cefalea');
  expect(reason).toHaveValue('Cefalea');
});

test('the first field of a new certificate has the focus', async () => {
  const { navigate } = await openApp(PROFILE, clinicalServer());
  await screen.findByRole('button', { name: 'Agregar Atención' });
  await navigate(`${PROFILE}/certificado`);
  const title = await screen.findByLabelText(/^Título/);
  await waitFor(() => expect(title).toHaveFocus());
});

test('a document that exists opens without a focused field', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Tres días' });
  const { navigate } = await openApp(PROFILE, server);
  await screen.findByRole('button', { name: 'Agregar Atención' });
  for (const address of [noteAddress(note), certificateAddress(certificate)]) {
    await navigate(address);
    await screen.findByRole('heading', { level: 1, name: /^Editar/ });
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  }
});
