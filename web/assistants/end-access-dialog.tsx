import type { Assistant } from '#contract/assistants';
import { useEndAssistant } from '#web/assistants/assistants.queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  assistant: Assistant;
  onClose: () => void;
}

export function EndAccessDialog({ assistant, onClose }: Props) {
  const end = useEndAssistant();
  const isActive = assistant.status === 'active';
  return (
    <ConfirmDialog
      title={isActive ? '¿Terminar el acceso?' : '¿Anular la invitación?'}
      confirmLabel={isActive ? 'Sí, terminar acceso' : 'Sí, anular invitación'}
      busyLabel={isActive ? 'Terminando...' : 'Anulando...'}
      busy={end.isPending}
      onConfirm={() => end.mutate(assistant, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {isActive ? (
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
