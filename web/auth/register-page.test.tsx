import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { REGISTERED_MESSAGE, register } from '#contract/auth';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { expectFieldError, expectNoFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const PASSWORD = 'clave-de-prueba';
const field = (label: string) => screen.getByLabelText(label);
const submitButton = () => screen.getByText(/^(Crear Cuenta|Creando cuenta\.\.\.)$/, { selector: 'button' });

async function openRegistration(server = serverFor()) {
  const app = await openApp('/register', server, { signedIn: null });
  return { server, ...app };
}

function fillAll(changes: Record<string, string> = {}): void {
  fillFields({
    'Nombre completo': 'Ana Pérez Soto',
    RUT: '12.345.678-5',
    Email: 'ana@ejemplo.cl',
    Contraseña: PASSWORD,
    'Confirmar contraseña': PASSWORD,
    Profesión: 'Enfermeros/as',
    Ciudad: 'Punta Arenas',
    Región: 'Región de Magallanes y de la Antártica Chilena',
    ...changes,
  });
}

const choicesOf = (label: string) => [...(field(label) as HTMLSelectElement).options].slice(1).map(({ text }) => text);

test('the registration asks for all data, marks the required fields and offers complete lists', async () => {
  const { user, address } = await openRegistration();
  expect(screen.getByRole('heading', { level: 1, name: 'Crear Cuenta' })).toBeVisible();
  const required = ['Nombre completo', 'RUT', 'Email', 'Contraseña', 'Confirmar contraseña'];
  for (const label of [...required, 'Profesión', 'Ciudad', 'Región']) {
    const title = screen.getByText(label, { selector: 'label' });
    expect(title).toBeVisible();
    expect(title.parentElement).toHaveTextContent(`${label} *`);
    expect(field(label)).toHaveAttribute('aria-required', 'true');
  }
  for (const label of ['RNPI', 'Especialidad']) {
    expect(field(label)).toBeEnabled();
    expect(screen.getByText(label, { selector: 'label' }).parentElement?.textContent).toBe(label);
  }
  expect(choicesOf('Profesión')).toEqual([...PROFESSIONS]);
  expect(choicesOf('Región')).toEqual([...REGIONS]);
  expect([PROFESSIONS.length, REGIONS.length]).toEqual([6, 16]);

  for (const [at, label] of ['Contraseña', 'Confirmar contraseña'].entries()) {
    const [toggle] = screen.getAllByLabelText('Mostrar contraseña').slice(at);
    if (toggle) await user.click(toggle);
    expect(field(label)).toHaveAttribute('type', 'text');
    await user.click(screen.getByLabelText('Ocultar contraseña'));
    expect(field(label)).toHaveAttribute('type', 'password');
  }
  expect(screen.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/');
  await user.click(screen.getByRole('link', { name: 'Inicia sesión aquí' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

test('each error is shown in red under its field and nothing is sent', async () => {
  const { user, server } = await openRegistration();
  await user.click(submitButton());
  const missing = {
    'Nombre completo': 'El nombre es requerido',
    RUT: 'El RUT es requerido',
    Email: 'El email es requerido',
    Contraseña: 'La contraseña es requerida',
    'Confirmar contraseña': 'Confirma tu contraseña',
    Profesión: 'La profesión es requerida',
    Ciudad: 'La ciudad es requerida',
    Región: 'La región es requerida',
  };
  await waitFor(() => expectFieldError(field('Región'), 'La región es requerida'));
  for (const [label, text] of Object.entries(missing)) expectFieldError(field(label), text);
  for (const label of ['RNPI', 'Especialidad']) expectNoFieldError(field(label));
  expect(field('Nombre completo')).toHaveFocus();

  const wrong = {
    'Nombre completo': '   ',
    Email: 'ana@ejemplo',
    Contraseña: '12345',
    'Confirmar contraseña': '123456',
  };
  fillAll(wrong);
  await user.click(submitButton());
  await waitFor(() => expectFieldError(field('Nombre completo'), 'El nombre es requerido'));
  expectFieldError(field('Email'), 'Email inválido');
  expectFieldError(field('Contraseña'), 'La contraseña debe tener al menos 6 caracteres');
  expectFieldError(field('Confirmar contraseña'), 'Las contraseñas no coinciden');
  for (const label of ['RUT', 'Profesión', 'Ciudad', 'Región']) expectNoFieldError(field(label));

  fillFields({ Contraseña: '123456' });
  await waitFor(() => expectNoFieldError(field('Contraseña')));
  expectNoFieldError(field('Confirmar contraseña'));
  expect(server.requests(register)).toEqual([]);
});

test('the RUT gets its dots while it is typed, and a wrong check digit warns without preventing the registration', async () => {
  const { user, server, address } = await openRegistration();
  server.reply(register, { message: REGISTERED_MESSAGE });
  const rut = field('RUT');
  await user.type(rut, '7654321k');
  expect(rut).toHaveValue('7.654.321-K');
  await user.clear(rut);
  await user.type(rut, '123456785');
  expect(rut).toHaveValue('12.345.678-5');
  const warning = 'El dígito verificador no coincide. Revisa el RUT.';
  await user.tab();
  expect(screen.queryByText(warning)).not.toBeInTheDocument();

  await user.type(rut, '{Backspace}9');
  expect(rut).toHaveValue('12.345.678-9');
  await user.tab();
  expect(await screen.findByText(warning)).toBeVisible();
  expectNoFieldError(rut);
  expect(rut).toHaveAccessibleDescription(/El dígito verificador no coincide/);

  fillAll({ RUT: '12.345.678-9' });
  await user.click(submitButton());
  await waitFor(() => expect(address()).toBe('/login'));
  expect(server.requests(register).map(({ body }) => body)).toMatchObject([{ rut: '12345678-9' }]);
});

test('a new account is announced, leads to the login and leaves no session open', async () => {
  const { user, server, address } = await openRegistration();
  const release = server.hold(register);
  fillAll();
  fillFields({ RNPI: '123456' });
  await user.click(submitButton());
  await waitFor(() => expect(submitButton()).toHaveTextContent('Creando cuenta...'));
  expect(submitButton()).toBeDisabled();
  for (const label of ['Nombre completo', 'RUT', 'Contraseña', 'Profesión', 'Región', 'Especialidad']) {
    expect(field(label)).toBeDisabled();
  }
  release({ message: '' });
  await expectToast(`Registro exitoso${REGISTERED_MESSAGE}`);
  await waitFor(() => expect(address()).toBe('/login'));
  expect(storedTokens()).toEqual(NO_TOKENS);
  const texts = { name: 'Ana Pérez Soto', rut: '12345678-5', email: 'ana@ejemplo.cl', password: PASSWORD };
  const place = { city: 'Punta Arenas', region: 'Región de Magallanes y de la Antártica Chilena' };
  expect(server.requests(register).map(({ body }) => body)).toEqual([
    { ...texts, ...place, profession: 'Enfermeros/as', rnpi: '123456' },
  ]);
});

test.each([
  [{ message: 'Bienvenida, Ana' }, 'Bienvenida, Ana'],
  [{}, REGISTERED_MESSAGE],
])('the announcement is the message of the server, or our own without one: %j', async (reply, said) => {
  const { user, server, address } = await openRegistration();
  server.respond(register, 201, reply);
  fillAll();
  await user.click(submitButton());
  await expectToast(`Registro exitoso${said}`);
  await waitFor(() => expect(address()).toBe('/login'));
});

test('a refusal of the server is shown in its words and the form stays as it was', async () => {
  const { user, server, address } = await openRegistration();
  const taken = 'Ya existe una cuenta con ese correo';
  server.respond(register, 409, { error: taken, message: taken }, 1);
  fillAll();
  await user.click(submitButton());
  await expectToast(`Error de registro${taken}`);
  expect(address()).toBe('/register');
  expect(submitButton()).toHaveTextContent('Crear Cuenta');
  expect(submitButton()).toBeEnabled();
  expect(field('Ciudad')).toHaveValue('Punta Arenas');

  const details = [{ field: 'city', message: 'Esa ciudad no está en la región' }];
  const refused = 'Revisa los datos ingresados';
  server.respond(register, 400, { error: refused, message: refused, details }, 1);
  await user.click(submitButton());
  await expectToast(refused);
  await waitFor(() => expect(field('Ciudad')).toHaveFocus());
  expectFieldError(field('Ciudad'), 'Esa ciudad no está en la región');

  server.disconnect(register);
  fillFields({ Ciudad: 'Valdivia' });
  await user.click(submitButton());
  await expectToast(/Error de registro.*Sin conexión con el servidor/);
});

test('a password that is easy to guess shows a warning while it is typed, and does not prevent the account', async () => {
  const { user, server } = await openRegistration();
  server.reply(register, { message: REGISTERED_MESSAGE });
  fillAll({ Contraseña: 'Password', 'Confirmar contraseña': 'Password' });
  await waitFor(() => expect(field('Contraseña')).toHaveAccessibleDescription(/Es una de las contraseñas más comunes/));
  expectNoFieldError(field('Contraseña'));
  for (const [password, reason] of [
    ['soto-pérez-9', /Contiene tu nombre/],
    ['x12345678', /Contiene tu RUT/],
    ['nieve lenta 47', /^Al menos 6 caracteres$/],
  ] as const) {
    fillFields({ Contraseña: password });
    await waitFor(() => expect(field('Contraseña')).toHaveAccessibleDescription(reason));
  }
  fillFields({ Contraseña: 'Password' });
  await user.click(submitButton());
  await expectToast('Registro exitoso');
  expect(server.requests(register).map(({ body }) => (body as { password: string }).password)).toEqual(['Password']);
});
