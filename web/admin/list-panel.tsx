import { type ReactNode, useRef } from 'react';
import type { ListAddress } from '#web/admin/list-address.ts';
import type { Listing } from '#web/admin/listing.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Navigate } from '#web/ui/navigation.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';

interface Props<Row> {
  address: ListAddress;
  listing: Listing<Row>;
  perPage: number;
  searchLabel: string;
  placeholder: string;
  failed: string;
  counted: (total: number) => string;
  none: { title: string; text: string };
  noneFound: string;
  skeleton: ReactNode;
  table: (rows: readonly Row[], busy: boolean) => ReactNode;
}

/** A list with a search box and pages. */
export function ListPanel<Row>(props: Props<Row>) {
  const { address, listing, searchLabel, placeholder, counted } = props;
  const top = useRef<HTMLDivElement>(null);
  const goToPage = (page: number) => {
    address.goToPage(page);
    top.current?.scrollIntoView();
  };
  const isSettled = listing.isSettled && address.isSettled;
  return (
    <>
      <div ref={top} className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 scroll-mt-4">
        <SearchInput
          aria-label={searchLabel}
          placeholder={placeholder}
          maxLength={120}
          value={address.typed}
          onType={address.setTyped}
          className="w-full max-w-md"
        />
        <p role="status" className="min-h-5.5 text-muted text-sm tabular-nums">
          {listing.total !== undefined && counted(listing.total)}
        </p>
      </div>
      <Rows {...props} isSettled={isSettled} onPage={goToPage} />
    </>
  );
}

interface RowsProps<Row> extends Props<Row> {
  isSettled: boolean;
  onPage: (page: number) => void;
}

function Rows<Row>(props: RowsProps<Row>) {
  const { address, listing, perPage, failed, none, noneFound, skeleton, table, isSettled, onPage } = props;
  const { rows, total } = listing;
  if (listing.isFailed) return <LoadFailure title={failed} onRetry={listing.retry} />;
  if (!rows || total === undefined) return skeleton;

  const pages = Math.max(1, Math.ceil(total / perPage));
  // The only row of the last page may have been deleted.
  if (isSettled && address.page > pages) return <Navigate to={{ search: address.addressOfPage(pages) }} replace />;
  if (rows.length === 0) {
    if (!isSettled) return skeleton;
    return (
      <Card>
        {address.search ? (
          <EmptyState picture={<NightSky />} title={noneFound} text="Intenta con otros términos de búsqueda" />
        ) : (
          <EmptyState picture={<NightSky />} {...none} />
        )}
      </Card>
    );
  }
  return (
    <>
      {table(rows, !isSettled)}
      {pages > 1 && (
        <div className="mt-6">
          <Pager page={address.page} pages={pages} onPage={onPage} />
        </div>
      )}
    </>
  );
}
