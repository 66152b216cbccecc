import { expect, test } from 'vitest';
import { suggestedEmail } from '#web/patient-pages/suggest-email.ts';

test.each([
  ['gmal.com', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.cl', 'gmail.com'],
  ['gmail.es', 'gmail.com'],
  ['gmail', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['gmail,com', 'gmail.com'],
  ['gmil.con', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmail.co', 'hotmail.com'],
  ['hotmal.cl', 'hotmail.cl'],
  ['outlok.com', 'outlook.com'],
  ['otlook.es', 'outlook.es'],
  ['yaho.com', 'yahoo.com'],
  ['yahoo.con', 'yahoo.com'],
  ['iclud.com', 'icloud.com'],
  ['live.con', 'live.com'],
  ['uchille.cl', 'uchile.cl'],
])('%s is questioned as %s', (typed, suggested) => {
  expect(suggestedEmail(`rosa@${typed}`)).toBe(`rosa@${suggested}`);
  expect(suggestedEmail(` Rosa@${typed.toUpperCase()} `)).toBe(`rosa@${suggested}`);
});

test.each([
  'gmail.com',
  'hotmail.cl',
  'hotmail.fr',
  'hotmail.com.ar',
  'outlook.com.br',
  'mail.com',
  'ymail.com',
  'clinica-austral.cl',
  'me.com',
  'usm.cl',
  'uach.cl',
  'unach.cl',
  'udp.cl',
  'minsal.cl',
  'entel.cl',
  'ug.uchile.cl',
  'live.fr',
])('%s is not questioned', (domain) => {
  expect(suggestedEmail(`rosa@${domain}`)).toBeUndefined();
});

test.each(['', 'rosa', '@gmal.com', 'rosa@', 'rosa@x@gmal.com', 'rosa díaz@gmal.com'])(
  '%j, which is no address, gets no suggestion',
  (typed) => {
    expect(suggestedEmail(typed)).toBeUndefined();
  },
);
