import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment, listAppointments } from '#contract/agenda';
import * as api from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function payingProfessional(): Promise<Person> {
  const person = await testApp.newProfessional();
  await person.pays();
  return person;
}

const FULL = {
  sex: 'femenino' as const,
  address: 'Los Robles 12',
  phone: '+56 9 1234 5678',
  email: 'rosa@ejemplo.cl',
  emergencyContact: 'Luis, hermano',
  allergies: 'Penicilina',
  notas: 'Trae exámenes',
  alertas: 'Caídas',
  preferencias: 'Prefiere la mañana',
};

describe('a patient', () => {
  test('is created with all fields and read back unchanged', async () => {
    const ana = await payingProfessional();
    const body = patientInput({ ...FULL, name: '  Rosa   Aguilera Muñoz ', rut: '12.345.678-5' });
    const created = await ana.send(api.createPatient, { body });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...FULL,
      reminders: true,
      blocked: false,
      _id: expect.any(String),
      name: 'Rosa   Aguilera Muñoz',
      rut: '12345678-5',
      birthDate: '1980-05-10',
      age: expect.any(Number),
      documentType: 'rut',
      fichaNumber: 1,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await ana.send(api.getPatient, { params: { id: created.body._id } })).body).toEqual(created.body);
  });

  test('is replaced by PUT, which clears omitted fields', async () => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient(FULL);
    const body = { name: 'Rosa Nueva', rut: rosa.rut, birthDate: '1981-01-02', allergies: '  ' };
    const changed = await ana.send(api.updatePatient, { params: { id: rosa._id }, body });
    expect(changed.body).toEqual({
      _id: rosa._id,
      reminders: true,
      blocked: false,
      createdAt: rosa.createdAt,
      age: expect.any(Number),
      documentType: 'rut',
      fichaNumber: rosa.fichaNumber,
      ...body,
      allergies: null,
      notas: null,
      alertas: null,
      preferencias: null,
    });
  });

  test('has a calendar day as birth date, even when an instant is sent', async () => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient({ birthDate: '1980-05-10T00:00:00.000Z' });
    expect(rosa.birthDate).toBe('1980-05-10');
  });

  test.each([
    [{ name: ' ' }, 'name', 'El nombre es requerido'],
    [{ rut: '' }, 'rut', 'El RUT es requerido'],
    [{ rut: '.-.' }, 'rut', 'El RUT es requerido'],
    [{ name: '\u200b' }, 'name', 'El nombre es requerido'],
    [{ name: 'Rosa\0' }, 'name', 'Contiene caracteres no permitidos'],
    [{ name: '\ufb2c'.repeat(120) }, 'name', 'No puede superar los 120 caracteres'],
    [{ birthDate: '' }, 'birthDate', 'La fecha de nacimiento es requerida'],
    [{ birthDate: '2026-02-30' }, 'birthDate', 'La fecha de nacimiento no es válida'],
    [{ birthDate: '2999-01-01' }, 'birthDate', 'La fecha de nacimiento no puede ser futura'],
    [{ birthDate: '1850-01-01' }, 'birthDate', 'La fecha de nacimiento no es válida'],
    [{ sex: 'otro' as never }, 'sex', 'Selecciona masculino o femenino'],
    [{ allergies: 'x'.repeat(5001) }, 'allergies', 'No puede superar los 5000 caracteres'],
  ])('with %j is refused', async (details, field, message) => {
    const ana = await payingProfessional();
    const reply = await ana.send(api.createPatient, { body: patientInput(details) });
    expect(reply.status).toBe(400);
    expect(reply.error.details).toContainEqual({ field, message });
    expect((await ana.send(api.listPatients)).body.total).toBe(0);
  });

  test.each([
    [{ name: undefined }, ['name']],
    [{ rut: null }, ['rut']],
    [{ birthDate: ' ' }, ['birthDate']],
    [{ name: '\u202a\u200b', sex: 'otro' }, ['name', 'sex']],
    [{ name: null, rut: '', birthDate: undefined }, ['name', 'rut', 'birthDate']],
  ])('without a required field is refused on create and on update: %j', async (details, fields) => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient();
    const body = { ...patientInput(), ...details } as never;
    for (const reply of [
      await ana.send(api.createPatient, { body }),
      await ana.send(api.updatePatient, { params: { id: rosa._id }, body }),
    ]) {
      const text = 'Por favor completa los campos obligatorios';
      expect(reply.status).toBe(400);
      expect(reply.error).toMatchObject({ error: text, message: text, code: 'REQUIRED_FIELDS' });
      expect(reply.error.details?.map(({ field }) => field)).toEqual(fields);
    }
    expect((await ana.send(api.listPatients)).body.patients).toEqual([rosa]);
  });

  test('without a body is refused with all three required fields', async () => {
    const ana = await payingProfessional();
    const { error } = await ana.send(api.createPatient);
    expect(error.error).toBe('Por favor completa los campos obligatorios');
    expect(error.details?.map(({ field }) => field)).toEqual(['name', 'rut', 'birthDate']);
  });

  test.each([
    { birthDate: '2026-02-30' },
    { birthDate: '2999-01-01' },
    { sex: 'otro' },
    { sex: '' },
    { name: 'Rosa\0' },
    { name: 5 },
    { phone: 5 },
  ])('with an invalid field is refused with the general message: %j', async (details) => {
    const ana = await payingProfessional();
    const { error } = await ana.send(api.createPatient, { body: { ...patientInput(), ...details } as never });
    expect(error).toMatchObject({ error: 'Revisa los datos ingresados', message: 'Revisa los datos ingresados' });
  });

  test('has a unique RUT per professional, and two professionals may have the same RUT', async () => {
    const [ana, berta] = await Promise.all([payingProfessional(), payingProfessional()]);
    const rosa = await ana.hasPatient({ rut: '11.111.111-1' });
    const again = await ana.send(api.createPatient, { body: patientInput({ rut: '111111111' }) });
    expect([again.status, again.error.error]).toEqual([409, 'Ya tienes un paciente con ese RUT']);
    const other = await ana.hasPatient();
    const renamed = patientInput({ rut: rosa.rut });
    expect((await ana.send(api.updatePatient, { params: { id: other._id }, body: renamed })).status).toBe(409);
    expect((await berta.hasPatient({ rut: '11.111.111-1' }))._id).toEqual(expect.any(String));
  });

  test.each([
    ['0012345678-5', '12.345.678-5'],
    ['PAS 123.456', 'pas-123456'],
    ['12–3', '12-3'],
  ])('with the RUT %s is a duplicate of %s', async (first, second) => {
    const ana = await payingProfessional();
    await ana.hasPatient({ rut: first, name: 'Rosa' });
    expect((await ana.send(api.createPatient, { body: patientInput({ rut: second }) })).status).toBe(409);
    const { body } = await ana.send(api.listPatients, { query: { search: second } });
    expect(body.patients.map((one) => one.name)).toEqual(['Rosa']);
  });

  test('has free text and contact data stored encrypted', async () => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient(FULL);
    const [row] = await testApp.sql<[Record<string, unknown>]>`select * from patients where id = ${rosa._id}`;
    const stored = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    for (const secret of ['Penicilina', 'exámenes', 'Robles', '1234 5678', 'rosa@ejemplo.cl', 'Luis', 'mañana']) {
      expect(stored.join('\n')).not.toContain(secret);
    }
    await expect(testApp.sql`update patients set background = 'Penicilina' where id = ${rosa._id}`).rejects.toThrow(
      /encrypted/,
    );
  });

  test('cannot be read with a ciphertext copied from another patient', async () => {
    const ana = await payingProfessional();
    const [rosa, luis] = [await ana.hasPatient(FULL), await ana.hasPatient()];
    const [row] = await testApp.sql<[{ background: Buffer }]>`select background from patients where id = ${rosa._id}`;
    await testApp.sql`update patients set background = ${row.background} where id = ${luis._id}`;
    const { body } = await ana.send(api.getPatient, { params: { id: luis._id } });
    expect(body).toMatchObject({ undecryptable: true, allergies: 'No se pudo descifrar' });
  });
});

