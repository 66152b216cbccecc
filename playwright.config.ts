import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { testBrowserOptions } from './tools/browser.ts';

// Every worker reads this file again and finds in the environment what the main process chose.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000));
process.env.E2E_DATA_DIR ??= join(tmpdir(), `ficha-e2e-${randomBytes(6).toString('hex')}`);
process.env.E2E_ADMIN_EMAIL ??= 'admin@ejemplo.cl';
process.env.E2E_ADMIN_PASSWORD ??= 'clave-de-administracion';

export default defineConfig({
  testDir: 'e2e',
  globalTeardown: './e2e/teardown.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  // Generous: no test asserts on time, and the machine may be busy.
  timeout: 120_000,
  // A test that passes only when repeated is listed at the end of npm test and must be fixed.
  retries: 1,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    viewport: { width: 1440, height: 900 },
    // Each frame of an animation is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Its requests pass by `page.route`. The tests of the worker itself allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...testBrowserOptions(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Pictures are drawn by the processor, and need no process of their own.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
        '--disable-background-networking',
        '--disable-component-update',
        // A renderer that waits for the next page would cost as much as the page.
        '--disable-features=SpareRendererForSitePerProcess',
        // A page lives for seconds: optimized code costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: {
    command: 'exec node server/main.ts',
    url: `http://localhost:${process.env.E2E_PORT}/api/health`,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 9500 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  },
});
