import type { Locator, Page } from '@playwright/test';

export const notifications = (page: Page): Locator => page.getByRole('region', { name: /^Notificaciones/ });

export const toast = (page: Page): Locator => notifications(page).getByRole('listitem');
