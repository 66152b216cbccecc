import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { chooseDataDir, postgresAccount } from '#server/platform/embedded-postgres/embedded-place';
import { makeFolder } from '#server/platform/folders';
import { isStartRefused, startRefused } from '#server/platform/start-refused';

/** Says that a folder belongs to a demonstration. Nothing else is ever deleted. */
const MARKER = 'demo.json';
const Marker = z.object({ madeAt: z.iso.datetime(), isComplete: z.boolean() });

/** The appointments of an older demonstration are over. */
const FRESH_DAYS = 3;
const DAY_MS = 24 * 3600 * 1000;

const FOLDER = 'data-demo';
/** For root in a checkout that PostgreSQL's account cannot enter. */
const FALLBACK = '/var/lib/ficha-austral-demo';

/** The data folder of the demonstration: never the one of an installation. */
export async function chooseDemoFolder(asked: string | undefined, say: (line: string) => void): Promise<string> {
  const account = postgresAccount();
  if (asked) return chooseDataDir(resolve(asked), account, say);
  try {
    return await chooseDataDir(resolve(FOLDER), account, say);
  } catch (error) {
    if (!isStartRefused(error)) throw error;
    say(`The demonstration is kept in ${FALLBACK}: PostgreSQL cannot enter ${resolve()}`);
    return FALLBACK;
  }
}

/** When the demonstration in the folder was made. Undefined when there is none, or an interrupted one. */
export async function madeAt(folder: string): Promise<Date | undefined> {
  const marker = await readMarker(folder);
  return marker?.isComplete ? new Date(marker.madeAt) : undefined;
}

export function ageNotice(made: Date, now: Date): string | undefined {
  const days = Math.floor((now.getTime() - made.getTime()) / DAY_MS);
  if (days <= FRESH_DAYS) return undefined;
  return `This demonstration is ${days} days old, so its agenda is in the past: npm run demo -- --reset makes another`;
}

/** Deletes a demonstration. A folder with anything else is refused. */
export async function clearDemoFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0 && !(await readMarker(folder))) {
    throw startRefused(`${folder} has files and is not a demonstration: nothing was changed`);
  }
  await rm(folder, { recursive: true, force: true });
}

export async function markDemoFolder(folder: string, at: Date, isComplete: boolean): Promise<void> {
  await makeFolder(folder);
  await writeFile(join(folder, MARKER), JSON.stringify({ madeAt: at.toISOString(), isComplete }));
}

async function readMarker(folder: string): Promise<z.output<typeof Marker> | undefined> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Marker.parse(JSON.parse(text));
}
