import { expect, test } from 'vitest';
import type { SystemState } from '#contract/system';
import {
  latencyText,
  mailText,
  percentText,
  printingText,
  problemsOf,
  reconciliationText,
  runningText,
} from '#web/system/system-texts.ts';

test.each([
  [0.42, '0,4 ms'],
  [85.3, '85 ms'],
  [999.4, '999 ms'],
  [1430, '1,4 s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(latencyText(milliseconds)).toBe(text);
});

test.each([
  [0, '0 %'],
  [0.0234, '2,3 %'],
  [1, '100 %'],
])('a share of %d is %s', (share, text) => {
  expect(percentText(share)).toBe(text);
});

test.each([
  ['2026-07-15T12:00:00Z', '5 min'],
  ['2026-07-14T13:05:00Z', '23 h'],
  ['2026-07-14T11:05:00Z', '1 día 1 h'],
  ['2026-07-01T12:05:00Z', '14 días 0 h'],
  ['2026-07-15T13:00:00Z', '0 min'],
])('a process started at %s has run for %s', (startedAt, text) => {
  expect(runningText({ startedAt, workers: 1 }, new Date('2026-07-15T12:05:00Z'))).toBe(text);
});

test('several processes are counted', () => {
  const state = { startedAt: '2026-07-15T12:00:00Z', workers: 4 };
  expect(runningText(state, new Date('2026-07-15T12:05:00Z'))).toBe('5 min, con 4 procesos');
});

test('the print queue and the reconciliation are said in words', () => {
  expect(printingText({ workers: 2, running: 0, waiting: 0 })).toBe('Sin documentos en espera');
  expect(printingText({ workers: 2, running: 2, waiting: 5 })).toBe('2 en curso, 5 en espera');
  expect(reconciliationText({ lagSeconds: null })).toBe('Sin proveedor de pagos');
  expect(reconciliationText({ lagSeconds: 300 })).toBe('Al día');
  expect(reconciliationText({ lagSeconds: 4800 })).toBe('Atrasada en 1 h 20 min');
});

test('the outbox is said in words', () => {
  expect(mailText(null)).toBe('Sin servidor de correo');
  expect(mailText({ pending: 0, failed: 0, oldestPendingSeconds: 0 })).toBe('Al día');
  expect(mailText({ pending: 12, failed: 1, oldestPendingSeconds: 60 })).toBe(
    '12 por enviar, 1 fallido en el último día',
  );
});

const minute = { total: 5, failed: 0, p95Ms: 20 };
const WELL: SystemState = {
  backup: { status: 'ok', lastSuccessAt: null, lastSuccessBytes: null, lastFailureAt: null, nextDueAt: null },
  workers: 1,
  version: '1.0.0',
  startedAt: '2026-07-15T12:00:00Z',
  requests: { lastHour: { total: 300, failed: 3, p95Ms: 900, p99Ms: 3000 }, minutes: Array(60).fill(minute) },
  eventLoop: { p99Ms: [900, 900, 190] },
  connections: [{ pool: 'tenant', size: 16, idle: 0, inUse: 16, waiting: 0 }],
  printing: { workers: 2, running: 2, waiting: 10 },
  disks: [{ folder: 'data', freeBytes: 10e9, totalBytes: 100e9 }],
  reconciliation: { lagSeconds: 900 },
  mail: { pending: 2, failed: 1, oldestPendingSeconds: 900 },
};

const withFailures = (index: number) => ({
  requests: { ...WELL.requests, minutes: WELL.requests.minutes.with(index, { ...minute, failed: 1 }) },
});

test('a state at its limits has no problem, nor has a failure that is past', () => {
  expect(problemsOf(WELL)).toEqual([]);
  expect(problemsOf({ ...WELL, ...withFailures(-11) })).toEqual([]);
});

test.each<[Partial<SystemState>, string]>([
  [withFailures(-10), '1 petición falló en los últimos 10 minutos. Revisa el registro del servidor.'],
  [
    { requests: { ...WELL.requests, lastHour: { ...WELL.requests.lastHour, p95Ms: 1430 } } },
    'Una de cada veinte peticiones tarda más de 1,4 s.',
  ],
  [
    { connections: [{ pool: 'tenant', size: 16, idle: 0, inUse: 16, waiting: 3 }] },
    '3 peticiones esperan una conexión a la base de datos.',
  ],
  [{ printing: { workers: 2, running: 2, waiting: 11 } }, '11 documentos esperan su impresión.'],
  [{ eventLoop: { p99Ms: [0, 300, 250] } }, 'El proceso está sobrecargado: responde con 250 ms de retraso.'],
  [
    { reconciliation: { lagSeconds: 1500 } },
    'La conciliación de pagos lleva 25 min de atraso. Revisa el registro del servidor.',
  ],
  [
    { mail: { pending: 3, failed: 0, oldestPendingSeconds: 1500 } },
    'Hay correos que esperan su envío desde hace 25 min. Revisa el servidor de correo.',
  ],
  [
    { disks: [{ folder: 'data', freeBytes: 9 * 1024 ** 3, totalBytes: 100e9 }] },
    'Queda poco espacio para datos: 9 GB.',
  ],
  [
    { disks: [{ folder: 'data', freeBytes: 900 * 1024 ** 2, totalBytes: 2e9 }] },
    'Queda poco espacio para datos: 900 MB.',
  ],
  [{ disks: [{ folder: 'backups', freeBytes: null, totalBytes: null }] }, 'No se puede leer la carpeta de respaldos.'],
])('%j is a problem', (changed, problem) => {
  expect(problemsOf({ ...WELL, ...changed })).toEqual([problem]);
});
