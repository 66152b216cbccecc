import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['rosa@ejemplo.cl', 'rosa@ejemplo.cl'],
  ['Rosa+consulta@Ejemplo.cl', 'rosa@ejemplo.cl'],
  ['rosa.diaz@ejemplo.cl', 'rosa.diaz@ejemplo.cl'],
  ['r.o.s.a+1@gmail.com', 'rosa@gmail.com'],
  ['ro.sa@googlemail.com', 'rosa@gmail.com'],
])('a mail to %s arrives in the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
