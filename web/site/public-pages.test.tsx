import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

const open = (path: string) => openApp(path, serverFor(), { signedIn: null });
const headings = (region: HTMLElement) => [...region.querySelectorAll('h3')].map(({ textContent }) => textContent);

test('the front page opens with both entries and shows the six features', async () => {
  const { user, address } = await open('/');
  const features = screen.getByRole('region', { name: 'Lo que necesitas para atender, en un solo lugar' });
  expect(headings(features)).toEqual([
    'Agenda en formato 24 horas',
    'Ficha clínica completa',
    'Borradores editables',
    'PDF con validez legal',
    'Seguridad y cifrado',
    'Plan accesible',
  ]);
  expect(within(features).getAllByRole('listitem')).toHaveLength(6);
  const record = within(features).getByText('Ficha clínica completa').closest('li');
  for (const content of ['RUT', 'contactos', 'alergias']) expect(record).toHaveTextContent(content);

  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: 'Crear cuenta gratis' })).toHaveAttribute('href', '/register');
  await user.click(header.getByRole('link', { name: 'Iniciar sesión' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

test('the three plans show their price and lead to the registration', async () => {
  const { user, address } = await open('/');
  const plans = screen.getByRole('region', { name: 'Planes y precios' });
  expect(headings(plans)).toEqual(['Prueba Gratuita', 'Profesional', 'Anual']);
  const plan = (name: string) => within(plans).getByText(name, { selector: 'h3' }).closest('li') as HTMLElement;
  const contents = {
    'Prueba Gratuita': ['1 paciente como máximo', 'Agenda básica', '1 ficha clínica', 'Funciones básicas'],
    Profesional: [
      '3.990',
      'Pacientes ilimitados',
      'Agenda completa',
      'Fichas clínicas ilimitadas',
      'Firma digital en recetas',
    ],
    Anual: [
      '37.990',
      '3.166',
      'Ahorras 824 CLP al mes',
      'Ahorras 9.890 CLP al año',
      '2 meses gratis incluidos',
      'Mejor valor',
      'Soporte prioritario',
    ],
  };
  for (const [name, texts] of Object.entries(contents)) {
    for (const text of texts) expect(plan(name)).toHaveTextContent(text);
    expect(within(plan(name)).getByRole('link')).toHaveAttribute('href', '/register');
  }
  await user.click(within(plan('Anual')).getByRole('link'));
  await waitFor(() => expect(address()).toBe('/register'));
});

test('the front page names Ley 21.746, invites to start and ends with the legal texts', async () => {
  await open('/');
  const law = screen.getByRole('region', { name: /Ley 21\.746/ });
  expect(law).toHaveTextContent('licencias médicas');
  expect(law).toHaveTextContent('Ficha Austral no emite licencias médicas');
  const call = within(screen.getByRole('region', { name: 'Empieza con tu próximo paciente' }));
  expect(call.getByRole('link', { name: 'Crear cuenta gratis' })).toHaveAttribute('href', '/register');
});

test.each([
  ['Términos de Servicio', '/terminos'],
  ['Política de Privacidad', '/privacidad'],
  ['Soporte', '/soporte'],
])('the footer of the front page leads to %s', async (name, path) => {
  const { user, address } = await open('/');
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name }));
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(address()).toBe(path);
});

