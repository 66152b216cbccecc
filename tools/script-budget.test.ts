import { expect, test } from 'vitest';
import { describeBudgets } from './script-budget.ts';

const MANIFEST = {
  'index.html': { file: 'app.js', imports: ['_shared.js'], css: ['app.css'] },
  '_shared.js': { file: 'shared.js', dynamicImports: ['agenda/agenda-page.tsx', 'site/terms-page.tsx'] },
  'app/providers.tsx': { file: 'providers.js', imports: ['_shared.js'] },
  'app/require-auth.tsx': { file: 'require-auth.js', imports: ['_shared.js', 'index.html'] },
  'agenda/agenda-page.tsx': { file: 'agenda.js', imports: ['_calendar.js'], dynamicImports: ['agenda/dialog.tsx'] },
  'home/home-page.tsx': { file: 'home.js', imports: ['_shared.js'] },
  '_calendar.js': { file: 'calendar.js', imports: ['_shared.js'] },
  'agenda/dialog.tsx': { file: 'dialog.js' },
  'site/terms-page.tsx': { file: 'terms.js' },
  'site/public-page.ts': { file: 'public-page.js', imports: ['_theme.js'] },
  'appointment-links/appointment-link-script.ts': { file: 'link.js', imports: ['_theme.js'] },
  'shared-documents/shared-documents-script.ts': { file: 'documents.js', imports: ['_theme.js'] },
  'rights-form/rights-form-script.ts': { file: 'rights.js', imports: ['_theme.js'] },
  'invitation/invitation-script.ts': { file: 'invitation.js', imports: ['_theme.js'] },
  'booking-page/booking-page-script.ts': { file: 'booking.js', imports: ['_theme.js'] },
  '_theme.js': { file: 'theme-switch.js' },
};

const SIZES: Record<string, number> = {
  'theme.js': 300,
  'app.js': 1000,
  'shared.js': 50_000,
  'providers.js': 200,
  'require-auth.js': 300,
  'agenda.js': 7000,
  'calendar.js': 20_000,
  'home.js': 500,
  'dialog.js': 300_000,
  'terms.js': 300_000,
  'public-page.js': 400,
  'theme-switch.js': 100,
  'link.js': 5000,
  'documents.js': 300,
  'booking.js': 6000,
  'rights.js': 700,
  'invitation.js': 600,
};

const describe = (sizes: Record<string, number> = {}, manifest = MANIFEST) =>
  describeBudgets(manifest, (file) => ({ ...SIZES, ...sizes })[file] ?? Number.NaN);

test('a screen counts each file once: the frame, its page and what they import, but no dialog', () => {
  expect(describe()).toContain('78.8 kB (agenda/agenda-page.tsx)');
});

test('a public page counts its own script and the one in the head', () => {
  expect(describe()).toContain('5.4 kB (appointment-links/appointment-link-script.ts)');
  expect(describe({ 'link.js': 0 })).toContain('1.1 kB (rights-form/rights-form-script.ts)');
});

test('the build fails with a screen or a public page over its budget', () => {
  expect(describe({ 'home.js': 208_200 })).toContain('260.0 kB (home/home-page.tsx)');
  expect(() => describe({ 'home.js': 208_201 })).toThrow('home/home-page.tsx');
  expect(() => describe({ 'public-page.js': 60_000, 'link.js': 0 })).toThrow('site/public-page.ts');
  expect(() => describe({ 'link.js': 60_000 })).toThrow('appointment-links/appointment-link-script.ts');
  expect(() => describe({ 'documents.js': 60_000 })).toThrow('shared-documents/shared-documents-script.ts');
});

test('the page where patients book has a budget of its own', () => {
  expect(describe()).toContain('6.4 kB (booking-page/booking-page-script.ts), budget 70.0 kB');
  expect(() => describe({ 'booking.js': 70_000 })).toThrow('booking-page/booking-page-script.ts');
});

test('the build fails when a part of the frame has another name', () => {
  const { 'app/providers.tsx': _, ...without } = MANIFEST;
  expect(() => describe({}, without as typeof MANIFEST)).toThrow('The build has no app/providers.tsx');
});
