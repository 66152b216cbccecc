import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { type AttachmentFile, readAttachment } from '#server/attachments/attachment-file';
import { addAttachment } from '#server/attachments/attachments.service';
import { lockNote } from '#server/clinical-notes/clinical-notes.service';
import { type DemoStep, idOf } from './demo-step.ts';
import type { FileKind, Person } from './visits.ts';

/** The files are made here, so no process of their own reads them, and a PDF needs no check. */
const attachmentFiles = {
  read: async (content: Uint8Array): Promise<AttachmentFile> =>
    Buffer.from(content).toString('latin1', 0, 4) === '%PDF'
      ? { type: 'application/pdf', content, thumbnail: undefined }
      : readAttachment(content),
  close: async () => undefined,
};

/** A file that a patient brought to a visit, in the note of the visit. */
export const attachmentOf = (kind: FileKind, person: Person, noteId: () => string, at: Date): DemoStep => ({
  at,
  // The patient is read before the transaction, so it must be stored.
  isOnItsOwn: true,
  run: async (deps, owner) => {
    const { fileName, draw } = FILES[kind];
    const form = { file: await draw(), fileName, noteId: noteId() };
    await addAttachment({ ...deps, attachmentFiles, lockNote }, owner, idOf(person), form);
  },
});

const FILES: Record<FileKind, { fileName: string; draw: () => Promise<Buffer> }> = {
  laboratory: { fileName: 'Exámenes de laboratorio.pdf', draw: drawReport },
  electrocardiogram: { fileName: 'Electrocardiograma.png', draw: drawElectrocardiogram },
};

const REPORT = [
  'LABORATORIO CLÍNICO DE DEMOSTRACIÓN',
  'Informe inventado para la demostración. No corresponde a ninguna persona.',
  ' ',
  'Glicemia en ayunas: 118 mg/dL (referencia 70 a 99)',
  'Hemoglobina glicosilada: 6,8 % (referencia menor que 5,7)',
  'Creatinina: 0,82 mg/dL (referencia 0,51 a 0,95)',
  'Potasio: 4,3 mEq/L (referencia 3,5 a 5,1)',
  'Colesterol LDL: 96 mg/dL',
];

async function drawReport(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'letter', info: { Title: 'Exámenes de laboratorio' } });
  for (const line of REPORT) pdf.text(line);
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

/** One beat on the paper of an electrocardiogram, in squares of ten. */
const BEAT = 'h20 q8 -14 16 0 h10 l4 6 l8 -66 l8 78 l4 -18 h14 q12 -22 24 0 h24';
const BEATS = 5;

function drawElectrocardiogram(): Promise<Buffer> {
  const drawing = `
<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="440" viewBox="0 0 720 220">
  <defs>
    <pattern id="paper" width="10" height="10" patternUnits="userSpaceOnUse">
      <path d="M10 0H0V10" fill="none" stroke="#f2b8b5" stroke-width="0.7"/>
    </pattern>
  </defs>
  <rect width="720" height="220" fill="#fffafa"/>
  <rect width="720" height="220" fill="url(#paper)"/>
  <path d="M20 130 ${BEAT.concat(' ').repeat(BEATS)}" fill="none" stroke="#222" stroke-width="1.6"/>
</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
