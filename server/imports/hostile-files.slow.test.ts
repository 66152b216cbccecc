import { expect, test } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/imports/imports';
import { checkDigit } from '#contract/rut';
import { csvOf, icsOf } from '#server/testing/import-files';
import { xlsxFile, type ZipEntry, zipFile } from '#server/testing/zip-file';
import { readPatientFile } from './patient-file.ts';

const HEAD = ['Nombre', 'RUT', 'Fecha de nacimiento'];
const ROW = ['Rosa Díaz', '12.345.678-5', '10/05/1980'];

const read = (bytes: Uint8Array) =>
  readPatientFile({ bytes, mapping: undefined, dateOrder: undefined, corrections: {}, today: '2026-11-16' });

const workbook = (...parts: ZipEntry[]) => xlsxFile([HEAD, ROW], { parts });
const sheetWith = (inner: string) =>
  xlsxFile([], { sheet: `<worksheet><sheetData>${inner}</sheetData></worksheet>`, parts: [] });

test('an ordinary workbook is read', async () => {
  expect(await read(workbook())).toMatchObject({ rows: 1, problems: [], documents: ['rut/123456785'] });
});

/** A part of so many megabytes, which have a thousandth of that in the archive. */
const spaces = (megabytes: number) => Buffer.from(`<sst>${' '.repeat(megabytes * 1024 * 1024)}</sst>`);
const BOMB = spaces(80);
const BILLION_LAUGHS = `<!DOCTYPE x [<!ENTITY a "${'ja'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]>`;
const SHEET = 'xl/worksheets/sheet1.xml';
const WORKBOOK_TYPE = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';

/** Every byte but zero, as compressed data has them. */
const ANY_BYTES = Buffer.from(Array.from({ length: 2040 }, (_, at) => ((at * 7) % 255) + 1));
const PDF_TEXT = '%PDF-1.7\n1 0 obj\n<< /Title (a, b) /Pages 2 0 R >>\nendobj\nxref\n0 2\ntrailer\n%%EOF\n';
const LONG_TABLE = Buffer.from('Rosa Díaz;12.345.678-5;\n'.repeat(1000));

test('a table whose headings nobody knows has its columns, which can be mapped by hand', async () => {
  const file = await read(Buffer.from('Quién\t[N°]\t{Día}\nRosa D\u0007íaz\t12.345.678-5\t10/05/1980\n'));
  expect(file).toMatchObject({ rows: 1, columns: [{ name: 'Quién' }, { name: '[N°]' }, { name: '{Día}' }] });
  const numbered = await read(Buffer.from('[1] Quién;[2] MIME-Version:;PDF\nRosa Díaz;12.345.678-5;10/05/1980\n'));
  expect(numbered).toMatchObject({ rows: 1, columns: [{ name: '[1] Quién' }, { name: '[2] MIME-Version:' }, {}] });
});

