import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listCharges } from '#contract/charge-summaries';
import { type Charge, getCharge, getChargeDiagnosis } from '#contract/charges';
import { getPatient, type Patient } from '#contract/patients';
import { createShare, listShares } from '#contract/shares';
import { chargeList } from '#web/testing/charges-server.ts';
import { certificateAddress, clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { ANA, expectToast, openApp } from '#web/testing/open-app.tsx';

const URL_OF_LINK = 'https://ficha.cl/documentos/secreto';
const CREATED = {
  _id: '0197a000-0000-7000-8000-0000000000f1',
  url: URL_OF_LINK,
  expiresAt: '2026-12-18T12:00:00.000Z',
};
const WRITTEN = { plansAndIndications: 'Caminar', prescriptions: [{ _id: CREATED._id, medicamento: 'Losartán' }] };

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const newTab = () => ({ opener: window, location: { replace: vi.fn() }, close: vi.fn() });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Opens the finalised note of a patient with these data. */
async function openNote(details: Partial<Patient> = {}, sendsMail = false) {
  if (sendsMail) document.documentElement.dataset.mail = 'on';
  const server = clinicalServer();
  server.reply(getPatient, { ...ROSA, ...details });
  server.reply(createShare, CREATED);
  const note = server.hasNote({ reason: 'Control', ...WRITTEN });
  server.notes.finalize(note._id);
  const app = await openApp(noteAddress(note), server);
  return { server, note, ...app };
}
/** The charges of the patient, none unless they are given. */
function withCharges(server: ReturnType<typeof clinicalServer>, charges: readonly Charge[] = []) {
  server.reply(listCharges, chargeList(charges));
  return server;
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Enviar al paciente' }));

test('each part of a finalised note is sent, and the others can be added', async () => {
  const { server, note, user } = await openNote();
  await user.click(await button('Enviar planes e indicaciones al paciente'));
  const shown = await dialog();
  const boxes = shown.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    [expect.stringMatching(/^Atención Clínica \d\d\/\d\d\/\d{4}$/), false],
    [expect.stringMatching(/^Planes e Indicaciones /), true],
    [expect.stringMatching(/^Recetas /), false],
  ]);
  await user.click(shown.getByLabelText(/^Recetas/));
  await user.click(shown.getByLabelText('90 días'));
  await user.click(shown.getByLabelText('Copiar el enlace'));
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  expect(await shown.findByLabelText('Este enlace se muestra una sola vez')).toHaveValue(URL_OF_LINK);
  expect(server.requests(createShare).map(({ body }) => body)).toEqual([
    {
      documents: [
        { kind: 'plans', id: note._id },
        { kind: 'prescriptions', id: note._id },
      ],
      days: 90,
      sendEmail: false,
    },
  ]);
  expect(shown.getByRole('heading', { name: 'El enlace está listo' })).toHaveFocus();
  expect(shown.getByText('Funciona hasta el 18/12/2026.')).toBeVisible();
  expect(shown.getByText('Para abrirlo, el paciente escribe su fecha de nacimiento.')).toBeVisible();
});

test('a part that was not written and a draft cannot be sent', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const draft = server.hasNote(WRITTEN);
  server.notes.finalize(note._id);
  const { navigate } = await openApp(noteAddress(note), server);
  await button('Enviar al paciente');
  expect(screen.queryByRole('button', { name: /^Enviar (?:planes|recetas)/ })).toBeNull();
  await navigate(noteAddress(draft));
  await button('Guardar Permanentemente');
  expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull();
});

test('a finalised certificate is sent alone', async () => {
  const server = clinicalServer();
  server.reply(createShare, CREATED);
  const certificate = server.certificates.create({ title: 'Reposo', content: 'En casa' });
  server.certificates.finalize(certificate._id);
  const { user } = await openApp(certificateAddress(certificate), server);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.getByText('Reposo')).toBeVisible();
  expect(shown.queryByRole('checkbox')).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
  const sent = server.requests(createShare)[0]?.body;
  expect(sent).toMatchObject({ documents: [{ kind: 'certificate', id: certificate._id }], days: 30 });
});

