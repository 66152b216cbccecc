import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getAccount, updatePersonalInfo } from '#contract/account';
import { logout, me } from '#contract/auth';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { SUPPORT_MAILBOX } from '#web/platform/mailboxes.ts';
import { expectFieldError, expectNoFieldError, fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const SETTINGS = '/dashboard/configuracion';

const field = (label: string) => screen.getByLabelText(label);
const button = (name: string) => screen.findByRole('button', { name });
const choicesOf = (label: string) => [...(field(label) as HTMLSelectElement).options].slice(1).map(({ text }) => text);

/** The shown personal data. */
async function facts(): Promise<Record<string, string>> {
  await button('Editar');
  const names = [...document.querySelectorAll('[role=tabpanel] dt')];
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']));
}

async function openForm(server = serverFor()) {
  const app = await openApp(SETTINGS, server);
  await app.user.click(await button('Editar'));
  await button('Guardar');
  return { server, ...app };
}

test('personal data is read, edited and shown at once in the whole application', async () => {
  const server = serverFor();
  const { user } = await openApp(SETTINGS, server);
  expect(await facts()).toEqual({
    Nombre: 'Ana Pérez Soto',
    Email: ANA.email,
    RUT: '12.345.678-5',
    RNPI: '763509',
    Profesión: 'Médico/a',
    Especialidad: 'Medicina familiar',
    Ciudad: 'Valdivia',
    Región: 'Región de Los Ríos',
  });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Cuenta',
    'Suscripción',
    'Firma',
    'Secretaría',
    'Seguridad',
  ]);

  await user.click(await button('Editar'));
  expect(await screen.findByLabelText(/^Nombre completo/)).toHaveFocus();
  expect(field('Email')).toHaveValue(ANA.email);
  expect(field('Email')).toHaveAttribute('readonly');
  expect(choicesOf('Profesión')).toEqual([...PROFESSIONS]);
  expect(choicesOf('Región')).toEqual([...REGIONS]);
  fillFields({ 'Nombre completo': '  Ana Pérez de Arce ', Profesión: 'Nutricionistas', Especialidad: ' ' });
  fillFields({ Ciudad: 'Castro', Región: 'Región de Los Lagos' });

  const changed = { name: 'Ana Pérez de Arce', profession: 'Nutricionistas', city: 'Castro' } as const;
  const saved = { ...ANA, ...changed, region: 'Región de Los Lagos', specialty: undefined } as const;
  const release = server.hold(updatePersonalInfo);
  await user.click(await button('Guardar'));
  expect(await button('Guardando...')).toBeDisabled();
  expect(field('Ciudad')).toBeDisabled();
  server.reply(me, saved);
  release(saved);
  await expectToast('ÉxitoInformación personal actualizada correctamente');
  expect(server.requests(updatePersonalInfo).map(({ body }) => body)).toEqual([
    { ...changed, region: 'Región de Los Lagos', rut: '12345678-5', rnpi: '763509' },
  ]);
  expect(await facts()).toEqual({
    Nombre: 'Ana Pérez de Arce',
    Email: ANA.email,
    RUT: '12.345.678-5',
    RNPI: '763509',
    Profesión: 'Nutricionista',
    Especialidad: 'Sin registro',
    Ciudad: 'Castro',
    Región: 'Región de Los Lagos',
  });
  expect(await button('Editar')).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Ana Pérez de Arce'));
});

test('the own RUT and RNPI are corrected: a wrong check digit is noticed, and text that is no RUT is refused', async () => {
  const wrong = { ...ANA, rut: '15678432-8', rnpi: undefined, identity: 'verified' } as const;
  const server = serverFor(wrong);
  const { user } = await openApp(SETTINGS, server);
  expect(await facts()).toMatchObject({
    RUT: '15.678.432-8El dígito verificador no coincide. Revisa el RUT.',
    RNPI: 'Sin registro',
  });
  await user.click(await button('Editar'));
  expect(await screen.findByText(/Si cambias tu nombre, RUT, RNPI o profesión, habrá que verificarla/)).toBeVisible();
  expect(field('RUT')).toHaveValue('15.678.432-8');
  fillFields({ RUT: ' ' });
  await user.click(await button('Guardar'));
  await waitFor(() => expectFieldError(field('RUT'), 'El RUT es requerido'));
  fillFields({ RUT: '15678432k', RNPI: ' 763509 ' });
  const saved = { ...wrong, rut: '15678432-K', rnpi: '763509', identity: 'declared' } as const;
  server.reply(updatePersonalInfo, saved);
  await user.click(await button('Guardar'));
  await expectToast('ÉxitoInformación personal actualizada correctamente');
  expect(server.requests(updatePersonalInfo).map(({ body }) => body)).toMatchObject([
    { rut: '15678432-K', rnpi: '763509' },
  ]);
  expect(await facts()).toMatchObject({ RUT: '15.678.432-K', RNPI: '763509' });
});

test('missing data is reported under its field and nothing is sent; «Cancelar» restores everything', async () => {
  const { user, server } = await openForm();
  fillFields({ 'Nombre completo': '   ', Ciudad: '', Profesión: '', Región: '' });
  await user.click(await button('Guardar'));
  await waitFor(() => expectFieldError(field('Nombre completo'), 'El nombre es requerido'));
  expectFieldError(field('Ciudad'), 'La ciudad es requerida');
  expectFieldError(field('Profesión'), 'La profesión es requerida');
  expectFieldError(field('Región'), 'La región es requerida');
  expectNoFieldError(field('Especialidad'));
  expect(field('Nombre completo')).toHaveFocus();
  expect(server.requests(updatePersonalInfo)).toEqual([]);

  await user.click(await button('Cancelar'));
  expect(await button('Editar')).toHaveFocus();
  expect(await facts()).toMatchObject({ Nombre: 'Ana Pérez Soto' });
  await user.click(await button('Editar'));
  expect(field('Nombre completo')).toHaveValue('Ana Pérez Soto');
});

