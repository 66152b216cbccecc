import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_HASH_NAME } from '#contract/hash-names';
import { pagesOf, qpdfProblems, signatureOf, textOf, wordsOf } from '#server/testing/pdf-programs';
import { patient, printedCertificate, printedNote, professional, testIdentity } from '#server/testing/printables';
import { verifySignature } from '#server/testing/verify-signature';
import { decodePng } from './picture.ts';
import type { PrintRequest } from './printable.ts';
import { createPrinter, type Printer } from './printer.ts';
import type { SigningIdentity } from './signing/cms.ts';

let identity: SigningIdentity;
let printer: Printer;
beforeAll(async () => {
  identity = await testIdentity();
  printer = createPrinter({ signer: identity, timestampUrl: undefined, limitMs: 60_000 });
});
afterAll(() => printer.close());

const print = async (request: PrintRequest) => (await printer.print(request)).pdf;
const wordsOn = async (request: PrintRequest) => wordsOf(await print(request));
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a clinical note shows the professional, the patient and its whole content', async () => {
  const words = await wordsOn(printedNote('clinical-note'));
  for (const part of [
    'Ana María Muñoz Ñancupil',
    'Médico/a · Medicina Familiar',
    'RUT: 12.345.678-5',
    'REG-SIS N° (RNPI): 763509',
    'Punta Arenas, Región de Magallanes y de la Antártica Chilena',
    'Atención Clínica',
    'Folio: ATN-2026-000123-9C41D07A2E5B',
    'Fecha: 15/11/2026 14:05',
    'Rosa Díaz Güiraldes',
    '7.654.321-6',
    '68 años',
    '02/03/1958',
    'Femenino',
    'Av. España 1234, depto. 56, Punta Arenas',
    'Motivo de Consulta Control de hipertensión arterial',
    'SatO₂ 97 %. VFG ≥ 60 ml/min. TSH 2,1 µUI/ml. Examen neurológico',
    '1. I10 - Hipertensión esencial (primaria)',
    '3. Cefalea tensional',
    'Consultar en urgencia si PA ≥ 180/110 mmHg',
    'Losartán 50 mg comprimidos Dosis: 1 comprimido (50 mg) · Posología: Cada 12 horas, vía oral · Duración: 30 días',
    'Indicaciones: Tomar a la misma hora, con o sin alimentos.',
    'No es firma electrónica avanzada. Los datos del profesional son los que declaró en su cuenta: la página de verificación dice si alguien los comprobó.',
    'Verifica este documento en https://ficha.example.cl/verificar/7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE',
    'Código de verificación: 7F3K-9QXM-2VTA-HC4D-W8RJ-P6NB-YE',
    `${CONTENT_HASH_NAME}: ${'3b7e9c1f'.repeat(8)}`,
  ]) {
    expect(words).toContain(part);
  }
});

test('plans and prescriptions show only their own part', async () => {
  const plans = await wordsOn(printedNote('plans'));
  expect(plans).toContain('Planes e Indicaciones');
  expect(plans).toContain('Dieta hiposódica');
  expect(plans).not.toContain('Losartán');
  expect(plans).not.toContain('holocránea');

  const prescriptions = await wordsOn(printedNote('prescriptions'));
  expect(prescriptions).toContain('Recetas Folio');
  expect(prescriptions).toContain('Metformina');
  expect(prescriptions).not.toContain('holocránea');
  expect(prescriptions).not.toContain('Hipertensión');
});

test('one prescription is a Receta', async () => {
  const words = await wordsOn(printedNote('prescriptions', { prescriptions: [{ medicamento: 'Paracetamol 500 mg' }] }));
  expect(words).toContain('Receta Folio');
  expect(words).not.toContain('Dosis:');
});

test('each kind has its legal text', async () => {
  expect(await wordsOn(printedNote('clinical-note'))).toContain('Copia de un registro de la ficha clínica');
  expect(await wordsOn(printedNote('plans'))).toContain('no reemplazan una receta');
  expect(await wordsOn(printedCertificate())).toContain('Este certificado no constituye licencia médica.');
  const prescriptions = await wordsOn(printedNote('prescriptions'));
  expect(prescriptions).toContain(
    'Esta receta no es válida para estupefacientes ni psicotrópicos que requieren receta retenida o receta cheque',
  );
  expect(prescriptions).toContain('debe llevar la firma manuscrita del profesional.');
});

test('what a psychologist writes down is not called a receta', async () => {
  const words = await wordsOn(
    printedNote('prescriptions', {}, { professional: professional({ profession: 'Psicólogos/as' }) }),
  );
  expect(words).toContain('Psicólogo/a · Medicina Familiar');
  expect(words).toContain('Indicaciones Folio');
  expect(words).toContain('no constituyen una receta médica');
  expect(words).not.toContain('Receta');
});

