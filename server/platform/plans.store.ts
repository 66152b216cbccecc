import { fragment } from './database/sql.ts';

/**
 * The plan of each account, with or without the payments of the test checkout: SQL or a value says which. A subquery,
 * and not a function of the schema: Citus does not look into a function that has parameters.
 */
export const plans = (countsTestPayments: unknown) => fragment`
  (select owner_id,
          case when ${countsTestPayments} and test_expires_at is not null then 'paid' else status end as status,
          case when ${countsTestPayments} and test_expires_at is not null then test_expires_at else expires_at end
            as expires_at
     from subscriptions)`;