test('leaving with unsaved data asks: stay, leave without saving, or save', async () => {
  const { user, server, address } = await openForm();
  server.reply(updatePersonalInfo, { ...ANA, city: 'Osorno' });
  server.reply(logout, undefined);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const goHome = () => user.click(screen.getByRole('link', { name: 'Ficha Austral, ir al inicio' }));
  const answer = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' });
    await user.click(within(question).getByRole('button', { name }));
  };
  const openAgain = async () => {
    await waitFor(() => expect(address()).toBe('/dashboard'));
    // The address changes before the page does.
    await waitFor(() => expect(screen.queryByLabelText(/^Ciudad/)).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Configuración de Cuenta' }));
    expect(await facts()).toMatchObject({ Ciudad: 'Valdivia' });
    await user.click(await button('Editar'));
  };
  await goHome();
  await openAgain();

  fillFields({ Ciudad: 'Osorno' });
  await goHome();
  await answer('Seguir editando');
  expect(field('Ciudad')).toHaveValue('Osorno');
  await goHome();
  await answer('Salir sin guardar');
  await openAgain();

  fillFields({ Ciudad: '' });
  await goHome();
  await answer('Guardar y salir');
  await waitFor(() => expectFieldError(field('Ciudad'), 'La ciudad es requerida'));
  fillFields({ Ciudad: '  Osorno ' });
  await user.click(await button('Cerrar sesión'));
  await answer('Guardar y salir');
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(server.requests(updatePersonalInfo).map(({ body }) => body)).toMatchObject([{ city: 'Osorno' }]);
  expect(storedTokens()).toEqual(NO_TOKENS);
});

test('a refusal of the server is shown in its words, and without words in our own', async () => {
  const { user, server } = await openForm();
  const details = [{ field: 'city', message: 'Esa ciudad no está en la región' }];
  const refused = 'Revisa los datos ingresados';
  server.respond(updatePersonalInfo, 400, { error: refused, message: refused, details }, 1);
  await user.click(await button('Guardar'));
  await expectToast(refused);
  await waitFor(() => expect(field('Ciudad')).toHaveFocus());
  expectFieldError(field('Ciudad'), 'Esa ciudad no está en la región');

  fillFields({ Ciudad: 'Osorno' });
  server.respond(updatePersonalInfo, 500, {}, 1);
  await user.click(await button('Guardar'));
  await expectToast('No se pudo actualizar la información personal');
  expect(field('Ciudad')).toHaveValue('Osorno');
});

test('settings that fail to load are reported and can be retried', async () => {
  const server = serverFor();
  server.respond(getAccount, 500, {}, 2);
  const { user } = await openApp(SETTINGS, server);
  await expectToast('No se pudo cargar la configuración de la cuenta');
  await user.click(await button('Volver a intentar'));
  expect(await facts()).toMatchObject({ Nombre: 'Ana Pérez Soto' });
});

test('the tab lives in the address, and the text typed in one tab stays while another is shown', async () => {
  const { user, address } = await openForm();
  fillFields({ Ciudad: 'Futrono' });
  await user.click(screen.getByRole('tab', { name: 'Seguridad' }));
  expect(address()).toBe(`${SETTINGS}?tab=seguridad`);
  expect(await screen.findByLabelText(/^Contraseña actual/)).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Cuenta' })).toHaveAttribute('aria-selected', 'false');
  await user.click(screen.getByRole('tab', { name: 'Cuenta' }));
  expect(address()).toBe(`${SETTINGS}?tab=cuenta`);
  expect(field('Ciudad')).toHaveValue('Futrono');
});

test.each([
  ['?tab=seguridad', 'Seguridad'],
  ['?tab=suscripcion', 'Suscripción'],
  ['?tab=otra', 'Cuenta'],
  ['?payment=otra', 'Suscripción'],
])('the address %s opens the tab %s', async (search, name) => {
  await openApp(SETTINGS + search, serverFor());
  expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent(name);
});

test('an administrator without professional data sees what exists and can complete it', async () => {
  const { profession: _p, specialty: _s, city: _c, region: _r, ...bare } = ANA;
  const { user } = await openForm(serverFor({ ...bare, role: 'admin' }));
  await user.click(await button('Guardar'));
  await waitFor(() => expectFieldError(field('Ciudad'), 'La ciudad es requerida'));
  await user.click(await button('Cancelar'));
  const shown = await facts();
  expect(shown).toMatchObject({ Email: ANA.email, Ciudad: 'Sin registro' });
  expect(shown).not.toHaveProperty('RNPI');
});

test.each([
  ['declared', /^Identidad declarada por ti, sin verificar\. Para que la verifiquemos, escribe a/],
  ['verified', 'Identidad verificada en el registro de prestadores.'],
] as const)('the identity %s is shown under the personal data', async (identity, text) => {
  const server = serverFor();
  server.reply(getAccount, { ...ANA, identity });
  await openApp(SETTINGS, server);
  expect(await screen.findByText(text)).toBeVisible();
});

test('a declared identity says where to ask for its verification', async () => {
  const server = serverFor();
  server.reply(getAccount, { ...ANA, identity: 'declared' });
  await openApp(SETTINGS, server);
  const mailbox = await screen.findByRole('link', { name: SUPPORT_MAILBOX });
  expect(mailbox).toHaveAttribute('href', `mailto:${SUPPORT_MAILBOX}?subject=Verificar%20mi%20identidad`);
  expect(mailbox.parentElement).toHaveTextContent('con tu RUT y tu RNPI');
});
