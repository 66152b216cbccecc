import { expect, test } from 'vitest';
import { createTestApp } from '#server/testing/test-app';
import { ensureAdmin } from './first-admin.ts';

const silent = () => undefined;
const ANA = { email: 'ana@ejemplo.cl', password: 'una-clave-larga' };
const BERTA = { email: 'berta@ejemplo.cl', password: 'otra-clave-larga' };

test('the first administrator is returned once, by one of several processes, and without a configured password', async () => {
  const { deps, close } = await createTestApp();
  const starts = await Promise.all([1, 2, 3].map(() => ensureAdmin(deps, ANA, silent)));
  expect(starts.filter(Boolean)).toEqual([{ email: ANA.email }]);
  expect(await ensureAdmin(deps, ANA, silent)).toBeUndefined();
  expect(await ensureAdmin(deps, BERTA, silent)).toBeUndefined();
  expect(await ensureAdmin(deps, undefined, silent)).toBeUndefined();
  await close();
});