test.each<[string, Uint8Array, string]>([
  ['a bomb', workbook({ name: SHEET, content: BOMB }), 'IMPORT_TOO_LARGE'],
  ['a bomb that says it is small', workbook({ name: SHEET, content: BOMB, claimedSize: 1000 }), 'IMPORT_UNREADABLE'],
  ['a bomb of texts', workbook({ name: 'xl/sharedStrings.xml', content: BOMB }), 'IMPORT_TOO_LARGE'],
  [
    'a bomb of two parts',
    workbook({ name: 'xl/sharedStrings.xml', content: spaces(40) }, { name: SHEET, content: spaces(40) }),
    'IMPORT_TOO_LARGE',
  ],
  ['a formula', sheetWith('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>'), 'IMPORT_FORMULAS'],
  [
    'a formula under a prefix',
    sheetWith('<x:row xmlns:x="a"><x:c><x:f>WEBSERVICE("http://malo.cl")</x:f></x:c></x:row>'),
    'IMPORT_FORMULAS',
  ],
  [
    'an external link',
    workbook({ name: 'xl/externalLinks/externalLink1.xml', content: '<a/>' }),
    'IMPORT_EXTERNAL_LINKS',
  ],
  ['a connection', workbook({ name: 'xl/connections.xml', content: '<a/>' }), 'IMPORT_EXTERNAL_LINKS'],
  [
    'a sheet on another server',
    workbook({
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Target="http://malo.cl/s.xml" TargetMode="External"/></Relationships>',
    }),
    'IMPORT_EXTERNAL_LINKS',
  ],
  ['macros', workbook({ name: 'xl/vbaProject.bin', content: 'x' }), 'IMPORT_MACROS'],
  [
    'the type of a workbook with macros',
    workbook({ name: '[Content_Types].xml', content: `<Types><Override ContentType="${WORKBOOK_TYPE}"/></Types>` }),
    'IMPORT_MACROS',
  ],
  ['an encrypted entry', workbook({ name: 'xl/otro.xml', content: 'x', isEncrypted: true }), 'IMPORT_ENCRYPTED'],
  ['a workbook with a password', compoundFile('EncryptedPackage'), 'IMPORT_ENCRYPTED'],
  ['a workbook of old Excel', compoundFile('Workbook'), 'IMPORT_OLD_FORMAT'],
  ['entities', workbook({ name: SHEET, content: `${BILLION_LAUGHS}<worksheet>&b;</worksheet>` }), 'IMPORT_UNREADABLE'],
  ['an unknown entity', workbook({ name: SHEET, content: '<worksheet>&archivo;</worksheet>' }), 'IMPORT_UNREADABLE'],
  ['a name that leaves the archive', workbook({ name: '../../etc/passwd', content: 'x' }), 'IMPORT_UNREADABLE'],
  ['an absolute name', workbook({ name: '/etc/passwd', content: 'x' }), 'IMPORT_UNREADABLE'],
  ['a name with backslashes', workbook({ name: 'xl\\..\\..\\a', content: 'x' }), 'IMPORT_UNREADABLE'],
  [
    'two parts of one name',
    workbook({ name: 'XL/workbook.XML', content: '<workbook/>' }, { name: 'xl/Workbook.xml', content: '<workbook/>' }),
    'IMPORT_UNREADABLE',
  ],
  ['a ZIP that is no workbook', zipFile([{ name: 'a.txt', content: 'hola' }]), 'IMPORT_UNREADABLE'],
  ['a ZIP that ends early', workbook().subarray(0, 500), 'IMPORT_UNREADABLE'],
  ['XML that ends early', workbook({ name: SHEET, content: '<worksheet><sheetData>' }), 'IMPORT_UNREADABLE'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'IMPORT_UNREADABLE'],
  ['a JPEG without a zero in it', Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), ANY_BYTES]), 'IMPORT_UNREADABLE'],
  ['a PDF', Buffer.from(PDF_TEXT), 'IMPORT_UNREADABLE'],
  ['a PDF after a blank line', Buffer.from(`\r\n${PDF_TEXT}`), 'IMPORT_UNREADABLE'],
  ['a PDF after other bytes', Buffer.from(`${'a;b\n'.repeat(200)}${PDF_TEXT}`), 'IMPORT_UNREADABLE'],
  ['a PDF with a compressed page', Buffer.concat([Buffer.from(PDF_TEXT), ANY_BYTES]), 'IMPORT_UNREADABLE'],
  ['a drawing', Buffer.from('<svg xmlns="a">\n<path d="M0,0 1,1"/>\n</svg>\n'), 'IMPORT_UNREADABLE'],
  ['a page', Buffer.from('<!doctype html>\n<td>a;b</td>\n<td>c;d</td>\n'), 'IMPORT_UNREADABLE'],
  ['a program', Buffer.concat([Buffer.from('MZ\x90\x03'), ANY_BYTES]), 'IMPORT_UNREADABLE'],
  ['a script', Buffer.from('#!/bin/sh\nfor a in 1 2; do echo $a; done\n'), 'IMPORT_UNREADABLE'],
  ['another archive', Buffer.concat([Buffer.from('1f8b08', 'hex'), ANY_BYTES]), 'IMPORT_UNREADABLE'],
  ['a document with formats', Buffer.from('{\\rtf1\\ansi {\\fonttbl;a;b}\n1;2;3}\n'), 'IMPORT_UNREADABLE'],
  ['a list of objects', Buffer.from('[\n {"a": 1, "b": 2},\n {"a": 3, "b": 4}\n]\n'), 'IMPORT_UNREADABLE'],
  ['a list of numbers', Buffer.from('[1, 2,\n -3.5, 4]\n'), 'IMPORT_UNREADABLE'],
  ['a list of values', Buffer.from('[ null, true,\n false, 4]\n'), 'IMPORT_UNREADABLE'],
  ['a mail', Buffer.from('From: a@b.cl, c@d.cl\nMIME-Version: 1.0\n\nHola, Rosa\n'), 'IMPORT_UNREADABLE'],
  ['a table before compressed data', Buffer.concat([LONG_TABLE, ANY_BYTES, ANY_BYTES]), 'IMPORT_UNREADABLE'],
  ['a calendar', icsOf(['SUMMARY:Rosa; Díaz', 'DTSTART:20261120T090000']), 'IMPORT_UNREADABLE'],
  ['a letter', Buffer.from('Estimada Rosa:\nTe espero el lunes.\n'), 'IMPORT_UNREADABLE'],
  ['a quote that is never closed', Buffer.from('Nombre;RUT\n"Rosa;1-9\n'), 'IMPORT_UNREADABLE'],
  ['nothing', new Uint8Array(), 'IMPORT_EMPTY'],
  ['blank lines', Buffer.from('\n\n\n'), 'IMPORT_EMPTY'],
  ['a heading and blank lines', Buffer.from('Nombre\n\n\n'), 'IMPORT_EMPTY'],
  ['headings alone', Buffer.from('Nombre;RUT;Fecha de nacimiento\n'), 'IMPORT_EMPTY'],
])('%s is refused', async (_, bytes, code) => {
  expect(await read(bytes)).toEqual({ refused: code });
});

