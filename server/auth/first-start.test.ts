import { expect, test } from 'vitest';
import { firstStartLines } from './first-start.ts';

const INSTALLATION = { publicUrl: 'https://ficha.cl', defaultPlan: 'free' } as const;
const ADMIN = { email: 'admin@ejemplo.cl' };

test('the first start says in Spanish what to do next, and where', () => {
  const lines = firstStartLines(INSTALLATION, ADMIN);
  expect(lines).toEqual([
    'Primer inicio. Qué hacer ahora:',
    expect.stringMatching(/1\. Inicia sesión .+admin@ejemplo\.cl.+https:\/\/ficha\.cl\/login$/),
    expect.stringMatching(/2\. Carga .+CIE-10.+https:\/\/ficha\.cl\/dashboard\/system-scripts$/),
    expect.stringMatching(/3\. .+crea tu cuenta .+https:\/\/ficha\.cl\/register$/),
    expect.stringMatching(/4\. .+plan.+«Activar suscripción».+https:\/\/ficha\.cl\/dashboard\/admin$/),
    expect.stringContaining('DEFAULT_PLAN=paid'),
  ]);
});

test('a generated password is the last line', () => {
  const lines = firstStartLines(INSTALLATION, { ...ADMIN, generatedPassword: 'abc-123' });
  expect(lines.at(-1)).toBe('Administrator: admin@ejemplo.cl, password abc-123 (it is not shown again)');
});

test('with DEFAULT_PLAN=paid nobody has to give the account a plan', () => {
  const lines = firstStartLines({ ...INSTALLATION, defaultPlan: 'paid' }, ADMIN);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/3\. .+ya tiene el Plan Profesional.+\/register$/);
});
