import { CircleAlert, CircleCheck } from 'lucide-react';
import { failureOf, type Run } from '#web/cie10/system-scripts.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { formatNumber } from '#web/ui/format-number.ts';

const COUNTS = [
  { field: 'added', name: 'Agregados' },
  { field: 'updated', name: 'Actualizados' },
  { field: 'skipped', name: 'Omitidos' },
  { field: 'errors', name: 'Errores' },
  { field: 'total', name: 'Total' },
] as const;

/** The result of the last run, which stays when the toast has disappeared. */
export function SystemScriptsResult({ run }: { run: Run }) {
  const { result } = run;
  return (
    <div className="mt-6">
      <Card title={run.script === 'initialize' ? 'Resultado de la inicialización' : 'Resultado de la expansión'}>
        {result ? (
          <>
            <p className="flex items-start gap-2.5">
              <CircleCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-green" />
              {result.message}
            </p>
            <dl className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-5">
              {COUNTS.map(({ field, name }) => (
                <div
                  key={field}
                  className="rounded-control bg-paper p-4 ring-1 ring-line ring-inset last:max-sm:col-span-2"
                >
                  <dt className="text-muted text-sm">{name}</dt>
                  <dd className="mt-0.5 font-bold text-subheading tabular-nums">
                    {formatNumber(result.counts[field])}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p className="flex items-start gap-2.5 text-red">
            <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
            {failureOf(run)}
          </p>
        )}
      </Card>
    </div>
  );
}
