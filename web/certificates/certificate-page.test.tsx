import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { login, me, refresh } from '#contract/auth';
import {
  createCertificate,
  createCertificateTemplate,
  getCertificate,
  listCertificateTemplates,
  updateCertificate,
  updateCertificateTemplate,
} from '#contract/certificates';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { certificateAddress, clinicalServer, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { fill } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';

const RESTRICTED = { canCreate: false, message: ERRORS.CLINICAL_LIMIT.message };

const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Historial Clínico' })).getAllByRole('article');

test('cancelling the dialog asks before text is lost, and the text survives the session', async () => {
  const server = clinicalServer();
  const { user, address, navigate } = await openApp('/dashboard/pacientes', server);
  await user.click(await screen.findByRole('link', { name: /Rosa/ }));
  await user.click(await button('Nuevo Certificado'));
  await user.click(await button('Cancelar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(await button('Nuevo Certificado'));
  await fill('Título', 'Reposo');
  await user.click(await button('Cancelar'));
  await user.click(await button('Seguir editando'));
  await navigate(-1);
  expect(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await user.click(await button('Guardar y salir'));
  await expectToast('Please fill in both title and content');
  await fill('Contenido', 'Reposo en casa');

  server.refuse(createCertificate, 'NOT_SIGNED_IN', 1);
  server.refuse(refresh, 'NOT_SIGNED_IN', 1);
  server.reply(login, { accessToken: 'access2', refreshToken: 'refresh2', user: ANA });
  await user.click(await button('Crear Certificado'));
  await waitFor(() => expect(address()).toBe('/login'));
  await fill('Email', ANA.email);
  await fill('Contraseña', 'clave-de-prueba');
  await user.click(await button('Iniciar Sesión'));
  expect(await screen.findByText('Recuperamos lo que habías escrito')).toBeVisible();
  expect(address()).toBe(PROFILE);
  expect(await field('Contenido')).toHaveValue('Reposo en casa');
  await user.click(await button('Cancelar'));
  await user.click(await button('Descartar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await navigate('/dashboard/pacientes');
  await navigate(PROFILE);
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('errors of the dialog are shown and the text is not lost', async () => {
  const server = clinicalServer();
  server.respond(listCertificateTemplates, 500, {});
  server.respond(createCertificateTemplate, 500, {});
  server.respond(createCertificate, 500, {}, 1);
  const { user } = await openApp(PROFILE, server);
  await user.click(await button('Nuevo Certificado'));
  await expectToast('Failed to load certificate templates');
  await fill('Título', 'Reposo');
  await fill('Contenido', 'Reposo en casa');
  await user.click(await button('Guardar plantilla'));
  await expectToast('Failed to save template');
  await user.click(await button('Crear Certificado'));
  await expectToast('Failed to create certificate');
  await user.click(await button('Crear Certificado'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await entries())[0]).toHaveTextContent('Reposo en casa');
});

test('the template of a certificate with a passport keeps its word', async () => {
  const server = clinicalServer();
  server.reply(getPatient, { ...ROSA, documentType: 'passport', rut: 'AB123' });
  const template = server.hasTemplate('Reposo', '{{paciente}}, cédula de identidad Nº {{rut}}.');
  server.reply(updateCertificateTemplate, { ...template, version: 2 });
  const { user } = await openApp(PROFILE, server);
  await user.click(await button('Nuevo Certificado'));
  await screen.findByRole('option', { name: 'Reposo (v1)' });
  await user.selectOptions(screen.getByLabelText('Plantilla'), 'Reposo (v1)');
  expect(await field('Contenido')).toHaveValue('Rosa Díaz, Pasaporte Nº AB123.');
  await fill('Título', 'Reposo');
  await fill('Contenido', 'Rosa Díaz, Pasaporte Nº AB123. Reposo.');
  await user.click(await button('Guardar plantilla'));
  await waitFor(() =>
    expect(server.requests(updateCertificateTemplate).map(({ body }) => body)).toEqual([
      { content: '{{paciente}}, cédula de identidad Nº {{rut}}. Reposo.' },
    ]),
  );
});

test('a plan that ends while the dialog is open is reported, the text is not lost and the dialog does not reopen by itself', async () => {
  const server = clinicalServer();
  const { user } = await openApp(PROFILE, server);
  await user.click(await button('Nuevo Certificado'));
  await fill('Título', 'Reposo');
  await fill('Contenido', 'Reposo en casa');
  server.setPermission(RESTRICTED);
  await user.click(await button('Crear Certificado'));
  await expectToast(`Acceso Restringido${ERRORS.CLINICAL_LIMIT.message}`);
  expect(await screen.findByText('Funcionalidad Limitada')).toBeInTheDocument();
  expect(await field('Contenido')).toHaveValue('Reposo en casa');

  // The text stays in the tab, but the dialog does not open by itself.
  await reloadApp(PROFILE, server);
  expect(await screen.findByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new one can be finalised without saving it first', async () => {
  const server = clinicalServer();
  const { user, address } = await openApp(`${PROFILE}/certificado`, server);
  await fill('Título', 'Asistencia');
  expect(screen.queryByLabelText('Plantilla')).toBeNull();
  await fill('Contenido', 'Vino a control');
  await user.click(await button('Guardar Definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  expect(await screen.findByText('Finalizado')).toBeVisible();
  expect(address()).toMatch(/\/certificado\/[\da-f-]{36}$/);
  expect(await field('Contenido')).toBeDisabled();
  expect(server.certificates.all()).toMatchObject([{ isFinalized: true, content: 'Vino a control' }]);
});

test('a certificate that was finalised in another window cannot be cancelled', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Reposo en casa' });
  const { user } = await openApp(certificateAddress(certificate), server);
  await field('Título');
  server.certificates.finalize(certificate._id);
  await user.click(await button('Cancelar certificado'));
  await user.click(await button('Sí, cancelar'));
  await expectToast('No se puede cancelar un certificado finalizado');
  expect(await screen.findByText('Finalizado')).toBeVisible();
});

test('errors when loading and saving are shown', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Reposo', content: 'Reposo en casa' });
  server.respond(getCertificate, 500, {}, 2);
  const { user, navigate } = await openApp(certificateAddress(certificate), server);
  await expectToast('No se pudo cargar la información del certificado');
  await user.click(await button('Volver a intentar'));
  await field('Título');
  server.respond(updateCertificate, 500, {}, 1);
  await fill('Título', 'Otro');
  await user.click(await button('Guardar'));
  await expectToast('No se pudo guardar el certificado');
  await user.click(await button('Guardar'));
  await expectToast('Certificado guardado correctamente');
  await navigate('/dashboard/pacientes/0198a3a0-0000-7000-8000-000000000000/certificado');
  expect(await screen.findByText('Paciente no encontrado')).toBeVisible();
});

test('without the plan nothing is written; finalised ones are read, and the history is shown in order and without links', async () => {
  const server = clinicalServer();
  const draft = server.certificates.create({ title: 'Reposo', content: 'Tres días' });
  server.hasNote({ reason: 'Control anual' });
  const done = server.certificates.create({ title: 'Asistencia', content: 'Vino' });
  server.certificates.finalize(done._id);
  server.setPermission(RESTRICTED);
  const { navigate } = await openApp(PROFILE, server);
  expect(await screen.findByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  expect(await button('Nuevo Certificado')).toBeDisabled();
  await waitFor(async () => expect(await entries()).toHaveLength(3));
  const [first, second, third] = await entries();
  expect(first).toHaveTextContent('Asistencia');
  expect(second).toHaveTextContent('Motivo: Control anual');
  expect(third).toHaveTextContent('Reposo');
  const list = screen.getByRole('list', { name: 'Historial Clínico' });
  expect(within(list).queryByRole('link')).toBeNull();
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Imprimir PDF']);
  for (const address of [certificateAddress(draft), `${PROFILE}/certificado`]) {
    await navigate(address);
    expect(await screen.findByRole('heading', { level: 1, name: 'Acceso Restringido' })).toBeVisible();
    expect(screen.getByText(ERRORS.CLINICAL_LIMIT.message)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver Configuración de Cuenta' })).toBeVisible();
  }
  await navigate(certificateAddress(done));
  expect(await field('Contenido')).toHaveValue('Vino');
});

test('the preview of a psychologist is headed CERTIFICADO, and a finalised one as on its paper', async () => {
  const server = clinicalServer();
  const psychologist = { ...ANA, profession: 'Psicólogos/as' as const };
  server.reply(me, psychologist);
  const preview = () => screen.findByRole('article', { name: 'Vista previa del certificado' });
  const heading = async () => within(await preview()).getByRole('heading', { level: 2 }).textContent;
  const draft = server.certificates.create({ title: 'Asistencia', content: 'Vino a control' });
  const { user, navigate } = await openApp(certificateAddress(draft), server, { signedIn: psychologist });
  await user.click(await screen.findByRole('tab', { name: 'Vista Previa' }));
  expect(await heading()).toBe('CERTIFICADO');

  const printed = server.certificates.create({ title: 'Reposo', content: 'Reposo en casa' });
  server.reply(getCertificate, { ...server.certificates.finalize(printed._id), heading: 'CERTIFICADO MÉDICO' });
  await navigate(certificateAddress(printed));
  await screen.findByText('Finalizado');
  await user.click(await screen.findByRole('tab', { name: 'Vista Previa' }));
  expect(await heading()).toBe('CERTIFICADO MÉDICO');
});

test('an allergy recorded in another window is shown on return to the certificate', async () => {
  const server = clinicalServer();
  await openApp(certificateAddress(server.certificates.create({ title: 'Reposo', content: 'Reposo en casa' })), server);
  const bar = await screen.findByRole('region', { name: 'Edad, alergias y alertas' });
  expect(bar).toHaveTextContent('Sin alergias registradas');
  server.reply(getPatient, { ...ROSA, allergies: 'Penicilina' });
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(bar).toHaveTextContent('Alergias: Penicilina'));
});
