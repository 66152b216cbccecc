import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { browserOptions } from '../tools/browser.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';

/** Measures the landing page: compressed size of all scripts, and layout shift while loading. */
export const benchLanding = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    await using browser = await chromium.launch({
      ...browserOptions(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    let scriptBytes = 0;
    let shift = 0;
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await browser.newPage({ viewport });
      const scripts: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.body());
      });
      await page.goto(product.url, { waitUntil: 'networkidle' });
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let total = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) total += (entry as unknown as { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(total), 500);
          }),
      );
      const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
      scriptBytes = Math.max(scriptBytes, bytes);
      shift = Math.max(shift, moved);
      await page.close();
    }
    return [
      atMost('landing, JavaScript (brotli)', scriptBytes / 1000, 60, 'kB'),
      atMost('landing, layout shift', shift, 0, ''),
    ];
  });
