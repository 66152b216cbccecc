import { Activity, type LucideIcon, UserPlus, UsersRound, Webhook } from 'lucide-react';
import type { Statistics } from '#contract/admin';
import { useStatistics } from '#web/admin/admin.queries.ts';
import { FAILED } from '#web/admin/admin-texts.ts';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { formatDuration, formatNumber } from '#web/ui/format-number.ts';
import { IconTile } from '#web/ui/icon-tile.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Figure {
  name: string;
  icon: LucideIcon;
  read: (statistics: Statistics) => string;
}

const CARDS: readonly Figure[] = [
  { name: 'Total de usuarios', icon: UsersRound, read: ({ totalUsers }) => formatNumber(totalUsers) },
  { name: 'Activos en 24 h', icon: Activity, read: ({ activeUsersLast24h }) => formatNumber(activeUsersLast24h) },
  { name: 'Nuevos en 7 días', icon: UserPlus, read: ({ newUsersLast7Days }) => formatNumber(newUsersLast7Days) },
  { name: 'Total de webhooks', icon: Webhook, read: ({ totalWebhooks }) => formatNumber(totalWebhooks) },
];

const EXTRA: readonly Omit<Figure, 'icon'>[] = [
  {
    name: 'Duración promedio de sesión',
    read: ({ averageSessionDuration }) => formatDuration(averageSessionDuration),
  },
  { name: 'Usuarios de pago', read: ({ paidUsers }) => formatNumber(paidUsers) },
  { name: 'Usuarios gratuitos', read: ({ freeUsers }) => formatNumber(freeUsers) },
];

export function StatisticsCards() {
  const { data, isError, refetch } = useStatistics();
  if (!data && isError) {
    return (
      <Card>
        <InlineFailure text={FAILED.statistics} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <section aria-label="Estadísticas del sistema" className="space-y-4">
      {!data && (
        <p role="status" className="sr-only">
          Cargando las estadísticas
        </p>
      )}
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {CARDS.map(({ name, icon, read }) => (
          <div key={name} className={`${CARD_CLASS} relative p-4 sm:p-5 sm:pl-20`}>
            <dt className="text-muted text-sm">
              <span className="absolute top-5 left-5 max-sm:hidden">
                <IconTile icon={icon} />
              </span>
              {name}
            </dt>
            <dd className="mt-0.5 font-bold text-heading tabular-nums">
              {data ? read(data) : <Skeleton className="my-1 h-7.25 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
      <dl className={`${CARD_CLASS} grid gap-x-6 gap-y-3 p-4 sm:grid-cols-3 sm:p-5`}>
        {EXTRA.map(({ name, read }) => (
          <div key={name} className="max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="font-bold text-lg tabular-nums sm:mt-0.5 max-sm:shrink-0 max-sm:grow max-sm:text-right">
              {data ? read(data) : <Skeleton className="my-1 h-5 w-20 max-sm:ml-auto sm:h-5.5" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
