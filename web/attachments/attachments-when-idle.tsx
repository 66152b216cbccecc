import { useEffect, useState } from 'react';
import type { Place } from '#web/attachments/attachments.queries.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const AttachmentsCard = onDemand(async () => (await import('#web/attachments/attachments-card.tsx')).AttachmentsCard);

/** The files of a note, below its editor: they come when the editor can be used. */
export function AttachmentsWhenIdle(place: Place) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenScreenIsIdle(() => setIdle(true)), []);
  return isIdle ? <AttachmentsCard {...place} /> : null;
}
