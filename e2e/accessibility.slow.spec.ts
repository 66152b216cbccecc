import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import {
  allRules,
  expectAccessible,
  expectAccessibleAtBothWidths,
  violations,
  WIDE,
} from './accessibility-violations.ts';
import { ADMIN_SCREENS } from './admin-screens.ts';
import { AGENDA_SCREENS } from './agenda-screens.ts';
import { AGENDA_SETTINGS_SCREENS } from './agenda-settings-screens.ts';
import { APPOINTMENT_REMINDER_SCREENS } from './appointment-reminder-screens.ts';
import { ASSISTANT_SCREENS, INVITATION_SCREENS } from './assistant-screens.ts';
import { BOOKING_SCREENS } from './booking-screens.ts';
import { CHARGE_SCREENS } from './charge-screens.ts';
import { DEPOSIT_SCREENS, PAYMENT_ACCOUNT_SCREENS } from './deposit-screens.ts';
import { test } from './fixtures.ts';
import { NOTE_SCREENS } from './note-screens.ts';
import { PRESET_SCREENS } from './preset-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { RECORD_SCREENS } from './record-screens.ts';
import { RIGHTS_FORM_SCREENS, RIGHTS_SCREENS } from './rights-screens.ts';
import { PROFESSIONAL_SCREENS, type Screen } from './screens.ts';
import { PUBLIC_SHARE_SCREENS, SHARE_SCREENS } from './share-screens.ts';

// The scan of a very long page, as the API documentation is, takes minutes on a busy machine.
test.describe.configure({ timeout: 300_000 });

const titleOf = ({ path, state }: Screen) => `sin barreras: ${path}${state ? `, ${state}` : ''}`;

async function expectAccessibleScreen(
  page: Page,
  { path, answers, show, size = WIDE, atBothWidths, stays }: Screen,
): Promise<void> {
  await page.setViewportSize(size);
  await answers?.(page);
  await page.goto(path);
  await show?.(page);
  await (atBothWidths ? expectAccessibleAtBothWidths(page) : expectAccessible(page, size));
  if (stays) await expect(stays(page)).toBeVisible();
}

const VISITOR_SCREENS = [
  ...PUBLIC_SCREENS,
  ...DEPOSIT_SCREENS,
  ...RIGHTS_FORM_SCREENS,
  ...PUBLIC_SHARE_SCREENS,
  ...INVITATION_SCREENS,
];

for (const screen of VISITOR_SCREENS) {
  test(titleOf(screen), ({ page }) => expectAccessibleScreen(page, screen));
}

const READER_SCREENS = [
  ...PROFESSIONAL_SCREENS,
  ...AGENDA_SCREENS,
  ...ASSISTANT_SCREENS,
  ...CHARGE_SCREENS,
  ...AGENDA_SETTINGS_SCREENS,
  ...PAYMENT_ACCOUNT_SCREENS,
  ...APPOINTMENT_REMINDER_SCREENS,
  ...BOOKING_SCREENS,
  ...RECORD_SCREENS,
  ...NOTE_SCREENS,
  ...PRESET_SCREENS,
  ...RIGHTS_SCREENS,
  ...SHARE_SCREENS,
];

for (const screen of READER_SCREENS) {
  test(titleOf(screen), async ({ reader }) => expectAccessibleScreen(await reader.newPage(), screen));
}

for (const screen of ADMIN_SCREENS) {
  test(titleOf(screen), async ({ admin }) => expectAccessibleScreen(await admin.newPage(), screen));
}

/** These pages are scanned where their flow is tested. */
const SCANNED_IN_FLOWS = [
  // booking.slow.spec.ts
  '/reservar/:slug',
  // documents.spec.ts
  '/verificar',
  '/verificar/:code',
  // billing.spec.ts
  '/pago-de-prueba/:id',
  // system-scripts.spec.ts
  '/dashboard/system-scripts',
  // certificates.spec.ts
  '/dashboard/pacientes/:id/certificado/:certificateId',
];

test('cada página del producto se revisa', () => {
  const built = JSON.parse(readFileSync('web/dist/pages.json', 'utf8')) as {
    pages: object;
    booking: { path: string };
    shellPaths: string[];
  };
  const scanned = [...VISITOR_SCREENS, ...READER_SCREENS, ...ADMIN_SCREENS].map(
    ({ path }) => path.split(/[?#]/)[0] ?? '',
  );
  const isScanned = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/:\w+/g, '[\\da-f-]{36}')}$`);
    return SCANNED_IN_FLOWS.includes(page) || scanned.some((path) => pattern.test(path));
  };
  const paths = [...Object.keys(built.pages), built.booking.path, ...built.shellPaths];
  expect(paths.filter((page) => !isScanned(page))).toEqual([]);
});

test('un contraste insuficiente y un botón sin nombre se informan', async ({ page }) => {
  await page.goto('/api/health');
  await page.setContent('<p style="color: #bbb; background: #fff">Una línea pálida.</p><button></button>');
  const found = await violations(allRules(page));
  expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
    expect.arrayContaining(['color-contrast: p', 'button-name: button']),
  );
});
