import { ChevronDown } from 'lucide-react';
import { HourGrid } from '#web/patient-pages/hour-grid.tsx';

/** A day that opens and closes. `addDaysToList` fills in copies of it. The model is never open. */
export const DayModel = () => (
  <details data-part="day-model" hidden className="group rounded-control border border-line open:pb-3">
    <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-control px-3.5 py-2 hover:bg-austral-50 [&::-webkit-details-marker]:hidden">
      {/* With large text the count stands under the day. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 font-semibold first-letter:uppercase">Día</h3>
        <span data-count="" className="text-muted text-sm" />
      </span>
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
      />
    </summary>
    <div className="px-3.5">
      <HourGrid />
    </div>
  </details>
);
