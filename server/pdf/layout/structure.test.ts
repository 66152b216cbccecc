import { beforeAll, describe, expect, test } from 'vitest';
import { objectsOf, type PdfObject, structureOf, unpacked } from '#server/testing/pdf-programs';
import { printedCertificate, printedNote, printedReceipt } from '#server/testing/printables';
import { render } from './render.ts';

// Checks the rules of PDF/A-2a (ISO 19005-2) and PDF/UA-1 (ISO 14289-1) that this writer could break.

const many = Array.from({ length: 12 }, (_, index) => ({
  medicamento: `Medicamento ${index + 1} ♀ 😀`,
  indicacionesUso: 'Con abundante agua. '.repeat(20),
}));
const SAMPLES = {
  note: printedNote('clinical-note', { prescriptions: many }),
  prescriptions: printedNote('prescriptions'),
  'prescriptions on half letter': printedNote('prescriptions', { prescriptions: many }, { pageSize: 'half-letter' }),
  receipt: printedReceipt({
    payments: Array.from({ length: 40 }, () => ({ date: '2026-11-15', method: 'cash', amount: 1 })),
  }),
  certificate: printedCertificate({ title: 'Señas & <marcas> \uFFFE' }),
};

type Dictionary = Record<string, unknown>;

describe.each(Object.entries(SAMPLES))('%s', (_, printable) => {
  let pdf: Buffer;
  let objects: Record<string, PdfObject>;
  let all: Dictionary[];
  beforeAll(async () => {
    pdf = render(printable, 2048).pdf;
    objects = await objectsOf(pdf);
    all = Object.values(objects).flatMap(dictionariesIn);
  });

  const at = (reference: unknown): Dictionary => {
    const object = objects[`obj:${String(reference)}`];
    return object?.value ?? object?.stream?.dict ?? {};
  };
  const ofType = (type: string) => all.filter((one) => one['/Type'] === type);
  const elements = (kind: string) => all.filter((one) => one['/S'] === kind && one['/P'] !== undefined);
  const catalog = () => ofType('/Catalog')[0] ?? {};

  test('is tagged, in Chilean Spanish, and shows its title in the window', () => {
    expect(catalog()['/Lang']).toBe('u:es-CL');
    expect(at(catalog()['/MarkInfo'])).toEqual({ '/Marked': true });
    expect(at(catalog()['/ViewerPreferences'])).toEqual({ '/DisplayDocTitle': true });
    expect(at(catalog()['/StructTreeRoot'])['/Type']).toBe('/StructTreeRoot');
    expect(all.filter((one) => one['/S'] === '/Document')).toHaveLength(1);
  });

  test('declares PDF/A-2a and PDF/UA-1 in well-formed XMP, with the title of the information dictionary', () => {
    const text = pdf.toString('utf8');
    const xml = text.slice(text.indexOf('<?xpacket begin'), text.indexOf('<?xpacket end'));
    for (const mark of [
      '<pdfaid:part>2</pdfaid:part>',
      '<pdfaid:conformance>A</pdfaid:conformance>',
      '<pdfuaid:part>1</pdfuaid:part>',
      '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
      '<xmp:CreateDate>2026-11-15T17:05:00Z</xmp:CreateDate>',
      '<xmp:ModifyDate>2026-11-15T17:05:00Z</xmp:ModifyDate>',
    ])
      expect(xml).toContain(mark);
    expect(xml.replace(/<[^<>]*>/g, '').replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toMatch(/[<>&]/);
    const title = /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/.exec(xml)?.[1];
    const isInDictionary = Object.values(objects).some(
      ({ value }) => String(value) === `u:${title?.replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&')}`,
    );
    expect(isInDictionary).toBe(true);
  });

  test('has a colour profile, and no transparency, script or encryption', () => {
    const [intent] = ofType('/OutputIntent');
    expect(intent).toMatchObject({ '/S': '/GTS_PDFA1', '/OutputConditionIdentifier': 'u:sRGB IEC61966-2.1' });
    expect(at(intent?.['/DestOutputProfile'])['/N']).toBe(3);
    for (const key of ['/SMask', '/ca', '/CA', '/BM', '/JS', '/Encrypt', '/AA', '/OpenAction', '/NeedAppearances'])
      expect(all.filter((one) => key in one)).toEqual([]);
  });

  test('embeds every font, and draws no missing glyph', async () => {
    const fonts = all.filter((one) => one['/Subtype'] === '/Type0');
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) {
      expect(font['/ToUnicode']).toBeDefined();
      const [descendant] = font['/DescendantFonts'] as unknown[];
      expect(at(descendant)['/CIDToGIDMap']).toBe('/Identity');
      expect(at(at(descendant)['/FontDescriptor'])['/FontFile2']).toBeDefined();
    }
    expect(all.filter((one) => one['/Subtype'] === '/Type1')).toEqual([]);
    const shown = contentStreams(await unpacked(pdf)).flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/g)]);
    const glyphs = shown.flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []);
    expect(glyphs.length).toBeGreaterThan(500);
    expect(glyphs).not.toContain('0000');
  });

  test('all that is drawn is tagged or marked as an artifact', async () => {
    const pages = ofType('/Page');
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(page['/Tabs']).toBe('/S');
      expect(page['/StructParents']).toBeTypeOf('number');
    }
    const streams = contentStreams(await unpacked(pdf));
    expect(streams).toHaveLength(pages.length);
    for (const stream of streams) {
      let depth = 0;
      for (const operator of stream.split('\n')) {
        if (/ B[DM]C$/.test(operator)) depth += 1;
        if (/(^| )(ET|f|Do|S|Q)$/.test(operator)) expect([operator, depth]).toEqual([operator, 1]);
        if (operator === 'EMC') depth -= 1;
      }
      expect(depth).toBe(0);
    }
  });

  test('all marked content belongs to one element', async () => {
    const marked = contentStreams(await unpacked(pdf)).flatMap((stream) => [...stream.matchAll(/\/MCID (\d+)/g)]);
    const owned = all
      .filter((one) => Array.isArray(one['/K']))
      .flatMap((one) => one['/K'] as unknown[])
      .filter((kid) => typeof kid === 'number' || (kid as Dictionary)['/Type'] === '/MCR');
    expect(marked.length).toBeGreaterThan(20);
    expect(owned).toHaveLength(marked.length);
  });

  test('figures have alternative texts, list items have bodies, and annotations belong to the structure', () => {
    for (const figure of elements('/Figure')) {
      expect(String(figure['/Alt'])).toMatch(/^u:.{10,}/);
      expect((figure['/A'] as Dictionary)['/BBox']).toHaveLength(4);
    }
    expect(elements('/Figure').length).toBeGreaterThan(0);
    for (const item of elements('/LI')) {
      const kinds = (item['/K'] as unknown[]).map((kid) => at(kid)['/S']);
      expect(kinds).toEqual(['/Lbl', '/LBody']);
    }
    const annotations = ofType('/Annot');
    expect(annotations.map((one) => one['/Subtype']).sort()).toEqual(['/Link', '/Widget']);
    for (const annotation of annotations) {
      expect(annotation['/StructParent']).toBeTypeOf('number');
      expect(Number(annotation['/F']) & 0b100110).toBe(0b000100);
      expect(annotation['/Contents'] ?? annotation['/TU']).toMatch(/^u:/);
    }
    expect(elements('/Link')).toHaveLength(1);
    expect(elements('/Form')).toHaveLength(1);
  });
});