test('prescriptions in a psychologist’s clinical note are not called recetas', async () => {
  const words = await wordsOn(
    printedNote('clinical-note', {}, { professional: professional({ profession: 'Psicólogos/as' }) }),
  );
  expect(words).toContain('Indicaciones 1. Losartán');
  expect(words).not.toContain('Receta');
  expect(await wordsOn(printedNote('clinical-note'))).toContain('Recetas 1. Losartán');
});

test('a complete prescription is printed with its quantity in words, and as permanent by who may prescribe', async () => {
  const complete = {
    medicamento: 'Amoval',
    dci: 'amoxicilina',
    formaFarmaceutica: 'Cápsula',
    concentracion: '500 mg',
    via: 'Oral',
    dosis: '1 cápsula',
    cantidad: '21 cápsulas',
    permanente: true,
  };
  const parts = { prescriptions: [complete] };
  expect(await wordsOn(printedNote('prescriptions', parts))).toContain(
    '1. Amoval (amoxicilina) · 500 mg · Cápsula ' +
      'Dosis: 1 cápsula · Vía: Oral · Cantidad: 21 (veintiuna) cápsulas · Tipo: Receta permanente',
  );
  const byOthers = { professional: professional({ profession: 'Psicólogos/as' }) };
  expect(await wordsOn(printedNote('clinical-note', parts, byOthers))).not.toContain('Receta');
});

test('a certificate shows its title and keeps its line breaks', async () => {
  const text = await textOf(
    await print(printedCertificate({ content: 'Primera línea\nSegunda línea\n\n   Con sangría' })),
  );
  expect(text).toContain('CERTIFICADO MÉDICO');
  expect(text).toMatch(/Certificado de asistencia ?\nPrimera línea ?\nSegunda línea ?\nCon sangría/);
});

test('unknown data is left out', async () => {
  const words = await wordsOn(
    printedCertificate(
      {},
      {
        professional: { name: 'Eva Soto', timeZone: 'America/Santiago' },
        patient: { name: 'Niño Pérez', rut: 'P-123', birthDate: '2026-01-20' },
      },
    ),
  );
  expect(words).toContain('menos de 1 año');
  expect(words).toContain('P-123');
  for (const absent of ['REG-SIS', 'RUT:', 'Sexo', 'Domicilio', 'undefined']) expect(words).not.toContain(absent);
});

test('the age is that on the day of finalisation in the professional’s time zone', async () => {
  const eve = { finalizedAt: '2026-03-02T02:30:00.000Z', patient: patient({ birthDate: '1958-03-02' }) };
  const words = await wordsOn(printedNote('plans', {}, eve));
  expect(words).toContain('Fecha: 01/03/2026 23:30');
  expect(words).toContain('67 años');
});

test('qpdf and poppler find the file correct and its signature valid for the whole file', async () => {
  for (const printable of [printedNote('clinical-note'), printedNote('prescriptions'), printedCertificate()]) {
    const pdf = await print(printable);
    expect(await qpdfProblems(pdf)).toBe('');
    const signature = await signatureOf(pdf);
    expect(signature).toContain('Signature is Valid.');
    expect(signature).toContain('Total document signed');
    expect(signature).toContain('ETSI.CAdES.detached');
    expect(await verifySignature(pdf)).toMatchObject({ isValid: true, coversWholeFile: true });
  }
});

test('a document is the same file from any worker and after any other document', async () => {
  const others = [printedNote('plans', { plansAndIndications: 'μ µ مرحبا e\u0301 😀 漢' }), printedCertificate()];
  const first = await print(printedNote('clinical-note'));
  const many = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const other = others[index % 3];
      return print(other ?? printedNote('clinical-note'));
    }),
  );
  expect(new Set(many.filter((_, index) => index % 3 === 2).map(hash))).toEqual(new Set([hash(first)]));
  expect(new Set(many.map(hash)).size).toBe(3);

  const another = createPrinter({ signer: identity, timestampUrl: undefined, limitMs: 60_000 });
  const again = await another.print(printedNote('clinical-note'));
  await another.close();
  expect(hash(again.pdf)).toBe(hash(first));
});

const prescriptions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    medicamento: `Medicamento ${index + 1}.`,
    dosis: 'Una dosis',
    indicacionesUso: `Comienzo ${index + 1}. ${'Con abundante agua. '.repeat(12)}Final ${index + 1}.`,
  }));

test('every page has the folio and its number, and no prescription is split', async () => {
  const pages = await pagesOf(await print(printedNote('prescriptions', { prescriptions: prescriptions(20) })));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Folio ATN-2026-000123-9C41D07A2E5B');
    expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(page).toContain('Rosa Díaz Güiraldes');
    expect(page).toContain('Verifica este documento en');
    const isLast = index === pages.length - 1;
    expect(page.includes(`La firma va en la página ${pages.length}`)).toBe(!isLast);
  }
  for (let number = 1; number <= 20; number++) {
    const holding = pages.filter((page) =>
      ['Medicamento', 'Comienzo', 'Final'].some((word) => page.includes(`${word} ${number}.`)),
    );
    expect(holding).toHaveLength(1);
  }
});

