import { parseArgs } from 'node:util';
import { VARIABLES } from '#server/platform/config';
import { isStartRefused } from '#server/platform/start-refused';
import { buildWebWhenStale } from './build-when-stale.ts';
import { ADMIN, PASSWORD, PROFESSIONALS } from './demo/accounts.ts';
import { ASSISTANT } from './demo/assistants.ts';
import { openDemoDatabase } from './demo/database.ts';
import { openDemoDeps } from './demo/deps.ts';
import { ageNotice, chooseDemoFolder, clearDemoFolder, madeAt, markDemoFolder } from './demo/folder.ts';
import type { Size } from './demo/history.ts';
import { seedDemo, WHOLE } from './demo/seed.ts';

/** For tests, which need every kind of record and not the number of them. */
const SMALL: Size = { share: 0.08, days: 6 };

/** The only settings of an installation that a demonstration follows. It never sees another database, mail or payments. */
const FOLLOWED = ['PORT', 'HOST', 'PUBLIC_URL', 'LOG_LEVEL'];

/** The stop of PostgreSQL after a signal. What was being made fails at the same time. */
let interruption: Promise<void> | undefined;

const say = (line: string) => console.log(line);

/**
 * `npm run demo [-- --reset]`: a filled practice in a data folder of its own, `./data-demo`. `--folder` names another
 * one, `--small` makes few records.
 */
async function prepare(): Promise<string> {
  const { values } = parseArgs({
    options: { reset: { type: 'boolean' }, small: { type: 'boolean' }, folder: { type: 'string' } },
  });
  const folder = await chooseDemoFolder(values.folder, say);
  const made = values.reset ? undefined : await madeAt(folder);
  if (!made) await Promise.all([make(folder, values.small ? SMALL : WHOLE), buildWebWhenStale()]);
  else await buildWebWhenStale();
  const notice = made && ageNotice(made, new Date());
  if (notice) say(notice);
  return folder;
}

async function make(folder: string, size: Size): Promise<void> {
  say(`Making a demonstration in ${folder}…`);
  await clearDemoFolder(folder);
  const now = new Date();
  await markDemoFolder(folder, now, false);
  await using parts = new AsyncDisposableStack();
  const stop = () => {
    interruption = parts.disposeAsync().finally(() => process.exit(1));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const handles = await openDemoDatabase(folder, say, parts);
  const place = { handles, dataDir: folder, publicUrl: publicUrl(), now: () => now };
  await seedDemo(await openDemoDeps(place, parts), now, size);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  await parts.disposeAsync();
  await markDemoFolder(folder, now, true);
}

const publicUrl = () => process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

function printLogins(): void {
  const logins = [
    ...PROFESSIONALS.map(({ profile, about }) => ({ email: profile.email, about: `${profile.name}, ${about}` })),
    { email: ASSISTANT.email, about: `${ASSISTANT.name}, secretaría de los tres profesionales` },
    { email: ADMIN.email, about: 'administración' },
  ];
  say(`\nDemostración: todos los datos son inventados. Contraseña de todas las cuentas: ${PASSWORD}\n`);
  for (const { email, about } of logins) say(`  ${email.padEnd(24)} ${about}`);
  say('\nSus pacientes reservan en línea, sin cuenta:\n');
  for (const { booking } of PROFESSIONALS) if (booking) say(`  ${publicUrl()}/reservar/${booking.slug}`);
  say('');
}

try {
  const folder = await prepare();
  for (const name of VARIABLES) if (!FOLLOWED.includes(name)) delete process.env[name];
  Object.assign(process.env, { DATA_DIR: folder, DEMO: 'on' });
  process.env.LOG_LEVEL ??= 'warn';
  printLogins();
} catch (error) {
  await interruption;
  console.error(isStartRefused(error) ? error.message : (error as Error).stack);
  process.exit(1);
}
await import('../server/main.ts');
