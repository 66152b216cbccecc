import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import { createAppointment } from '#contract/agenda';
import * as auth from '#contract/auth';
import { createCertificateTemplate, updateCertificate } from '#contract/certificates';
import { updateClinicalNote } from '#contract/clinical-notes';
import { createPatient, listPatients } from '#contract/patients';
import { patientInput, registration } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

/** Adds the bidirectional controls that WhatsApp adds to copied text. */
const marked = (text: string) => `\u202a${text}\u202c`;

test('pasted patient data is stored without bidirectional controls, and single-line fields on one line', async () => {
  const pasted = {
    name: 'Rosa\u000bDíaz\u2069',
    rut: marked('17.654.321-6'),
    birthDate: marked('1980-05-10'),
    phone: marked('+56 9 1234 5678'),
    email: `${marked('rosa@ejemplo.cl')}\r\n`,
    address: 'Los Robles 12\r\nValdivia',
    emergencyContact: 'Luis\t+56 9 8765 4321',
    notas: 'Trae exámenes\u000bde sangre\u0085y orina\u0007',
  };
  const { status, body } = await ana.send(createPatient, { body: pasted });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Rosa Díaz',
    rut: '17654321-6',
    birthDate: '1980-05-10',
    phone: '+56 9 1234 5678',
    email: 'rosa@ejemplo.cl',
    address: 'Los Robles 12 Valdivia',
    emergencyContact: 'Luis +56 9 8765 4321',
    notas: 'Trae exámenes\nde sangre\ny orina',
  });
  for (const search of [marked('rosa'), marked('17.654.321-6'), 'rosa\ndíaz']) {
    expect((await ana.send(listPatients, { query: { search } })).body.total).toBe(1);
  }
});

test('a note keeps line breaks in paragraphs but not in diagnoses and drugs', async () => {
  const { _id: id } = await ana.hasNote();
  const prescription = { medicamento: marked('Paracetamol\n500 mg'), dosis: '1\t comp', posologia: 'cada\u000b8 h' };
  const body = {
    anamnesis: 'Dolor\u000bde cabeza\u000cdesde ayer\u202e',
    diagnoses: ['Cefalea\r\ntensional'],
    prescriptions: [{ ...prescription, duracion: '3\u0085días', indicacionesUso: 'Con agua\u000bcon comida' }],
  };
  const changed = await ana.send(updateClinicalNote, { params: { id }, body });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    anamnesis: 'Dolor\nde cabeza\ndesde ayer',
    diagnoses: ['Cefalea tensional'],
    prescriptions: [
      {
        medicamento: 'Paracetamol 500 mg',
        dosis: '1  comp',
        posologia: 'cada 8 h',
        duracion: '3 días',
        indicacionesUso: 'Con agua\ncon comida',
      },
    ],
  });
});

test('a certificate keeps line breaks in its content but not in its title, and a template not in its name', async () => {
  const { _id: id } = await ana.hasCertificate();
  const body = { title: 'Reposo\u000bmédico\u202c', content: '\u2066Certifico\u000bque\u2069' };
  const changed = await ana.send(updateCertificate, { params: { id }, body });
  expect(changed.body).toMatchObject({ title: 'Reposo médico', content: 'Certifico\nque' });
  const template = await ana.send(createCertificateTemplate, {
    body: { name: 'Reposo\nmédico', content: 'Certifico' },
  });
  expect(template.body.name).toBe('Reposo médico');
});

test('an appointment keeps the line breaks of its note', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, date: '2030-03-04', time: '09:00', note: 'Traer\u000bexámenes\u202c' };
  expect((await ana.send(createAppointment, { body })).body.note).toBe('Traer\nexámenes');
});

test('account fields are cleaned, and a pasted email signs in', async () => {
  const { email } = registration();
  const pasted = {
    name: 'Berta\nRojas',
    email: marked(email),
    city: 'Puerto\u000bMontt',
    specialty: marked('Geriatría'),
    rnpi: marked('123456'),
  };
  expect((await testApp.send(auth.register, { body: registration(pasted) })).status).toBe(201);
  const berta = await testApp.logIn(marked(email));
  expect(berta.user).toMatchObject({ name: 'Berta Rojas', email, city: 'Puerto Montt', specialty: 'Geriatría' });
  const [row] = await testApp.sql`select rnpi from users where id = ${berta.user._id}`;
  expect(row?.rnpi).toBe('123456');
  const { profession, region } = registration();
  const body = { name: 'Berta\u0085Rojas', profession, region, city: 'Ancud\u202c' };
  expect((await berta.send(updatePersonalInfo, { body })).body).toMatchObject({ name: 'Berta Rojas', city: 'Ancud' });
});

test('a password is not cleaned, and forbidden characters are refused', async () => {
  const reply = await testApp.send(auth.register, { body: registration({ password: marked('clave-larga') }) });
  expect(reply.error.details).toEqual([{ field: 'password', message: 'Contiene caracteres no permitidos' }]);
  const email = registration().email;
  const password = 'cla\u200bve\tlarga ';
  await testApp.send(auth.register, { body: registration({ email, password }) });
  const logIn = async (given: string) => (await testApp.send(auth.login, { body: { email, password: given } })).status;
  expect([await logIn(password), await logIn('clave larga')]).toEqual([200, 401]);
});

test.each([
  ['NUL', 'Rosa\0'],
  ['a lone surrogate', 'Rosa \ud83d'],
  ['two lone surrogates that cleaning would join', 'Rosa \ud83d\u202a\ude00'],
])('%s is refused', async (_, text) => {
  for (const field of ['name', 'phone', 'notas'] as const) {
    const reply = await ana.send(createPatient, { body: patientInput({ [field]: text }) });
    expect(reply.status).toBe(400);
    expect(reply.error.details).toEqual([{ field, message: 'Contiene caracteres no permitidos' }]);
  }
});
