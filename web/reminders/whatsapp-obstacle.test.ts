import { expect, test } from 'vitest';
import { whatsappObstacle } from '#web/reminders/whatsapp-obstacle.ts';

test('a patient is reached by WhatsApp who accepts reminders and has a telephone number', () => {
  const reached = { reminders: true, phone: '9 1234 5678' };
  expect(whatsappObstacle(reached)).toBeUndefined();
  expect(whatsappObstacle({ ...reached, blocked: true })?.text).toMatch(/está bloqueado/);
  expect(whatsappObstacle({ ...reached, reminders: false })?.text).toBe('El paciente pidió no recibir recordatorios');
  expect(whatsappObstacle({ reminders: true })?.text).toBe('El paciente no tiene un teléfono registrado');
  expect(whatsappObstacle({ ...reached, phone: '1234' })?.text).toBe('«1234» no es un número válido para WhatsApp');
});
