import { BadgeCheck, BadgeMinus, KeyRound, type LucideIcon, Receipt, Trash2 } from 'lucide-react';
import type { AdminUser } from '#contract/admin';
import { singularProfession } from '#contract/professions';
import { NO_VALUE, ROLE_LABELS, SUBSCRIPTION_LABELS } from '#web/admin/admin-texts.ts';
import type { UserOrder } from '#web/admin/list-address.ts';
import { isOffered, reasonNotAllowed, type UserAction } from '#web/admin/user-actions.ts';
import { formatDayWithDashes } from '#web/ui/format-instant.ts';
import { formatNumber } from '#web/ui/format-number.ts';
import { RowAction, RowActions } from '#web/ui/row-action.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Column } from '#web/ui/table.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export const USERS_MIN_WIDTH = '@2xl:min-w-[58rem]';

interface Context {
  ownId: string;
  timeZone: string;
  onOpen: (what: UserAction | 'details', user: AdminUser) => void;
}

export const userColumns = ({ ownId, timeZone, onOpen }: Context): Column<AdminUser, UserOrder>[] => [
  {
    name: 'Nombre',
    order: 'name',
    kind: 'title',
    cell: (user) => (
      <>
        <button type="button" onClick={() => onOpen('details', user)} className={`text-left ${TEXT_LINK_CLASS}`}>
          {user.name}
        </button>
        {ROLE_LABELS[user.role] && (
          <span className="block font-normal text-fine text-muted">{ROLE_LABELS[user.role]}</span>
        )}
      </>
    ),
  },
  { name: 'Email', order: 'email', cell: ({ email }) => email },
  {
    name: 'Profesión',
    order: 'profession',
    width: 'w-32',
    cell: ({ profession }) => (profession ? singularProfession(profession) : NO_VALUE),
  },
  { name: 'Especialidad', order: 'specialty', width: 'w-27', cell: ({ specialty }) => specialty ?? NO_VALUE },
  {
    name: 'Suscripción',
    order: 'subscriptionStatus',
    width: 'w-25',
    cell: ({ role, subscriptionStatus }) =>
      role === 'assistant' ? NO_VALUE : <StatusBadge labels={SUBSCRIPTION_LABELS} status={subscriptionStatus} />,
  },
  {
    name: 'Pacientes',
    order: 'patientCount',
    kind: 'number',
    width: 'w-22',
    cell: ({ role, patientCount }) => (role === 'assistant' ? NO_VALUE : formatNumber(patientCount)),
  },
  {
    name: 'Fecha\u00A0de registro',
    order: 'registrationDate',
    width: 'w-27',
    cell: ({ registrationDate }) => (
      <span className="tabular-nums">{formatDayWithDashes(registrationDate, timeZone)}</span>
    ),
  },
  {
    name: 'Acciones',
    kind: 'actions',
    width: 'w-42',
    skeleton: 'h-9 @max-2xl:h-30',
    cell: (user) => <UserActions user={user} ownId={ownId} onAct={(act) => onOpen(act, user)} />,
  },
];

interface ActionsProps {
  user: AdminUser;
  ownId: string;
  onAct: (act: UserAction) => void;
}

function UserActions({ user, ownId, onAct }: ActionsProps) {
  const isPaid = user.subscriptionStatus === 'paid';
  const actions: { act: UserAction; icon: LucideIcon; label: string }[] = [
    {
      act: 'subscription',
      icon: isPaid ? BadgeMinus : BadgeCheck,
      label: isPaid ? 'Terminar suscripción' : 'Activar suscripción',
    },
    { act: 'billing', icon: Receipt, label: 'Ver pagos y webhooks' },
    { act: 'password', icon: KeyRound, label: 'Restablecer contraseña' },
    { act: 'deletion', icon: Trash2, label: 'Eliminar usuario' },
  ];
  const offered = actions.filter(({ act }) => isOffered(act, user));
  return (
    <RowActions>
      {offered.map(({ act, icon, label }) => (
        <RowAction
          key={act}
          icon={icon}
          label={label}
          of={user.name}
          reason={reasonNotAllowed(act, user, ownId)}
          onPress={() => onAct(act)}
        />
      ))}
    </RowActions>
  );
}
