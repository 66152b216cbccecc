import { useState } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import { MeasurementChart } from '#web/patient-profile/measurement-chart.tsx';
import {
  type Reading,
  readingsOf,
  readingText,
  type Series,
  seriesOf,
} from '#web/patient-profile/measurement-series.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

/** Nothing while no note with measurements is finalised. The list of notes has them all: no further request is made. */
export function MeasurementsOfNotes({ notes }: { notes: readonly ClinicalNote[] }) {
  const readings = readingsOf(notes);
  return readings.length > 0 && <MeasurementsCard readings={readings} />;
}

interface Props {
  /** At least one, oldest first. */
  readings: readonly Reading[];
}

/** A chart of each kind of measurement, or all of them in a table. A screen reader always has the table. */
function MeasurementsCard({ readings }: Props) {
  const [isTable, setTable] = useState(false);
  const series = seriesOf(readings);
  return (
    <Card
      title="Mediciones"
      action={
        <Button look="secondary" className="-my-2" onClick={() => setTable(!isTable)}>
          {isTable ? 'Ver gráficos' : 'Ver como tabla'}
        </Button>
      }
    >
      {!isTable && (
        <div aria-hidden="true" className="grid gap-x-8 gap-y-6 sm:max-lg:grid-cols-2">
          {series.map((one) => (
            <MeasurementChart key={one.title} series={one} />
          ))}
        </div>
      )}
      <div
        // It scrolls, also by keyboard.
        tabIndex={isTable ? 0 : undefined}
        className={isTable ? 'relative max-h-112 overflow-auto' : 'sr-only'}
      >
        <ReadingsTable readings={readings} series={series} />
      </div>
    </Card>
  );
}

function ReadingsTable({ readings, series }: Props & { series: readonly Series[] }) {
  const timeZone = useTimeZone();
  return (
    <table aria-label="Mediciones, la más nueva primero" className="w-full text-left text-sm tabular-nums">
      <thead>
        <tr>
          {['Fecha', ...series.map(({ title }) => title)].map((name) => (
            <th
              key={name}
              scope="col"
              className="sticky top-0 whitespace-nowrap bg-surface py-2 pr-5 font-semibold text-fine text-muted"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {readings.toReversed().map(({ noteId, date, values }) => (
          <tr key={noteId}>
            <th scope="row" className="whitespace-nowrap border-line border-t py-2 pr-5 font-normal">
              {formatInstant(date, timeZone).day}
            </th>
            {series.map((one) => (
              <td key={one.title} className="whitespace-nowrap border-line border-t py-2 pr-5">
                {readingText(one, values) ?? <span className="text-muted">–</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
