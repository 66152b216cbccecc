import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getPatient } from '#contract/patients';
import { listBlockedShares, listShares, revokeShare, type Share } from '#contract/shares';
import { clinicalServer, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const shareNumber = (number: number, details: Partial<Share> = {}): Share => ({
  _id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  documents: [{ kind: 'prescriptions', id: ROSA._id, title: 'Receta', folio: `REC-${number}` }],
  // In November Santiago is three hours behind UTC.
  createdAt: '2026-11-18T12:05:00.000Z',
  expiresAt: '2026-12-18T12:05:00.000Z',
  status: 'active',
  opens: 0,
  openings: [],
  ...details,
});

/** The patient has a document that can be sent. */
function documentServer() {
  const server = clinicalServer();
  server.notes.finalize(server.hasNote({ reason: 'Control' })._id);
  return server;
}

async function openCard(shares: Share[], isPatientBlocked = false) {
  const server = documentServer();
  if (isPatientBlocked) server.reply(getPatient, { ...ROSA, blocked: true });
  server.reply(listShares, () => shares);
  const app = await openApp(PROFILE, server);
  const heading = await screen.findByRole('heading', { name: 'Enviado al paciente' });
  return { server, card: within(heading.closest('section') as HTMLElement), ...app };
}
const rows = async (card: Awaited<ReturnType<typeof openCard>>['card']) => [
  ...(await card.findByRole('list', { name: 'Enviado al paciente' })).children,
];

test('lists what was sent, when, until when, its state and whether it was opened', async () => {
  const { card } = await openCard([
    shareNumber(1, { mailStatus: 'sent' }),
    shareNumber(2, { status: 'expired', mailStatus: 'failed' }),
    shareNumber(3, { status: 'blocked' }),
  ]);
  expect((await rows(card)).map(({ textContent }) => textContent)).toEqual([
    'Receta REC-1Vigente18/11/2026 09:05 · hasta el 18/12/2026Enviado por correoAún sin abrirRevocar',
    'Receta REC-2Vencido18/11/2026 09:05 · venció el 18/12/2026El correo no se pudo enviarSin abrir',
    expect.stringMatching(
      /^Receta REC-3Bloqueado.*cinco fechas de nacimiento equivocadas.*revisa la de su ficha.*Revocar$/,
    ),
  ]);
});

test('no link of a blocked patient is shown as working', async () => {
  const { card } = await openCard([shareNumber(1), shareNumber(2, { status: 'revoked' })], true);
  expect((await rows(card)).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Receta REC-1Suspendido.*No funciona mientras el uso de datos esté bloqueado/),
    expect.stringMatching(/^Receta REC-2Revocado(?!.*bloqueado)/),
  ]);
});

test('each opening has its time and truncated address', async () => {
  const openings = [
    { at: '2026-11-19T12:00:00.000Z', address: '190.46.12.0/24' },
    { at: '2026-11-18T23:30:00.000Z', address: '2800:300::/32' },
  ];
  const { card, user } = await openCard([shareNumber(1, { opens: 120, openings })]);
  await user.click(await card.findByText('Abierto 120 veces'));
  const listed = within(card.getByRole('list', { name: 'Aperturas' })).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    '19/11/2026 09:00 desde 190.46.12.0/24',
    '18/11/2026 20:30 desde 2800:300::/32',
  ]);
  expect(card.getByText('Se muestran las últimas 2.')).toBeVisible();
});

test('a link is revoked after a question, and is then shown so', async () => {
  const shares = [shareNumber(1)];
  const { server, card, user } = await openCard(shares);
  server.reply(revokeShare, () => {
    Object.assign(shares[0] as Share, { status: 'revoked' });
    return undefined;
  });
  await user.click(await card.findByRole('button', { name: 'Revocar el enlace del 18/11/2026 09:05' }));
  const question = within(await screen.findByRole('alertdialog', { name: '¿Revocar este enlace?' }));
  expect(question.getByText(/de inmediato/)).toBeVisible();
  expect(server.requests(revokeShare)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Sí, revocar' }));
  await expectToast('El enlace ya no funciona');
  expect(await card.findByText('Revocado')).toBeVisible();
  expect(card.queryByRole('button', { name: /^Revocar/ })).toBeNull();
});

test('without links it says so', async () => {
  const { card } = await openCard([]);
  expect(await card.findByText('Aún no has enviado documentos a este paciente.')).toBeVisible();
});

test('without finalised documents there is no card, and nothing is asked for', async () => {
  const server = clinicalServer();
  server.hasNote({ reason: 'Control' });
  await openApp(PROFILE, server);
  await screen.findByText('Control');
  await screen.findByRole('heading', { name: 'Registro de accesos' });
  expect(screen.queryByRole('heading', { name: 'Enviado al paciente' })).toBeNull();
  expect(server.requests(listShares)).toEqual([]);
});

test('a list that could not be loaded does not look empty, and is loaded again', async () => {
  const server = documentServer();
  server.refuse(listShares, 'INVALID_INPUT', 1);
  const { user } = await openApp(PROFILE, server);
  expect(await screen.findByText('No se pudo cargar lo enviado al paciente')).toBeVisible();
  expect(screen.queryByText('Aún no has enviado documentos a este paciente.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('Aún no has enviado documentos a este paciente.')).toBeVisible();
});

test('long lists of links and of titles are folded', async () => {
  const documents = Array.from({ length: 30 }, (_, at) => ({
    kind: 'certificate' as const,
    id: shareNumber(at)._id,
    title: `Certificado ${at}`,
    folio: `CER-${at}`,
  }));
  const shares = Array.from({ length: 9 }, (_, at) => shareNumber(at, { status: 'expired' }));
  const { card, user } = await openCard([shareNumber(100, { documents }), ...shares]);
  expect(await rows(card)).toHaveLength(3);
  expect(card.queryByText(/Certificado 29/)).toBeNull();
  await user.click(card.getByRole('button', { name: 'Mostrar 26 más' }));
  expect(card.getByText(/Certificado 29/)).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Ver anteriores' }));
  expect(await rows(card)).toHaveLength(10);
  expect(card.queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
});

test('the home page says which links wrong birth dates have blocked, and leads to the patients', async () => {
  const server = serverFor();
  const blocked = { patientId: ROSA._id, blockedAt: '2026-11-18T12:05:00.000Z' };
  server.reply(listBlockedShares, [
    { ...blocked, _id: shareNumber(1)._id, patientName: 'Rosa Díaz' },
    { ...blocked, _id: shareNumber(2)._id, patientName: 'Luis Rojas' },
  ]);
  await openApp('/dashboard', server);
  const notice = within(await screen.findByRole('region', { name: 'Enlaces bloqueados' }));
  expect(notice.getByText('Se bloquearon 2 enlaces con documentos')).toBeVisible();
  expect(notice.getByRole('link', { name: 'Rosa Díaz' })).toHaveAttribute('href', PROFILE);
  expect(notice.getAllByText('18/11/2026 09:05')).toHaveLength(2);
});
