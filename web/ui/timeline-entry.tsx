import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const TONES = { blue: 'border-l-blue', green: 'border-l-green' } as const;

/** For the link in the heading, which covers the whole entry. Other controls are above it. */
export const ENTRY_LINK_CLASS = 'outline-none after:absolute after:inset-0 after:rounded-control';

const FRAME_CLASS = 'rounded-control border border-line border-l-4 p-4';

interface Props {
  tone: keyof typeof TONES;
  heading: ReactNode;
  badge: ReactNode;
  action?: ReactNode;
  /** The entry cannot be opened. */
  dimmed: boolean;
  children: ReactNode;
}

export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="space-y-3">
      {children}
    </ol>
  );
}

export function TimelineEntry({ tone, heading, badge, action, dimmed, children }: Props) {
  const look = dimmed ? 'bg-paper text-muted' : 'has-[h3_a:hover]:bg-austral-50';
  return (
    <li>
      <article
        className={`${FRAME_CLASS} relative flex flex-wrap items-center gap-x-3 gap-y-2 transition-colors duration-150 has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-austral-600 has-[h3_a:focus-visible]:outline-offset-2 ${TONES[tone]} ${look}`}
      >
        <h3 className="text-base tabular-nums">{heading}</h3>
        {badge}
        {action && (
          <div className="relative z-10 ml-auto max-sm:order-last max-sm:mt-1 max-sm:w-full max-sm:*:w-full">
            {action}
          </div>
        )}
        <div className="w-full space-y-2 text-sm">{children}</div>
      </article>
    </li>
  );
}

const ENTRY_SKELETON = (
  <div className={FRAME_CLASS}>
    <div className="flex items-center gap-3">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-6 w-24 rounded-full" />
    </div>
    <Skeleton className="mt-3 h-3.5 w-3/4" />
    <Skeleton className="mt-3.5 mb-1 h-3.5 w-1/2" />
  </div>
);

/** Made once, so that they are not rendered again while the page around them loads. */
const SKELETONS = (
  <div className="space-y-3">
    {ENTRY_SKELETON}
    {ENTRY_SKELETON}
    {ENTRY_SKELETON}
  </div>
);

export const TimelineSkeletons = () => SKELETONS;
