import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from './printables.ts';

/** What another's program says of a PDF. It fails loudly when the program is not there. */
async function ask(pdf: Uint8Array, program: string, args: (file: string) => string[]) {
  return withFolder(async (folder) => {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { status, stdout, stderr, error } = spawnSync(program, args(file), { maxBuffer: 1 << 28 });
    if (error) throw error;
    return { status, output: stdout.toString(), complaint: stderr.toString() };
  });
}

/** Its words, in the order of the text in the file. */
export const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await ask(pdf, 'pdftotext', (file) => ['-raw', '-enc', 'UTF-8', file, '-'])).output;

/** One line of words, whatever lines the paper breaks them into. */
export const wordsOf = async (pdf: Uint8Array): Promise<string> => (await textOf(pdf)).replace(/\s+/g, ' ');

/** The code by which anybody verifies it. */
export const codeOn = async (pdf: Uint8Array): Promise<string> =>
  /Código de verificación: ([0-9A-Z-]+)/.exec(await wordsOf(pdf))?.[1] ?? '';

export const pagesOf = async (pdf: Uint8Array): Promise<string[]> => (await textOf(pdf)).split('\f').slice(0, -1);

/** Where each word ends on its page, from its upper left corner. */
export async function placesOf(pdf: Uint8Array): Promise<{ right: number; bottom: number }[]> {
  const { output } = await ask(pdf, 'pdftotext', (file) => ['-bbox', file, '-']);
  return [...output.matchAll(/xMax="([\d.]+)" yMax="([\d.]+)"/g)].map(([, right, bottom]) => ({
    right: Number(right),
    bottom: Number(bottom),
  }));
}

/** The elements that a screen reader goes through, indented. */
export const structureOf = async (pdf: Uint8Array): Promise<string> =>
  (await ask(pdf, 'pdfinfo', (file) => ['-struct-text', file])).output;

export const signatureOf = async (pdf: Uint8Array): Promise<string> =>
  (await ask(pdf, 'pdfsig', (file) => [file])).output;

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

export const consoleErrorsOf = async (pdf: Uint8Array): Promise<string> => {
  const { status, output, complaint } = await ask(pdf, 'qpdf', (file) => ['--check', file]);
  return status === 0 ? '' : `${status} ${output} ${complaint}`;
};

/** Every object of the file as JSON, by its number. */
export async function objectsOf(pdf: Uint8Array): Promise<Record<string, PdfObject>> {
  const { output } = await ask(pdf, 'qpdf', (file) => ['--json=2', '--json-stream-data=none', file]);
  return (JSON.parse(output) as { qpdf: [unknown, Record<string, PdfObject>] }).qpdf[1];
}

/** The file with its streams unpacked, for looking at what is drawn. */
export const unpacked = async (pdf: Uint8Array): Promise<string> =>
  (await ask(pdf, 'qpdf', (file) => ['--qdf', '--object-streams=disable', file, '-'])).output;

export interface PdfObject {
  value?: Record<string, unknown>;
  stream?: { dict: Record<string, unknown> };
}
