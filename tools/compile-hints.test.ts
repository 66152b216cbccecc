import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { compileHints } from './compile-hints.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** Calls that minifying keeps. */
const calls = (count: number) => 'console.log(location.href);'.repeat(count);

const SOURCES: Record<string, string> = {
  // Vite puts the list of the files that the import needs in front of the code.
  screen: `import('virtual:part').then((part) => part.show());${calls(200)}`,
  'pdf-pages': calls(200),
  small: calls(10),
  'virtual:part': `import './part.css'; export const show = () => {${calls(10)}};`,
};

async function builtFiles() {
  const sources = {
    name: 'sources',
    resolveId: (id: string) => (id in SOURCES ? `\0${id}` : id.endsWith('.css') ? '\0part.css' : undefined),
    load: (id: string) => (id === '\0part.css' ? 'p { color: red }' : SOURCES[id.slice(1)]),
  };
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [sources, compileHints],
    build: { write: false, rolldownOptions: { input: { screen: 'screen', 'pdf-pages': 'pdf-pages', small: 'small' } } },
  })) as Rolldown.RolldownOutput;
  return new Map(built.output.map((file) => [file.name, file.type === 'chunk' ? file.code : '']));
}

test('the hint is the first line of a file, unless the file is small or left out', async () => {
  const files = await builtFiles();
  const screen = files.get('screen') ?? '';
  expect(screen.startsWith(HINT)).toBe(true);
  expect(screen.slice(HINT.length)).toMatch(/^const __vite__mapDeps=/);
  for (const name of ['pdf-pages', 'small']) {
    expect(files.get(name)?.includes('location.href')).toBe(true);
    expect(files.get(name)?.includes(HINT.trim())).toBe(false);
  }
});
