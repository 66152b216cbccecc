import { dayIn, formatDay } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import type { Deps } from '#server/deps';
import { invitationAddress } from '#server/links/link-address';
import type { MailComposers, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { button, frameMail, type Message, paragraph } from '#server/mail/mail-frame';
import { tokenHash } from '#server/platform/crypto/tokens';
import { findInvitation, type OpenInvitation } from './invitations.store.ts';

export type AssistantMailDeps = Pick<Deps, 'identity' | 'now' | 'publicUrl'>;

/** How the invitation of an assistant is composed when it is delivered. */
export const assistantComposers = (deps: AssistantMailDeps): Pick<MailComposers, 'assistant-invitation'> => ({
  'assistant-invitation': { compose: (mail) => compose(deps, mail), finish: async () => undefined },
});

async function compose(
  { identity, now, publicUrl }: AssistantMailDeps,
  { parameters }: QueuedComposedMail,
): Promise<OutgoingMail | undefined> {
  // The parameters were written by `inviteAssistant`.
  const { token } = parameters as { token: string };
  // The invitation may have been ended, replaced or accepted since.
  const invitation = await findInvitation(identity, tokenHash(token), now());
  if (!invitation) return undefined;
  return {
    ...renderInvitation(invitation, invitationAddress(publicUrl, token)),
    to: invitation.email,
    senderName: invitation.professional,
    replyTo: invitation.professionalEmail,
    listUnsubscribe: undefined,
  };
}

function renderInvitation({ name, professional, region, expiresAt }: OpenInvitation, link: string): Message {
  const lastDay = formatDay(dayIn(timeZoneOf(region), expiresAt));
  return frameMail(
    `${professional} te invita a su secretaría en Ficha Austral`,
    [
      paragraph(`Hola, ${name}:`),
      paragraph(
        `${professional} te invita a llevar su agenda en Ficha Austral. Acepta la invitación con este enlace y elige tu contraseña. Si ya tienes una cuenta de secretaría, usa la contraseña de esa cuenta.`,
      ),
      button('Aceptar la invitación', link),
      paragraph(`El enlace funciona una sola vez y vence el ${lastDay}.`),
      paragraph('Si no esperabas esta invitación, no tienes que hacer nada.'),
    ],
    [paragraph('Enviado con Ficha Austral')],
  );
}
