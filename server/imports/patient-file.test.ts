import { describe, expect, test } from 'vitest';
import { csvOf } from '#server/testing/import-files';
import { xlsxFile } from '#server/testing/zip-file';
import { type FileTask, patientsInBatch, readPatientFile } from './patient-file.ts';

const CHOICES = { mapping: undefined, dateOrder: undefined, corrections: {}, today: '2026-11-16' };
const HEAD = ['Nombre', 'RUT', 'Fecha de nacimiento'];
const ROW = ['Rosa Díaz', '12.345.678-5', '10/05/1980'];

async function read(bytes: Uint8Array, choices: Partial<FileTask> = {}) {
  const file = await readPatientFile({ ...CHOICES, ...choices, bytes });
  if ('refused' in file) throw new Error(file.refused);
  return { ...file, patients: file.batches.flatMap(patientsInBatch) };
}

const patientOf = async (bytes: Uint8Array, choices: Partial<FileTask> = {}) =>
  (await read(bytes, choices)).patients[0]?.patient;

const problemsOf = async (bytes: Uint8Array, choices: Partial<FileTask> = {}) =>
  (await read(bytes, choices)).problems.map(({ row, field, message }) => [row, field, message]);

describe('a CSV', () => {
  const text = 'Nombre;RUT;Fecha de nacimiento\r\nMaría Núñez;12.345.678-5;10/05/1980\r\n';
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['commas', Buffer.from(text.replaceAll(';', ','))],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['the separator that its first line names', Buffer.from(`sep=;\r\n${text}`)],
    ['a title and empty lines above', Buffer.from(`Mis pacientes;;\r\n\r\n${text}`)],
    ['quotes', Buffer.from(text.replace('María Núñez', '"María\nNúñez"'))],
  ])('with %s is read', async (_, bytes) => {
    expect(await patientOf(bytes)).toMatchObject({ name: 'María Núñez', rut: '12345678-5', birthDate: '1980-05-10' });
  });

  test('numbers its rows as a spreadsheet does', async () => {
    const bytes = csvOf([['Pacientes'], HEAD, ROW, [], ['', '1-9', '']]);
    expect(await problemsOf(bytes)).toEqual([
      [5, 'name', 'El nombre es requerido'],
      [5, 'birthDate', 'La fecha de nacimiento es requerida'],
    ]);
  });
});

describe('dates', () => {
  test.each([
    ['10/05/1980', '1980-05-10'],
    ['1-2-1980', '1980-02-01'],
    ['10.05.1980', '1980-05-10'],
    ['1980-05-10', '1980-05-10'],
    ['1980-05-10 00:00:00', '1980-05-10'],
    ['10 de mayo de 1980', '1980-05-10'],
    ['3-sept-1980', '1980-09-03'],
    ['29/02/2000', '2000-02-29'],
    ['29351', '1980-05-10'],
    ['="10/05/1980"', '1980-05-10'],
  ])('%s is %s', async (written, day) => {
    expect(await patientOf(csvOf([HEAD, ['Rosa', '1-9', written]]))).toMatchObject({ birthDate: day });
  });

  test.each(['10/05/80', '--05-10', '3 de brumario de 1980', 'ayer', '1980', '5'])('%s is no date', async (written) => {
    const message = 'Escribe la fecha como día/mes/año, con el año de cuatro cifras';
    expect(await problemsOf(csvOf([HEAD, ['Rosa', '1-9', written]]))).toEqual([[2, 'birthDate', message]]);
  });

  test.each(['31/02/1980', '29/02/1981', '00/05/1980', '10/13/1980', '1980-02-31', '31 de febrero de 1980'])(
    '%s does not exist',
    async (written) => {
      const message = 'La fecha no existe. Revisa el día y el mes';
      expect(await problemsOf(csvOf([HEAD, ['Rosa', '1-9', '31/05/1980'], ['Luis', '2-7', written]]))).toEqual([
        [3, 'birthDate', message],
      ]);
    },
  );

  test('have the month first where one of them can be read in no other way', async () => {
    const american = csvOf([HEAD, ['Rosa', '1-9', '03/04/1980'], ['Luis', '2-7', '05/31/1980']]);
    const { dateOrder, patients } = await read(american);
    expect([dateOrder, ...patients.map(({ patient }) => patient.birthDate)]).toEqual([
      'month-first',
      '1980-03-04',
      '1980-05-31',
    ]);
    expect(await patientOf(csvOf([HEAD, ['Rosa', '1-9', '03/04/1980']]))).toMatchObject({ birthDate: '1980-04-03' });
  });

  test('have the order that was chosen', async () => {
    const bytes = csvOf([HEAD, ['Rosa', '1-9', '03/04/1980']]);
    expect(await patientOf(bytes, { dateOrder: 'month-first' })).toMatchObject({ birthDate: '1980-03-04' });
  });

  test('of a workbook are numbers, also of one that counts from 1904', async () => {
    expect(await patientOf(xlsxFile([HEAD, ['Rosa', '1-9', 29_351]]))).toMatchObject({ birthDate: '1980-05-10' });
    const macintosh = xlsxFile([HEAD, ['Rosa', '1-9', 27_889]], { date1904: true });
    expect(await patientOf(macintosh)).toMatchObject({ birthDate: '1980-05-10' });
  });
});

