import { describe, expect, test } from 'vitest';
import { PAGE_SIZES, type PageSize } from '#contract/print-settings';
import { pagesOf, placesByPage, readPageSizes, readPlaces, wordsOf } from '#server/testing/pdf-programs';
import { patient, printedCertificate, printedNote, printedReceipt } from '#server/testing/printables';
import type { Printable } from '../printable.ts';
import { render } from './render.ts';

const renderPdf = (printable: Printable) => render(printable, 2048).pdf;
const wordsOn = (printable: Printable) => wordsOf(renderPdf(printable));

/** A prescription with all its fields. */
const complete = (number: number) => ({
  medicamento: `Amoval${number}x`,
  dci: 'amoxicilina',
  formaFarmaceutica: 'Cápsula',
  concentracion: '500 mg',
  via: 'Oral',
  dosis: '1 cápsula (500 mg)',
  posologia: 'Cada 8 horas, después de comer',
  duracion: '7 días',
  cantidad: '21 cápsulas',
  permanente: true,
  indicacionesUso: `Completar los siete días aunque los síntomas desaparezcan antes. Fin${number}x`,
});
const completeItems = (count: number) => Array.from({ length: count }, (_, index) => complete(index + 1));

const prescriptions = (count: number, pageSize: PageSize = 'letter') =>
  printedNote(
    'prescriptions',
    { prescriptions: completeItems(count) },
    { pageSize, patient: patient({ fichaNumber: 1234 }) },
  );

const SIGNATURE = /Ana María Muñoz Ñancupil\s+Médico\/a · Medicina Familiar\s+RUT: 12\.345\.678-5/g;

describe('the page', () => {
  test.each([
    ['letter', '612 x 792'],
    ['a4', '595.28 x 841.89'],
    ['half-letter', '396 x 612'],
  ] as const)('of %s has %s points, and all its text is inside the margins', async (pageSize, expected) => {
    const pdf = renderPdf(prescriptions(5, pageSize));
    expect(new Set(await readPageSizes(pdf))).toEqual(new Set([expected]));
    const [width = 0, height = 0] = expected.split(' x ').map(Number);
    for (const { right, bottom } of await readPlaces(pdf)) {
      expect(right).toBeLessThanOrEqual(width - 18);
      expect(bottom).toBeLessThanOrEqual(height - 14);
    }
  });

  test.each(PAGE_SIZES)('has room for the longest folio line: %s', async (pageSize) => {
    const printable = printedNote(
      'prescriptions',
      { prescriptions: completeItems(50) },
      { pageSize, patient: patient({ fichaNumber: 123_456 }) },
    );
    const pages = await placesByPage(renderPdf(printable));
    expect(pages.length).toBeGreaterThanOrEqual(pageSize === 'half-letter' ? 10 : 4);
    for (const words of pages) {
      const bottom = Math.max(...words.map((word) => word.bottom));
      const lastLine = words.filter((word) => word.bottom === bottom).toSorted((a, b) => a.left - b.left);
      expect(lastLine.length).toBeGreaterThan(5);
      for (const [index, { right }] of lastLine.entries())
        expect(right).toBeLessThan(lastLine[index + 1]?.left ?? Number.POSITIVE_INFINITY);
    }
  });
});

describe('one page holds', () => {
  test.each(['letter', 'a4'] as const)('four complete prescriptions and the signature: %s', async (pageSize) => {
    const pages = await pagesOf(renderPdf(prescriptions(4, pageSize)));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Fin4x');
    expect(pages[0]?.match(SIGNATURE)).not.toBeNull();
  });

  test('two complete prescriptions and the signature: half-letter', async () => {
    expect(await pagesOf(renderPdf(prescriptions(2, 'half-letter')))).toHaveLength(1);
  });

  test('a note of one line in each of its parts, with two prescriptions', async () => {
    const note = printedNote('clinical-note', {
      reason: 'Control.',
      anamnesis: 'Se siente bien y duerme bien.',
      measurements: { weightKg: 72.5, heightCm: 172, systolic: 128, diastolic: 84 },
      diagnoses: [{ system: 'CIE-10', code: 'I10', display: 'Hipertensión esencial (primaria)' }],
      plansAndIndications: 'Control en tres meses.',
      prescriptions: completeItems(2),
    });
    expect(await pagesOf(renderPdf(note))).toHaveLength(1);
  });

  test('a certificate', async () => {
    expect(await pagesOf(renderPdf(printedCertificate()))).toHaveLength(1);
  });
});

