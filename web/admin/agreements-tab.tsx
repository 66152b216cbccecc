import { type AccountAgreement, AGREEMENTS_PER_PAGE, PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import { useAgreementsPage } from '#web/admin/admin.queries.ts';
import { FAILED, NO_VALUE } from '#web/admin/admin-texts.ts';
import { useListAddress } from '#web/admin/list-address.ts';
import { ListPanel } from '#web/admin/list-panel.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx';

const columnsIn = (timeZone: string): Column<AccountAgreement>[] => [
  { name: 'Cuenta', kind: 'title', cell: ({ user }) => <Account {...user} /> },
  { name: 'Estado', width: 'w-44', cell: (agreement) => <State {...agreement} /> },
  {
    name: 'Versiones aceptadas',
    cell: ({ history }) => (history.length > 0 ? <Versions history={history} timeZone={timeZone} /> : NO_VALUE),
  },
];

const Account = ({ name, email }: AccountAgreement['user']) => (
  <>
    <span className="block font-semibold">{name}</span>
    <span className="wrap-anywhere block text-fine text-muted">{email}</span>
  </>
);

function State({ user, history }: AccountAgreement) {
  if (history.some(({ version }) => version === PROCESSING_AGREEMENT.version))
    return <Badge tone="green">Vigente</Badge>;
  if (history.length > 0) return <Badge tone="orange">Versión anterior</Badge>;
  return user.role === 'admin' ? <Badge tone="neutral">Administración</Badge> : <Badge tone="orange">Pendiente</Badge>;
}

const Versions = ({ history, timeZone }: Pick<AccountAgreement, 'history'> & { timeZone: string }) => (
  <ul className="tabular-nums">
    {history.map(({ version, acceptedAt }) => (
      <li key={version}>
        {version}, el {formatMoment(acceptedAt, timeZone)}
      </li>
    ))}
  </ul>
);

/** Which versions of the contract of the processor each account accepted, and when. */
export function AgreementsTab() {
  const address = useListAddress('agreements');
  const listing = useAgreementsPage(address.page, address.search);
  const shape = { columns: columnsIn(useTimeZone()), minWidth: '@2xl:min-w-[40rem]' };
  return (
    <>
      <p className="mb-4 text-muted">Versión vigente: {PROCESSING_AGREEMENT.version}</p>
      <ListPanel
        address={address}
        listing={listing}
        perPage={AGREEMENTS_PER_PAGE}
        searchLabel="Buscar cuentas"
        placeholder="Nombre, correo, profesión..."
        failed={FAILED.agreements}
        counted={(total) => formatCount(total, 'cuenta', 'cuentas')}
        none={{ title: 'No hay cuentas', text: 'Aquí aparecerá qué versión aceptó cada una' }}
        noneFound="No se encontraron cuentas"
        skeleton={<TableSkeleton label="Cargando aceptaciones" count={10} {...shape} />}
        table={(rows, busy) => (
          <Table label="Contrato de encargo" rows={rows} keyOf={({ user }) => user._id} busy={busy} {...shape} />
        )}
      />
    </>
  );
}
