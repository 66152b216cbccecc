import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Area } from './compare.ts';

/** The documents of a patient of which pictures are made, and the part of the API that prints them. */
export const DOCUMENTS = [
  { name: 'document-clinical-note', path: '/api/clinical-notes/{note}/pdf' },
  { name: 'document-plans', path: '/api/clinical-notes/{note}/pdf/plans' },
  { name: 'document-prescriptions', path: '/api/clinical-notes/{note}/pdf/prescriptions' },
  { name: 'document-certificate', path: '/api/certificates/{certificate}/pdf' },
] as const;

/** Folio, code, hash and QR code are random: they are in the head and at the foot of each page. */
export const RANDOM_AREAS: readonly Area[] = [
  { left: 0.58, top: 0.098, right: 1, bottom: 0.116 },
  { left: 0, top: 0.83, right: 1, bottom: 1 },
];

const DOTS_PER_INCH = 96;

/** The first page of a PDF as PNG. */
export async function firstPage(pdf: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-page-'));
  try {
    await writeFile(join(folder, 'document.pdf'), pdf);
    const page = join(folder, 'page');
    const options = ['-png', '-singlefile', '-r', String(DOTS_PER_INCH)];
    await promisify(execFile)('pdftoppm', [...options, join(folder, 'document.pdf'), page]);
    return await readFile(`${page}.png`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
