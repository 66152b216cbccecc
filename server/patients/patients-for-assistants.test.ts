import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import * as api from '#contract/patients';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { newAssistant, type TestAssistant } from '#server/testing/assistants';
import { damage } from '#server/testing/damage';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const BACKGROUND = {
  allergies: 'Penicilina',
  notas: 'Trae exámenes',
  alertas: 'Caídas',
  preferencias: 'Prefiere la mañana',
};
const CONTACT = { phone: '+56 9 1234 5678', email: 'rosa@ejemplo.cl', address: 'Los Robles 12' };

let testApp: TestApp;
let ana: Person;
let marta: ReturnType<TestAssistant['for']>;
let rosa: Awaited<ReturnType<Person['hasPatient']>>;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
  marta = (await newAssistant(testApp, [ana])).for(ana);
  rosa = await ana.hasPatient({ name: 'Rosa Díaz', ...CONTACT, ...BACKGROUND });
});

const opened = async (person: Pick<Person, 'send'>) =>
  (await person.send(api.getPatient, { params: { id: rosa._id } })).body;
const listed = async (query: object = {}) => (await marta.send(api.listPatients, { query })).body.patients;

describe('to an assistant', () => {
  test('a patient has no allergies, notes, alerts and preferences, and everything else', async () => {
    const { allergies, notas, alertas, preferencias, ...rest } = rosa;
    expect({ allergies, notas, alertas, preferencias }).toEqual(BACKGROUND);
    expect(await opened(marta)).toEqual(rest);
    expect(await listed()).toEqual([rest]);
    expect(await listed({ search: 'diaz rosa' })).toEqual([rest]);
    expect(await listed({ search: rosa.rut })).toEqual([rest]);
  });

  test('the last visit is the last attended appointment, and no note', async () => {
    const { _id } = await ana.hasNote({ patientId: rosa._id });
    await ana.send(finalizeClinicalNote, { params: { id: _id } });
    expect((await listed())[0]).not.toHaveProperty('lastVisit');
    await testApp.sql`
      insert into appointments (owner_id, id, patient_id, date, start_minute, duration, status, created_at)
      values (${ana.user._id}, gen_random_uuid(), ${rosa._id}, '2026-01-05', 600, 30, 'attended', now())`;
    expect((await listed())[0]?.lastVisit).toBe('2026-01-05');
    expect((await listed({ search: 'rosa' }))[0]?.lastVisit).toBe('2026-01-05');
  });

  test('only a contact that cannot be decrypted is reported as such', async () => {
    await damage(testApp.sql, 'patients', 'background', rosa._id);
    expect(await opened(ana)).toMatchObject({ undecryptable: true, allergies: UNDECRYPTABLE_TEXT });
    expect(await opened(marta)).not.toHaveProperty('undecryptable');
    await damage(testApp.sql, 'patients', 'contact', rosa._id);
    expect(await opened(marta)).toMatchObject({ undecryptable: true, phone: UNDECRYPTABLE_TEXT });
    const body = patientInput({ rut: rosa.rut });
    const refused = await marta.send(api.updatePatient, { params: { id: rosa._id }, body });
    expect([refused.status, refused.error.code]).toEqual([409, 'UNDECRYPTABLE']);
  });
});

describe('an assistant who may edit patients', () => {
  test('changes identity and contact, and keeps what is clinical, whatever is sent of it', async () => {
    for (const sent of [{}, { allergies: 'Ninguna', notas: null, alertas: '', preferencias: 'Otra' }]) {
      const body = { ...patientInput({ name: 'Rosa Nueva', rut: rosa.rut }), phone: '+56 9 8765 4321', ...sent };
      const changed = await marta.send(api.updatePatient, { params: { id: rosa._id }, body });
      expect(changed).toMatchObject({ status: 200, body: { name: 'Rosa Nueva', phone: '+56 9 8765 4321' } });
      expect(changed.body).not.toHaveProperty('allergies');
      expect(await opened(ana)).toMatchObject({ name: 'Rosa Nueva', phone: '+56 9 8765 4321', ...BACKGROUND });
    }
    expect((await listed({ search: 'nueva' })).map(({ _id }) => _id)).toEqual([rosa._id]);
  });

  test('changes the contact of a patient whose background cannot be decrypted', async () => {
    await damage(testApp.sql, 'patients', 'background', rosa._id);
    const body = { ...patientInput({ rut: rosa.rut }), phone: '+56 9 8765 4321' };
    expect((await marta.send(api.updatePatient, { params: { id: rosa._id }, body })).status).toBe(200);
    await damage(testApp.sql, 'patients', 'background', rosa._id);
    expect(await opened(ana)).toMatchObject({ phone: '+56 9 8765 4321', ...BACKGROUND });
  });

  test('creates a patient without what is clinical, and both acts carry the name in the access log', async () => {
    const created = await marta.send(api.createPatient, {
      body: patientInput({ name: 'Luis Vera', phone: '+56 9 1111 1111', ...BACKGROUND }),
    });
    expect(created.status).toBe(201);
    expect(created.body).not.toHaveProperty('allergies');
    const params = { id: created.body._id };
    const { body: seen } = await ana.send(api.getPatient, { params });
    expect(seen).toMatchObject({ name: 'Luis Vera', phone: '+56 9 1111 1111', allergies: null, notas: null });

    await marta.send(api.updatePatient, { params, body: patientInput({ name: 'Luis Vera Soto', rut: seen.rut }) });
    const { body: entries } = await ana.send(getPatientAccessLog, { params });
    const acts = entries.filter(({ actor }) => actor.startsWith('Marta Soto')).map(({ act }) => act);
    expect(acts).toEqual(['patient.updated', 'patient.created']);
  });

  test('creates patients within the plan of the professional', async () => {
    const berta = await testApp.newProfessional();
    const pedro = (await newAssistant(testApp, [berta])).for(berta);
    expect((await pedro.send(api.canCreatePatient)).body.canCreate).toBe(true);
    expect((await pedro.send(api.createPatient, { body: patientInput() })).status).toBe(201);
    expect((await pedro.send(api.canCreatePatient)).body.canCreate).toBe(false);
    const refused = await pedro.send(api.createPatient, { body: patientInput() });
    expect([refused.status, refused.error.code]).toEqual([403, 'PATIENT_LIMIT']);
  });

  test('deletes none', async () => {
    const refused = await marta.send(api.deletePatient, { params: { id: rosa._id } });
    expect([refused.status, refused.error.code]).toEqual([403, 'ASSISTANT_FORBIDDEN']);
    expect((await opened(ana)).name).toBe('Rosa Díaz');
  });
});