describe('the free plan', () => {
  const limit =
    'Has alcanzado el límite de 1 paciente de la prueba gratuita. Las funciones clínicas multipaciente requieren una cuenta Pro.';

  test('allows one patient, in can-create and on create', async () => {
    const ana = await testApp.newProfessional();
    expect((await ana.send(api.canCreatePatient)).body).toEqual({ canCreate: true, message: '' });
    await ana.hasPatient();
    expect((await ana.send(api.canCreatePatient)).body).toEqual({ canCreate: false, message: limit });
    const refused = await ana.send(api.createPatient, { body: patientInput() });
    expect([refused.status, refused.error.error]).toEqual([403, limit]);
  });

  test('allows one of twenty concurrent creations', async () => {
    const ana = await testApp.newProfessional();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ana.send(api.createPatient, { body: patientInput() })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 403)).toHaveLength(19);
    expect((await ana.send(api.listPatients)).body.total).toBe(1);
  });

  test('allows a new patient after the patient is deleted', async () => {
    const ana = await testApp.newProfessional();
    const rosa = await ana.hasPatient();
    await ana.send(api.deletePatient, { params: { id: rosa._id } });
    expect((await ana.send(api.canCreatePatient)).body.canCreate).toBe(true);
  });

  test('applies again from the instant a paid period ends', async () => {
    const ana = await testApp.newProfessional();
    const ends = new Date(testApp.deps.now().getTime() + 3600_000);
    await testApp.sql`insert into subscriptions values (${ana.user._id}, 'paid', ${ends})`;
    await ana.hasPatient();
    expect((await ana.send(api.canCreatePatient)).body.canCreate).toBe(true);
    await testApp.sql`update subscriptions set expires_at = ${testApp.deps.now()} where owner_id = ${ana.user._id}`;
    expect((await ana.send(api.canCreatePatient)).body.canCreate).toBe(false);
  });
});

