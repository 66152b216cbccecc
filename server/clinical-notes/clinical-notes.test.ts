import { afterAll, beforeAll, expect, test } from 'vitest';
import { canWriteClinically } from '#contract/clinical-notes';
import { createWorld, type World } from '#server/testing/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a free account writes while it holds no more patients than its limit, a paid one always', async () => {
  const ana = await world.newProfessional();
  const permission = async () => (await ana.send(canWriteClinically)).body;
  expect(await permission()).toEqual({ canCreate: true, message: '' });
  await ana.pays();
  await Promise.all([ana.hasPatient(), ana.hasPatient()]);
  expect(await permission()).toEqual({ canCreate: true, message: '' });

  await world.sql`update subscriptions set expires_at = ${world.deps.now()} where owner_id = ${ana.user._id}`;
  expect(await permission()).toEqual({
    canCreate: false,
    message: 'Las funciones clínicas multipaciente requieren una cuenta Pro.',
  });
});
