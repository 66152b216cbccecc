import { expect, test } from 'vitest';
import { applicationFiles } from './build-service-worker.ts';

const MANIFEST = {
  'index.html': {
    file: 'assets/app-1.js',
    css: ['assets/app-1.css'],
    assets: ['assets/letters-1.woff2', 'assets/picture-1.webp'],
    imports: ['_shared.js'],
    dynamicImports: ['agenda/agenda-page.tsx', 'site/terms-page.tsx', 'appointment-links/appointment-link-page.tsx'],
  },
  '_shared.js': { file: 'assets/shared-1.js', dynamicImports: ['agenda/dialog.tsx'] },
  'agenda/agenda-page.tsx': { file: 'assets/agenda-1.js', imports: ['_shared.js'] },
  'agenda/dialog.tsx': { file: 'assets/dialog-1.js', assets: ['assets/pdf.worker-1.mjs'] },
  'site/terms-page.tsx': { file: 'assets/terms-1.js' },
  'appointment-links/appointment-link-page.tsx': { file: 'assets/appointment-link-1.js' },
  'booking-page/booking-page-script.ts': { file: 'assets/booking-1.js' },
};

test('the worker keeps what the application loads at its start and later, and nothing of other pages', () => {
  expect(applicationFiles(MANIFEST)).toEqual({
    entry: '/assets/app-1.js',
    files: [
      '/assets/agenda-1.js',
      '/assets/app-1.css',
      '/assets/app-1.js',
      '/assets/dialog-1.js',
      '/assets/letters-1.woff2',
      '/assets/shared-1.js',
    ],
  });
});

test('the build fails when a chunk is missing', () => {
  const { '_shared.js': _, ...without } = MANIFEST;
  expect(() => applicationFiles(without as typeof MANIFEST)).toThrow('The build has no _shared.js');
});
