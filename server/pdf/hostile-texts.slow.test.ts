import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_ADDENDA, MAX_ADDENDA_LENGTH } from '#contract/addenda';
import { MAX_CONCEPT_LENGTH, MAX_REFERENCE_LENGTH } from '#contract/charges';
import { PAGE_SIZES } from '#contract/print-settings';
import { pagesOf, qpdfProblems, readPlaces, textOf, wordsOf } from '#server/testing/pdf-programs';
import {
  patient,
  printedCertificate,
  printedNote,
  printedReceipt,
  professional,
  testIdentity,
} from '#server/testing/printables';
import { verifySignature } from '#server/testing/verify-signature';
import { PAGES } from './layout/styles.ts';
import type { Printable } from './printable.ts';
import { createPrinter, type Printer } from './printer.ts';

let printer: Printer;
beforeAll(async () => {
  printer = createPrinter({ signer: await testIdentity(), timestampUrl: undefined, limitMs: 60_000 });
});
afterAll(() => printer.close());

async function print(printable: Printable) {
  const { pdf } = await printer.print(printable);
  expect((await verifySignature(pdf)).isValid).toBe(true);
  return pdf;
}

const count = (text: string, part: string) => text.split(part).length - 1;

test('the longest text that a note may have is printed in full', async () => {
  const text = (name: string) => Array.from({ length: 5000 }, (_, index) => `${name}${index}`).join(' ');
  const words = await wordsOf(
    await print(printedNote('clinical-note', { anamnesis: text('an'), plansAndIndications: text('plan') })),
  );
  for (const part of ['an0 ', 'an2500 ', 'an4999 ', 'plan0 ', 'plan4999 ']) expect(words).toContain(part);
  expect(count(words, 'an')).toBeGreaterThanOrEqual(10_000);
});

test('as many addenda as a note may have, with as much text, are printed in full', async () => {
  const words = (index: number) =>
    `inicio${index}x ${'agua '.repeat(MAX_ADDENDA_LENGTH / MAX_ADDENDA / 5 - 5)}fin${index}x`;
  const addenda = Array.from({ length: MAX_ADDENDA }, (_, index) => ({
    finalizedAt: '2026-11-15T17:05:00.000Z',
    professional: 'Ana Pérez',
    content: words(index),
  }));
  const printed = await wordsOf(await print(printedNote('clinical-note', { addenda })));
  for (let index = 0; index < MAX_ADDENDA; index++) {
    expect(count(printed, `inicio${index}x`)).toBe(1);
    expect(count(printed, `fin${index}x`)).toBe(1);
  }
});

test('a hundred prescriptions of maximum length are printed in full', async () => {
  const prescriptions = Array.from({ length: 100 }, (_, index) => ({
    medicamento: `Medicamento${index + 1}x`,
    indicacionesUso: `${'agua '.repeat(398)}fin${index + 1}x`,
  }));
  const words = await wordsOf(await print(printedNote('prescriptions', { prescriptions })));
  for (let number = 1; number <= 100; number++) {
    expect(count(words, `Medicamento${number}x`)).toBe(1);
    expect(count(words, `fin${number}x`)).toBe(1);
  }
  expect(count(words, 'agua')).toBe(39_800);
});

test('a prescription taller than a page continues on the next page', async () => {
  const indicacionesUso = Array.from({ length: 90 }, (_, index) => `Paso ${index + 1}.`).join('\n');
  const pages = await pagesOf(
    await print(printedNote('prescriptions', { prescriptions: [{ medicamento: 'Esquema', indicacionesUso }] })),
  );
  expect(pages.length).toBeGreaterThan(1);
  for (let step = 1; step <= 90; step++) expect(count(pages.join(''), `Paso ${step}.`)).toBe(1);
});

test('a word of ten thousand letters is split over lines and loses no letter', async () => {
  const text = await textOf(await print(printedNote('plans', { plansAndIndications: 'x'.repeat(10_000) })));
  expect(count(text.replaceAll(/Página|página|example|ex/g, ''), 'x')).toBeGreaterThanOrEqual(10_000);
});

test('a text of twenty-five thousand lines does not fill a thousand pages', async () => {
  const pages = await pagesOf(await print(printedNote('plans', { plansAndIndications: 'a\n'.repeat(25_000) })));
  expect(pages.length).toBeLessThan(60);
  expect(pages[0]).toContain('a / a / a');
});