describe('the patient list', () => {
  test('is sorted by name, in pages, with the total', async () => {
    const ana = await payingProfessional();
    for (const name of ['Óscar', 'ana', 'Ñandú', 'Zoe', 'Bárbara']) await ana.hasPatient({ name });
    const page = async (number: number) =>
      (await ana.send(api.listPatients, { query: { page: number, limit: 2 } })).body;
    expect(await page(1)).toMatchObject({
      patients: [{ name: 'ana' }, { name: 'Bárbara' }],
      total: 5,
      page: 1,
      limit: 2,
    });
    expect((await page(2)).patients.map((one) => one.name)).toEqual(['Ñandú', 'Óscar']);
    expect((await page(3)).patients.map((one) => one.name)).toEqual(['Zoe']);
    expect(await page(4)).toMatchObject({ patients: [], total: 5 });
    expect((await ana.send(api.listPatients)).body).toMatchObject({ page: 1, limit: 50 });
  });

  test.each([
    ['nunez', ['Javiera Núñez Ortúzar']],
    ['NÚÑEZ ORT', ['Javiera Núñez Ortúzar']],
    ['iera', ['Javiera Núñez Ortúzar']],
    ['17.654', ['Javiera Núñez Ortúzar']],
    ['176543216', ['Javiera Núñez Ortúzar']],
    ['09.876.543-3', ['José Pérez Soto de la Fuente']],
    ['4321-6', ['Javiera Núñez Ortúzar']],
    ['-k', ['Kevin Krause']],
    ['jose perez soto de la', ['José Pérez Soto de la Fuente']],
    ['jose perez soto de la x', []],
    ['fuente jose', ['José Pérez Soto de la Fuente']],
    ['Ortúzar, Javiera', ['Javiera Núñez Ortúzar']],
    ['núñez 7654', ['Javiera Núñez Ortúzar']],
    ['krause 1.000', ['Kevin Krause']],
    ['núñez 9876', []],
    ['osé pér', ['José Pérez Soto de la Fuente']],
    ['0 9.876 543-3', ['José Pérez Soto de la Fuente']],
    ['javiera núñez_', []],
    ['n%z ortúzar', []],
    ['a b c d e f g h i j k l m n o p', []],
    ['z', ['Javiera Núñez Ortúzar', 'José Pérez Soto de la Fuente']],
    ['nadie', []],
    ['%', []],
    ['\u0301', []],
    ['...', []],
  ])('returns the matches of the search %j', async (search, names) => {
    const ana = await payingProfessional();
    await ana.hasPatient({ name: 'Javiera Núñez Ortúzar', rut: '17.654.321-6' });
    await ana.hasPatient({ name: 'José Pérez Soto de la Fuente', rut: '9.876.543-3' });
    await ana.hasPatient({ name: 'Kevin Krause', rut: '1.000.005-K' });
    const { body } = await ana.send(api.listPatients, { query: { search } });
    expect(body.patients.map((one) => one.name)).toEqual(names);
    expect(body.total).toBe(names.length);
  });

  test('returns the total of a search on a page beyond the last', async () => {
    const ana = await payingProfessional();
    for (const name of ['Pedro A', 'Pedro B', 'Pedro C']) await ana.hasPatient({ name });
    const { body } = await ana.send(api.listPatients, { query: { search: 'pedro', page: 3, limit: 2 } });
    expect(body).toMatchObject({ patients: [], total: 3 });
  });

  test('finds a renamed patient by the new name only', async () => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient({ name: 'Rosa Vieja' });
    await ana.send(api.updatePatient, { params: { id: rosa._id }, body: { ...patientInput(), name: 'Rosa Nueva' } });
    const total = async (search: string) => (await ana.send(api.listPatients, { query: { search } })).body.total;
    expect([await total('vieja'), await total('nueva')]).toEqual([0, 1]);
  });

  test.each([{ page: 0 }, { page: 'x' }, { limit: 1000 }])('refuses %j', async (query) => {
    const ana = await testApp.newProfessional();
    expect((await ana.send(api.listPatients, { query })).status).toBe(400);
  });
});