describe('columns', () => {
  test.each([
    [
      ['Nombres', 'Apellido Paterno', 'Apellido Materno', 'RUN', 'F. Nac.'],
      ['Ana', 'Díaz', 'Soto', '1-9', '1/2/1990'],
    ],
    [
      ['NOMBRE PACIENTE', 'Rut', 'Fecha_Nacimiento'],
      ['Ana Díaz Soto', '1-9', '1/2/1990'],
    ],
    [
      ['Rut', 'DV', 'Nombre y Apellidos', 'Fec. Nac'],
      ['1', '9', 'Ana Díaz Soto', '1/2/1990'],
    ],
    [
      ['First Name', 'Middle Name', 'Last Name', 'Birthday', 'RUT'],
      ['Ana', '', 'Díaz Soto', '1990-02-01', '1-9'],
    ],
    [
      ['Name', 'Given Name', 'Additional Name', 'Family Name', 'Birthday', 'Rut'],
      ['Otro', 'Ana', 'Díaz', 'Soto', '1990-02-01', '1-9'],
    ],
  ])('%j are recognised', async (headings, row) => {
    expect(await patientOf(csvOf([headings, row]))).toMatchObject({
      name: 'Ana Díaz Soto',
      rut: '1-9',
      birthDate: '1990-02-01',
    });
  });

  test('of an address are joined, and the health insurance is recognised', async () => {
    const headings = [
      ...HEAD,
      'Celular',
      'E-mail',
      'Domicilio',
      'Comuna',
      'Región',
      'Previsión',
      'Observaciones',
      'Sexo',
    ];
    const row = [...ROW, '9 8765', 'r@ejemplo.cl', 'Robles 1', 'Ñuñoa', 'RM', 'Fonasa B', 'Usa lentes', 'Mujer'];
    expect(await patientOf(csvOf([headings, row]))).toMatchObject({
      phone: '9 8765',
      email: 'r@ejemplo.cl',
      address: 'Robles 1, Ñuñoa, RM',
      notas: 'Usa lentes',
      prevision: 'fonasa-b',
      sex: 'femenino',
    });
  });

  test('of a health insurance that the list does not have stay as a note', async () => {
    const bytes = csvOf([
      [...HEAD, 'Isapre', 'Notas'],
      [...ROW, 'Isapre Colmena', 'Usa lentes'],
    ]);
    const patient = await patientOf(bytes);
    expect(patient).toMatchObject({ notas: 'Usa lentes\nPrevisión: Isapre Colmena' });
    expect(patient).not.toHaveProperty('prevision');
  });

  test('of what the law asks of the file are recognised', async () => {
    const headings = ['Nombre', 'Tipo de documento', 'Nº documento', 'Fecha nacimiento', 'Nombre social', 'Ocupación'];
    const row = ['Pedro Soto', 'Pasaporte', 'ab 123456', '10/05/2012', 'Amanda', 'Estudiante', 'María Soto'];
    expect(await patientOf(csvOf([[...headings, 'Representante legal'], row]))).toMatchObject({
      documentType: 'passport',
      rut: 'AB123456',
      socialName: 'Amanda',
      occupation: 'Estudiante',
      legalRepresentative: { name: 'María Soto' },
    });
  });

  test('with one number of two types of document are two people', async () => {
    const headings = ['Nombre', 'Tipo documento', 'Documento', 'Fecha nacimiento'];
    const row = (type: string, number: string) => ['Rosa Díaz', type, number, '10/05/1980'];
    const rows = [row('RUT', '12345678-5'), row('DNI', '123456785'), row('DNI', '12.345.678-5'), row('Carné', '1-9')];
    const { patients, problems } = await read(csvOf([headings, ...rows]));
    expect(patients.map(({ patient: { documentType, rut } }) => [documentType, rut])).toEqual([
      ['rut', '12345678-5'],
      ['dni', '123456785'],
    ]);
    expect(problems.map(({ row, field, message }) => [row, field, message])).toEqual([
      [4, 'rut', 'El mismo DNI está en la fila 3'],
      [5, 'documentType', 'Selecciona un tipo de documento'],
    ]);
  });

  test('name the document in their problems', async () => {
    const headings = ['Nombre', 'Tipo documento', 'Documento', 'Fecha nacimiento'];
    const row = (number: string, day = '10/05/1980') => ['Rosa Díaz', 'Pasaporte', number, day];
    const { problems } = await read(csvOf([headings, row('AB1', 'ayer'), row('ab-1'), row(''), row('A/1')]));
    const ofDocument = problems.filter(({ field }) => field === 'rut');
    expect(ofDocument.map(({ row, message, documentType }) => [row, message, documentType])).toEqual([
      [3, 'El mismo pasaporte está en la fila 2', 'passport'],
      [4, 'El número es requerido', 'passport'],
      [5, 'Escribe el número con letras, números y guiones', 'passport'],
    ]);
  });

  test('that are not recognised have no field, and are mapped by hand', async () => {
    const bytes = csvOf([['Quién', 'Carnet', 'Nació'], ROW]);
    const { columns, problems, patients } = await read(bytes);
    expect(columns).toEqual([
      { name: 'Quién', field: null, samples: ['Rosa Díaz'] },
      { name: 'Carnet', field: null, samples: ['12.345.678-5'] },
      { name: 'Nació', field: null, samples: ['10/05/1980'] },
    ]);
    expect(patients).toEqual([]);
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [0, 'Indica qué columna tiene el nombre'],
      [0, 'Indica qué columna tiene el RUT'],
      [0, 'Indica qué columna tiene la fecha de nacimiento'],
    ]);
    expect(await patientOf(bytes, { mapping: ['name', 'rut', 'birthDate'] })).toMatchObject({ name: 'Rosa Díaz' });
  });

  test.each([
    [
      ['M', 'F', ''],
      ['masculino', 'femenino', undefined],
    ],
    [
      ['M', 'H', 'No informa'],
      ['femenino', 'masculino', undefined],
    ],
  ])('of the sex may say %j', async (written, sexes) => {
    const rows = written.map((sex, at) => ['Rosa', ['1-9', '2-7', '3-5'][at] ?? '', '1/2/1990', sex]);
    const { patients } = await read(csvOf([[...HEAD, 'Sexo'], ...rows]));
    expect(patients.map(({ patient }) => patient.sex)).toEqual(sexes);
  });
});

