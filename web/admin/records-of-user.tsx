import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx';

interface Props<Row> {
  label: string;
  records: UseQueryResult<Row[]>;
  columns: readonly Column<Row>[];
  minWidth: string;
  failed: string;
  none: string;
}

/** A table with all payments, or all webhooks, of a user. */
export function RecordsOfUser<Row extends { _id: string }>(props: Props<Row>) {
  const { label, records, columns, minWidth, failed, none } = props;
  const { data, isError, refetch } = records;
  if (!data && isError) return <InlineFailure text={failed} onRetry={() => void refetch()} />;
  if (!data) {
    return <TableSkeleton label={`Cargando ${label.toLowerCase()}`} columns={columns} minWidth={minWidth} count={3} />;
  }
  if (data.length === 0) return <EmptyState picture={<NightSky />} title={none} />;
  return <Table label={label} columns={columns} minWidth={minWidth} rows={data} keyOf={({ _id }) => _id} />;
}
