import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// tools/dev.ts hands on the port of the API.
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

const WEB = join(import.meta.dirname, 'web');

const webModule = (path: string) => new RegExp(`/web/(?:${path})\\.tsx?$`);

/**
 * Every file adds its headers and compresses on its own, so modules that are needed together are put together. A group
 * takes with it what its modules import, unless an earlier group has it.
 */
const CHUNKS = [
  // Also used by pages that do not load the application.
  { name: 'page', test: /\/web\/platform\/(?:theme|access-token)\.ts$|vite\/preload-helper/, priority: 4 },
  {
    name: 'application',
    test: webModule(
      'app/(?:root|routes|server-away-banner)|ui/toaster|platform/(?:configure-zod|api|query-client)|drafts/unsaved-changes',
    ),
    priority: 3,
  },
  { name: 'application', test: /\/node_modules\/(?:react-dom|scheduler|react|react-router|@tanstack)\//, priority: 3 },
  {
    name: 'signed-in',
    test: webModule(
      'app/(?:layout|screen-lock|message-page)|auth/(?:reauthentication-dialog|auth.queries)|ui/unavailable-page',
    ),
    priority: 2,
  },
];

/** zod attaches the making of JSON schemas to every schema. The browser makes none. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  load: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler: async (id) => {
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return names.map((name) => `export const ${name} = () => {};`).join('\n');
    },
  },
};

export default defineConfig({
  root: WEB,
  plugins: [react(), tailwind(), withoutJsonSchemas],
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/calendario': SERVER } },
  build: {
    manifest: true,
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: join(WEB, 'index.html'),
        'public-page': join(WEB, 'site/public-page.ts'),
        'deferred-start': join(WEB, 'deferred-start.ts'),
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
});