describe('problems', () => {
  test.each([
    ['a wrong check digit', ['Rosa', '12.345.678-9', '1/2/1990'], 'rut', 'El dígito verificador no corresponde'],
    ['a future birth', ['Rosa', '1-9', '17/11/2026'], 'birthDate', 'La fecha de nacimiento no puede ser futura'],
    ['a missing name', ['', '1-9', '1/2/1990'], 'name', 'El nombre es requerido'],
    ['a missing RUT', ['Rosa', '', '1/2/1990'], 'rut', 'El RUT es requerido'],
    ['a formula', ['=HYPERLINK("http://malo.cl")', '1-9', '1/2/1990'], 'name', 'Es una fórmula. Escribe el valor'],
    ['a long text', ['a'.repeat(10_000), '1-9', '1/2/1990'], 'name', 'No puede superar los 120 caracteres'],
  ])('%s', async (_, row, field, message) => {
    const { problems, patients } = await read(csvOf([HEAD, row]));
    expect(problems).toMatchObject([{ row: 2, field, message }]);
    expect(patients).toEqual([]);
  });

  test('two rows with one RUT, however it is written', async () => {
    const bytes = csvOf([HEAD, ROW, ['Luis', '012345678-5', '1/2/1990']]);
    expect(await problemsOf(bytes)).toEqual([[3, 'rut', 'El mismo RUT está en la fila 2']]);
  });

  test('a passport number has no check digit', async () => {
    expect(await patientOf(csvOf([HEAD, ['Rosa', 'AB123456', '1/2/1990']]))).toMatchObject({ rut: 'AB123456' });
  });

  test('are gone with a correction', async () => {
    const bytes = csvOf([HEAD, ['Rosa', '12.345.678-9', 'ayer'], ROW]);
    const corrections = { 2: { rut: '1-9', birthDate: '1/2/1990' } };
    const { problems, patients } = await read(bytes, { corrections });
    expect(problems).toEqual([]);
    expect(patients.map(({ row, patient }) => [row, patient.rut])).toEqual([
      [2, '1-9'],
      [3, '12345678-5'],
    ]);
  });
});
