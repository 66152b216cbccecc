import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitContract } from './split-contract.ts';

const ROOT = join(import.meta.dirname, '..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-split-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds one module of the web and returns its chunks by name. Zod stays outside. */
async function buildModule(code: string): Promise<Map<string, { code: string; imports: string[] }>> {
  const entry = join(folder, 'web/entry.ts');
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    plugins: [
      splitContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    resolve: { alias: [{ find: /^#contract\/(.*)$/, replacement: join(ROOT, 'contract/$1.ts') }] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'allow-extension',
        external: ['zod'],
        output: {
          codeSplitting: { groups: [{ name: 'schemas', test: /\?schemas$/, includeDependenciesRecursively: false }] },
        },
      },
    },
  });
  if (!('output' in output)) throw new Error('The build has no output');
  return new Map(
    output.output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.name, { code: chunk.code, imports: chunk.imports }]] : [],
    ),
  );
}

test('an endpoint and a pure function need no schemas', async () => {
  const chunks = await buildModule(
    `import { createAppointment, endTime } from '#contract/agenda'; export const used = [createAppointment, endTime];`,
  );
  expect([...chunks.keys()]).toEqual(['entry']);
  const code = chunks.get('entry')?.code ?? '';
  expect(code).toContain('/api/appointments');
  expect(code).not.toContain('zod');
  expect(code).not.toContain('Crea una cita');
});

test('a schema is in a file of its own, with what it needs of the module', async () => {
  const chunks = await buildModule(
    `import { NewAppointment, SLOTS } from '#contract/agenda'; export const used = [NewAppointment, SLOTS];`,
  );
  expect([...chunks.keys()].toSorted()).toEqual(['entry', 'schemas']);
  expect(chunks.get('schemas')?.imports).toContain('zod');
  expect(chunks.get('schemas')?.code).toContain('Selecciona un paciente');
  expect(chunks.get('entry')?.code).not.toContain('Selecciona un paciente');
});

test('an endpoint keeps what is spread into it, as the field of its file', async () => {
  const chunks = await buildModule(
    `import { importAppointments } from '#contract/appointment-import'; export const used = importAppointments;`,
  );
  expect(chunks.get('entry')?.code).toContain('upload: "file"');
});

test('the build fails when the web uses what is left out, or loads the contract on demand', async () => {
  await expect(
    buildModule(`import { health } from '#contract/health'; export const used = health.reply.parse({});`),
  ).rejects.toThrow('uses health.reply, which the build leaves out');
  await expect(buildModule(`export const load = () => import('#contract/health');`)).rejects.toThrow('on demand');
});

test('a schema that nobody uses is left out', async () => {
  const chunks = await buildModule(
    `import { NewAppointment } from '#contract/agenda'; export const used = NewAppointment;`,
  );
  const code = [...chunks.values()].map((chunk) => chunk.code).join('');
  expect(code).toContain('Selecciona un paciente');
  expect(code).not.toContain('Indica qué cambia');
});
