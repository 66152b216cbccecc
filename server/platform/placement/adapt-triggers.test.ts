import { describe, expect, test } from 'vitest';
import { adapted, type DistributedTrigger } from './adapt-triggers.ts';

const trigger = (definition: string, given: Partial<DistributedTrigger> = {}): DistributedTrigger => ({
  name: 'guard',
  definition,
  namesTruncateToo: false,
  actsOnEveryNode: false,
  ...given,
});

describe('a trigger on a distributed table', () => {
  const rest = 'ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()';

  test('stays as it is', () => {
    const definition = `CREATE TRIGGER guard BEFORE UPDATE ${rest}`;
    expect(adapted(trigger(definition))).toEqual([definition]);
  });

  test('is split when it names TRUNCATE and another event, because no shard has a trigger that names TRUNCATE', () => {
    const definition = `CREATE TRIGGER guard BEFORE DELETE OR UPDATE OR TRUNCATE ${rest}`;
    expect(adapted(trigger(definition, { namesTruncateToo: true }))).toEqual([
      `CREATE TRIGGER guard BEFORE DELETE OR UPDATE ${rest}`,
      `CREATE TRIGGER guard_truncate BEFORE TRUNCATE ${rest}`,
    ]);
    const other = trigger('CREATE TRIGGER x', { namesTruncateToo: true });
    expect(() => adapted(other)).toThrow('the trigger guard cannot be split');
  });
});

describe('a trigger that acts after a change of a reference table', () => {
  const acts = (definition: string) => adapted(trigger(definition, { actsOnEveryNode: true }));
  const head = 'CREATE TRIGGER guard AFTER UPDATE ON public.users FOR EACH ROW';
  const call = 'EXECUTE FUNCTION notify()';

  test('acts on the coordinator alone, with its own condition if it has one', () => {
    expect(acts(`${head} ${call}`)).toEqual([`${head} WHEN (is_coordinator()) ${call}`]);
    expect(acts(`${head} WHEN ((old.name <> new.name)) ${call}`)).toEqual([
      `${head} WHEN (is_coordinator() AND (old.name <> new.name)) ${call}`,
    ]);
  });

  test('is adapted once', () => {
    const [once = ''] = acts(`${head} ${call}`);
    expect(acts(once)).toEqual([once]);
  });
});
