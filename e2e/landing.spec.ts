import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('la portada abre con los dos caminos de entrada y muestra las seis funciones', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Crear cuenta gratis' })).toHaveAttribute('href', '/register');
  await header.getByRole('link', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  const features = page.getByRole('region', { name: 'Lo que necesitas para atender, en un solo lugar' });
  await expect(features.getByRole('listitem')).toHaveCount(6);
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Agenda en formato 24 horas',
    'Ficha clínica completa',
    'Borradores editables',
    'PDF con validez legal',
    'Seguridad y cifrado',
    'Plan accesible',
  ]);
  const record = features.getByRole('listitem').filter({ hasText: 'Ficha clínica completa' });
  for (const content of ['RUT', 'contactos', 'alergias']) await expect(record).toContainText(content);
});

test('los tres planes dicen su precio y llevan al registro', async ({ page }) => {
  await page.goto('/');
  const plans = page.getByRole('region', { name: 'Planes y precios' });
  const plan = (name: string) =>
    plans.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
  await page.getByRole('main').getByRole('link', { name: 'Ver planes' }).click();
  await expect(page).toHaveURL('/#planes');
  await expect(page.getByRole('heading', { name: 'Planes y precios' })).toBeInViewport();
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText(['Prueba Gratuita', 'Profesional', 'Anual']);

  const free = ['1 paciente como máximo', 'Agenda básica', '1 ficha clínica', 'Funciones básicas'];
  const monthly = ['3.990', 'Pacientes ilimitados', 'Agenda completa', 'Fichas clínicas ilimitadas'];
  const annual = ['37.990', '3.166', 'Ahorras 824 CLP al mes', 'Ahorras 9.890 CLP al año', '2 meses gratis incluidos'];
  for (const text of free) await expect(plan('Prueba Gratuita')).toContainText(text);
  for (const text of [...monthly, 'Firma digital en recetas']) await expect(plan('Profesional')).toContainText(text);
  for (const text of [...annual, 'Mejor valor', 'Soporte prioritario']) await expect(plan('Anual')).toContainText(text);

  for (const name of ['Prueba Gratuita', 'Profesional', 'Anual']) {
    await expect(plan(name).getByRole('link')).toHaveAttribute('href', '/register');
  }
  await plan('Anual').getByRole('link').click();
  await expect(page).toHaveURL('/register');
});

test('la portada nombra la Ley 21.746, llama a empezar y termina con los textos legales', async ({ page }) => {
  await page.goto('/');
  const law = page.getByRole('region', { name: /Ley 21\.746/ });
  await expect(law).toContainText('licencias médicas');
  await expect(law).toContainText('Ficha Austral no emite licencias médicas');
  const call = page.getByRole('region', { name: 'Empieza con tu próximo paciente' });
  await expect(call.getByRole('link', { name: 'Crear cuenta gratis' })).toHaveAttribute('href', '/register');

  const footer = page.getByRole('contentinfo');
  for (const [name, path] of [
    ['Términos de Servicio', '/terminos'],
    ['Política de Privacidad', '/privacidad'],
    ['Soporte', '/soporte'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('la recuperación de la contraseña son cinco pasos, sin formulario', async ({ page }) => {
  await page.goto('/recuperar-contrasena');
  const steps = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(steps).toHaveCount(5);
  const said = [
    /email registrado.*Recuperación de contraseña.*RUT/s,
    /Explica tu solicitud/,
    /PDF de tu inscripción en el RNPI.*Superintendencia de Salud/s,
    /licencia de conducir o el anverso de tu cédula.*tapar el número de documento.*nombre/s,
    /verificación.*credenciales temporales.*cambia tu contraseña/s,
  ];
  for (const [index, text] of said.entries()) await expect(steps.nth(index)).toContainText(text);
  await expect(steps.first().getByRole('link')).toHaveAttribute('href', /^mailto:soporte@/);
  await expect(steps.nth(2).getByRole('link')).toHaveAttribute('href', /superdesalud\.gob\.cl/);
  await expect(page.getByRole('main')).toContainText('24-48 horas hábiles');
  await expect(page.locator('form, input')).toHaveCount(0);

  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Inicia sesión', exact: true })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('link', { name: 'Regístrate aquí' })).toHaveAttribute('href', '/register');
  await main.getByRole('link', { name: 'Volver al inicio de sesión' }).click();
  await expect(page).toHaveURL('/login');
});

test('los textos públicos dicen lo que un profesional necesita saber', async ({ request }) => {
  const said: Record<string, string[]> = {
    '/terminos': ['profesionales de la salud registrados en Chile', 'Ley 21.746', 'pagos@fichaaustral.cl'],
    '/privacidad': ['Ley 19.628', 'Ley 21.719'],
    '/soporte': ['24 a 48 horas', 'soporte@fichaaustral.cl', 'hasta el fin del período pagado'],
  };
  for (const [path, texts] of Object.entries(said)) {
    const html = await (await request.get(path)).text();
    for (const text of texts) expect.soft(html, path).toContain(text);
    expect.soft(html, path).toContain('Esta instalación no ha informado quién la opera.');
    expect.soft(html, path).not.toMatch(/__[A-Z]/);
  }
});
