import type { ReactNode } from 'react';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  /** What is printed without the number. */
  children: ReactNode;
}

/** Says before printing that the paper will lack a number that pharmacies and insurers ask for. */
export function MissingRnpi({ children }: Props) {
  const { role, rnpi } = useCurrentUser();
  // An assistant can neither see nor correct the number of the professional.
  if (role !== 'professional' || rnpi) return null;
  return (
    <p className="mt-3 text-orange text-sm">
      {children}{' '}
      <Link to={PATHS.account} className={TEXT_LINK_CLASS}>
        Agregar RNPI
      </Link>
    </p>
  );
}
