import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countUsers, countWebhooks, getStatistics, listUsers, listWebhooks } from '#contract/admin';
import { type ClosedAccount, listClosedAccounts, restoreAccount } from '#contract/closed-accounts';
import { refresh } from '#web/admin/admin.queries.ts';
import { FAILED } from '#web/admin/admin-texts.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';

/** The deleted accounts whose data are still stored. Without one there is nothing to show. */
export function ClosedAccounts() {
  const { data: accounts = [] } = useQuery(queryFor(listClosedAccounts, {}, { failed: FAILED.closedAccounts }));
  const [restoring, setRestoring] = useState<ClosedAccount>();
  const timeZone = useTimeZone();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="closed-accounts" className="mt-8">
      <h2 id="closed-accounts" className="text-xl">
        Cuentas eliminadas
      </h2>
      <p className="mt-1 text-muted">Nadie puede entrar en ellas. Se pueden restaurar durante siete días.</p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {accounts.map((account) => (
          <li key={account._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="wrap-anywhere min-w-0 flex-1 basis-72">
              <p className="font-semibold">{account.name}</p>
              <p className="text-muted text-sm">{account.email}</p>
              <p className="text-sm tabular-nums">
                Eliminada el {formatMoment(account.closedAt, timeZone)}
                {account.closedBy && ` por ${account.closedBy}`}.{' '}
                {account.isRestorable
                  ? `Sus datos se borran desde el ${formatMoment(account.purgeAt, timeZone)}.`
                  : `Se podía restaurar hasta el ${formatMoment(account.purgeAt, timeZone)}. Sus datos se borran en la próxima limpieza.`}
              </p>
            </div>
            {account.isRestorable && (
              <Button look="secondary" aria-label={`Restaurar: ${account.name}`} onClick={() => setRestoring(account)}>
                Restaurar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {restoring && <RestoreDialog account={restoring} onClose={() => setRestoring(undefined)} />}
    </section>
  );
}

function RestoreDialog({ account, onClose }: { account: ClosedAccount; onClose: () => void }) {
  const restore = useRestoreAccount(account);
  return (
    <ConfirmDialog
      title="¿Restaurar cuenta?"
      confirmLabel="Sí, restaurar"
      busyLabel="Restaurando..."
      harmless
      busy={restore.isPending}
      onConfirm={() => restore.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>
        <strong className="text-ink">{account.name}</strong> ({account.email}) volverá a tener su cuenta con todos sus
        datos y podrá entrar con su contraseña de antes.
      </p>
    </ConfirmDialog>
  );
}

function useRestoreAccount({ _id, name }: ClosedAccount) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(restoreAccount, { params: { id: _id } }),
    meta: { done: `Cuenta de ${name} restaurada`, failed: 'No se pudo restaurar la cuenta' },
    // Also after a failure: its data may have been deleted meanwhile.
    onSettled: () =>
      refresh(cache, [listClosedAccounts, listUsers, countUsers, getStatistics, listWebhooks, countWebhooks]),
  });
}
