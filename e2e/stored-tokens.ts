import type { Page } from '@playwright/test';

interface Stored {
  accessToken: string | null;
  refreshToken: string | null;
}

export const NO_TOKENS: Stored = { accessToken: null, refreshToken: null };

export const storedTokens = (page: Page): Promise<Stored> =>
  page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
    refreshToken: localStorage.getItem('refreshToken'),
  }));
