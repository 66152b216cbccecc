import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { ADVISED_ADMIN_PASSWORD_LENGTH } from '#contract/auth';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { SECURITY_ADDRESS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Shown until the administrator chooses an own, longer password. */
export function PasswordReminder() {
  const { hasShortPassword, hasGeneratedPassword } = useCurrentUser();
  if (hasGeneratedPassword) {
    return (
      <Reminder advice="Elige una propia">
        Todavía usas la contraseña que se generó en la instalación y que el servidor mostró al partir.
      </Reminder>
    );
  }
  if (!hasShortPassword) return null;
  return (
    <Reminder advice="Elige una más larga">
      Tu contraseña tiene menos de {ADVISED_ADMIN_PASSWORD_LENGTH} caracteres, y tu cuenta administra las de los demás.
    </Reminder>
  );
}

function Reminder({ advice, children }: { advice: string; children: ReactNode }) {
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-card border border-orange/40 bg-orange-tint px-4 py-3">
      <KeyRound size={18} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
      <span>
        {children}{' '}
        <Link to={SECURITY_ADDRESS} className={TEXT_LINK_CLASS}>
          {advice}
        </Link>
        .
      </span>
    </p>
  );
}