test('the signature is never on a page without a prescription', async () => {
  for (let count = 3; count <= 9; count++) {
    const pages = await pagesOf(await print(printedNote('prescriptions', { prescriptions: prescriptions(count) })));
    expect(pages.at(-1)).toContain(`Medicamento ${count}.`);
    expect(pages.at(-1)).toContain('REG-SIS N° (RNPI): 763509');
  }
});

test('neither the signature nor a heading is alone on a page, however long the text is', async () => {
  for (let lines = 1; lines <= 40; lines += 3) {
    const plansAndIndications = Array.from({ length: lines }, (_, index) => `Plan ${index + 1}.`).join('\n');
    const pdf = await print(printedNote('clinical-note', { prescriptions: [], plansAndIndications }));
    const pages = await pagesOf(pdf);
    expect(pages.at(-1)).toContain(`Plan ${lines}.`);
    expect(pages.at(-1)).toContain('REG-SIS N° (RNPI): 763509');
    expect(pages.find((page) => page.includes('Planes e Indicaciones'))).toContain('Plan 1.');
  }
});

test.runIf(process.platform === 'linux')(
  'all threads of the workers run at a lower priority, but not at the lowest',
  async () => {
    await print(printedCertificate());
    const niceOf = async (folder: string) => {
      const ids = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
      const stats = await Promise.all(ids.map((id) => readFile(`${folder}/${id}/stat`, 'utf8').catch(() => '')));
      return stats.map((stat, at) => {
        const [, parent, ...fields] = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        return { id: ids[at], parent, nice: fields[14] };
      });
    };
    const workers = (await niceOf('/proc')).filter(({ parent, nice }) => parent === process.pid && nice === 10);
    expect(workers).not.toHaveLength(0);
    for (const { id } of workers) {
      const threads = await niceOf(`/proc/${id}/task`);
      expect(threads.length).toBeGreaterThan(1);
      expect(threads.filter(({ nice }) => nice !== 10)).toEqual([]);
    }
  },
);

/** A PNG of one colour that is not opaque. */
const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 16, g: 34, b: 120, alpha: 0.8 } } })
    .png()
    .toBuffer();

test('only prescriptions show the picture of the signature, and say that it does not replace one by hand', async () => {
  const signature = await png(300, 100);
  const shown = await print({ ...printedNote('prescriptions'), signature });
  expect(Buffer.from(shown).includes('/Subtype /Image')).toBe(true);
  expect(await wordsOf(shown)).toContain('la imagen de su firma no la reemplaza');
  expect(await qpdfProblems(shown)).toBe('');

  const note = await print({ ...printedNote('clinical-note'), signature });
  expect(Buffer.from(note).includes('/Subtype /Image')).toBe(false);
});

/** The PNG with another width in its header. */
async function forged(width: number): Promise<Buffer> {
  const bytes = await png(10, 10);
  bytes.writeUInt32BE(width, 16);
  return bytes;
}

test.each([
  ['empty', async () => Buffer.alloc(0)],
  ['truncated', async () => (await png(300, 100)).subarray(0, 80)],
  ['a text', async () => Buffer.from('GIF89a')],
  [
    'a JPEG',
    async () =>
      sharp(await png(30, 10))
        .jpeg()
        .toBuffer(),
  ],
  ['of a forged width', () => forged(0x10000)],
  ['of a forged width within the limit', () => forged(500)],
  ['of too many pixels', () => png(2100, 2000)],
])('a picture that is %s leaves a line to sign on', async (_, make) => {
  const pdf = await print({ ...printedNote('prescriptions'), signature: await make() });
  expect(Buffer.from(pdf).includes('/Subtype /Image')).toBe(false);
  expect(await wordsOf(pdf)).not.toContain('la imagen de su firma');
});

test.each([
  [
    'grey',
    () =>
      sharp({ create: { width: 2, height: 1, channels: 3, background: '#808080' } })
        .greyscale()
        .png()
        .toBuffer(),
    [128, 128, 128],
  ],
  [
    'with a palette',
    () =>
      sharp({ create: { width: 2, height: 1, channels: 3, background: '#104050' } })
        .png({ palette: true })
        .toBuffer(),
    [16, 64, 80],
  ],
  [
    'half transparent',
    () =>
      sharp({ create: { width: 2, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
        .png()
        .toBuffer(),
    [127, 127, 127],
  ],
])('a picture that is %s becomes colours on white', async (_, make, [r = 0, g = 0, b = 0]) => {
  const { width, height, rgb } = (await decodePng(await make())) ?? {};
  expect({ width, height, rgb: [...(rgb ?? [])] }).toEqual({ width: 2, height: 1, rgb: [r, g, b, r, g, b] });
});
