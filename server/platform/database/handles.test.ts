import { expectTypeOf, test } from 'vitest';
import type {
  AdminSql,
  AuditSql,
  AuditTx,
  BillingSql,
  BillingTx,
  CatalogueSql,
  CatalogueTx,
  CleanupSql,
  CustodySql,
  CustodyTx,
  Database,
  IdentitySql,
  IdentityTx,
  KeysSql,
  KeysTx,
  MailSql,
  MailTx,
  OwnerSql,
  OwnerTx,
  PublicSql,
  PurgeTx,
} from './database.ts';
import type { Sql } from './sql.ts';

// These tests fail when `npm run check` compiles them: there is nothing to run.

interface SingleStatements {
  owner: OwnerSql;
  identity: IdentitySql;
  billing: BillingSql;
  admin: AdminSql;
  keys: KeysSql;
  cleanup: CleanupSql;
  mail: MailSql;
  audit: AuditSql;
  custody: CustodySql;
  public: PublicSql;
}

interface Transactions {
  owner: OwnerTx;
  identity: IdentityTx;
  catalogue: CatalogueTx;
  billing: BillingTx;
  purge: PurgeTx;
  keys: KeysTx;
  mail: MailTx;
  audit: AuditTx;
  custody: CustodyTx;
}

/** The pairs of handles of which the first would be accepted in the place of the second. */
type Interchangeable<Handles> = {
  [A in keyof Handles]: {
    [B in Exclude<keyof Handles, A>]: Handles[A] extends Handles[B] ? [A, 'accepted as', B] : never;
  }[Exclude<keyof Handles, A>];
}[keyof Handles];

test('a handle of one role is not accepted where the handle of another role is needed', () => {
  expectTypeOf<Interchangeable<SingleStatements>>().toEqualTypeOf<never>();
  expectTypeOf<Interchangeable<Transactions>>().toEqualTypeOf<never>();
});

/** The handle that a member of the database is, or that it passes to its caller's function. */
type HandleOf<Member> = Member extends Sql
  ? Member
  : Member extends (...values: infer Values) => unknown
    ? Values extends [...unknown[], (handle: infer Handle) => Promise<unknown>]
      ? Handle
      : never
    : never;
type TransactionName = keyof Database & `${string}Transaction`;
type Listed<Handles> = Handles[keyof Handles];

test('every handle of the database is listed here', () => {
  type Single = HandleOf<Database[Exclude<keyof Database, TransactionName>]>;
  // Handles of two roles are accepted in the place of the catalogue's: see below.
  expectTypeOf<Exclude<Single, Listed<SingleStatements>>>().toEqualTypeOf<CatalogueSql>();
  expectTypeOf<Exclude<HandleOf<Database[TransactionName]>, Listed<Transactions>>>().toEqualTypeOf<never>();
});

test('a handle that only reads is not accepted where a transaction is needed', () => {
  expectTypeOf<OwnerSql>().not.toExtend<OwnerTx>();
  expectTypeOf<IdentitySql>().not.toExtend<IdentityTx>();
  expectTypeOf<CatalogueSql>().not.toExtend<CatalogueTx>();
  expectTypeOf<KeysSql>().not.toExtend<KeysTx>();
  expectTypeOf<MailSql>().not.toExtend<MailTx>();
  expectTypeOf<AuditSql>().not.toExtend<AuditTx>();
  expectTypeOf<CustodySql>().not.toExtend<CustodyTx>();
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
