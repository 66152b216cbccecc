import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility-violations.ts';
import { PASSWORD, test } from './fixtures.ts';

const lockOf = (page: Page) => page.getByRole('dialog', { name: 'Pantalla bloqueada' });

/** As if nobody had used the computer for twenty minutes. */
async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('screenLock') ?? '{}');
    localStorage.setItem('screenLock', JSON.stringify({ ...state, lastInput: Date.now() - 20 * 60_000 }));
  });
  await page.keyboard.press('Shift');
  await expect(lockOf(page)).toBeVisible();
}

/** The names in the accessibility tree of the browser. */
async function namesRead(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value ?? ''));
}

test('la pantalla bloqueada oculta la página, y al desbloquearla sigue lo que se escribía', async ({ ana }) => {
  const page = await ana.open('/dashboard/pacientes');
  await page.getByRole('button', { name: 'Nuevo Paciente' }).first().click();
  const name = page.getByRole('dialog', { name: 'Nuevo Paciente' }).getByLabel('Nombre');
  await name.fill('Rosa Díaz');
  await leaveAlone(page);

  await test.step('nada de la página se ve, se lee ni recibe el foco', async () => {
    const read = await namesRead(page);
    expect(read).toContain('Pantalla bloqueada');
    expect(read.join('\n')).not.toMatch(/Nuevo Paciente|Rosa Díaz|Agenda/);
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog.screen-lock'),
      );
      expect(isInside).toBe(true);
    }
    const corners = [
      [5, 5],
      [1200, 700],
    ] as const;
    for (const [x, y] of corners) {
      const covered = await page.evaluate(
        ([left, top]) => !!document.elementFromPoint(left, top)?.closest('dialog.screen-lock'),
        [x, y] as const,
      );
      expect(covered).toBe(true);
    }
    await expectAccessible(page);
  });

  await test.step('ni Escape ni un clic cierran lo que estaba abierto debajo', async () => {
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await lockOf(page).getByRole('heading').click();
    await expect(lockOf(page)).toBeVisible();
  });

  await test.step('con la contraseña se sigue en el mismo campo, con lo escrito', async () => {
    await lockOf(page).getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(lockOf(page)).toBeHidden();
    await expect(name).toHaveValue('Rosa Díaz');
    await expect(name).toBeFocused();
    // Nothing asks whether to discard what was typed.
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('el bloqueo vale para las demás pestañas y sigue al recargar', async () => {
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await leaveAlone(other);
    await expect(lockOf(page)).toBeVisible();
    await other.reload();
    await expect(lockOf(other)).toBeVisible();
    await lockOf(other).getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await other.keyboard.press('Enter');
    await expect(lockOf(other)).toBeHidden();
    await expect(lockOf(page)).toBeHidden();
    await expect(name).toHaveValue('Rosa Díaz');
  });
});
