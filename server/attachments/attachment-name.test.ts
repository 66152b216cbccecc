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

test('whatever is sent, the name is short, visible, without folders, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
      const name = attachmentName(sent, 'image/png');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[^.\s/\\][^/\\\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]*\.png$/u);
      expect(attachmentName(name, 'image/png')).toBe(name);
    }),
  );
});
