import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { dismissPasswordReset } from '#contract/account';
import { refreshUser } from '#web/auth/auth.queries.ts';
import { call } from '#web/platform/api.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { ACCESS_LOG_ADDRESS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { focusPageHeading } from '#web/ui/focus-heading.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Says who reset the password and when, each time, on every page, until the owner dismisses it. */
export function PasswordResetNotice() {
  const { passwordResets = [] } = useCurrentUser();
  const timeZone = useTimeZone();
  const isAssistant = useIsAssistant();
  const dismiss = useMutation({
    mutationFn: () => call(dismissPasswordReset),
    meta: { failed: 'No se pudo cerrar el aviso' },
    onSuccess: () => {
      focusPageHeading();
      return refreshUser();
    },
  });
  if (passwordResets.length === 0) return null;
  const moment = (at: string) => formatMoment(at, timeZone);
  return (
    <Notice
      label="Contraseña restablecida"
      tone="orange"
      icon={KeyRound}
      actions={
        <Button look="ghost" disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Entendido
        </Button>
      }
    >
      {passwordResets.map(({ at, by, dismissedAt }) => (
        <span key={at} className="block">
          {by} restableció tu contraseña el {moment(at)}.
          {dismissedAt && ` Alguien cerró este aviso en tu cuenta el ${moment(dismissedAt)}.`}
        </span>
      ))}
      {isAssistant ? (
        'Si no lo pediste, avisa a soporte.'
      ) : (
        <>
          Si no lo pediste, revisa qué se hizo desde entonces en el{' '}
          <Link to={ACCESS_LOG_ADDRESS} className={TEXT_LINK_CLASS}>
            registro de accesos
          </Link>
          .
        </>
      )}
    </Notice>
  );
}
