import type { Assistant } from '#contract/assistants';
import { useEndAssistant } from '#web/assistants/assistants.queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  assistant: Assistant;
  onClose: () => void;
}

export function EndAccessDialog({ assistant, onClose }: Props) {
  const end = useEndAssistant();
  const hasAccess = assistant.status !== 'invited';
  return (
    <ConfirmDialog
      title={hasAccess ? '¿Terminar el acceso?' : '¿Anular la invitación?'}
      confirmLabel={hasAccess ? 'Sí, terminar acceso' : 'Sí, anular invitación'}
      busyLabel={hasAccess ? 'Terminando...' : 'Anulando...'}
      busy={end.isPending}
      onConfirm={() => end.mutate(assistant, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {hasAccess ? (
          <>
            <strong className="text-ink">{assistant.name}</strong> deja de ver tu agenda y tus pacientes de inmediato,
            también donde tenga la sesión abierta. Lo que hizo queda en el registro de accesos.
          </>
        ) : (
          <>
            El enlace que recibió <strong className="text-ink">{assistant.name}</strong> deja de funcionar de inmediato.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
