import { join } from 'node:path';
import { build, type InlineConfig, type Manifest } from 'vite';

/** The folders of pages without the application, whose files the worker does not keep. */
const OTHER_PAGES = /^(?:site|appointment-links|shared-documents|booking-page|rights-form|invitation)\//;

/** The server alone has pictures and the files of pdf.js, which are large and rarely needed. */
const KEPT = /\.(?:js|css|woff2)$/;

const ENTRY = 'index.html';

/** What the worker keeps: everything that the application may load, at its start or later. */
export function applicationFiles(manifest: Manifest): { entry: string; files: string[] } {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    chunk.imports?.forEach(add);
    for (const later of chunk.dynamicImports ?? []) if (!OTHER_PAGES.test(later)) add(later);
  };
  add(ENTRY);
  return { entry: `/${manifest[ENTRY]?.file}`, files: [...files].filter((file) => KEPT.test(file)).toSorted() };
}

/** Builds two classic scripts at the root: the worker, and the script that removes it with SERVICE_WORKER=off. */
export async function buildServiceWorker(options: InlineConfig, outDir: string, manifest: Manifest): Promise<void> {
  const { entry, files } = applicationFiles(manifest);
  for (const name of ['service-worker', 'remove-service-worker']) {
    await build({
      ...options,
      define: { __APP_ENTRY__: JSON.stringify(entry), __APP_FILES__: JSON.stringify(files) },
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: {
          input: join('service-worker', `${name}.ts`),
          output: { format: 'iife', codeSplitting: false, entryFileNames: `${name}.js` },
        },
      },
    });
  }
}
