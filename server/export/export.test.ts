import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment } from '#contract/agenda';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import { finalizeClinicalNote, printPrescriptions } from '#contract/clinical-notes';
import { listCustody } from '#contract/custody';
import { verifyDocument } from '#contract/documents';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { CONTENT_HASH_NAME, FILE_HASH_NAME } from '#contract/hash-names';
import { deletePatient } from '#contract/patients';
import { fhirValidator } from '#server/testing/fhir-schema';
import { fullAccount } from '#server/testing/full-account';
import { CREDENTIALS } from '#server/testing/payment-account-calls';
import { codeOn } from '#server/testing/pdf-programs';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
  await testApp.sql`
    insert into cie10_codes (code, description, source, words)
    values ('G44.2', 'Cefalea debida a tensión', 'base', to_tsvector('simple', 'cefalea'))`;
});
afterAll(() => testApp.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const unzipped = ({ body }: { body: unknown }) => readZip(body as Uint8Array);

interface Bundle {
  entry: { fullUrl: string; resource: Record<string, unknown> & { resourceType: string } }[];
}
const bundleIn = (files: Map<string, Buffer>, folder = '') =>
  JSON.parse(files.get(`${folder}ficha.fhir.json`)?.toString() ?? '') as Bundle;
const ofType = ({ entry }: Bundle, type: string) =>
  entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);

async function finalizedNote(patientId: string) {
  const note = await ana.hasNote({
    patientId,
    reason: 'Control <anual> & "examen"',
    anamnesis: 'Línea uno\nLínea dos',
    diagnoses: ['Cefalea en estudio', 'G44.2 - Cefalea debida a tensión'],
    plansAndIndications: 'Reposo',
    prescriptions: [
      { medicamento: 'Paracetamol', dosis: '500 mg', posologia: 'cada 8 horas' },
      { medicamento: 'Amoval', dci: 'amoxicilina', via: 'Oral', cantidad: '21 cápsulas', permanente: true },
    ],
  });
  await ana.send(finalizeClinicalNote, { params: { id: note._id } });
  return note;
}

