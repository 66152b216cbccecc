import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changePassword, updatePersonalInfo } from '#contract/account';
import { deleteUser, resetPassword } from '#contract/admin';
import { logout, me } from '#contract/auth';
import { reauthenticate } from '#contract/sessions';
import { createDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import type { Session } from './auth.store.ts';
import { createSessionCache } from './session-cache.ts';

describe('the session cache', () => {
  const session = { sessionId: 'one' } as Session;
  const state = { version: 1 as number | undefined, now: 0 };
  const find = createSessionCache({ version: () => state.version }, () => state.now);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return session;
  };
  const readsOf = async (work: () => Promise<unknown>) => {
    reads = 0;
    await work();
    return reads;
  };

  test('remembers a session for two seconds, and until something changes', async () => {
    expect(await readsOf(() => find('one', read))).toBe(1);
    state.now += 1999;
    expect(await readsOf(() => find('one', read))).toBe(0);
    state.now += 1;
    expect(await readsOf(() => find('one', read))).toBe(1);
    state.version = 2;
    expect(await readsOf(() => find('one', read))).toBe(1);
    expect(await readsOf(() => find('another', read))).toBe(1);
  });

  test('remembers nothing while changes are not noticed', async () => {
    state.version = undefined;
    expect(await readsOf(() => find('one', read))).toBe(1);
    expect(await readsOf(() => find('one', read))).toBe(1);
    state.version = 3;
  });

  test('does not use after a change what was read before it', async () => {
    await find('late', async () => {
      state.version = 4;
      return { ...session, sessionId: 'late' };
    });
    expect(await readsOf(() => find('late', read))).toBe(1);
  });

  test('forgets a session that is no longer open', async () => {
    await find('ended', async () => ({ ...session, sessionId: 'ended' }));
    state.now += 2000;
    expect(await find('ended', async () => undefined)).toBeUndefined();
    expect(await readsOf(() => find('ended', read))).toBe(1);
  });
});

describe('with remembered sessions', () => {
  let here: TestApp;
  let there: TestApp;
  beforeAll(async () => {
    const database = await createDatabase();
    here = await createTestApp({ database });
    there = await createTestApp({ database: { ...database, close: async () => undefined }, keys: here.keys });
    for (const { deps } of [here, there]) deps.accountChanges.listen();
    await eventually(() => expect(there.deps.accountChanges.version()).toBeDefined());
    await eventually(() => expect(here.deps.accountChanges.version()).toBeDefined());
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const statusOf = async (app: TestApp, token: string) => (await app.send(me, {}, token)).status;

  test('a session that ends is refused at once by the process that ended it, and by the others when they hear of it', async () => {
    const ana = await here.newProfessional();
    expect([await statusOf(here, ana.accessToken), await statusOf(there, ana.accessToken)]).toEqual([200, 200]);
    const heard = there.deps.accountChanges.version();
    await here.send(logout, { body: { refreshToken: ana.refreshToken } });
    expect(await statusOf(here, ana.accessToken)).toBe(401);
    await eventually(() => expect(there.deps.accountChanges.version()).not.toBe(heard));
    await eventually(async () => expect(await statusOf(there, ana.accessToken)).toBe(401));
  });

  test('a reset password, a deleted account and a changed name are known in both processes', async () => {
    const admin = await here.newAdmin();
    const [ana, berta, carla] = await Promise.all([1, 2, 3].map(() => here.newProfessional()));
    if (!ana || !berta || !carla) throw new Error('three professionals');
    for (const { accessToken } of [ana, berta, carla]) {
      expect([await statusOf(here, accessToken), await statusOf(there, accessToken)]).toEqual([200, 200]);
    }
    await admin.send(resetPassword, { params: { id: ana.user._id } });
    await admin.send(deleteUser, { params: { id: berta.user._id } });
    const heard = there.deps.accountChanges.version();
    const profile = { profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' } as const;
    await carla.send(updatePersonalInfo, { body: { ...profile, name: 'Carla Rojas' } });
    await eventually(() => expect(there.deps.accountChanges.version()).not.toBe(heard));
    expect([await statusOf(here, ana.accessToken), await statusOf(here, berta.accessToken)]).toEqual([401, 401]);
    expect((await carla.send(me)).body.name).toBe('Carla Rojas');
    await eventually(async () => {
      expect([await statusOf(there, ana.accessToken), await statusOf(there, berta.accessToken)]).toEqual([401, 401]);
      expect((await there.send(me, {}, carla.accessToken)).body.name).toBe('Carla Rojas');
    });
  });

  test('a changed password ends the other sessions in both processes', async () => {
    const ana = await here.newProfessional();
    const other = await here.logIn(ana.user.email);
    expect([await statusOf(here, other.accessToken), await statusOf(there, other.accessToken)]).toEqual([200, 200]);
    await ana.send(changePassword, { body: { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' } });
    expect(await statusOf(here, other.accessToken)).toBe(401);
    await eventually(async () => expect(await statusOf(there, other.accessToken)).toBe(401));
    expect(await statusOf(here, ana.accessToken)).toBe(200);
  });

  test('a proof of identity is known in both processes', async () => {
    const [admin, ana] = [await here.newAdmin(), await here.newProfessional()];
    const earlier = new Date(here.deps.now().getTime() - 16 * 60_000);
    await here.sql`update sessions set proved_at = ${earlier} where user_id = ${admin.user._id}`;
    const resetThere = async () =>
      (await there.send(resetPassword, { params: { id: ana.user._id } }, admin.accessToken)).status;
    await eventually(async () => expect(await resetThere()).toBe(403));
    // A session is remembered for two seconds: here they do not pass.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await admin.send(reauthenticate, { body: { password: 'clave-de-prueba' } });
    await eventually(async () => expect(await resetThere()).toBe(204));
    vi.restoreAllMocks();
  });

  /** Notifications arrive in the order of their transactions. */
  async function hearEarlierChanges(): Promise<void> {
    const before = here.deps.accountChanges.version() ?? 0;
    await here.sql`select pg_notify('account_changes', '')`;
    await eventually(() => expect(here.deps.accountChanges.version()).toBeGreaterThan(before));
  }

  test('a session is not looked up again while nothing changes', async () => {
    // A session is remembered for two seconds: here they do not pass.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const ana = await here.newProfessional();
    await hearEarlierChanges();
    expect(await statusOf(here, ana.accessToken)).toBe(200);
    await here.sql`alter table sessions disable trigger sessions_notify_change`;
    await here.sql`update sessions set ended_at = now() where user_id = ${ana.user._id}`;
    expect(await statusOf(here, ana.accessToken)).toBe(200);
    await here.sql`alter table sessions enable trigger sessions_notify_change`;
    await here.sql`select pg_notify('account_changes', '')`;
    await eventually(async () => expect(await statusOf(here, ana.accessToken)).toBe(401));
    vi.restoreAllMocks();
  });

  test('without a database nothing is remembered, and after it returns changes are heard again', async () => {
    const ana = await here.newProfessional();
    await here.loseDatabase();
    await eventually(() => expect(here.deps.accountChanges.version()).toBeUndefined());
    await here.restoreDatabase();
    await eventually(() => expect(here.deps.accountChanges.version()).toBeDefined());
    await eventually(async () => expect(await statusOf(here, ana.accessToken)).toBe(200));
  });
});
