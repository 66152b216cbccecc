import { Trash2 } from 'lucide-react';
import type { Webhook } from '#contract/admin';
import { NO_VALUE, WEBHOOK_LABELS } from '#web/admin/admin-texts.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import { ROW_ACTION_SKELETON, RowAction, RowActions } from '#web/ui/row-action.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Column } from '#web/ui/table.tsx';

interface Context {
  timeZone: string;
  onDelete: (webhook: Webhook) => void;
}

/** The columns of both lists of webhooks. Only the list of all users has the column of the user. */
export function webhookColumns({ timeZone, onDelete }: Context, user?: Column<Webhook>): Column<Webhook>[] {
  return [
    { name: 'Estado', width: 'w-30', cell: ({ status }) => <StatusBadge labels={WEBHOOK_LABELS} status={status} /> },
    { name: 'Tipo', kind: 'title', width: 'w-32', cell: ({ webhookType }) => webhookType },
    ...(user ? [user] : []),
    { name: 'ID de pago', width: 'w-30', cell: ({ paymentId }) => <Digits text={paymentId ?? NO_VALUE} /> },
    { name: 'IP', width: 'w-32', cell: ({ ipAddress }) => <Digits text={ipAddress} /> },
    { name: 'Fecha', width: 'w-27', cell: ({ createdAt }) => <Digits text={formatMoment(createdAt, timeZone)} /> },
    { name: 'Error', cell: ({ errorMessage }) => <ErrorText text={errorMessage} /> },
    {
      name: 'Eliminar',
      kind: 'actions',
      width: 'w-22',
      skeleton: ROW_ACTION_SKELETON,
      cell: (webhook) => (
        <RowActions>
          <RowAction
            icon={Trash2}
            label="Eliminar webhook"
            of={`${webhook.webhookType}, ${formatMoment(webhook.createdAt, timeZone)}`}
            reason={undefined}
            onPress={() => onDelete(webhook)}
          />
        </RowActions>
      ),
    },
  ];
}

const Digits = ({ text }: { text: string }) => <span className="tabular-nums">{text}</span>;

const ErrorText = ({ text }: { text: string | null }) =>
  text ? <span className="text-fine text-red">{text}</span> : NO_VALUE;
