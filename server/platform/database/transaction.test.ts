import { describe, expect, test } from 'vitest';
import { mapDatabaseError } from './transaction.ts';

describe('a foreign key to an account that does not hold means that the account was deleted', () => {
  const violation = { code: '23503' };
  test.each([
    ['as PostgreSQL reports it', { ...violation, constraint: 'patients_owner_id_fkey' }],
    ['with the number of a shard', { ...violation, constraint: 'sessions_user_id_fkey_102010' }],
    [
      'in the message of a worker alone',
      {
        ...violation,
        message:
          'insert or update on table "folios_102044" violates foreign key constraint "folios_owner_id_fkey_102044"',
      },
    ],
  ])('%s', (_, error) => {
    expect(mapDatabaseError(error)).toMatchObject({ code: 'NOT_SIGNED_IN', cause: error });
  });

  test.each([
    ['another foreign key', { ...violation, constraint: 'appointments_patient_id_fkey_102010' }],
    ['another kind of violation', { code: '23514', constraint: 'patients_owner_id_fkey' }],
    ['a violation without a name', violation],
  ])('and %s does not', (_, error) => {
    expect(mapDatabaseError(error)).toBe(error);
  });
});