test('the page of rights explains each one, and is reached from the footer and from the privacy page', async () => {
  const { user, address } = await open('/privacidad');
  await user.click(screen.getByRole('link', { name: 'Cómo se cumple cada derecho en Ficha Austral' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Derechos sobre los datos personales' })).toBeVisible();
  expect(address()).toBe('/derechos');
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  for (const right of ['Acceso', 'Rectificación', 'Supresión', 'Portabilidad', 'Oposición y bloqueo']) {
    expect(titles.join()).toContain(right);
  }
  for (const law of ['Ley 19.628', 'Ley 21.719', 'Ley 20.584', '15 años']) {
    expect(screen.getByRole('main')).toHaveTextContent(law);
  }
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Derechos sobre tus datos' })).toHaveAttribute('href', '/derechos');
});

test('the privacy page says what article 14 ter asks, and by whom', async () => {
  await open('/privacidad');
  const main = await screen.findByRole('main');
  for (const said of [
    /política de tratamiento de datos personales.*Última actualización: \d+ de \w+ de 2026/s,
    /Nombre o razón social.*RUT.*Representante legal.*Domicilio.*Correo de contacto.*Delegado de protección de datos/s,
    /escribe a.*o por carta a ese domicilio/s,
    /datos de cuatro grupos de personas/,
    /A quién se comunican/,
    /base legal.*Ningún tratamiento se basa en un interés legítimo/s,
    /Cómo protegemos los datos/,
    /Acceso:.*Rectificación:.*Supresión:.*Oposición:.*Portabilidad:.*Bloqueo:/s,
    /reclamar ante la Agencia de Protección de Datos Personales/,
    /transferencias internacionales.*Servicios externos que tratan datos de esta instalación: ninguno informado/s,
    /Cuánto tiempo los conservamos.*15 años/s,
    /fuente de acceso público.*registro de prestadores/s,
    /Retirar tu consentimiento/,
    /Decisiones automatizadas.*No tomamos decisiones automatizadas/s,
  ]) {
    expect(main).toHaveTextContent(said);
  }
  expect(within(main).getByRole('link', { name: 'contrato de encargo de tratamiento' })).toHaveAttribute(
    'href',
    '/encargo',
  );
});

test('the contract of the processor says what article 15 bis asks, and is reached from the footer and the terms', async () => {
  const { user, address } = await open('/terminos');
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('link', { name: 'contrato de encargo de tratamiento' })).toHaveAttribute('href', '/encargo');
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Contrato de encargo' }));
  const title = 'Contrato de encargo de tratamiento';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(address()).toBe('/encargo');
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.slice(3).trim());
  expect(titles).toEqual([
    'Las partes',
    'Objeto',
    'Duración',
    'Finalidad',
    'Tipos de datos',
    'Categorías de titulares',
    'Nuestras obligaciones',
    'Tus derechos y obligaciones',
    'Subencargados',
    'Medidas de seguridad',
    'Aviso de vulneraciones',
    'Término: devolución y supresión',
    'Aceptación y versiones',
  ]);
  expect(screen.getByRole('main')).toHaveTextContent(`Versión ${PROCESSING_AGREEMENT.version}`);
  expect(screen.getByRole('main')).toHaveTextContent('Subencargados de esta instalación: ninguno informado');
});

/** The SHA-256 of each version, so that accounts are asked to accept a text that changes. */
const TEXTS: Record<string, string> = { '2026-12': 'f390a4c0ad76d87ec6cfb21a482f14bd864ea846ced2090a0632cbbcd24291b9' };

test('another text of the contract is another version', async () => {
  await open('/encargo');
  await screen.findByRole('heading', { level: 1 });
  const text = screen.getByRole('article').textContent?.replaceAll(/\s+/g, ' ') ?? '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  expect(Buffer.from(digest).toString('hex')).toBe(TEXTS[PROCESSING_AGREEMENT.version]);
});

test.each(['/soporte', '/derechos', '/privacidad', '/primeros-pasos'])(
  '%s names the addendum as the way to correct a finalised note',
  async (path) => {
    await open(path);
    expect(await screen.findByRole('main')).toHaveTextContent(/\badenda\b/);
  },
);

test('the first steps go from the account to the printed document, with a picture for each topic', async () => {
  const { user, address } = await open('/primeros-pasos');
  expect(screen.getByRole('heading', { level: 1, name: 'Primeros pasos' })).toBeVisible();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([
    '1. Crea tu cuenta',
    '2. Agrega tu primer paciente',
    '3. Agenda la primera cita',
    '4. Escribe la primera nota',
    '5. Imprime y entrega',
    '6. Recibe reservas en línea',
    '7. Anota lo que cobras',
    '8. Suma a tu secretaría',
    '9. Instálala en el teléfono o el computador',
    '10. Deja tu cuenta lista',
  ]);
  for (const name of ['El formulario Nuevo Paciente', 'El formulario Nueva Cita', 'El editor de una nota clínica']) {
    const pictures = screen.getAllByAltText(new RegExp(name));
    expect(pictures.map((picture) => /-dark/.test(picture.getAttribute('src') ?? ''))).toEqual([false, true]);
    // The room of a picture that has not arrived is kept free.
    for (const picture of pictures) expect(picture).toHaveAttribute('height');
  }
  await user.click(screen.getByRole('link', { name: 'Regístrate' }));
  await waitFor(() => expect(address()).toBe('/register'));
});

test('password recovery is five steps, without a form', async () => {
  const { user, address } = await open('/recuperar-contrasena');
  const main = screen.getByRole('main');
  const steps = within(within(main).getByRole('list')).getAllByRole('listitem');
  const said = [
    /correo registrado.*Recuperación de contraseña.*RUT/s,
    /Explica tu solicitud/,
    /PDF de tu inscripción en el RNPI.*Superintendencia de Salud/s,
    /licencia de conducir o el anverso de tu cédula.*tapar el número de documento.*nombre/s,
    /verificación.*credenciales temporales.*cambia tu contraseña/s,
  ];
  expect(steps).toHaveLength(said.length);
  for (const [at, text] of said.entries()) expect(steps[at]).toHaveTextContent(text);
  const linkOf = (at: number) => steps[at]?.querySelector('a')?.getAttribute('href');
  expect(linkOf(0)).toMatch(/^mailto:soporte@/);
  expect(linkOf(2)).toMatch(/superdesalud\.gob\.cl/);
  expect(main).toHaveTextContent('24-48 horas hábiles');
  expect(document.querySelectorAll('form, input')).toHaveLength(0);

  expect(within(main).getByRole('link', { name: 'Inicia sesión' })).toHaveAttribute('href', '/login');
  expect(within(main).getByRole('link', { name: 'Regístrate aquí' })).toHaveAttribute('href', '/register');
  await user.click(within(main).getByRole('link', { name: 'Volver al inicio de sesión' }));
  await waitFor(() => expect(address()).toBe('/login'));
});
