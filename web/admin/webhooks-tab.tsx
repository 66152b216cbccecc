import { useState } from 'react';
import { WEBHOOKS_PER_PAGE, type Webhook } from '#contract/admin';
import { FAILED, NO_VALUE } from '#web/admin/admin-texts.ts';
import { useWebhooksPage } from '#web/admin/billing-records.queries.ts';
import { DeleteWebhookDialog } from '#web/admin/delete-webhook-dialog.tsx';
import { useListAddress } from '#web/admin/list-address.ts';
import { ListPanel } from '#web/admin/list-panel.tsx';
import { webhookColumns } from '#web/admin/webhook-columns.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx';

const USER_COLUMN: Column<Webhook> = {
  name: 'Usuario',
  cell: ({ userId }) =>
    userId ? (
      <>
        <span className="block font-semibold">{userId.name}</span>
        <span className="block text-fine text-muted">{userId.email}</span>
      </>
    ) : (
      NO_VALUE
    ),
};

export function WebhooksTab() {
  const address = useListAddress('webhooks');
  const listing = useWebhooksPage(address.page, address.search);
  const [deleting, setDeleting] = useState<Webhook>();
  const timeZone = useTimeZone();
  const shape = {
    columns: webhookColumns({ timeZone, onDelete: setDeleting }, USER_COLUMN),
    minWidth: '@2xl:min-w-[58rem]',
  };
  return (
    <>
      <ListPanel
        address={address}
        listing={listing}
        perPage={WEBHOOKS_PER_PAGE}
        searchLabel="Buscar webhooks"
        placeholder="Tipo, estado, usuario, ID de pago o IP..."
        failed={FAILED.webhooks}
        counted={(total) => formatCount(total, 'webhook', 'webhooks')}
        none={{
          title: 'No hay webhooks registrados',
          text: 'Aquí aparecerán las notificaciones del proveedor de pagos',
        }}
        noneFound="No se encontraron webhooks"
        skeleton={<TableSkeleton label="Cargando webhooks" count={10} {...shape} />}
        table={(webhooks, busy) => (
          <Table label="Webhooks" rows={webhooks} keyOf={({ _id }) => _id} busy={busy} {...shape} />
        )}
      />
      {deleting && <DeleteWebhookDialog webhook={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
