import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfData } from './tools/pdf-data.ts';

// tools/dev.ts hands on the port of the API.
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

const WEB = join(import.meta.dirname, 'web');

const VISIT_WORDS =
  /\/contract\/(?:clean-text|days|link-page|phone-numbers|plans|professions|regions|reminder-message|rights-kinds|rut|share-page)\.ts$|\/web\/patient-pages\/(?!proof)[\w-]+\.ts$|\/web\/platform\/paths\.ts$|\/web\/ui\/(?:day-text|format-while-typing)\.ts$/;

export default defineConfig({
  root: WEB,
  plugins: [react(), tailwind(), pdfData],
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/calendario': SERVER } },
  build: {
    manifest: true,
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    // pdf.js is larger than the usual limit, and loaded on demand. tools/script-budget.ts limits what a screen loads.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: join(WEB, 'index.html'),
        'public-page': join(WEB, 'site/public-page.ts'),
        'appointment-link': join(WEB, 'appointment-links/appointment-link-script.ts'),
        'shared-documents': join(WEB, 'shared-documents/shared-documents-script.ts'),
        'booking-page': join(WEB, 'booking-page/booking-page-script.ts'),
        'rights-form': join(WEB, 'rights-form/rights-form-script.ts'),
        invitation: join(WEB, 'invitation/invitation-script.ts'),
      },
      output: {
        codeSplitting: {
          groups: [
            // What six screens or dialogs share is one file: dozens of small ones load slowly over HTTP/1.1.
            { name: 'shared', minShareCount: 6 },
            // A schema reads the configuration when it is made, so zod is configured in its own file.
            { name: 'zod', test: /\/node_modules\/zod\/|\/configure-zod\.ts$/, priority: 1 },
            // The public pages load this file of the application, and no other.
            { name: 'theme', test: /\/platform\/theme\.ts$/, priority: 1 },
            // The page of an invitation starts the session, without React.
            { name: 'session', test: /\/platform\/(?:access-token|api-error|session)\.ts$/, priority: 1 },
            // The pages for patients also load these files. In `shared` they would make them load the whole of that file.
            { name: 'visit-words', test: VISIT_WORDS, priority: 1 },
          ],
        },
      },
    },
  },
});
