import type { Webhook } from '#contract/admin';
import { useDeleteWebhook } from '#web/admin/billing-records.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { _id, webhookType, paymentId, createdAt, userId } = webhook;
  const remove = useDeleteWebhook(_id);
  const timeZone = useTimeZone();
  return (
    <ConfirmDialog
      title="¿Eliminar webhook?"
      confirmLabel="Sí, eliminar webhook"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        Dejará de aparecer en las listas el webhook {webhookType} del {formatMoment(createdAt, timeZone)}
        {paymentId && `, pago ${paymentId}`}
        {userId && (
          <>
            , de <strong className="text-ink">{userId.name}</strong>
          </>
        )}
        .
      </p>
      <p>El período pagado no cambia. Esta acción no se puede deshacer.</p>
    </ConfirmDialog>
  );
}
