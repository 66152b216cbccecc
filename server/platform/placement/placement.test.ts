import { describe, expect, test } from 'vitest';
import { placesOf, type TableShape } from './placement.ts';

const table = (name: string, given: Partial<TableShape> = {}): TableShape => ({
  name,
  isTenant: true,
  uniqueKeys: [['owner_id', 'id']],
  references: [],
  ...given,
});
const placeOf = (...tables: TableShape[]) => {
  const { places, problems } = placesOf(tables);
  return problems.length > 0 ? problems : Object.fromEntries(places);
};

describe('when Citus distributes the database', () => {
  test('a new tenant table is distributed by its owner, and a listed one is where its list says', () => {
    expect(
      placeOf(
        table('users', { isTenant: false, uniqueKeys: [['id'], ['email']] }),
        table('attachments', { references: ['users', 'patients'] }),
        table('patients', { references: ['users'] }),
        table('verifications', { uniqueKeys: [['owner_id', 'code_hash'], ['code_hash']], references: ['users'] }),
        table('purchases', { uniqueKeys: [['owner_id', 'id'], ['id']], references: ['users'] }),
        table('sessions', { isTenant: false, uniqueKeys: [['id']], references: ['users'] }),
      ),
    ).toEqual({
      users: { kind: 'reference' },
      attachments: { kind: 'distributed', column: 'owner_id' },
      patients: { kind: 'distributed', column: 'owner_id' },
      verifications: { kind: 'distributed', column: 'code_hash' },
      purchases: { kind: 'coordinator' },
      sessions: { kind: 'coordinator' },
    });
  });

  test.each([
    [
      'a table of no owner that is not listed',
      table('holidays', { isTenant: false }),
      'holidays is no tenant table and is not listed in server/platform/placement/placement.ts',
    ],
    [
      'a key that is unique among all owners',
      table('attachments', { uniqueKeys: [['owner_id', 'id'], ['checksum']] }),
      'attachments has a unique key without owner_id: checksum',
    ],
    [
      'a foreign key to a table of the coordinator',
      table('invoices', { references: ['payments'] }),
      'invoices refers to payments, which has another place',
    ],
    [
      'a foreign key to a table that is distributed by another column',
      table('prints', { references: ['verifications'] }),
      'prints refers to verifications, which has another place',
    ],
    [
      'a foreign key of the coordinator to the rows of an owner',
      table('webhooks', { isTenant: false, references: ['patients'] }),
      'webhooks refers to patients, which has another place',
    ],
  ])('%s has no place', (_, wrong, problem) => {
    const others = [table('patients'), table('verifications', { uniqueKeys: [['code_hash']] }), table('payments')];
    expect(placeOf(...others, wrong)).toEqual([problem]);
  });
});