test('a patient is exported with signed PDFs, what was finalised, FHIR, appointments, log and index', async () => {
  const { _id: id } = await ana.hasPatient({ name: 'Rosa Díaz', allergies: 'Penicilina', phone: '+56 9 1234 5678' });
  const note = await finalizedNote(id);
  await ana.send(printPrescriptions, { params: { id: note._id } });
  const certificate = await ana.hasCertificate({ patientId: id });
  await ana.send(finalizeCertificate, { params: { id: certificate._id } });
  const printed = (await ana.send(printCertificate, { params: { id: certificate._id } })).body;
  const draft = await ana.hasNote({ patientId: id, reason: 'Borrador' });
  const appointment = { patientId: id, date: '2030-01-07', time: '09:00', note: '=1+1' };
  const { body: cancelled } = await ana.send(createAppointment, { body: appointment });
  await ana.send(changeAppointment, { params: { id: cancelled._id }, body: { status: 'cancelled' } });
  await ana.send(createAppointment, { body: { ...appointment, note: undefined, overbooked: true } });

  const reply = await ana.send(exportPatient, { params: { id } });
  expect(reply.headers['content-type']).toBe('application/zip');
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="ficha-${id}.zip"`);
  const files = unzipped(reply);
  const day = (await ana.send(getPatientAccessLog, { params: { id } })).body[0]?.at.slice(0, 10);
  const names = [...files.keys()];
  expect(names.map((name) => name.replace(/-\d{4}-\d{6}-[0-9A-Z]+\.pdf$/, '.pdf'))).toEqual([
    `registros/${day}-atencion-${note._id}.json`,
    'documentos/REC.pdf',
    'documentos/ATN.pdf',
    `registros/${day}-certificado-${certificate._id}.json`,
    'documentos/CER.pdf',
    'ficha.fhir.json',
    'citas.csv',
    'recordatorios.csv',
    'enviado-al-paciente.csv',
    'cobros.csv',
    'pagos-de-cobros.csv',
    'abonos.csv',
    'recordatorios-de-pagos.csv',
    'solicitudes-de-derechos.csv',
    'registro-de-accesos.csv',
    'LEEME.html',
  ]);

  // The PDF that was printed is the same file. The note was never printed: its PDF is verifiable all the same.
  const pdfs = names.filter((name) => name.endsWith('.pdf')).map((name) => files.get(name) ?? Buffer.of());
  expect(pdfs[2]?.equals(printed)).toBe(true);
  const { body: verification } = await testApp.send(verifyDocument, {
    params: { code: await codeOn(pdfs[1] ?? Buffer.of()) },
  });
  expect(verification.fileHash).toBe(sha256(pdfs[1] ?? Buffer.of()));
  expect(verification.contentHash).toBe(sha256(files.get(names[0] ?? '') ?? Buffer.of()));

  const bundle = bundleIn(files);
  expect(ofType(bundle, 'Encounter').map(({ id, status }) => ({ id, status }))).toEqual([
    { id: note._id, status: 'finished' },
    { id: draft._id, status: 'in-progress' },
  ]);
  expect(ofType(bundle, 'DocumentReference').map(({ content }) => content)).toEqual(
    names
      .filter((name) => name.endsWith('.pdf'))
      .map((url, index) => [
        {
          attachment: expect.objectContaining({
            url,
            hash: createHash('sha1')
              .update(pdfs[index] ?? '')
              .digest('base64'),
            size: pdfs[index]?.byteLength,
          }),
        },
      ]),
  );
  expect(files.get('citas.csv')?.toString()).toContain(`"'=1+1";"Cancelada";"No"`);
  expect(files.get('citas.csv')?.toString()).toContain('"";"Agendada";"Sí";"RUT";""');
  const log = files.get('registro-de-accesos.csv')?.toString();
  for (const act of ['Creó la ficha', 'Exportó la ficha']) expect(log).toContain(`"${act}"`);
  const index = files.get('LEEME.html')?.toString() ?? '';
  for (const pdf of pdfs) expect(index).toContain(sha256(pdf));
  for (const name of [CONTENT_HASH_NAME, FILE_HASH_NAME]) expect(index).toContain(`«${name}»`);
  expect(index).not.toContain('<script');
  expect(index).not.toContain('No se pudo incluir');

  const [last] = (await ana.send(getPatientAccessLog, { params: { id } })).body.filter(
    ({ act }) => act === 'patient.exported',
  );
  expect(last).toMatchObject({ actor: 'Ana Pérez Soto', address: '127.0.0.1' });
});

test('the account is exported with all patients, those in custody, and its own files', async () => {
  const person = await fullAccount(testApp);
  await person.hasPatient({ name: '../../etc/<b>passwd</b>' });
  const files = unzipped(await person.send(exportAccount));
  const names = [...files.keys()];
  expect(names.slice(0, 18)).toEqual([
    'cuenta.json',
    'plantillas.json',
    'plantillas-de-notas.json',
    'recetas-favoritas.json',
    'servicios.json',
    'secretaria.json',
    'pagos.json',
    'firma.png',
    'citas.csv',
    'recordatorios.csv',
    'cobros.csv',
    'pagos-de-cobros.csv',
    'abonos.csv',
    'recordatorios-de-pagos.csv',
    'reservas.csv',
    'lista-de-espera.csv',
    'solicitudes-de-derechos.csv',
    'registro-de-accesos.csv',
  ]);
  expect(names.at(-1)).toBe('LEEME.html');
  const folders = new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/', 2).join('/')));
  const uuid = '[0-9a-f-]{36}';
  expect([...folders]).toEqual([
    expect.stringMatching(`^pacientes/rosa-diaz-${uuid}$`),
    // Who booked an hour and paid its deposit.
    expect.stringMatching(`^pacientes/rosa-elena-diaz-soto-${uuid}$`),
    // The imported one.
    expect.stringMatching(`^pacientes/rosa-diaz-${uuid}$`),
    expect.stringMatching(`^pacientes/etc-b-passwd-b-${uuid}$`),
    expect.stringMatching(`^custodia/rosa-diaz-${uuid}$`),
  ]);
  // What receives the deposits stays in the product.
  for (const secret of Object.values(CREDENTIALS)) {
    const written = [...files].filter(([, bytes]) => bytes.includes(secret)).map(([name]) => name);
    expect(written, secret).toEqual([]);
  }
  // No file name leaves its folder.
  expect(names.filter((name) => !/^[a-zA-Z0-9/._-]+$/.test(name) || name.includes('..'))).toEqual([]);
  expect(files.get('LEEME.html')?.toString()).toContain('&lt;b>passwd');
  expect(JSON.parse(files.get('cuenta.json')?.toString() ?? '')).toMatchObject({
    rut: '12345678-5',
    printSettings: { pageSize: 'half-letter' },
    workingHours: { hours: [{ weekday: 1, from: '09:00', to: '13:00' }], defaultDuration: 60 },
  });
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '');
  expect(json('plantillas-de-notas.json')).toMatchObject([{ name: 'Control sano', reason: 'Control de salud' }]);
  expect(json('recetas-favoritas.json')).toMatchObject([{ name: 'Paracetamol', dosis: '500 mg' }]);
  expect(json('servicios.json')).toContainEqual(
    expect.objectContaining({ duration: 30, price: 25_000, description: 'Primera vez' }),
  );
  expect(json('secretaria.json')).toMatchObject([{ name: 'Marta Soto', status: 'invited', canCharge: true }]);
  expect(files.get('citas.csv')?.toString()).toMatch(/;"Consulta [\w-]+";"No"\r\n/);
  expect(names.filter((name) => name.startsWith('custodia/') && name.endsWith('.pdf'))).toHaveLength(1);
  await testApp.deps.accessRecorder.flush();
  const again = [...unzipped(await person.send(exportAccount)).keys()];
  expect(again).toEqual(names);
});

test('a deleted patient is in custody, exported from there and nowhere else', async () => {
  const { _id: id } = await ana.hasPatient({ name: 'Juan Soto', rut: '9.876.543-3' });
  const note = await finalizedNote(id);
  await ana.hasNote({ patientId: id, reason: 'Un borrador' });
  expect((await ana.send(exportCustody, { params: { patientId: id } })).status).toBe(404);
  await ana.send(deletePatient, { params: { id } });
  expect((await ana.send(exportPatient, { params: { id } })).status).toBe(404);

  const { body: kept } = await ana.send(listCustody);
  const found = kept.find(({ patientId }) => patientId === id);
  expect(found).toMatchObject({ name: 'Juan Soto', rut: '9876543-3', documents: 1 });
  const years = (instant = '') => Number(instant.slice(0, 4));
  expect(years(found?.keptUntil) - years(found?.lastRecordAt)).toBe(15);

  const files = unzipped(await ana.send(exportCustody, { params: { patientId: id } }));
  const bundle = bundleIn(files);
  expect(ofType(bundle, 'Encounter').map((resource) => resource.id)).toEqual([note._id]);
  expect(ofType(bundle, 'Patient')).toHaveLength(1);
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  expect([files.has('citas.csv'), files.has('recordatorios.csv')]).toEqual([false, false]);
  expect(files.get('registro-de-accesos.csv')?.toString()).toContain('"Eliminó la ficha"');

  const berta = await testApp.newProfessional();
  expect((await berta.send(listCustody)).body).toEqual([]);
  expect((await berta.send(exportCustody, { params: { patientId: id } })).status).toBe(404);
});

test('the bundle is valid under the public schema of FHIR R4, and uses the names of CL Core', async () => {
  const {
    _id: id,
    rut,
    fichaNumber,
  } = await ana.hasPatient({
    name: 'Rosa Díaz',
    socialName: 'Rosita',
    occupation: 'Profesora',
    prevision: 'fonasa-b',
    legalRepresentative: { name: 'Luisa Díaz', relationship: 'madre' },
    sex: 'femenino',
    address: 'Los Aromos 12',
    phone: '+56 9 1234 5678',
    email: 'rosa@ejemplo.cl',
    emergencyContact: 'Luis, hermano',
    allergies: 'Penicilina',
    alertas: 'Riesgo de caída',
    notas: 'Prefiere la mañana',
    preferencias: 'Sin llamadas',
  });
  await finalizedNote(id);
  await ana.hasNote({
    patientId: id,
    reason: 'Borrador',
    measurements: {
      weightKg: 72.5,
      heightCm: 172,
      systolic: 120,
      pulse: 72,
      temperatureC: 36.5,
      saturation: 97,
      pain: 0,
    },
  });
  const certificate = await ana.hasCertificate({ patientId: id, content: 'Reposo <b>\nde dos días' });
  await ana.send(finalizeCertificate, { params: { id: certificate._id } });
  const bundle = bundleIn(unzipped(await ana.send(exportPatient, { params: { id } })));
  await ana.send(deletePatient, { params: { id } });
  const inCustody = bundleIn(unzipped(await ana.send(exportCustody, { params: { patientId: id } })));

  const types = [
    'Practitioner',
    'Patient',
    'AllergyIntolerance',
    'Flag',
    'Observation',
    'Coverage',
    'Encounter',
    'Composition',
    'Condition',
    'MedicationRequest',
    'DocumentReference',
    'Provenance',
  ];
  expect([...new Set(bundle.entry.map(({ resource }) => resource.resourceType))]).toEqual(types);
  const problemsOf = fhirValidator(types);
  for (const { entry } of [bundle, inCustody]) {
    for (const { resource } of entry)
      expect([resource, problemsOf(resource.resourceType, resource)]).toEqual([resource, []]);
  }
  expect(problemsOf('Bundle', bundle)).toEqual([]);
  const [, complete] = bundle.entry.filter(({ resource }) => resource.resourceType === 'MedicationRequest');
  expect(complete?.resource).toMatchObject({
    dosageInstruction: [{ route: { text: 'Oral' } }],
    note: [{ text: 'Producto: amoxicilina' }, { text: 'Cantidad: 21 cápsulas' }, { text: 'Receta permanente' }],
  });
  expect(problemsOf('Bundle', inCustody)).toEqual([]);
  // The schema is really applied.
  const [patient] = ofType(bundle, 'Patient');
  expect(problemsOf('Patient', { ...patient, gender: 'femenino' })).not.toEqual([]);

  // Every reference leads to a resource of the bundle.
  const urls = bundle.entry.map(({ fullUrl }) => fullUrl);
  expect(new Set(urls).size).toBe(urls.length);
  const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, url]) => url);
  expect(references.filter((url) => !urls.includes(url ?? ''))).toEqual([]);

  expect(patient).toMatchObject({
    meta: { profile: ['https://hl7chile.cl/fhir/ig/clcore/StructureDefinition/CorePacienteCl'] },
    identifier: [
      { system: 'http://regcivil.cl/Validacion/RUN', value: rut },
      { type: { coding: [{ code: 'MR' }] }, value: String(fichaNumber) },
    ],
    name: [
      { use: 'official', text: 'Rosa Díaz' },
      { use: 'usual', text: 'Rosita' },
    ],
    contact: [
      { name: { text: 'Luis, hermano' } },
      { relationship: [{ coding: [{ code: 'GUARD' }], text: 'Representante legal: madre' }] },
    ],
    gender: 'female',
  });
  expect(ofType(bundle, 'Condition').map(({ code }) => code)).toEqual([
    { text: 'Cefalea en estudio' },
    {
      coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'G44.2', display: 'Cefalea debida a tensión' }],
      text: 'G44.2 - Cefalea debida a tensión',
    },
  ]);
  expect(ofType(bundle, 'Observation').filter(({ encounter }) => encounter)).toHaveLength(8);
  expect(JSON.stringify(ofType(bundle, 'Composition'))).toContain('IMC: 24,5 kg/m²<br/>Presión sistólica: 120 mmHg');
  expect(JSON.stringify(ofType(bundle, 'Composition'))).toContain('Reposo &lt;b><br/>de dos días');
});

test('what cannot be decrypted or printed is named in the index, and the rest is exported', async () => {
  const { _id: id } = await ana.hasPatient();
  const [damaged, unprinted] = [await finalizedNote(id), await finalizedNote(id)];
  await testApp.sql`alter table clinical_notes disable trigger user`;
  await testApp.sql`
    update clinical_notes set record = set_byte(record, 40, get_byte(record, 40) # 1) where id = ${damaged._id}`;
  await testApp.sql`alter table clinical_notes enable trigger user`;
  testApp.setDiskLow(true);
  const files = unzipped(await ana.send(exportPatient, { params: { id } }));
  testApp.setDiskLow(false);
  const index = files.get('LEEME.html')?.toString() ?? '';
  expect(index).toContain(`(${damaged._id}): el registro no se pudo descifrar`);
  expect(index).toContain(`(${unprinted._id}): no tenía PDF`);
  expect([...files.keys()].filter((name) => name.startsWith('registros/'))).toHaveLength(1);
  expect(ofType(bundleIn(files), 'Encounter').map((resource) => resource.id)).toEqual([unprinted._id]);
});
