import { expect, test } from 'vitest';
import { incidentNotice } from './incident-notice.ts';

const SENDER = { name: 'Salud Sur SpA', email: 'datos@sur.cl' };
const INCIDENT = {
  title: 'Acceso no autorizado a un respaldo',
  description: 'Una copia quedó en un disco externo.',
  startedAt: '2026-07-01T22:15',
  detectedAt: '2026-07-02T10:30',
  people: 1200,
  dataKinds: ['identification', 'health'] as const,
  measures: 'Se recuperó y destruyó la copia.',
  agencyReportedAt: '2026-07-02T12:00',
};
const notice = (changes: object = {}) => incidentNotice({ ...INCIDENT, ...changes } as never, SENDER);

test('the notice says what happened, when, which data, of how many, what was done and who writes', () => {
  const text = notice();
  for (const said of [
    'QUÉ OCURRIÓ\nAcceso no autorizado a un respaldo\nUna copia quedó en un disco externo.',
    'Comenzó el 01/07/2026 22:15. La detectamos el 02/07/2026 10:30, hora de Chile continental.',
    '- Identificación y contacto de pacientes\n- Datos de salud: fichas, recetas, certificados y archivos',
    'unas 1.200 personas',
    'QUÉ HEMOS HECHO\nSe recuperó y destruyó la copia.\nInformamos a la Agencia de Protección de Datos Personales el 02/07/2026 12:00.',
    'escribe a datos@sur.cl',
  ]) {
    expect(text).toContain(said);
  }
  expect(text.endsWith('Salud Sur SpA')).toBe(true);
});

test('with sensitive data the professional, who is the controller, must tell the Agency and each patient', () => {
  const text = notice();
  expect(text).toContain('1. Eres responsable de los datos de tus pacientes');
  expect(text).toContain('artículo 14 sexies de la Ley 19.628');
  expect(text).toMatch(/\n3\. Como son datos sensibles, avisa también a cada paciente afectado/);
  expect(notice({ dataKinds: ['identification'] })).not.toContain('datos sensibles');
  expect(notice({ dataKinds: ['appointments'] })).toContain('datos sensibles');
});

test('without data of patients the professional is asked for neither', () => {
  const text = notice({ dataKinds: ['accounts', 'credentials'] });
  expect(text).not.toContain('pacientes, y nosotros');
  expect(text).toContain('1. Cambia tu contraseña ahora');
  expect(text).toContain('2. Revisa el registro de accesos');
});

test('what is not known yet is said to be so', () => {
  const text = notice({
    description: undefined,
    startedAt: null,
    people: null,
    dataKinds: [],
    measures: undefined,
    agencyReportedAt: null,
  });
  for (const said of [
    'Aún no sabemos desde cuándo.',
    'QUÉ DATOS\nAún no lo sabemos.\nAún no sabemos a cuántas personas alcanza.',
    'Seguimos investigando.',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain('Informamos a la Agencia');
  expect(text).not.toContain('undefined');
});
