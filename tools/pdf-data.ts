import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** The fonts that every reader of PDF has, and the decoders of scanned pages for browsers without WebAssembly. */
const SOURCES = [
  { folder: 'standard_fonts', wanted: /\.(?:pfb|ttf)$|^LICENSE/ },
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$|^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/ },
];

/** Adds the files that pdf.js asks for by name while it draws a page. Their folder has the version, as a hash would. */
export const pdfData: Plugin = {
  name: 'pdf-data',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const path = request.url?.split('?')[0];
      const file = (await dataFiles()).find(({ fileName }) => `/${fileName}` === path);
      if (!file) return next();
      if (file.fileName.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
      response.end(await readFile(file.source));
    });
  },
  async generateBundle() {
    if (this.environment.config.build.ssr) return;
    for (const { fileName, source } of await dataFiles()) {
      this.emitFile({ type: 'asset', fileName, source: await readFile(source) });
    }
  },
};

async function dataFiles(): Promise<{ fileName: string; source: string }[]> {
  const { version } = JSON.parse(await readFile(join(FOLDER, 'package.json'), 'utf8')) as { version: string };
  const found = await Promise.all(
    SOURCES.map(async ({ folder, wanted }) =>
      (await readdir(join(FOLDER, folder)))
        .filter((name) => wanted.test(name))
        .map((name) => ({ fileName: `assets/pdfjs-${version}/${name}`, source: join(FOLDER, folder, name) })),
    ),
  );
  return found.flat();
}
