import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listUsers } from '#contract/admin';
import {
  createIncident,
  exportConcernedProfessionals,
  type Incident,
  listConcernedProfessionals,
  listIncidents,
  updateIncident,
} from '#contract/incidents';
import { adminServer, someUser } from '#web/testing/admin-server.ts';
import { ADMIN, expectToast, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin?tab=incidentes';

const INCIDENT: Incident = {
  _id: someUser(9)._id,
  title: 'Acceso no autorizado a un respaldo',
  description: 'Una copia quedó en un disco externo.',
  startedAt: null,
  detectedAt: '2026-07-01T10:30',
  people: 1200,
  allAccounts: false,
  accountIds: [someUser(1)._id, someUser(2)._id],
  accountCount: 1,
  dataKinds: ['identification', 'health'],
  agencyReportedAt: '2026-07-01T12:00',
  professionalsReportedAt: null,
  status: 'open',
  createdAt: '2026-07-01T15:00:00.000Z',
  createdBy: 'Administración',
  updatedAt: '2026-07-01T15:00:00.000Z',
  updatedBy: 'Administración',
};
const toConcerned = ({ _id, name, email }: ReturnType<typeof someUser>) => ({ _id, name, email });

async function openTab(incidents: Incident[]) {
  const server = adminServer(30);
  server.reply(listIncidents, incidents);
  server.reply(listConcernedProfessionals, [toConcerned(someUser(1))]);
  const app = await openApp(PAGE, server, { signedIn: ADMIN });
  return { server, ...app };
}

const form = () => screen.findByRole('dialog', { name: /incidente$/ });

test('without incidents the tab says what belongs there', async () => {
  await openTab([]);
  expect(await screen.findByText('No hay incidentes')).toBeVisible();
});

test('an incident shows what is known of it, and what is still to do', async () => {
  await openTab([INCIDENT]);
  const card = await screen.findByRole('article', { name: INCIDENT.title });
  for (const said of [
    /Abierto/,
    /Una copia quedó en un disco externo/,
    /Detectado01\/07\/2026 10:30/,
    /DesdeAún no se sabe/,
    /Personas1\.200/,
    /Profesionales1, y 1 que ya no existen/,
    /Informado a la Agencia01\/07\/2026 12:00/,
    /Avisado a los profesionalesPendiente/,
    /Identificación y contacto de pacientes · Datos de salud/,
    /Anotado el 01\/07\/2026.*por Administración\.$|Anotado el 01\/07\/2026.*por Administración/,
  ]) {
    expect(card).toHaveTextContent(said);
  }
});

test('an incident is noted with the professionals that were searched', async () => {
  const { server, user } = await openTab([]);
  server.reply(createIncident, INCIDENT);
  await user.click(await screen.findByRole('button', { name: 'Anotar incidente' }));
  const dialog = within(await form());
  await user.type(dialog.getByLabelText('Qué ocurrió'), 'Correo enviado a otra persona');
  await user.type(dialog.getByLabelText('Cuándo se detectó'), '01072026 1030');
  expect(dialog.getByLabelText('Cuándo se detectó')).toHaveValue('01/07/2026 10:30');
  await user.type(dialog.getByLabelText('Personas afectadas'), '1.200');
  await user.click(dialog.getByLabelText('Datos de salud: fichas, recetas, certificados y archivos'));
  await user.click(dialog.getByLabelText(/^Solo algunas/));
  await user.type(dialog.getByRole('textbox', { name: 'Buscar profesionales' }), 'persona');
  await user.click(await dialog.findByLabelText('Persona 1 (persona1@ejemplo.cl)'));
  await user.click(dialog.getByLabelText('Persona 0 (persona0@ejemplo.cl)'));
  expect(dialog.getByRole('status')).toHaveTextContent('2 profesionales elegidos');
  await user.click(dialog.getByRole('button', { name: 'Quitar: Persona 0' }));
  expect(server.requests(listUsers).at(-1)?.url.searchParams.get('search')).toBe('persona');
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expectToast('ÉxitoIncidente guardado');
  expect(server.requests(createIncident).map(({ body }) => body)).toEqual([
    {
      title: 'Correo enviado a otra persona',
      startedAt: null,
      detectedAt: '2026-07-01T10:30',
      people: 1200,
      allAccounts: false,
      accountIds: [someUser(1)._id],
      dataKinds: ['health'],
      agencyReportedAt: null,
      professionalsReportedAt: null,
      status: 'open',
    },
  ]);
});

test('what is missing or wrong is said at its field', async () => {
  const { server, user } = await openTab([]);
  await user.click(await screen.findByRole('button', { name: 'Anotar incidente' }));
  const dialog = within(await form());
  await user.type(dialog.getByLabelText('Desde cuándo'), 'ayer');
  await user.type(dialog.getByLabelText('Personas afectadas'), 'muchas');
  await user.selectOptions(dialog.getByLabelText('Estado'), 'Cerrado');
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  const errorOf = (label: string) => expect(dialog.getByLabelText(label));
  await waitFor(() => errorOf('Qué ocurrió').toHaveAccessibleDescription(/Escribe qué ocurrió/));
  errorOf('Desde cuándo').toHaveAccessibleDescription(/Escribe la fecha y la hora/);
  errorOf('Cuándo se detectó').toHaveAccessibleDescription(/Escribe la fecha y la hora/);
  errorOf('Personas afectadas').toHaveAccessibleDescription(/Escribe un número entero/);
  expect(server.requests(createIncident)).toEqual([]);
});

test('an incident is changed with what was seen of it, and a change by somebody else is told', async () => {
  const { server, user } = await openTab([INCIDENT]);
  server.respond(updateIncident, 409, { code: 'INCIDENT_CHANGED', error: 'Otra persona cambió este incidente' });
  await user.click(await screen.findByRole('button', { name: `Editar: ${INCIDENT.title}` }));
  const dialog = within(await form());
  expect(dialog.getByLabelText('Cuándo se detectó')).toHaveValue('01/07/2026 10:30');
  expect(await dialog.findByText('Persona 1')).toBeVisible();
  expect(dialog.getByText('Una cuenta que ya no existe')).toBeVisible();
  await user.type(dialog.getByLabelText('Medidas'), 'Se destruyó la copia');
  await user.selectOptions(dialog.getByLabelText('Estado'), 'Cerrado');
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  await expectToast(/Otra persona cambió este incidente/);
  expect(server.requests(updateIncident)[0]?.body).toMatchObject({
    seen: INCIDENT.updatedAt,
    status: 'closed',
    measures: 'Se destruyó la copia',
    accountIds: INCIDENT.accountIds,
  });
});

test('the text for the professionals is ready to copy, with the list of them and their addresses as a file', async () => {
  const { server, user } = await openTab([INCIDENT]);
  server.reply(exportConcernedProfessionals, new TextEncoder().encode('"Nombre";"Correo"'));
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(await screen.findByRole('button', { name: `Avisar a los profesionales: ${INCIDENT.title}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Avisar a los profesionales' }));
  expect((dialog.getByLabelText('Texto del aviso') as HTMLTextAreaElement).value).toContain(INCIDENT.title);
  expect(await dialog.findByText('(persona1@ejemplo.cl)')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copiar el aviso' }));
  expect(await dialog.findByText('Copiado')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('QUÉ DEBES HACER TÚ');
  await user.click(dialog.getByRole('button', { name: 'Descargar los correos (CSV)' }));
  await waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(server.requests(exportConcernedProfessionals)).toHaveLength(1);
  expect((download.mock.contexts[0] as HTMLAnchorElement).download).toMatch(/\.csv$/);
});
