import type { UseQueryResult } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { generatePath } from 'react-router';
import type { BlockedShare } from '#contract/shares';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Links that five wrong birth dates have blocked. Nothing is shown while there is none. */
export function BlockedShares({ query: { data: blocked = [] } }: { query: UseQueryResult<BlockedShare[]> }) {
  const timeZone = useTimeZone();
  if (blocked.length === 0) return null;
  return (
    <section aria-label="Enlaces bloqueados" className={`${CARD_CLASS} mb-6 flex items-start gap-3 px-4 py-3`}>
      <Link2Off size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-red" />
      <div className="min-w-0">
        <p className="font-semibold">
          {blocked.length === 1 ? 'Se bloqueó un enlace' : `Se bloquearon ${blocked.length} enlaces`} con documentos
        </p>
        <p className="text-muted text-sm">
          Alguien escribió cinco fechas de nacimiento equivocadas. Si fue el paciente, revisa la de su ficha y envíale
          un enlace nuevo; si no, revócalo.
        </p>
        <ul className="mt-1 text-sm">
          {blocked.map(({ _id, patientId, patientName, blockedAt }) => (
            <li key={_id} className="py-1.5">
              <Link to={generatePath(PATHS.patient, { id: patientId })} className={`wrap-anywhere ${TEXT_LINK_CLASS}`}>
                {patientName}
              </Link>{' '}
              <span className="whitespace-nowrap text-muted tabular-nums">{formatMoment(blockedAt, timeZone)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