test('a file of 20,000 rows is read, and one with another row is refused', async () => {
  const rows = (count: number) => Buffer.from(`${HEAD.join(';')}\n${`${ROW.join(';')}\n`.repeat(count)}`);
  expect(await read(rows(MAX_IMPORT_ROWS))).toMatchObject({ rows: MAX_IMPORT_ROWS });
  expect(await read(rows(MAX_IMPORT_ROWS + 1))).toEqual({ refused: 'IMPORT_TOO_MANY_ROWS' });
  const lines = Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => ROW);
  expect(await read(xlsxFile([HEAD, ...lines]))).toEqual({ refused: 'IMPORT_TOO_MANY_ROWS' });
});

test('columns far to the right and a wrong position of a text take no memory', async () => {
  const bytes = sheetWith(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Nombre</t></is></c><c r="XFD1"><v>1</v></c></row>' +
      '<row r="1048576"><c r="A1048576" t="s"><v>99999999</v></c><c r="B1048576"><v>7</v></c></row>',
  );
  expect(await read(bytes)).toMatchObject({ rows: 1, columns: [{ name: 'Nombre' }, { name: '', samples: ['7'] }] });
});

/** A file of the format that Excel used before 2007, which also holds encrypted workbooks. */
function compoundFile(stream: string): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);
}

test.each(['abc', '1.5', '-5', '0', '99999999999999999999'])('the row number %s is refused', async (number) => {
  const bytes = sheetWith(`<row r="${number}"><c r="A1" t="str"><v>Nombre</v></c></row>`);
  expect(await read(bytes)).toEqual({ refused: 'IMPORT_UNREADABLE' });
});

test('a row number that is not higher than the one before is refused', async () => {
  const row = '<row r="3"><c r="A3" t="str"><v>x</v></c></row>';
  expect(await read(sheetWith(row + row))).toEqual({ refused: 'IMPORT_UNREADABLE' });
});

test('one long text in every cell does not leave the worker with every problem', async () => {
  const long = 'x'.repeat(6000);
  const file = await read(xlsxFile([HEAD, ...Array.from({ length: 1500 }, () => [long, long, long])]));
  if ('refused' in file) throw new Error(file.refused);
  expect(file.problemCount).toBeGreaterThan(3000);
  expect(file.problems.length).toBeLessThan(2010);
  for (const { value, label } of file.problems) expect(value.length + label.length).toBeLessThanOrEqual(1200);
});

test('rows of many long texts are refused before they reach the server', async () => {
  const notes = 'ñ'.repeat(4900);
  const head = [...HEAD, 'Notas', 'Alertas', 'Preferencias'];
  const rut = (at: number) => `${10_000_000 + at}-${checkDigit(String(10_000_000 + at))}`;
  const rows = Array.from({ length: 2600 }, (_, at) => ['Rosa', rut(at), '10/05/1980', notes, notes, notes]);
  expect(await read(csvOf([head, ...rows]))).toEqual({ refused: 'IMPORT_TOO_LARGE' });
});
