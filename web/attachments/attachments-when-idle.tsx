import { type ComponentProps, useEffect, useState } from 'react';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const AttachmentsCard = onDemand(async () => (await import('#web/attachments/attachments-card.tsx')).AttachmentsCard);

/** The files of a note. They come when the note can be read, or its editor be used. */
export function AttachmentsWhenIdle(props: ComponentProps<typeof AttachmentsCard>) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenScreenIsIdle(() => setIdle(true)), []);
  return isIdle ? <AttachmentsCard {...props} /> : null;
}