test('several documents of the history are sent at once, without those that are not finalised', async () => {
  const server = clinicalServer();
  server.reply(createShare, CREATED);
  for (let at = 0; at < 5; at += 1) server.notes.finalize(server.hasNote(WRITTEN)._id);
  server.hasNote(WRITTEN);
  server.certificates.create({ title: 'Sin finalizar', content: 'x' });
  const { user } = await openApp(PROFILE, withCharges(server));
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.getAllByRole('checkbox')).toHaveLength(8);
  await user.click(shown.getByRole('button', { name: 'Mostrar los 15 documentos' }));
  expect(shown.getAllByRole('checkbox')).toHaveLength(15);
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  expect(await shown.findByText('Selecciona al menos un documento')).toBeVisible();
  expect(server.requests(createShare)).toEqual([]);
  for (const box of shown.getAllByLabelText(/^Recetas/)) await user.click(box);
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
  expect(server.requests(createShare)[0]?.body).toMatchObject({ documents: Array(5).fill({ kind: 'prescriptions' }) });
});

const PAYMENT = { _id: CREATED._id, amount: 20_000, method: 'cash' as const, date: '2026-01-15' };
const CHARGE: Charge = {
  _id: '0197a000-0000-7000-8000-0000000000c1',
  patientId: ROSA._id,
  patientName: ROSA.name,
  concept: 'Consulta de psicología',
  amount: 20_000,
  paid: 20_000,
  pending: 0,
  status: 'paid',
  date: '2026-01-15',
  payments: [{ ...PAYMENT, createdAt: '2026-01-15T12:00:00.000Z' }],
  createdAt: '2026-01-15T12:00:00.000Z',
};
const UNPAID: Charge = { ...CHARGE, _id: CREATED._id, paid: 0, pending: 20_000, status: 'pending', payments: [] };

test('the receipt of what was paid is sent too, and a charge without payments has none', async () => {
  const server = withCharges(clinicalServer(), [CHARGE, UNPAID]);
  server.reply(createShare, CREATED);
  server.notes.finalize(server.hasNote({ reason: 'Control' })._id);
  const { user } = await openApp(PROFILE, server);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(await shown.findAllByRole('checkbox')).toHaveLength(2);
  await user.click(shown.getByLabelText('Comprobante de Pago 15/01/2026Consulta de psicología'));
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
  const sent = server.requests(createShare)[0]?.body;
  expect(sent).toMatchObject({ documents: [{ kind: 'receipt', id: CHARGE._id }] });
});

