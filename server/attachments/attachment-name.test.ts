import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentName } from './attachment-name.ts';

test.each([
  ['Examen de sangre.pdf', 'Examen de sangre.pdf'],
  ['EXAMEN.PDF', 'EXAMEN.pdf'],
  ['Radiografía (1).pdf', 'Radiografía (1).pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\Ana\\informe.pdf', 'informe.pdf'],
  ['informe.pdf.exe', 'informe.pdf.exe.pdf'],
  ['informe\u202Efdp.exe', 'informefdp.exe.pdf'],
  ['infor\u0000me\n.pdf', 'informe.pdf'],
  ['in\u200bfor\u200d\u2060me.p\u200fdf', 'informe.pdf'],
  [`e${'\u0301'.repeat(900)}xamen.pdf`, 'é\u0301\u0301\u0301\u0301xamen.pdf'],
  // One character that becomes two marks.
  [`a${'\u0344'.repeat(20)}.pdf`, 'ä\u0301\u0308\u0301\u0308.pdf'],
  ['\u0301\u0302.pdf', 'pdf.pdf'],
  ['Bệnh án.pdf', 'Bệnh án.pdf'],
  ['', 'archivo.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['..', 'archivo.pdf'],
  ['con.pdf', '_con.pdf'],
  ['a<b>:"|?*.pdf', 'a_b______.pdf'],
])('the name %j becomes %j', (sent, stored) => {
  expect(attachmentName(sent, 'application/pdf')).toBe(stored);
});

test('a picture keeps either spelling of its ending', () => {
  expect(attachmentName('foto.JPEG', 'image/jpeg')).toBe('foto.jpeg');
  expect(attachmentName('foto.png', 'image/jpeg')).toBe('foto.png.jpg');
});

test.each([
  ['a'.repeat(300), `${'a'.repeat(251)}.png`],
  ['ñ'.repeat(200), `${'ñ'.repeat(125)}.png`],
  [`${'a'.repeat(250)}🩺`, `${'a'.repeat(250)}.png`],
  [`${'a'.repeat(248)} .. fin`, `${'a'.repeat(248)}.png`],
])('the name %j has at most 255 bytes', (sent, stored) => {
  expect(attachmentName(sent, 'image/png')).toBe(stored);
});

/** Texts of what a name should not have too much of. */
const STRANGE = fc.string({
  unit: fc.constantFrom(...'añ.Pdf/\\< \u0301\u0344\u0338\u0e36\u20dd\u034f\ufe0f\u200b\u200d\u200f\u202e\u2060\u2066'),
  maxLength: 400,
});

test('whatever is sent, the name is short, visible, without folders, and stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), STRANGE), (sent) => {
      const name = attachmentName(sent, 'image/png');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[^.\s/\\][^/\\\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]*\.png$/u);
      expect(name).not.toMatch(/\p{M}{5}|^\p{M}|\p{Default_Ignorable_Code_Point}/u);
      expect(name.normalize()).toBe(name);
      expect(attachmentName(name, 'image/png')).toBe(name);
    }),
    { numRuns: 200 },
  );
});
