import { expect, type Locator } from '@playwright/test';

/** The red of the light theme. */
const RED = 'oklch(0.51 0.19 27)';

/** The error is shown in red under the field, and is part of the field's accessible description. */
export async function expectFieldError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(text));
  const notes = (await field.getAttribute('aria-describedby')) ?? '';
  const error = field.page().locator(`[id="${notes.split(' ').at(-1)}"]`);
  await expect(error).toHaveText(text);
  await expect(error).toHaveCSS('color', RED);
  const [above, below] = [await field.boundingBox(), await error.boundingBox()];
  expect(below?.y, `«${text}» bajo su campo`).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
}

export async function expectNoFieldError(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid');
}