describe('deleting a patient', () => {
  test('deletes all their data and writes an audit entry', async () => {
    const ana = await payingProfessional();
    const rosa = await ana.hasPatient();
    const body = { patientId: rosa._id, date: '2030-03-04', time: '10:00' };
    await ana.send(createAppointment, { body });
    const removed = await ana.send(api.deletePatient, { params: { id: rosa._id } });
    expect(removed.status).toBe(204);
    expect((await ana.send(api.getPatient, { params: { id: rosa._id } })).status).toBe(404);
    expect((await ana.send(listAppointments, { query: { date: '2030-03-04' } })).body).toEqual([]);
    const [left] = await testApp.sql`
      select (select count(*)::int from patients where owner_id = ${ana.user._id}) as patients,
             (select count(*)::int from patient_suffixes where owner_id = ${ana.user._id}) as suffixes,
             (select count(*)::int from appointments where owner_id = ${ana.user._id}) as appointments`;
    expect(left).toEqual({ patients: 0, suffixes: 0, appointments: 0 });
    const acts = await testApp.sql<{ act: string }[]>`
      select act from audit_entries where owner_id = ${ana.user._id} and subject_id = ${rosa._id} order by id`;
    expect(acts.map((entry) => entry.act)).toEqual(['patient.created', 'patient.deleted']);
  });

  test('during concurrent appointment creation leaves no appointment and causes no server error', async () => {
    const ana = await payingProfessional();
    for (let round = 0; round < 10; round++) {
      const rosa = await ana.hasPatient();
      const body = (time: string) => ({ patientId: rosa._id, date: '2031-05-05', time });
      const replies = await Promise.all([
        ...['08:00', '09:00', '10:00'].map((time) => ana.send(createAppointment, { body: body(time) })),
        ana.send(api.deletePatient, { params: { id: rosa._id } }),
      ]);
      for (const { status } of replies) expect([201, 204, 404]).toContain(status);
      expect((await ana.send(listAppointments, { query: { date: '2031-05-05' } })).body).toEqual([]);
    }
  });

  test('of another professional is 404 and changes nothing', async () => {
    const [ana, berta] = await Promise.all([payingProfessional(), payingProfessional()]);
    const rosa = await ana.hasPatient();
    const before = await testApp.sql`select count(*) from audit_entries`;
    for (const id of [rosa._id, 'no-es-un-id']) {
      expect((await berta.send(api.getPatient, { params: { id } })).status).toBe(404);
      expect((await berta.send(api.deletePatient, { params: { id } })).status).toBe(404);
      expect((await berta.send(api.updatePatient, { params: { id }, body: patientInput() })).status).toBe(404);
    }
    expect(await testApp.sql`select count(*) from audit_entries`).toEqual(before);
    expect((await ana.send(api.getPatient, { params: { id: rosa._id } })).body).toEqual(rosa);
  });
});
