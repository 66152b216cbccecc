import { mailto } from '#web/platform/mailboxes.ts';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  to: string;
  subject?: string;
}

export function MailboxLink({ to, subject }: Props) {
  return (
    <a href={subject ? mailto(to, { subject }) : `mailto:${to}`} className={TEXT_LINK_CLASS}>
      {to}
    </a>
  );
}
