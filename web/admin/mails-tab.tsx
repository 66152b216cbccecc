import { MAIL_KIND_NAMES, MAIL_STATUS_NAMES, MAILS_PER_PAGE, type Mail, type MailStatus } from '#contract/mail';
import { useMailsPage } from '#web/admin/admin.queries.ts';
import { FAILED, NO_VALUE } from '#web/admin/admin-texts.ts';
import { useListAddress } from '#web/admin/list-address.ts';
import { ListPanel } from '#web/admin/list-panel.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import { formatCount, formatNumber } from '#web/ui/format-number.ts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx';

const MAIL_LABELS: Record<MailStatus, Label> = {
  pending: { text: MAIL_STATUS_NAMES.pending, tone: 'orange' },
  sent: { text: MAIL_STATUS_NAMES.sent, tone: 'green' },
  failed: { text: MAIL_STATUS_NAMES.failed, tone: 'red' },
};

/** In words where the administrator can do something about it. Other codes are for the operator. */
const FAILURES: Record<string, string> = {
  EXPIRED: 'Se dejó de intentar',
  LIMIT: 'Demasiadas solicitudes en una hora',
  ADDRESS: 'La dirección no es válida',
  EAUTH: 'El servidor de correo no acepta las credenciales',
  ESOCKET: 'El servidor de correo no responde',
  ECONNECTION: 'El servidor de correo no responde',
  ETIMEDOUT: 'El servidor de correo no responde',
  EENVELOPE: 'El servidor de correo rechazó la dirección',
};

function failureText(failure: string): string {
  const [code = '', status] = failure.split(' ');
  return `${FAILURES[code] ?? code}${status ? ` (${status})` : ''}`;
}

const columnsIn = (timeZone: string): Column<Mail>[] => {
  const moment = (instant: string | null) => (
    <span className="tabular-nums">{instant ? formatMoment(instant, timeZone) : NO_VALUE}</span>
  );
  return [
    { name: 'Estado', width: 'w-30', cell: ({ status }) => <StatusBadge labels={MAIL_LABELS} status={status} /> },
    { name: 'Tipo', kind: 'title', width: 'w-48', cell: ({ kind }) => MAIL_KIND_NAMES[kind] },
    { name: 'Cuenta', cell: ({ user }) => (user ? <Account {...user} /> : NO_VALUE) },
    { name: 'Intentos', width: 'w-22', cell: ({ attempts }) => formatNumber(attempts) },
    { name: 'Creado', width: 'w-27', cell: ({ createdAt }) => moment(createdAt) },
    { name: 'Terminado', width: 'w-27', cell: ({ finishedAt }) => moment(finishedAt) },
    { name: 'Próximo intento', width: 'w-27', cell: ({ nextAttemptAt }) => moment(nextAttemptAt) },
    { name: 'Error', cell: ({ failure }) => (failure ? <Failure text={failureText(failure)} /> : NO_VALUE) },
  ];
};

const Account = ({ name, email }: { name: string; email: string }) => (
  <>
    <span className="block font-semibold">{name}</span>
    <span className="wrap-anywhere block text-fine text-muted">{email}</span>
  </>
);

const Failure = ({ text }: { text: string }) => <span className="text-fine text-red">{text}</span>;

/** What was sent to whom and what waits. Nobody sees the content of a mail here. */
export function MailsTab() {
  const address = useListAddress('mails');
  const listing = useMailsPage(address.page, address.search);
  const shape = { columns: columnsIn(useTimeZone()), minWidth: '@2xl:min-w-[64rem]' };
  return (
    <ListPanel
      address={address}
      listing={listing}
      perPage={MAILS_PER_PAGE}
      searchLabel="Buscar correos"
      placeholder="Cuenta, tipo o estado..."
      failed={FAILED.mails}
      counted={(total) => formatCount(total, 'correo', 'correos')}
      none={{ title: 'No hay correos', text: 'Aquí aparecerán los avisos y enlaces que reciben las cuentas' }}
      noneFound="No se encontraron correos"
      skeleton={<TableSkeleton label="Cargando correos" count={10} {...shape} />}
      table={(mails, busy) => <Table label="Correos" rows={mails} keyOf={({ _id }) => _id} busy={busy} {...shape} />}
    />
  );
}