test.each([
  ['Arabic and Hebrew', 'Paciente: محمد علي y שלום עולם, dosis 5 mg', 'dosis 5 mg'],
  ['emoji', 'Ánimo 😀💊🩺 y 👩‍⚕️', '😀💊🩺'],
  ['Greek, Cyrillic and signs', 'α-bloqueador, Привет, ♀ ♂ → ☐ ☑ ✓ ≤ ≥ ± µg', '♀ ♂ → ☐ ☑ ✓ ≤ ≥ ± µg'],
  ['controls', 'antes\u0000\u0007\u001b[31m después', 'antes[31m después'],
  ['direction overrides', 'Dar \u202E05\u202C mg \u2066x\u2069', 'Dar 05 mg x'],
  ['lone surrogates', 'uno \uD83D dos', 'uno \uFFFD dos'],
  ['invisible characters', 'a\u200Bb\uFEFFc\u00ADd', 'abcd'],
  ['letters and marks that have no composed form', 'x\u0302 y', '\u0302 y'],
  ['no-break spaces', '500\u00A0mg\u202Fcada', '500 mg cada'],
])('%s are printed', async (_, content, expected) => {
  const pdf = await print(printedNote('plans', { plansAndIndications: `Inicio. ${content}` }));
  expect(await qpdfProblems(pdf)).toBe('');
  expect((await wordsOf(pdf)).normalize()).toContain(expected);
});

test('a character that no font has is shown as its code point', async () => {
  const words = await wordsOf(await print(printedNote('plans', { plansAndIndications: 'Nombre 漢 y \u{E000}.' })));
  expect(words).toContain('Nombre [U+6F22] y [U+E000].');
});

test('the longest text that a note may have, all of characters that no font has, is shown in full', async () => {
  // Han, Hangul, the second plane (two units each) and private use: each character once, and Han again to the limit.
  const ranges = [
    [0x4e00, 20_000],
    [0xac00, 11_000],
    [0x20000, 6000],
    [0xe000, 6000],
    [0x4e00, 1000],
  ] as const;
  const letters = ranges.flatMap(([first, length]) => Array.from({ length }, (_, index) => first + index));
  const anamnesis = letters.map((codePoint) => String.fromCodePoint(codePoint)).join('');
  expect(anamnesis).toHaveLength(50_000);
  const text = await textOf(await print(printedNote('clinical-note', { anamnesis })));
  expect(count(text, '[U+')).toBe(letters.length);
  for (const [first, length] of ranges) {
    expect(text).toContain(`[U+${(first + length - 1).toString(16).toUpperCase()}]`);
  }
});

test('a letter with thirty combining marks is printed', async () => {
  const heap = `a${'\u0301\u0323\u0308'.repeat(10)}`;
  const pdf = await print(printedNote('plans', { plansAndIndications: `Antes ${heap.repeat(800)} después` }));
  expect(await wordsOf(pdf)).toContain('después');
});

const MARKUP = `<O'Brien & "hijos"> ]]> &amp; ${'%'}`;

test('XML and PDF syntax in a name is plain text', async () => {
  const pdf = await print(
    printedCertificate(
      { title: `${MARKUP} ) >> endobj (\\`, content: `${MARKUP} (\\) << /Type` },
      { professional: professional({ name: MARKUP, city: MARKUP }), patient: patient({ name: MARKUP }) },
    ),
  );
  expect(await qpdfProblems(pdf)).toBe('');
  const words = await wordsOf(pdf);
  expect(words).toContain(`${MARKUP} ) >> endobj (\\`);
  expect(words).toContain(`${MARKUP} (\\) << /Type`);
  const description = Buffer.from(pdf).toString('utf8');
  expect(description).toContain('<rdf:li>&lt;O&apos;Brien &amp; &quot;hijos&quot;&gt; ]]&gt; &amp;amp; %</rdf:li>');
});

test('markup in a receipt is plain text too', async () => {
  const pdf = await print(
    printedReceipt(
      {
        concept: MARKUP,
        invoiceNumber: MARKUP,
        diagnosis: { code: 'F41.1', description: MARKUP },
        payments: [{ date: '2026-11-15', method: 'transfer', amount: 45_000, reference: MARKUP }],
      },
      { professional: professional({ name: MARKUP }), patient: patient({ name: MARKUP }) },
    ),
  );
  expect(await qpdfProblems(pdf)).toBe('');
  expect(count(await wordsOf(pdf), MARKUP)).toBeGreaterThanOrEqual(6);
});

