import type { Locator, Page } from '@playwright/test';

export const finalizingQuestion = (page: Page): Locator => page.getByRole('alertdialog', { name: /^¿Finalizar / });

/** Answers the question that comes before a document is finalised. */
export const confirmFinalizing = (page: Page): Promise<void> =>
  finalizingQuestion(page).getByRole('button', { name: 'Finalizar', exact: true }).click();
