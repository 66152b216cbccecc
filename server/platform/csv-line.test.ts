import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test('cells are quoted, and a line ends as on Windows', () => {
  expect(csvLine(['Soto; Ana', 'dice "sí"'])).toBe('"Soto; Ana";"dice ""sí"""\r\n');
});

test.each(['=1+1', ' =1+1', '+1', '-1', '@suma', '|cmd', '＝1+1', '﹦1+1', '＠suma', '\tx'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  },
);

test.each(['Ana', '1-2', 'a=b', 'Ñuñoa'])('%j stays as it is', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
