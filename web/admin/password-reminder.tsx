import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { ADVISED_ADMIN_PASSWORD_LENGTH } from '#contract/auth';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { SECURITY_ADDRESS } from '#web/platform/paths.ts';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Shown until the administrator chooses a longer password. */
export function PasswordReminder() {
  const { hasShortPassword } = useCurrentUser();
  if (!hasShortPassword) return null;
  return (
    <p className="mb-6 flex items-start gap-2.5 rounded-card border border-orange/40 bg-orange-tint px-4 py-3">
      <KeyRound size={18} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
      <span>
        Tu contraseña tiene menos de {ADVISED_ADMIN_PASSWORD_LENGTH} caracteres, y tu cuenta administra las de los
        demás.{' '}
        <Link to={SECURITY_ADDRESS} className={TEXT_LINK_CLASS}>
          Elige una más larga
        </Link>
        .
      </span>
    </p>
  );
}
