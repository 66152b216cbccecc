import { ArrowLeft } from 'lucide-react';
import type { LinkProps } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface Props {
  to: LinkProps['to'];
  /** Where it leads, as 'Volver a Pacientes'. */
  label: string;
}

/** The way to the page above, before the title of a page. */
export const BackLink = ({ to, label }: Props) => (
  <Link to={to} aria-label={label} className={`${buttonClass({ look: 'secondary', size: 'icon' })} shrink-0`}>
    <ArrowLeft size={20} aria-hidden="true" />
  </Link>
);
