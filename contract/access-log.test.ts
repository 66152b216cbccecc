import { expect, test } from 'vitest';
import { type AccessEntry, accessLogCsv, detailText } from './access-log.ts';

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
  expect(accessLogCsv([entry], 'America/Santiago', 'Solo los 50 más recientes')).toBe(
    '"N.º";"Fecha y hora";"Quién";"Qué";"Desde";"Detalle";"Paciente"\r\n' +
      '"7";"15/07/2026 09:05:09";"Ana";"Buscó pacientes";"200.1.2.3";"«di""az;». 2 resultados";"Rosa"\r\n' +
      '"Solo los 50 más recientes"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\t=1', '|cmd'])('%j is no formula in a CSV', (actor) => {
  expect(cellsOf(accessLogCsv([{ ...entry, actor }], 'America/Santiago'))).toBe(`"'${actor}"`);
});

test('a detail is a sentence, and none is empty', () => {
  expect(detailText(null, 'America/Santiago')).toBe('');
  expect(detailText({ temporaryPassword: true }, 'America/Santiago')).toBe('Con la contraseña temporal');
  const authentication = { at: '2026-07-15T13:05:00.000Z', passwordResetAt: '2026-07-14T13:05:00.000Z' };
  expect(detailText({ authentication }, 'America/Santiago')).toBe(
    'Sesión iniciada el 15/07/2026 09:05:00. Un administrador había restablecido la contraseña el 14/07/2026 09:05:00',
  );
  expect(detailText({ loginFailure: 'wrong-code', times: 3 }, 'America/Santiago')).toBe(
    'Código de verificación incorrecto. 3 veces',
  );
  expect(detailText({ before: { rut: '1-9' }, after: { rut: '2-7' } }, 'America/Santiago')).toBe(
    'RUT: antes «1-9», ahora «2-7»',
  );
  expect(detailText({ period: { from: '2026-11-16', to: '2026-11-22' } }, 'America/Santiago')).toBe(
    'Del 16-11-2026 al 22-11-2026',
  );
  expect(
    detailText({ before: { status: 'arrived' }, after: { status: 'of-a-later-release' } }, 'America/Santiago'),
  ).toBe('Estado: antes «En sala», ahora «of-a-later-release»');
});
