import { measurementTexts } from '#contract/measurement-texts';
import type { Measurements } from '#contract/measurements';

/** The measurements of a note, as text. */
export function MeasurementList({ measurements }: { measurements: Measurements }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      {measurementTexts(measurements).map(({ label, text }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
