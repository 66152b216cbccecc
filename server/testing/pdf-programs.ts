import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from './printables.ts';

/** Runs a program on a PDF. Throws when the program is not installed. */
async function run(pdf: Uint8Array, program: string, args: (file: string) => string[]) {
  return withFolder(async (folder) => {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { status, stdout, stderr, error } = spawnSync(program, args(file), { maxBuffer: 1 << 28 });
    if (error) throw error;
    return { status, bytes: stdout, output: stdout.toString(), errors: stderr.toString() };
  });
}

/** The text, in the order of the file. */
export const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await run(pdf, 'pdftotext', (file) => ['-raw', '-enc', 'UTF-8', file, '-'])).output;

/** The text on one line. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> => (await textOf(pdf)).replace(/\s+/g, ' ');

/** The verification code. */
export const codeOn = async (pdf: Uint8Array): Promise<string> =>
  /Código de verificación: ([0-9A-Z-]+)/.exec(await wordsOf(pdf))?.[1] ?? '';

export const pagesOf = async (pdf: Uint8Array): Promise<string[]> => (await textOf(pdf)).split('\f').slice(0, -1);

/** The width and height of each page in points, as '612 x 792'. */
export async function readPageSizes(pdf: Uint8Array): Promise<string[]> {
  const { output } = await run(pdf, 'pdfinfo', (file) => ['-l', '-1', file]);
  return [...output.matchAll(/^Page +\d+ size: +([\d.]+ x [\d.]+) pts/gm)].map(([, size]) => String(size));
}

interface WordPlace {
  left: number;
  right: number;
  bottom: number;
}

/** The edges of each word by page, from the upper left corner of the page. */
export async function placesByPage(pdf: Uint8Array): Promise<WordPlace[][]> {
  const { output } = await run(pdf, 'pdftotext', (file) => ['-bbox', file, '-']);
  const words = /<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)"/g;
  return output
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(words)].map(([, left, right, bottom]) => ({
        left: Number(left),
        right: Number(right),
        bottom: Number(bottom),
      })),
    );
}

export const readPlaces = async (pdf: Uint8Array): Promise<WordPlace[]> => (await placesByPage(pdf)).flat();

/** The structure tree with its texts, indented. */
export const structureOf = async (pdf: Uint8Array): Promise<string> =>
  (await run(pdf, 'pdfinfo', (file) => ['-struct-text', file])).output;

export const signatureOf = async (pdf: Uint8Array): Promise<string> =>
  (await run(pdf, 'pdfsig', (file) => [file])).output;

/** Whether OpenSSL finds the signature valid for the rest of the file. It does not check whom to trust. */
export const opensslVerifies = (pdf: Uint8Array, contents: { start: number; end: number }): Promise<boolean> =>
  withFolder(async (folder) => {
    const hex = Buffer.from(pdf.subarray(contents.start + 1, contents.end - 1)).toString('latin1');
    await writeFile(join(folder, 'signature.der'), Buffer.from(hex, 'hex'));
    await writeFile(
      join(folder, 'signed'),
      Buffer.concat([pdf.subarray(0, contents.start), pdf.subarray(contents.end)]),
    );
    const files = ['-inform', 'DER', '-in', 'signature.der', '-content', 'signed', '-out', 'out'];
    const { status, error } = spawnSync('openssl', ['cms', '-verify', '-binary', '-noverify', ...files], {
      cwd: folder,
    });
    if (error) throw error;
    return status === 0;
  });

/** What qpdf finds wrong with the file. Empty for a correct file. */
export const qpdfProblems = async (pdf: Uint8Array): Promise<string> => {
  const { status, output, errors } = await run(pdf, 'qpdf', (file) => ['--check', file]);
  return status === 0 ? '' : `${status} ${output} ${errors}`;
};

/** The objects of the file by their number. */
export async function objectsOf(pdf: Uint8Array): Promise<Record<string, PdfObject>> {
  const { output } = await run(pdf, 'qpdf', (file) => ['--json=2', '--json-stream-data=none', file]);
  return (JSON.parse(output) as { qpdf: [unknown, Record<string, PdfObject>] }).qpdf[1];
}

/** The file as qpdf writes it with the options. */
export const rewritten = async (pdf: Uint8Array, ...options: string[]): Promise<Buffer> =>
  (await run(pdf, 'qpdf', (file) => [...options, '--', file, '-'])).bytes;

/** The file with its streams uncompressed. */
export const unpacked = async (pdf: Uint8Array): Promise<string> =>
  (await run(pdf, 'qpdf', (file) => ['--qdf', '--object-streams=disable', file, '-'])).output;

export interface PdfObject {
  value?: Record<string, unknown>;
  stream?: { dict: Record<string, unknown> };
}