describe('a prescription', () => {
  test('names the medicine with its generic name, strength and form, then how it is taken, then the instructions', async () => {
    expect(await wordsOn(prescriptions(1))).toContain(
      '1. Amoval1x (amoxicilina) · 500 mg · Cápsula ' +
        'Dosis: 1 cápsula (500 mg) · Vía: Oral · Posología: Cada 8 horas, después de comer · Duración: 7 días · ' +
        'Cantidad: 21 (veintiuna) cápsulas · Tipo: Receta permanente ' +
        'Indicaciones: Completar los siete días aunque los síntomas desaparezcan antes. Fin1x',
    );
  });

  test('does not repeat what the name of the medicine says already', async () => {
    const items = [
      { medicamento: 'Losartán 50 mg', dci: 'losartán', concentracion: '50 mg', formaFarmaceutica: 'Comprimido' },
      { medicamento: 'Enalapril 25 mg', dci: 'enalapril', concentracion: '5 mg' },
    ];
    const words = await wordsOn(printedNote('prescriptions', { prescriptions: items }));
    expect(words).toContain('1. Losartán 50 mg · Comprimido 2. Enalapril 25 mg · 5 mg Ana María');
  });

  test('with only the name of the medicine is one line', async () => {
    const words = await wordsOn(printedNote('prescriptions', { prescriptions: [{ medicamento: 'Paracetamol' }] }));
    expect(words).toContain('1. Paracetamol Ana María');
  });

  test.each(PAGE_SIZES)('is never split, and the last one is on the page of the signature: %s', async (pageSize) => {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 12]) {
      const pages = await pagesOf(renderPdf(prescriptions(count, pageSize)));
      for (let number = 1; number <= count; number++) {
        const holding = pages.filter((page) => page.includes(`Amoval${number}x`) || page.includes(`Fin${number}x`));
        expect(holding).toHaveLength(1);
      }
      expect(pages.at(-1)).toContain(`Amoval${count}x`);
      expect(pages.at(-1)?.match(SIGNATURE)).not.toBeNull();
    }
  });
});

describe('a receipt', () => {
  const cash = (amount: number) => ({ date: '2026-11-15', method: 'cash' as const, amount });

  test('names each payment once on its pages, and the sums are on the page of the last one', async () => {
    for (const count of [1, 12, 30, 31, 32, 33, 60]) {
      const payments = Array.from({ length: count }, (_, index) => cash(100_001 + index));
      const pages = await pagesOf(renderPdf(printedReceipt({ amount: 99_000_000, payments })));
      for (const { amount } of payments) {
        const text = `$${String(amount).slice(0, 3)}.${String(amount).slice(3)}`;
        expect(pages.join('').split(`${text} `).length + pages.join('').split(`${text}\n`).length - 2).toBe(
          1 + Number(count === 1),
        );
      }
      const last = pages.at(-1) ?? '';
      expect(last).toContain(`${(100_000 + count) / 1000}`);
      expect(last).toMatch(/Total pagado/);
      expect(last).toMatch(/Pendiente/);
      expect(last.match(SIGNATURE)).not.toBeNull();
    }
  });

  test('keeps the largest amounts, long references and long concepts inside the margins', async () => {
    const reference = '0123456789'.repeat(10);
    const payments = [
      { ...cash(98_000_000), reference },
      { ...cash(2_000_000), method: 'bono' as const, reference },
    ];
    const pdf = renderPdf(printedReceipt({ concept: 'W'.repeat(200), amount: 100_000_000, payments }));
    for (const { right } of await readPlaces(pdf)) expect(right).toBeLessThanOrEqual(612 - 48);
    expect(await wordsOf(pdf)).toContain('Total pagado $100.000.000');
  });

  test('of a patient without a file shows neither the age nor the birth date', async () => {
    const { birthDate: _, sex: __, address: ___, ...known } = patient({});
    const words = await wordsOn(printedReceipt({}, { patient: known }));
    expect(words).toContain('Paciente Rosa Díaz Güiraldes RUT 7.654.321-6 Detalle');
  });
});
