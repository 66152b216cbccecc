import { type APIRequestContext, expect } from '@playwright/test';
import { acceptInvitation, inviteAssistant } from '#contract/assistants';
import { fillPath } from '#contract/endpoint';
import { PASSWORD, type Person } from './fixtures.ts';

/** Invites a person to the reception of a professional, who accepts. */
export async function invite(
  request: APIRequestContext,
  { accessToken }: Person,
  email: string,
  { canCharge = false } = {},
): Promise<void> {
  const invited = await request.post(inviteAssistant.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name: 'Marta Soto', email, canEditPatients: true, canCharge },
  });
  expect(invited.status(), 'invitar').toBe(201);
  const { url } = await invited.json();
  const token = new URL(url).pathname.split('/').at(-1);
  const accepted = await request.post(fillPath(acceptInvitation.path, { token }), { data: { password: PASSWORD } });
  expect(accepted.status(), 'aceptar la invitación').toBe(200);
}
