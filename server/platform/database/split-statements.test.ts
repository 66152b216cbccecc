import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test.each([
  ['select 1', ['select 1']],
  ['select 1;\n-- it’s; a comment\nselect 2;\n', ['select 1', 'select 2']],
  [`select 'a;''b' ;select "c;d"`, [`select 'a;''b'`, 'select "c;d"']],
  [`select 'a--b'; select 3 - -4`, [`select 'a--b'`, 'select 3 - -4']],
  ['do $$ begin null; end $$; select $1', ['do $$ begin null; end $$', 'select $1']],
  ['do $f$ $body$; $body$ $$;$$ $f$;', ['do $f$ $body$; $body$ $$;$$ $f$']],
  ['-- nothing\n;;', []],
])('%j', (text, statements) => {
  expect(splitStatements(text)).toEqual(statements);
});

test('every migration has statements that it understands', () => {
  const folder = join(import.meta.dirname, '../../migrations');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sql'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text, name).not.toMatch(/\/\*|\be'|begin atomic/i);
    for (const statement of splitStatements(text)) {
      expect(statement, name).toMatch(
        /^(create|alter|drop|grant|revoke|call|do|insert|update|delete|comment|select)\b/,
      );
    }
  }
});
