import { expect, test } from 'vitest';
import { detailText } from './access-log.ts';

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
    'Del 16/11/2026 al 22/11/2026',
  );
  expect(detailText({ prescribed: 'Amoval', allergy: '«penicilina» (penicilinas)' }, 'America/Santiago')).toBe(
    'Receta: «Amoval». Alergia registrada: «penicilina» (penicilinas)',
  );
  expect(
    detailText({ before: { status: 'arrived' }, after: { status: 'of-a-later-release' } }, 'America/Santiago'),
  ).toBe('Estado: antes «En sala», ahora «of-a-later-release»');
});
