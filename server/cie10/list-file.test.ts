import { expect, test } from 'vitest';
import { readListFile } from './list-file.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readListFile(Buffer.from(text, encoding), 'lista.csv');

const CHOLERA = { code: 'A00.0', description: 'Cólera, biotipo cholerae' };
const COMMA = 'Código,Descripción\nA00.0,"Cólera, biotipo cholerae"\n';
const SEMICOLON = 'Código;Descripción\r\nA00.0;Cólera, biotipo cholerae\r\n';

test.each([
  ['commas', Buffer.from(COMMA)],
  ['semicolons', Buffer.from(SEMICOLON)],
  ['tabs', Buffer.from(SEMICOLON.replaceAll(';', '\t'))],
  ['a byte order mark', Buffer.from(`\uFEFF${SEMICOLON}`)],
  ['windows-1252', Buffer.from(SEMICOLON, 'latin1')],
  ['UTF-16 of Excel', Buffer.from(`\uFEFF${SEMICOLON.replaceAll(';', '\t')}`, 'utf16le')],
])('a file with %s is read', (_, bytes) => {
  expect(readListFile(bytes, 'lista.csv')).toEqual([CHOLERA]);
});

test.each([
  'codigo;descripcion',
  'CÓDIGO;TÍTULO',
  'Clave;Glosa',
  'code;description',
  'COD_CIE10;Glosa CIE-10',
  'Código CIE-10;Descripción del código',
])('the heading %s names both columns', (heading) => {
  expect(read(`${heading}\nA00.0;Cólera, biotipo cholerae`)).toEqual([CHOLERA]);
});

test('columns are found in any position, below title lines', () => {
  const text = [
    'MINSAL;;;;',
    'Departamento de Estadísticas; descripción general;;;',
    '',
    'N°;Descripción capítulo;Código capítulo;Glosa;Cód.',
    '1;Ciertas enfermedades;I;"Cólera, biotipo cholerae";A00.0',
    '2;Ciertas enfermedades;I;"Dice ""así""";A00.1',
  ].join('\n');
  expect(read(text)).toEqual([CHOLERA, { code: 'A00.1', description: 'Dice "así"' }]);
});

test('the column that holds valid codes is used when several have a code heading', () => {
  expect(read('Código interno;Código;Glosa\n17;A00.0;Cólera, biotipo cholerae')).toEqual([CHOLERA]);
});

test('a line with too few cells has an empty description', () => {
  expect(read('código;glosa\nA00.0;Cólera, biotipo cholerae\nA01')).toEqual([
    CHOLERA,
    { code: 'A01', description: '' },
  ]);
});

test.each([
  ['', 'lista.csv is empty'],
  [' \n\n', 'lista.csv is empty'],
  ['nombre;rut\nAna;1-9', 'lista.csv has no columns for code and description'],
  ['código\nA00', 'lista.csv has no columns for code and description'],
  [`${'nada\n'.repeat(20)}código;glosa\nA00;Cólera`, 'lista.csv has no columns for code and description'],
  ['código;glosa\n1;Uno\n2;Dos', 'lista.csv has no CIE-10 code in its column of codes'],
  ['código;glosa', 'lista.csv has no CIE-10 code in its column of codes'],
  ['PK\u0003\u0004\u0000\u0000"', 'lista.csv has no columns for code and description'],
])('%j is refused in one line', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