test('a receipt of a hundred payments with the longest texts is printed in full, within the page', async () => {
  const { width, margin } = PAGES.letter;
  const payments = Array.from({ length: 100 }, (_, index) => ({
    date: '2026-11-15',
    method: 'bono' as const,
    amount: 100_000_000,
    reference: `${'W'.repeat(MAX_REFERENCE_LENGTH - 4)}${index + 1000}`,
  }));
  const pdf = await print(
    printedReceipt({
      concept: '漢'.repeat(MAX_CONCEPT_LENGTH),
      amount: 100_000_000,
      payments,
      invoiceNumber: '9'.repeat(20),
      diagnosis: { code: 'F41.1', description: 'W'.repeat(300) },
    }),
  );
  const text = (await textOf(pdf)).replace(/\s/g, '');
  for (const { reference } of payments) expect(text).toContain(reference.slice(-4));
  expect(count(text, '[U+6F22]')).toBe(MAX_CONCEPT_LENGTH);
  expect(text).toContain('$10.000.000.000');
  expect(Math.max(...(await readPlaces(pdf)).map(({ right }) => right))).toBeLessThan(width - margin + 2);
});

test('the longest names stay within their place', async () => {
  const name = (length: number) => 'Maximiliana Fernández '.repeat(20).slice(0, length).trim();
  const pages = await pagesOf(
    await print(
      printedNote(
        'prescriptions',
        { prescriptions: [{ medicamento: 'M'.repeat(200) }] },
        {
          professional: professional({ name: name(120), specialty: name(120), city: name(80), rnpi: '1'.repeat(20) }),
          patient: patient({ name: name(120), address: name(200) }),
        },
      ),
    ),
  );
  expect(pages.length).toBeLessThanOrEqual(2);
  expect(pages.at(-1)).toContain('MMMM');
  expect(pages[0]?.replace(/\s+/g, ' ')).toContain(name(200));
});

const hostileNames = PAGE_SIZES.flatMap((pageSize) =>
  ['漢', '\u{E000}', 'W', '\u{1F469}'].map((letter) => [letter, pageSize] as const),
);
test.each(hostileNames)('names that consist of %s stay within the page: %s', async (letter, pageSize) => {
  const { width, height, margin } = PAGES[pageSize];
  const name = (length: number) => letter.repeat(length / letter.length);
  const pdf = await print(
    printedNote(
      'prescriptions',
      { prescriptions: [{ medicamento: 'Paracetamol 500 mg' }] },
      {
        pageSize,
        professional: professional({ name: name(120), specialty: name(120), city: name(80), rnpi: name(20) }),
        patient: patient({ name: name(120), socialName: name(120), address: name(200), fichaNumber: 1234 }),
      },
    ),
  );
  const boxes = await readPlaces(pdf);
  expect(boxes.length).toBeGreaterThan(50);
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(height - 14);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(width - margin + 2);
  const pages = await pagesOf(pdf);
  expect(pages.length).toBeLessThanOrEqual(2);
  expect(pages.at(-1)).toContain('Paracetamol 500 mg');
  for (const page of pages) expect(page).toContain('7.654.321-6');
});

test('the running head shortens the names, never the RUT', async () => {
  const long = 'Maximiliana Fernández '.repeat(20).slice(0, 119);
  const content = { plansAndIndications: 'Reposo.\n'.repeat(80) };
  const heads = { professional: professional({ name: `Ana ${long}` }), patient: patient({ name: `Rosa ${long}` }) };
  const [, second = ''] = await pagesOf(await print(printedNote('plans', content, heads)));
  expect(second).toMatch(/Planes e Indicaciones · Rosa Max.*…, RUT 7\.654\.321-6 · Ana Max.*…/);
  const short = { patient: patient({ name: `Rosa ${long}` }) };
  const [, other = ''] = await pagesOf(await print(printedNote('plans', content, short)));
  expect(other).toMatch(/Rosa Max.*…, RUT 7\.654\.321-6 · Ana María Muñoz Ñancupil/);
});

test('a hundred diagnoses are numbered to the end', async () => {
  const diagnoses = Array.from({ length: 100 }, (_, index) => ({ text: `Diagnóstico\nde prueba ${index + 1}` }));
  const words = await wordsOf(await print(printedNote('clinical-note', { diagnoses })));
  expect(words).toContain('1. Diagnóstico de prueba 1 2. ');
  expect(words).toContain('100. Diagnóstico de prueba 100');
});
