import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fold } from '#contract/fold';
import type { Preset } from '#web/clinical-notes/presets/presets.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';

interface Props<T extends Preset> {
  label: string;
  query: Pick<UseQueryResult<T[]>, 'data' | 'isError' | 'refetch'>;
  notLoaded: string;
  /** What to do when there are none. */
  empty: string;
  content: (item: T) => string;
  actions: (item: T) => ReactNode;
}

/** A list of fewer is read at a glance. */
const SEARCHED_LENGTH = 8;

/** Chooses among presets. What cannot be decrypted cannot be copied, so it is left out. */
export function ChoiceList<T extends Preset>(props: Props<T>) {
  const { label, query, notLoaded, empty, content, actions } = props;
  const [typed, type] = useState('');
  const items = query.data?.filter(({ undecryptable }) => !undecryptable);
  const found = items?.filter((item) => fold(`${item.name} ${content(item)}`).includes(fold(typed)));
  const part = useFirstFocus<HTMLDivElement>(items !== undefined);
  return (
    <div ref={part}>
      {items && items.length >= SEARCHED_LENGTH && (
        <SearchInput
          aria-label="Buscar por nombre o contenido"
          placeholder="Buscar por nombre o contenido"
          type="text"
          value={typed}
          onType={type}
          className="mb-4"
        />
      )}
      {items?.length === 0 && <p>{empty}</p>}
      {items && items.length > 0 && found?.length === 0 && <p>Nada coincide con la búsqueda.</p>}
      {found && found.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line border-line border-y">
          {found.map((item) => (
            <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-40 flex-1">
                <p className="wrap-anywhere font-semibold">{item.name}</p>
                <p className="wrap-anywhere line-clamp-2 text-muted text-sm">{content(item)}</p>
              </div>
              <div className="flex gap-2">{actions(item)}</div>
            </li>
          ))}
        </ul>
      )}
      {!items && query.isError && <InlineFailure text={notLoaded} onRetry={() => void query.refetch()} />}
      {!items && !query.isError && <Skeleton className="h-24" />}
      <p className="mt-4 text-sm">
        <Link to={PATHS.presets} className={TEXT_LINK_CLASS}>
          Administrar plantillas y favoritas
        </Link>
      </p>
    </div>
  );
}