test('from its charge, a receipt is offered alone and once', async () => {
  const server = withCharges(clinicalServer(), [CHARGE, { ...CHARGE, _id: CREATED._id, concept: 'Otra' }]);
  server.reply(getCharge, CHARGE);
  server.reply(getChargeDiagnosis, { diagnosis: null });
  const { user } = await openApp(PROFILE, server);
  await user.click(await button(/Consulta de psicología/));
  const charge = within(await screen.findByRole('dialog', { name: 'Cobro' }));
  await user.click(await charge.findByRole('button', { name: 'Enviar al paciente' }));
  const shown = await dialog();
  expect(await shown.findByText(/^Comprobante de Pago/)).toBeVisible();
  expect(shown.getByText('15/01/2026')).toBeVisible();
  expect(shown.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('the other documents are sent while the charges cannot be loaded', async () => {
  const server = clinicalServer();
  server.refuse(listCharges, 'INVALID_INPUT');
  server.reply(createShare, CREATED);
  const certificate = server.certificates.create({ title: 'Reposo', content: 'En casa' });
  server.certificates.finalize(certificate._id);
  const { user } = await openApp(PROFILE, server);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(await shown.findByText('No se pudieron cargar los comprobantes del paciente.')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
});

test('documents of several visits are told apart by the hour and the reason', async () => {
  const server = clinicalServer();
  for (const reason of ['Ansiedad', 'Duelo']) server.notes.finalize(server.hasNote({ ...WRITTEN, reason })._id);
  const { user } = await openApp(PROFILE, withCharges(server));
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.getAllByRole('checkbox', { name: /\d\d:\d\d\s*Motivo: Ansiedad$/ })).toHaveLength(3);
  expect(shown.getByRole('checkbox', { name: /^Recetas .*Motivo: Duelo$/ })).toBeVisible();
});

test('mail shows the address, is chosen first, and the list is read again', async () => {
  const { server, user } = await openNote({ email: 'rosa@ejemplo.cl' }, true);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  const mail = shown.getByRole('radio', { name: 'Por correo' });
  expect(mail).toBeChecked();
  expect(mail).toHaveAccessibleDescription('A rosa@ejemplo.cl');
  await user.click(shown.getByRole('button', { name: 'Enviar por correo' }));
  expect(await shown.findByRole('heading', { name: 'El correo sale en un momento' })).toBeVisible();
  expect(shown.getByText('Va a rosa@ejemplo.cl.')).toBeVisible();
  expect(server.requests(createShare)[0]?.body).toMatchObject({ sendEmail: true });
  await user.click(shown.getByRole('button', { name: 'Listo' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('mail cannot be chosen when the installation sends none', async () => {
  const { user } = await openNote({ email: 'rosa@ejemplo.cl' });
  await user.click(await button('Enviar al paciente'));
  const mail = (await dialog()).getByRole('radio', { name: 'Por correo' });
  expect(mail).toBeDisabled();
  expect(mail).toHaveAccessibleDescription('El correo no está configurado en esta instalación');
});

test.each([
  ['missing', {}, '', 'Su ficha no tiene correo: lo escribes aquí', 'El correo es requerido'],
  [
    'wrong',
    { email: 'rosa@ejemplo' },
    'rosa@ejemplo',
    '«rosa@ejemplo» no es un correo válido: aquí lo corriges',
    'Escribe un correo válido',
  ],
])('a %s address is typed in the dialog and saved in the file', async (_, details, shownFirst, hint, problem) => {
  const { server, user } = await openNote(details, true);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.queryByLabelText('Correo del paciente')).toBeNull();
  const mail = shown.getByRole('radio', { name: 'Por correo' });
  expect(mail).toHaveAccessibleDescription(hint);
  await user.click(mail);
  const field = shown.getByLabelText('Correo del paciente');
  expect(field).toHaveValue(shownFirst);
  expect(field).toHaveAccessibleDescription('Queda guardado en su ficha.');
  await user.click(shown.getByRole('button', { name: 'Enviar por correo' }));
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(`Queda guardado en su ficha. ${problem}`);
  expect(server.requests(createShare)).toEqual([]);
  await user.clear(field);
  await user.type(field, ' Rosa@Ejemplo.cl{Enter}');
  expect(await shown.findByText('Va a rosa@ejemplo.cl. El correo quedó guardado en su ficha.')).toBeVisible();
  expect(server.requests(createShare)[0]?.body).toMatchObject({ sendEmail: true, email: 'rosa@ejemplo.cl' });
  await user.click(shown.getByRole('button', { name: 'Listo' }));
  await user.click(await button('Enviar al paciente'));
  const again = (await dialog()).getByRole('radio', { name: 'Por correo' });
  expect(again).toBeChecked();
  expect(again).toHaveAccessibleDescription('A rosa@ejemplo.cl');
});

test('an address that was typed is not sent with a link that goes another way', async () => {
  const { server, user } = await openNote({}, true);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  await user.click(shown.getByRole('radio', { name: 'Por correo' }));
  await user.type(shown.getByLabelText('Correo del paciente'), 'rosa@ejemplo.cl');
  await user.click(shown.getByRole('radio', { name: 'Copiar el enlace' }));
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
  expect(server.requests(createShare)[0]?.body).not.toHaveProperty('email');
});

test('the note itself is never chosen from the start: what was written for the patient is', async () => {
  const { user } = await openNote();
  await user.click(await button('Enviar al paciente'));
  const boxes = (await dialog()).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    [expect.stringMatching(/^Atención Clínica /), false],
    [expect.stringMatching(/^Planes e Indicaciones /), true],
    [expect.stringMatching(/^Recetas /), true],
  ]);
});

test.each([
  ['its page', noteAddress],
  ['the history', () => PROFILE],
])('a note without other documents is sent from %s only after a press on it', async (_, address) => {
  const server = withCharges(clinicalServer());
  server.reply(createShare, CREATED);
  const note = server.hasNote({ reason: 'Control' });
  server.notes.finalize(note._id);
  const { user } = await openApp(address(note), server);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  const box = await shown.findByRole('checkbox', { name: /^Atención Clínica/ });
  expect(box).not.toBeChecked();
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  expect(await shown.findByText('Selecciona al menos un documento')).toBeVisible();
  expect(server.requests(createShare)).toEqual([]);
  await user.click(box);
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  await shown.findByRole('heading', { name: 'El enlace está listo' });
  expect(server.requests(createShare)[0]?.body).toMatchObject({ documents: [{ kind: 'clinical-note', id: note._id }] });
});

test('WhatsApp opens in the press, and goes to the message when the link exists', async () => {
  const tab = newTab();
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { server, user } = await openNote({ phone: '9 1234 5678' });
  const answer = server.hold(createShare);
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.getByRole('radio', { name: 'Por WhatsApp' })).toBeChecked();
  await user.click(shown.getByRole('button', { name: 'Abrir WhatsApp' }));
  expect(open.mock.calls).toEqual([['', '_blank']]);
  expect(tab.opener).toBeNull();
  expect(tab.location.replace).not.toHaveBeenCalled();
  answer(CREATED);
  const text = encodeURIComponent(`Hola, te escribe ${ANA.name}. Te envío este enlace: ${URL_OF_LINK}`);
  const address = `https://wa.me/56912345678?text=${text}`;
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(address));
  // For a browser that refused the tab.
  expect(await shown.findByRole('link', { name: 'Abrir WhatsApp' })).toHaveAttribute('href', address);
});

test('without a usable number WhatsApp asks for the contact', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await openNote({ phone: '12' });
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  const whatsapp = shown.getByRole('radio', { name: 'Por WhatsApp' });
  expect(whatsapp).toHaveAccessibleDescription(/«12» no es un número válido/);
  await user.click(whatsapp);
  await user.click(shown.getByRole('button', { name: 'Abrir WhatsApp' }));
  const link = await shown.findByRole('link', { name: 'Abrir WhatsApp' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=Hola/);
});

test('a failure closes the empty tab, is said, and keeps what was chosen', async () => {
  const tab = newTab();
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { server, user } = await openNote({ phone: '9 1234 5678' });
  server.refuse(createShare, 'PRINTER_BUSY', 1);
  await user.click(await button('Enviar recetas al paciente'));
  const shown = await dialog();
  await user.click(shown.getByLabelText('7 días'));
  await user.click(shown.getByRole('button', { name: 'Abrir WhatsApp' }));
  await expectToast(/demasiados documentos en preparación/);
  expect(tab.close).toHaveBeenCalledOnce();
  expect(shown.getByLabelText('7 días')).toBeChecked();
  expect(shown.getByLabelText(/^Recetas/)).toBeChecked();
  expect(shown.getByRole('radio', { name: 'Por WhatsApp' })).toBeChecked();
});

test('the link is selected where the browser refuses the clipboard', async () => {
  const { user } = await openNote();
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  const copy = await shown.findByRole('button', { name: 'Copiar enlace' });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
  await user.click(copy);
  expect(await shown.findByText('Texto seleccionado: cópialo con el teclado')).toBeVisible();
});

test('nothing is sent to a patient whose data are blocked, and the dialog says why', async () => {
  const { server, user } = await openNote({ blocked: true });
  await user.click(await button('Enviar al paciente'));
  const shown = await dialog();
  expect(shown.getByText(/está bloqueado: no se le envía ni se comparte nada/)).toBeVisible();
  expect(shown.queryByRole('radio')).toBeNull();
  await user.click(shown.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement);
  expect(server.requests(createShare)).toEqual([]);
});

test('a note with an addendum that the patient does not have is offered again', async () => {
  const { server, note, user, navigate } = await openNote();
  const { _id } = server.addenda.create({ content: 'Llegaron los exámenes', noteId: note._id });
  server.addenda.finalize(_id);
  const sent = (id: string) => ({
    _id: id,
    documents: [{ kind: 'clinical-note' as const, id, title: 'Atención Clínica', folio: 'ATN-1' }],
    createdAt: note.createdAt,
    expiresAt: CREATED.expiresAt,
    status: 'active' as const,
    opens: 0,
    openings: [],
  });
  server.reply(listShares, [sent(note._id)]);
  await navigate(PROFILE);
  await user.click(await button('Enviar la versión nueva'));
  const shown = await dialog();
  expect(shown.getByLabelText(/^Atención Clínica/)).toBeChecked();
  server.reply(listShares, [sent(_id), sent(note._id)]);
  await user.click(shown.getByRole('button', { name: 'Crear enlace' }));
  expect(await shown.findByDisplayValue(URL_OF_LINK)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(screen.queryByText(/cambió después de enviarla/)).toBeNull());
});