test('the reading order is professional, title, patient, content, signature, footer', async () => {
  const read = await structureOf(render(printedNote('clinical-note'), 2048).pdf);
  const places = [
    /P \(block\).*\n\s*"Ana María Muñoz Ñancupil/,
    /H1.*\n\s*"Atención Clínica/,
    /LBody.*\n\s*"Rosa Díaz Güiraldes/,
    /H2.*\n\s*"Motivo de Consulta/,
    /H2.*\n\s*"Diagnósticos/,
    /Lbl.*\n\s*"1\./,
    /LBody.*\n\s*"I10 - Hipertensión/,
    /"Losartán 50 mg comprimidos/,
    /"Dosis: ?"?\s*"?1 comprimido \(50 mg\)/,
    /"Copia de un registro/,
    /Link/,
    /Figure/,
    /Form/,
  ].map((pattern) => read.search(pattern));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

function dictionariesIn({ value, stream }: PdfObject): Dictionary[] {
  const found: Dictionary[] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    if (!Array.isArray(one)) found.push(one as Dictionary);
    for (const inner of Object.values(one)) walk(inner);
  };
  walk(stream?.dict ?? value);
  return found;
}

/** The content streams of the pages: they begin by flipping the vertical axis. */
const contentStreams = (text: string): string[] =>
  [...text.matchAll(/stream\n(1 0 0 -1 0 [\d.]+ cm\n[\s\S]*?)\nendstream/g)].map((match) => match[1] ?? '');
