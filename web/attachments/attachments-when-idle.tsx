import { type ComponentProps, useEffect, useState } from 'react';
import { AttachmentsCard } from '#web/attachments/attachments-card-on-demand.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';

/** The files of a note. They come when the note can be read, or its editor be used. */
export function AttachmentsWhenIdle(props: ComponentProps<typeof AttachmentsCard>) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenScreenIsIdle(() => setIdle(true)), []);
  return isIdle ? <AttachmentsCard {...props} /> : null;
}
