import { expectTypeOf, test } from 'vitest';
import type {
  AdminSql,
  BillingSql,
  BillingTx,
  CatalogueSql,
  CatalogueTx,
  IdentityReadSql,
  IdentitySql,
  IdentityTx,
  OwnerSql,
  OwnerTx,
  PublicSql,
  PurgeTx,
} from './database.ts';
import type { Sql } from './sql.ts';

// These tests fail when `npm run check` compiles them: there is nothing to run.

/** The pairs of handles of which the first would be accepted in the place of the second. */
type Interchangeable<Handles> = {
  [A in keyof Handles]: {
    [B in Exclude<keyof Handles, A>]: Handles[A] extends Handles[B] ? [A, 'accepted as', B] : never;
  }[Exclude<keyof Handles, A>];
}[keyof Handles];

test('a handle of one role is not accepted where the handle of another role is needed', () => {
  expectTypeOf<
    Interchangeable<{
      owner: OwnerSql;
      identity: IdentitySql;
      identityRead: IdentityReadSql;
      billing: BillingSql;
      admin: AdminSql;
      public: PublicSql;
    }>
  >().toEqualTypeOf<never>();
  expectTypeOf<
    Interchangeable<{
      owner: OwnerTx;
      identity: IdentityTx;
      catalogue: CatalogueTx;
      billing: BillingTx;
      purge: PurgeTx;
    }>
  >().toEqualTypeOf<never>();
});

test('a handle that only reads is not accepted where a transaction is needed', () => {
  expectTypeOf<OwnerSql>().not.toExtend<OwnerTx>();
  expectTypeOf<IdentitySql>().not.toExtend<IdentityTx>();
  expectTypeOf<CatalogueSql>().not.toExtend<CatalogueTx>();
  expectTypeOf<BillingSql & { owner: string }>().not.toExtend<BillingTx>();
});

test('SQL without a role is accepted nowhere', () => {
  expectTypeOf<Sql & { owner: string }>().not.toExtend<OwnerSql>();
  expectTypeOf<Sql>().not.toExtend<IdentitySql>();
  expectTypeOf<Sql>().not.toExtend<PublicSql>();
});

test('the application role and the catalogue role both read the catalogue, as the database lets them', () => {
  expectTypeOf<OwnerSql>().toExtend<CatalogueSql>();
  expectTypeOf<CatalogueTx>().toExtend<CatalogueSql>();
  expectTypeOf<BillingSql>().not.toExtend<CatalogueSql>();
});
