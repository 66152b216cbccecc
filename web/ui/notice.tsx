import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  blue: { box: 'border-blue/40 bg-blue-tint', icon: 'text-blue' },
  orange: { box: 'border-orange/40 bg-orange-tint', icon: 'text-orange' },
} as const;

interface Props {
  label: string;
  tone: keyof typeof TONES;
  icon: LucideIcon;
  children: ReactNode;
  actions: ReactNode;
}

/** A region above the page that says something about the account until it is dismissed. */
export function Notice({ label, tone, icon: Icon, children, actions }: Props) {
  const { box, icon } = TONES[tone];
  return (
    <section
      aria-label={label}
      className={`mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border px-4 py-2 sm:mb-6 ${box}`}
    >
      <p className="flex min-w-0 flex-1 basis-80 items-start gap-2.5">
        <Icon size={18} aria-hidden="true" className={`mt-1 shrink-0 ${icon}`} />
        <span className="wrap-anywhere">{children}</span>
      </p>
      <div className="flex flex-wrap gap-1">{actions}</div>
    </section>
  );
}
