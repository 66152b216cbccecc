import { expect, type Locator, type Page } from '@playwright/test';
import { finalizeClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { finalizingQuestion } from './finalizing.ts';
import { test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function middle(place: Locator): Promise<[x: number, y: number]> {
  const box = await place.boundingBox();
  if (!box) throw new Error('el botón no está a la vista');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The addresses that were requested, in order. */
function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test('nada se finaliza con un doble clic ni con Enter; el lugar del botón no imprime por error', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  const note = await seedClinicalNote(request, ana, rosa, { reason: 'Control', diagnoses: ['Lumbago'] });
  const page = await ana.newPage();
  await page.clock.install();
  const requests = recordRequests(page);
  const finalizing = fillPath(finalizeClinicalNote.path, { id: note._id });
  const printing = fillPath(printClinicalNote.path, { id: note._id });
  const profile = `/dashboard/pacientes/${rosa._id}`;

  await test.step('en el editor', async () => {
    await page.goto(`${profile}/atencion/${note._id}`);
    await button(page, 'Guardar Permanentemente').dblclick();
    await expect(finalizingQuestion(page)).toContainText('Nota clínica de Rosa Díaz');
    await expect(finalizingQuestion(page)).toContainText('Se imprimirá: motivo de consulta y 1 diagnóstico.');
    await expect(finalizingQuestion(page)).toContainText('Sin anamnesis');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(finalizingQuestion(page)).toHaveCount(0);
    await button(page, 'Guardar Permanentemente').click();
    await expect(button(page, 'Seguir editando')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(finalizingQuestion(page)).toHaveCount(0);
    await expect(button(page, 'Guardar Permanentemente')).toBeFocused();
    expect(requests).not.toContain(finalizing);
  });

  await test.step('en la ficha', async () => {
    await page.goto(profile);
    await button(page, 'Guardar definitivamente').dblclick();
    await expect(finalizingQuestion(page)).toContainText('Nota clínica de Rosa Díaz');
    await page.keyboard.press('Escape');
    await expect(finalizingQuestion(page)).toHaveCount(0);
    expect(requests).not.toContain(finalizing);

    const place = await middle(button(page, 'Guardar definitivamente'));
    await button(page, 'Guardar definitivamente').click();
    await expect(finalizingQuestion(page)).toBeVisible();
    // From here on time passes only in steps, so the second after finalising does not end.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.mouse.dblclick(...(await middle(button(page, 'Finalizar'))));
    await expect(async () => {
      await page.clock.runFor(5);
      expect(await button(page, 'Imprimir PDF').count()).toBe(1);
    }).toPass();
    await page.mouse.click(...place);
    await page.mouse.dblclick(...place);
    await expect(page).toHaveURL(profile);
    await page.clock.resume();
    await expect(toast(page)).toContainText('Nota clínica finalizada correctamente');
    expect(requests.filter((path) => path === finalizing)).toHaveLength(1);
    expect(requests).not.toContain(printing);

    await button(page, 'Imprimir PDF').click();
    await expect.poll(() => requests).toContain(printing);
  });
});
