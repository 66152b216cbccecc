import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const WEB = join(import.meta.dirname, 'web');

export default defineConfig({
  root: WEB,
  plugins: [react(), tailwind()],
  // tools/dev.ts hands on the port of the API.
  server: { port: 5173, strictPort: true, proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 3000}` } },
  build: {
    manifest: true,
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { app: join(WEB, 'index.html'), 'public-page': join(WEB, 'site/public-page.ts') } },
  },
});
