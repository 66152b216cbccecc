import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import {
  createIncident,
  exportConcernedProfessionals,
  type Incident,
  listConcernedProfessionals,
  listIncidents,
  updateIncident,
} from '#contract/incidents';
import { INCIDENT } from '#server/testing/operator-calls';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let admin: Person;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  berta = await testApp.newProfessional({ name: '=Berta Rojas' });
});
afterAll(() => testApp.close());

/** The clock of Chile, some minutes from now. */
function clockIn(minutes: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Santiago',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(new Date(testApp.deps.now().getTime() + minutes * 60_000)).replace(' ', 'T');
}

const record = async (fields: Partial<Incident> = {}): Promise<Incident> => {
  const { status, body } = await admin.send(createIncident, { body: { ...INCIDENT, ...fields } });
  expect(status).toBe(201);
  return body;
};

/** What a client sends to change an incident. */
const input = ({ _id, accountCount, createdAt, createdBy, updatedAt, updatedBy, ...fields }: Incident) => fields;

const change = (incident: Incident, fields: Partial<Incident>, seen?: string) =>
  admin.send(updateIncident, {
    params: { id: incident._id },
    body: { ...input(incident), ...fields, ...(seen ? { seen } : {}) },
  });

describe('an incident', () => {
  test('is kept as it was written, with who wrote it', async () => {
    const written = await record({
      title: 'Respaldo copiado a un equipo ajeno',
      description: 'Una copia quedó en un disco externo.\nSe recuperó al día siguiente.',
      startedAt: '2026-06-30T22:15',
      detectedAt: '2026-07-01T10:30',
      people: 1200,
      allAccounts: false,
      accountIds: [ana.user._id, ana.user._id],
      dataKinds: ['health', 'identification'],
      measures: 'Se destruyó la copia',
      agencyReportedAt: '2026-07-01T12:00',
      professionalsReportedAt: '2026-07-01T13:00',
    });
    expect(written).toMatchObject({
      startedAt: '2026-06-30T22:15',
      people: 1200,
      accountIds: [ana.user._id],
      accountCount: 1,
      dataKinds: ['identification', 'health'],
      status: 'open',
      createdBy: admin.user.name,
      updatedBy: admin.user.name,
    });
    const { body } = await admin.send(listIncidents);
    expect(body.find(({ _id }) => _id === written._id)).toEqual(written);
  });

  test('that is open comes before closed ones, and the last detected first', async () => {
    const older = await record({ detectedAt: '2026-03-01T10:00' });
    const newer = await record({ detectedAt: '2026-04-01T10:00' });
    const closed = await record({ detectedAt: '2026-05-01T10:00', status: 'closed', measures: 'Nada más' });
    const ids = (await admin.send(listIncidents)).body.map(({ _id }) => _id);
    const places = [newer, older, closed].map(({ _id }) => ids.indexOf(_id));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  test.each([
    [{ title: ' ' }, 'title'],
    [{ detectedAt: '2026-02-30T10:00' }, 'detectedAt'],
    [{ detectedAt: '2026-07-01' }, 'detectedAt'],
    [{ startedAt: '2026-07-01T10:31' }, 'startedAt'],
    [{ people: -1 }, 'people'],
    [{ status: 'closed' as const }, 'measures'],
    [{ allAccounts: false, accountIds: [crypto.randomUUID()] }, 'accountIds'],
  ])('with %j is refused at its field', async (fields, field) => {
    const { status, error } = await admin.send(createIncident, { body: { ...INCIDENT, ...fields } });
    expect(status).toBe(400);
    expect(error.details?.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test('cannot have been detected in the future of Chile', async () => {
    await record({ detectedAt: clockIn(-1) });
    const { status, error } = await admin.send(createIncident, { body: { ...INCIDENT, detectedAt: clockIn(2) } });
    expect([status, error.details?.[0]?.message]).toEqual([400, 'No puede ser una hora futura']);
  });

  test('is changed, and the log of the administrator tells what each field said before', async () => {
    const incident = await record({ title: 'Servidor sin parche' });
    const { body } = await change(incident, { status: 'closed', measures: 'Se actualizó', people: 3 });
    expect(body).toMatchObject({ status: 'closed', measures: 'Se actualizó', people: 3 });
    const [entry, created] = (await admin.send(getAccountAccessLog)).body;
    expect(entry).toMatchObject({
      act: 'incident.changed',
      detail: {
        incident: {
          title: 'Servidor sin parche',
          changes: [
            { field: 'Personas', before: '', after: '3' },
            { field: 'Medidas', before: '', after: 'Se actualizó' },
            { field: 'Estado', before: 'Abierto', after: 'Cerrado' },
          ],
        },
      },
    });
    expect(created).toMatchObject({ act: 'incident.created', detail: { incident: { changes: [] } } });
  });

  test('saved without a change leaves no entry', async () => {
    const incident = await record();
    expect((await change(incident, {})).body).toEqual(incident);
    expect((await admin.send(getAccountAccessLog)).body[0]?.act).toBe('incident.created');
  });

  test('is not overwritten by whoever saw an older one', async () => {
    const incident = await record();
    testApp.passTime(1000);
    expect((await change(incident, { people: 1 }, incident.updatedAt)).status).toBe(200);
    const { status, error } = await change(incident, { people: 2 }, incident.updatedAt);
    expect([status, error.code]).toEqual([409, 'INCIDENT_CHANGED']);
  });

  test('is deleted by nobody, not even by the owner of the schema', async () => {
    await record();
    await expect(testApp.sql`delete from incidents`).rejects.toThrow(/accepts no delete/);
    await expect(testApp.sql`truncate incidents`).rejects.toThrow(/accepts no truncate/);
  });
});

describe('the professionals concerned', () => {
  const concerned = async ({ _id: id }: Incident) =>
    (await admin.send(listConcernedProfessionals, { params: { id } })).body.map(({ email }) => email);

  test('are those that were chosen', async () => {
    const incident = await record({ allAccounts: false, accountIds: [berta.user._id] });
    expect(await concerned(incident)).toEqual([berta.user.email]);
  });

  test('are, when all are, those that were registered by the detection, and no administrators', async () => {
    const incident = await record({ detectedAt: clockIn(0) });
    testApp.passTime(5 * 60_000);
    const late = await testApp.newProfessional();
    const emails = await concerned(incident);
    expect(emails).toEqual(expect.arrayContaining([ana.user.email, berta.user.email]));
    expect(emails).not.toContain(late.user.email);
    expect(emails).not.toContain(admin.user.email);
    expect(emails).toHaveLength(incident.accountCount);
    expect(await concerned(await record({ detectedAt: '2020-01-01T00:00' }))).toEqual([]);
  });

  test('are told as a CSV for a spreadsheet, and the log says that somebody took it', async () => {
    const { _id: id } = await record({ allAccounts: false, accountIds: [ana.user._id, berta.user._id] });
    const { body, headers } = await admin.send(exportConcernedProfessionals, { params: { id } });
    expect(headers['content-disposition']).toBe(`attachment; filename="profesionales-afectados-${id}.csv"`);
    expect(Buffer.from(body).toString('utf8')).toBe(
      `\uFEFF"Nombre";"Correo"\r\n"'=Berta Rojas";"${berta.user.email}"\r\n"Ana Pérez";"${ana.user.email}"\r\n`,
    );
    await testApp.deps.accessRecorder.flush();
    expect((await admin.send(getAccountAccessLog)).body[0]?.act).toBe('incident.exported');
  });

  test('stay while their deleted account exists, and the incident can still be changed', async () => {
    const carla = await testApp.newProfessional();
    const incident = await record({ allAccounts: false, accountIds: [carla.user._id] });
    await admin.send(deleteUser, { params: { id: carla.user._id } });
    expect(await concerned(incident)).toEqual([carla.user.email]);
    expect((await change(incident, { people: 1 })).status).toBe(200);
  });
});

test('professionals reach nothing of it', async () => {
  const { _id: id } = await record();
  const replies = await Promise.all([
    ana.send(listIncidents),
    ana.send(createIncident, { body: INCIDENT }),
    ana.send(updateIncident, { params: { id }, body: INCIDENT }),
    ana.send(listConcernedProfessionals, { params: { id } }),
    ana.send(exportConcernedProfessionals, { params: { id } }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});
