import { useState } from 'react';
import { type AdminUser, USERS_PER_PAGE } from '#contract/admin';
import { useUsersPage } from '#web/admin/admin.queries.ts';
import { FAILED } from '#web/admin/admin-texts.ts';
import { ClosedAccounts } from '#web/admin/closed-accounts.tsx';
import { useListAddress, useUserSorting } from '#web/admin/list-address.ts';
import { ListPanel } from '#web/admin/list-panel.tsx';
import type { UserAction } from '#web/admin/user-actions.ts';
import { DeleteUserDialog, ResetPasswordDialog, ToggleSubscriptionDialog } from '#web/admin/user-confirmations.tsx';
import { USERS_MIN_WIDTH, userColumns } from '#web/admin/users-columns.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Table, TableSkeleton } from '#web/ui/table.tsx';

const UserDetailsDialog = onDemand(async () => (await import('#web/admin/user-details-dialog.tsx')).UserDetailsDialog);

const UserBillingDialog = onDemand(async () => (await import('#web/admin/user-billing-dialog.tsx')).UserBillingDialog);

const DIALOGS = {
  details: UserDetailsDialog,
  subscription: ToggleSubscriptionDialog,
  billing: UserBillingDialog,
  password: ResetPasswordDialog,
  deletion: DeleteUserDialog,
};

interface Opened {
  what: UserAction | 'details';
  user: AdminUser;
}

export function UsersTab() {
  const address = useListAddress('users');
  const { sorting, sortBy } = useUserSorting();
  const listing = useUsersPage(address.page, address.search, sorting);
  const [opened, setOpened] = useState<Opened>();
  const { _id: ownId } = useCurrentUser();
  const timeZone = useTimeZone();
  const columns = userColumns({ ownId, timeZone, onOpen: (what, user) => setOpened({ what, user }) });
  const shape = { columns, minWidth: USERS_MIN_WIDTH };
  const OpenedDialog = opened && DIALOGS[opened.what];
  return (
    <>
      <ListPanel
        address={address}
        listing={listing}
        perPage={USERS_PER_PAGE}
        searchLabel="Buscar usuarios"
        placeholder="Buscar por nombre, correo o profesión..."
        failed={FAILED.users}
        counted={(total) => formatCount(total, 'usuario', 'usuarios')}
        none={{ title: 'No hay usuarios registrados', text: 'Aquí aparecerá quien cree una cuenta' }}
        noneFound="No se encontraron usuarios"
        skeleton={<TableSkeleton label="Cargando usuarios" count={10} {...shape} />}
        table={(users, busy) => (
          <Table
            label="Usuarios"
            rows={users}
            keyOf={({ _id }) => _id}
            busy={busy}
            sorting={sorting}
            onSort={sortBy}
            {...shape}
          />
        )}
      />
      <ClosedAccounts />
      {opened && OpenedDialog && <OpenedDialog user={opened.user} onClose={() => setOpened(undefined)} />}
    </>
  );
}
