import { expect, test } from 'vitest';
import { entriesFor, foundEntries, patientEntry } from '#web/app/search-entries.ts';
import { SECTIONS } from '#web/app/sections.ts';
import { PATHS } from '#web/platform/paths.ts';

const ROSA = {
  _id: '0197a000-0000-7000-8000-000000000001',
  name: 'Rosa Núñez',
  rut: '12345678-5',
  documentType: 'rut' as const,
};
const found = (search: string, isAdmin = false) =>
  foundEntries(entriesFor(isAdmin ? 'admin' : 'professional'), search, []).map(({ label }) => label);
const addresses = (isAdmin: boolean) =>
  entriesFor(isAdmin ? 'admin' : 'professional').flatMap(({ command }) => ('go' in command ? [command.go] : []));

test('every section of a role is found, and none of another role', () => {
  const inMenu = SECTIONS.filter(({ icon }) => icon);
  expect(addresses(true)).toEqual(expect.arrayContaining(inMenu.map(({ path }) => path)));
  expect(addresses(true).join()).not.toContain('crear=');
  const own = inMenu.filter(({ adminOnly }) => !adminOnly).map(({ path }) => path);
  expect(addresses(false)).toEqual(expect.arrayContaining([...own, PATHS.home, PATHS.support, '/primeros-pasos']));
  expect(addresses(false)).not.toContain(PATHS.admin);
});

test('the page of the settings is one entry, and each of its other tabs another', () => {
  expect(found('configuración').toSorted()).toEqual([
    'Configuración de Cuenta',
    'Configuración de la agenda',
    'Configuración: Firma',
    'Configuración: Secretaría',
    'Configuración: Seguridad',
    'Configuración: Suscripción',
  ]);
});

test('no two entries have the same key', () => {
  const keys = entriesFor('admin').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('words are found by their beginning, without accents, and by other words of the page', () => {
  expect(found('CONFIGURACION firma')).toEqual(['Configuración: Firma', 'Configuración de Cuenta']);
  expect(found('agen')).toContain('Agenda');
  expect(found('calendario')).toEqual(['Agenda', 'Importar citas']);
  expect(found('genda')).toEqual([]);
  expect(found('usuarios', true)).toEqual(['Panel de Administración']);
  expect(found('usuarios')).toEqual([]);
});

test('imports are found by a professional, who has patients, and not by an administrator', () => {
  expect(found('importar')).toEqual(['Importar pacientes', 'Importar citas']);
  expect(found('excel')).toEqual(['Importar pacientes']);
  expect(found('importar', true)).toEqual([]);
});

test('the appointments to remind are found by a professional, and not by an administrator', () => {
  expect(found('recordar')).toEqual(['Por recordar']);
  expect(found('whatsapp')).toContain('Por recordar');
  expect(found('recordar', true)).toEqual([]);
});

test('patients come first, then what has the word in its name, then what has it among others', () => {
  const labels = foundEntries(entriesFor('professional'), 'pac', [ROSA]).map(({ label }) => label);
  const named = ['Nuevo paciente', 'Pacientes', 'Derechos de los pacientes', 'Importar pacientes'];
  expect(labels.slice(0, 5)).toEqual(['Rosa Núñez', ...named]);
  expect(labels.length).toBeGreaterThan(5);
});

test('a patient has the social name first, and the type of a document that is not a RUT', () => {
  expect(patientEntry(ROSA)).toMatchObject({ label: 'Rosa Núñez', detail: '12.345.678-5' });
  const amanda = { ...ROSA, socialName: 'Amanda Núñez', rut: 'AB123', documentType: 'passport' as const };
  expect(patientEntry(amanda)).toMatchObject({ label: 'Amanda Núñez (Rosa Núñez)', detail: 'Pasaporte AB123' });
});

test('an assistant finds the pages of the reception and nothing of professionals', () => {
  const labels = (canEditPatients: boolean) =>
    entriesFor('assistant', { canEditPatients, canCharge: false }).map(({ label }) => label);
  expect(labels(true)).toEqual(expect.arrayContaining(['Nueva cita', 'Nuevo paciente', 'Recepción', 'Mi cuenta']));
  expect(labels(false)).not.toContain('Nuevo paciente');
  for (const label of labels(true))
    expect(label).not.toMatch(/Importar|Configuración|Derechos de los pacientes|Administración/);
});
