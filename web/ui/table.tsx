import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export interface Column<Row, Order extends string = never> {
  name: string;
  /** A class. Columns without one share the remaining width. */
  width?: string;
  /** The title is the heading of its row. The actions stay visible while the rest scrolls sideways. */
  kind?: 'plain' | 'title' | 'number' | 'actions';
  /** The order that a press on the heading asks for. Without it, the column is not sortable. */
  order?: Order;
  /** The class of the skeleton of a cell. */
  skeleton?: string;
  cell: (row: Row) => ReactNode;
}

export interface Sorting<Order extends string> {
  by: Order;
  direction: 'asc' | 'desc';
}

interface Shape<Row, Order extends string> {
  label: string;
  columns: readonly Column<Row, Order>[];
  /** A class with the minimum width of the table. */
  minWidth: string;
}

interface Props<Row, Order extends string> extends Shape<Row, Order> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Other rows are loading. */
  busy?: boolean;
  sorting?: Sorting<Order>;
  onSort?: (by: Order) => void;
  /** A press anywhere on a row. Something in the row must do the same for the keyboard. */
  onPress?: (row: Row) => void;
}

/** A table that scrolls sideways or, in a narrow container, a list of cards. */
export function Table<Row, Order extends string = never>(props: Props<Row, Order>) {
  const { label, columns, minWidth, rows, keyOf, busy = false, onPress } = props;
  return (
    <Frame minWidth={minWidth} label={label} busy={busy}>
      <Headings {...props} />
      <tbody className="@max-2xl:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            onClick={onPress && (() => onPress(row))}
            className={`${ROW_CLASS} ${onPress ? 'cursor-pointer hover:bg-austral-50' : ''}`}
          >
            {columns.map((column) => (
              <Cell key={column.name} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Frame>
  );
}

interface FrameProps {
  label?: string;
  minWidth: string;
  busy?: boolean;
  children: ReactNode;
}

function Frame({ label, minWidth, busy, children }: FrameProps) {
  return (
    <div className="@container">
      <div className={`${CARD_CLASS} relative overflow-x-auto`}>
        <table
          aria-label={label}
          aria-busy={busy}
          // Separate borders belong to the cells, so that a sticky cell keeps its own.
          className={`w-full border-separate border-spacing-0 text-left text-sm transition-opacity duration-150 aria-busy:opacity-60 @2xl:table-fixed @max-2xl:block ${minWidth}`}
        >
          {children}
        </table>
      </div>
    </div>
  );
}

const ROW_CLASS =
  'group/row @max-2xl:flex @max-2xl:flex-col @max-2xl:border-line @max-2xl:px-4 @max-2xl:py-4 @max-2xl:not-last:border-b';

/** Opaque, because other cells scroll under it. */
const STICKY_CLASS = '@2xl:sticky @2xl:right-0 @2xl:bg-surface';

const HEADING_CLASS =
  'h-12 border-line border-b px-2.5 align-middle font-semibold text-fine text-muted first:pl-5 last:pr-5 @max-2xl:h-auto @max-2xl:w-auto @max-2xl:shrink-0 @max-2xl:whitespace-nowrap @max-2xl:border-0 @max-2xl:p-0 @max-2xl:last:pr-0 @max-2xl:first:pl-0';

const HEADING_CLASSES = {
  title: '',
  plain: '',
  number: '@2xl:text-right',
  actions: `@2xl:text-right ${STICKY_CLASS}`,
} as const;

const SORT_STRIP_CLASS = '@max-2xl:relative @max-2xl:flex @max-2xl:gap-2 @max-2xl:overflow-x-auto @max-2xl:p-3';

type HeadingsProps<Row, Order extends string> = Pick<Props<Row, Order>, 'columns' | 'sorting' | 'onSort'>;

/** Above cards, only the sortable headings are shown, in one line that scrolls. */
function Headings<Row, Order extends string>({ columns, sorting, onSort }: HeadingsProps<Row, Order>) {
  const isSortable = columns.some(({ order }) => order);
  return (
    <thead className={isSortable ? '@max-2xl:block @max-2xl:border-line @max-2xl:border-b' : '@max-2xl:sr-only'}>
      <tr className={isSortable ? SORT_STRIP_CLASS : ''}>
        {columns.map(({ name, width = '', kind = 'plain', order }) => (
          <th
            key={name}
            scope="col"
            aria-sort={order && order === sorting?.by ? ARIA_SORT[sorting.direction] : undefined}
            className={`${HEADING_CLASS} ${HEADING_CLASSES[kind]} ${width} ${order ? '' : '@max-2xl:sr-only'}`}
          >
            {order ? (
              <SortButton
                name={name}
                direction={sorting?.by === order ? sorting.direction : undefined}
                onPress={() => onSort?.(order)}
              />
            ) : (
              name
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: ArrowUp, desc: ArrowDown } as const;

interface SortButtonProps {
  name: string;
  direction: 'asc' | 'desc' | undefined;
  onPress: () => void;
}

function SortButton({ name, direction, onPress }: SortButtonProps) {
  const Arrow = direction ? ARROWS[direction] : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={`relative inline-flex items-center gap-1 rounded-control text-left font-semibold transition-colors duration-150 hover:text-ink @2xl:w-min @2xl:min-h-9 @2xl:wrap-normal @max-2xl:min-h-11 @max-2xl:border @max-2xl:border-line @max-2xl:px-3 ${direction ? 'text-austral-700' : 'text-muted'}`}
    >
      {name}
      <Arrow
        size={14}
        aria-hidden="true"
        // In a table, the arrow is between two columns and takes no space of either.
        className={`shrink-0 @2xl:absolute @2xl:left-full @2xl:ml-0.5 ${direction ? '' : 'opacity-60'}`}
      />
    </button>
  );
}

/** A card leaves out a cell whose content is marked as empty. */
const ON_CARD_CLASS =
  '@max-2xl:grid @max-2xl:grid-cols-[7.5rem_1fr] @max-2xl:gap-3 @max-2xl:py-1 @max-2xl:has-data-empty:hidden';

const CELL_CLASSES = {
  title: 'font-semibold @max-2xl:order-first @max-2xl:mb-2 @max-2xl:text-base',
  plain: ON_CARD_CLASS,
  number: `tabular-nums @2xl:text-right ${ON_CARD_CLASS}`,
  actions: `@max-2xl:mt-3 ${STICKY_CLASS}`,
} as const;

const CELL_CLASS =
  'align-middle @2xl:border-line @2xl:border-b @2xl:px-2.5 @2xl:py-2.5 @2xl:first:pl-5 @2xl:last:pr-5 @2xl:group-last/row:border-b-0';

function Cell<Row, Order extends string>({ column, children }: { column: Column<Row, Order>; children: ReactNode }) {
  const { name, kind = 'plain' } = column;
  const className = `${CELL_CLASS} ${CELL_CLASSES[kind]}`;
  if (kind === 'title') {
    return (
      <th scope="row" className={className}>
        {children}
      </th>
    );
  }
  return (
    <td className={className}>
      {kind !== 'actions' && <span className="text-muted @2xl:hidden">{name}</span>}
      <div className="min-w-0">{children}</div>
    </td>
  );
}

/** The table while its rows load. */
export function TableSkeleton<Row, Order extends string = never>(props: Shape<Row, Order> & { count: number }) {
  const { label, columns, minWidth, count } = props;
  return (
    <div role="status" aria-label={label}>
      <div inert>
        <Frame minWidth={minWidth}>
          <Headings columns={columns} />
          <tbody className="@max-2xl:block">
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
              <tr key={index} className={ROW_CLASS}>
                {columns.map((column) => (
                  <Cell key={column.name} column={column}>
                    <Skeleton className={column.skeleton ?? 'my-1 h-3.5 w-3/4'} />
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Frame>
      </div>
    </div>
  );
}
