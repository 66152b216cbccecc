import { useState } from 'react';
import type { AdminUser, Webhook } from '#contract/admin';
import { FAILED } from '#web/admin/admin-texts.ts';
import { useWebhooksOf } from '#web/admin/billing-records.queries.ts';
import { DeleteWebhookDialog } from '#web/admin/delete-webhook-dialog.tsx';
import { RecordsOfUser } from '#web/admin/records-of-user.tsx';
import { webhookColumns } from '#web/admin/webhook-columns.tsx';
import { useTimeZone } from '#web/platform/today.ts';

export function WebhooksOfUser({ user }: { user: AdminUser }) {
  const timeZone = useTimeZone();
  const [deleting, setDeleting] = useState<Webhook>();
  return (
    <>
      <RecordsOfUser
        label="Webhooks"
        records={useWebhooksOf(user._id)}
        columns={webhookColumns({ timeZone, onDelete: setDeleting })}
        minWidth="@2xl:min-w-[54rem]"
        failed={FAILED.webhooks}
        none="No hay webhooks registrados"
      />
      {deleting && <DeleteWebhookDialog webhook={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
