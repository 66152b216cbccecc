import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type AssistantInvitation, acceptInvitation, inviteAssistant } from '#contract/assistants';
import { PASSWORD } from './inputs.ts';
import type { Person, TestApp } from './test-app.ts';

export const invitation = (details: Partial<z.input<typeof AssistantInvitation>> = {}) => ({
  name: 'Marta Soto',
  email: `marta-${randomBytes(4).toString('hex')}@ejemplo.cl`,
  canEditPatients: true,
  canCharge: true,
  ...details,
});

/** An invited person, and the token of the link. */
export async function invite(owner: Person, details: Partial<z.input<typeof AssistantInvitation>> = {}) {
  const { body, status, error } = await owner.send(inviteAssistant, { body: invitation(details) });
  if (status !== 201) throw new Error(`the invitation was refused: ${error.error}`);
  return { ...body, token: tokenIn(body.url) };
}

const tokenIn = (url: string): string => url.split('/').at(-1) ?? '';

export const accept = (testApp: TestApp, token: string, password = PASSWORD) =>
  testApp.send(acceptInvitation, { params: { token }, body: { password } });
