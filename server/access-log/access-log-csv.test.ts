import { expect, test } from 'vitest';
import type { AccessEntry } from '#contract/access-log';
import { accessLogCsv } from './access-log-csv.ts';

const entry: AccessEntry = {
  number: 7,
  at: '2026-07-15T13:05:09.000Z',
  act: 'patient.searched',
  actor: 'Ana',
  address: '200.1.2.3',
  patient: 'Rosa',
  detail: { search: 'di"az;', results: 2 },
};

const cellsOf = (text: string) => text.split('\r\n')[1]?.split(';').slice(2, 3)[0];

test('a CSV has the local time, and quotes what a cell contains', () => {
  expect(accessLogCsv([entry], 'America/Santiago', ['Solo los 50 más recientes'])).toBe(
    '"N.º";"Fecha y hora";"Quién";"Qué";"Desde";"Detalle";"Paciente"\r\n' +
      '"7";"15/07/2026 09:05:09";"Ana";"Buscó pacientes";"200.1.2.3";"«di""az;». 2 resultados";"Rosa"\r\n' +
      '"Solo los 50 más recientes"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\t=1', '|cmd'])('%j is no formula in a CSV', (actor) => {
  expect(cellsOf(accessLogCsv([{ ...entry, actor }], 'America/Santiago'))).toBe(`"'${actor}"`);
});
