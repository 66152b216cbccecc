import { expect, test } from 'vitest';
import { LEGAL_ENTITY_PLACEHOLDER } from '#contract/legal-entity';
import { statedLegalTexts } from '#web/platform/legal-texts.ts';

test('the mailboxes are that of the operator, if the server states it', () => {
  const { paymentsMailbox, supportMailbox, privacyMailbox } = statedLegalTexts('{"email":"hola@sur.cl"}');
  expect([paymentsMailbox, supportMailbox, privacyMailbox]).toEqual(Array(3).fill('hola@sur.cl'));
});

test.each([undefined, '', LEGAL_ENTITY_PLACEHOLDER])('without a statement (%j) they are our own', (stated) => {
  expect(statedLegalTexts(stated).paymentsMailbox).toBe('pagos@fichaaustral.cl');
});
