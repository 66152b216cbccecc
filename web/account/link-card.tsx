import type { LucideIcon } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface Props {
  title: string;
  text: string;
  to: string;
  label: string;
  icon: LucideIcon;
}

/** Says what another page is for, and leads there. */
export function LinkCard({ title, text, to, label, icon: Icon }: Props) {
  return (
    <Card title={title}>
      <p className="max-w-prose text-muted text-sm">{text}</p>
      <Link to={to} className={`${buttonClass({ look: 'secondary' })} mt-4 max-sm:w-full`}>
        <Icon size={18} aria-hidden="true" />
        {label}
      </Link>
    </Card>
  );
}
