import { TimelineSkeletons } from '#web/ui/timeline-entry.tsx';

/** In the place of the results until they arrive. */
export const SearchingRecord = () => (
  <div role="status" aria-label="Buscando en la ficha">
    <TimelineSkeletons />
  </div>
);
