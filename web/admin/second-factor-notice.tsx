import { ShieldAlert } from 'lucide-react';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { SECURITY_ADDRESS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Shown to administrators until they have a second factor. */
export function SecondFactorNotice() {
  if (useCurrentUser().secondFactor === 'on') return null;
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-card border border-orange bg-orange-tint p-4 text-orange">
      <ShieldAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>
        Tu cuenta administra las de todas las demás personas. Te recomendamos activar la verificación en dos pasos en{' '}
        <Link to={SECURITY_ADDRESS} className={`${TEXT_LINK_CLASS} text-orange`}>
          Configuración de Cuenta, pestaña Seguridad
        </Link>
        .
      </span>
    </p>
  );
}
