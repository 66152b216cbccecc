import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refresh } from '#contract/auth';
import * as api from '#contract/signature';
import { closeToast, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const TAB = '/dashboard/configuracion?tab=firma';
const NONE: api.SignatureInfo = { hasSignature: false, signatureUrl: null, useInPrescriptions: false };
const STORED: api.SignatureInfo = {
  hasSignature: true,
  signatureUrl: api.getSignatureImage.path,
  useInPrescriptions: true,
};
const PICTURE = new Uint8Array([137, 80, 78, 71]);

/** A mock server with that signature, which can be replaced, used and deleted. */
function signatureServer(initial: api.SignatureInfo) {
  let info = initial;
  const server = serverFor();
  server.reply(api.getSignatureInfo, () => info);
  server.reply(api.getSignatureImage, PICTURE);
  server.reply(api.uploadSignature, () => {
    info = STORED;
    return { message: 'Firma guardada correctamente' };
  });
  server.reply(api.toggleSignature, ({ body }) => {
    info = { ...info, useInPrescriptions: api.toggleSignature.body?.parse(body).useSignature ?? false };
    return undefined;
  });
  return {
    ...server,
    deleteElsewhere: () => {
      info = NONE;
      server.refuse(api.toggleSignature, 'NOT_FOUND');
    },
  };
}

const button = (name: string) => screen.findByRole('button', { name });
const used = () => screen.findByRole('switch', { name: 'Usar firma en recetas' });
const pending = () => screen.queryByRole('region', { name: 'Imagen por guardar' });
const emptyTitle = () => screen.findByRole('heading', { name: 'Sube la imagen de tu firma' });

/** `fireEvent`, because user-event leaves out a file that the input does not accept. */
async function choose(file = new File([PICTURE], 'mi firma.png', { type: 'image/png' })): Promise<void> {
  const input = await screen.findByLabelText('Arrastra la imagen de tu firma hasta aquí, o elígela');
  fireEvent.change(input, { target: { files: [file] } });
}

test('a file that is no allowed picture, or too large, is not sent', async () => {
  const server = signatureServer(NONE);
  const { user } = await openApp(TAB, server);
  await choose(new File(['%PDF'], 'firma.pdf', { type: 'application/pdf' }));
  await expectToast('Tipo de archivo no válido');
  await expectToast('Solo se permiten imágenes PNG, JPG, JPEG o GIF');
  await choose(new File([], 'firma.png', { type: 'image/png' }));
  await expectToast('El archivo está vacío');
  const large = new Uint8Array(api.MAX_SIGNATURE_BYTES + 1);
  await choose(new File([large], 'firma.png', { type: 'image/png' }));
  await expectToast('Archivo demasiado grande');
  await expectToast('El archivo pesa 2,01 MB. El tamaño máximo permitido es de 2 MB.');
  expect(pending()).toBeNull();
  expect(server.requests(api.uploadSignature)).toEqual([]);

  // The name is that of a picture; only the server reads the content.
  server.refuse(api.uploadSignature, 'SIGNATURE_UNREADABLE');
  await choose(new File(['hola'], 'firma.png', { type: 'image/png' }));
  await user.click(await button('Guardar'));
  await expectToast('Tipo de archivo no válido: Solo se permiten imágenes PNG, JPG, JPEG o GIF');
  expect(pending()).toBeVisible();
});

test('a failed upload says why, and the file stays ready to be saved', async () => {
  const server = signatureServer(NONE);
  const { user } = await openApp(TAB, server);
  await choose();
  const otherwise = 'Error al subir la firma. Verifica tu conexión e intenta nuevamente.';
  for (const [status, body, text] of [
    [413, '<h1>Request Entity Too Large</h1>', 'El archivo es demasiado grande. El tamaño máximo permitido es de 2MB'],
    [503, { error: 'El servicio no está disponible.' }, 'El servicio no está disponible.'],
    [502, '<h1>Bad Gateway</h1>', otherwise],
  ] as const) {
    server.respond(api.uploadSignature, status, body, 1);
    await user.click(await button('Guardar'));
    await expectToast(text);
    closeToast();
    expect(await button('Guardar')).toBeEnabled();
  }
  server.disconnect(api.uploadSignature, 1);
  await user.click(await button('Guardar'));
  await expectToast(otherwise);
  await user.click(await button('Guardar'));
  await expectToast('Firma guardada correctamente');
});

test('a session to be renewed does not stop the upload: it is sent once more, in full', async () => {
  const server = signatureServer(NONE);
  const { user } = await openApp(TAB, server);
  await choose();
  server.refuse(api.uploadSignature, 'NOT_SIGNED_IN', 1);
  server.reply(refresh, { accessToken: 'renovado' });
  await user.click(await button('Guardar'));
  await expectToast('Firma guardada correctamente');
  const sent = server.requests(api.uploadSignature).map(({ body }) => (body as FormData).get('signature') as File);
  expect(sent.map(({ name, size }) => [name, size])).toEqual(Array(2).fill(['mi firma.png', PICTURE.length]));
  expect(await screen.findByRole('img', { name: 'Tu firma' })).toBeVisible();
});

test('the use in prescriptions changes at a click, and reverts if the server refuses', async () => {
  const server = signatureServer(STORED);
  const { user } = await openApp(TAB, server);
  await user.click(await used());
  expect(await used()).not.toBeChecked();
  await expectToast('Preferencia actualizada correctamente');
  expect(server.requests(api.toggleSignature).map(({ body }) => body)).toEqual([{ useSignature: false }]);
  await waitFor(() => expect(server.requests(api.getSignatureInfo)).toHaveLength(2));
  expect(await used()).not.toBeChecked();

  server.respond(api.toggleSignature, 500, {});
  const release = server.pause(api.toggleSignature);
  await user.click(await used());
  expect(await used()).toBeChecked();
  release();
  await expectToast('No se pudo cambiar el uso de la firma');
  await waitFor(async () => expect(await used()).not.toBeChecked());
});

test('a signature that cannot be deleted stays, and this is reported', async () => {
  const server = signatureServer(STORED);
  const { user } = await openApp(TAB, server);
  server.respond(api.deleteSignature, 500, {});
  await user.click(await button('Eliminar firma'));
  await user.click(await button('Sí, eliminar firma'));
  await expectToast('No se pudo eliminar la firma');
  expect(await screen.findByRole('img', { name: 'Tu firma' })).toBeVisible();
});

test('a signature deleted elsewhere disappears when its use is changed, and this is reported', async () => {
  const server = signatureServer(STORED);
  const { user } = await openApp(TAB, server);
  await used();
  server.deleteElsewhere();
  await user.click(await used());
  await expectToast('Ya no hay una firma guardada');
  expect(await emptyTitle()).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Usar firma en recetas' })).toBeNull();
});

test('a signature or picture that fails to load is reported and can be retried', async () => {
  const server = signatureServer(STORED);
  // A failed query is repeated once.
  server.respond(api.getSignatureInfo, 500, {}, 2);
  server.respond(api.getSignatureImage, 500, {}, 2);
  const { user } = await openApp(TAB, server);
  await expectToast('No se pudo cargar la firma');
  await user.click(await button('Volver a intentar'));
  expect(await screen.findByText('No se pudo mostrar la imagen de tu firma.')).toBeVisible();
  expect(await used()).toBeChecked();
  await user.click(await button('Volver a intentar'));
  expect(await screen.findByRole('img', { name: 'Tu firma' })).toBeVisible();
});
