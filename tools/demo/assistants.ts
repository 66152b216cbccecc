import { AssistantInvitation } from '#contract/assistants';
import type { AppDeps } from '#server/app';
import { inviteAssistant } from '#server/assistants/assistants.service';
import { acceptInvitation } from '#server/assistants/invitations.service';
import type { Owner } from '#server/auth/owner';
import { PASSWORD, type Professional } from './accounts.ts';
import { type DemoStep, later } from './demo-step.ts';
import { assistedSince } from './reception.ts';

/** Works for every professional of the demonstration. */
export const ASSISTANT = { name: 'Marta Soto', email: 'marta@ejemplo.cl' };

const DAY_MINUTES = 24 * 60;
const DEVICE = { address: '127.0.0.1', userAgent: undefined, token: undefined };

interface Account {
  owner: Owner;
  professional: Professional;
}

/** A professional invites the assistant, who accepts an hour later. */
export async function addAssistant(deps: AppDeps, { owner, professional }: Account, now: Date): Promise<void> {
  const at = (time: Date) => ({ ...deps, now: () => time, limitLogin: async () => undefined });
  const invitedAt = assistedSince(now);
  const invitation = AssistantInvitation.parse({ ...ASSISTANT, ...professional.assistant });
  const { url } = await inviteAssistant(at(invitedAt), owner, invitation);
  const token = url.slice(url.lastIndexOf('/') + 1);
  await acceptInvitation(at(later(invitedAt, 60)), { token, password: PASSWORD }, DEVICE);
}

/** A second person is invited, which needs a plan, and has not answered yet. */
export function invitationSteps({ invites }: Professional, now: Date): DemoStep[] {
  if (!invites) return [];
  return [
    { at: later(now, -2 * DAY_MINUTES), isOnItsOwn: true, run: (deps, owner) => inviteAssistant(deps, owner, invites) },
  ];
}
