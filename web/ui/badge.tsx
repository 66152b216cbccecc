import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-paper text-muted ring-1 ring-line ring-inset',
  austral: 'bg-austral-100 text-austral-700',
  green: 'bg-green-tint text-green',
  blue: 'bg-blue-tint text-blue',
  purple: 'bg-purple-tint text-purple',
  orange: 'bg-orange-tint text-orange',
  red: 'bg-red-tint text-red',
} as const;
export type Tone = keyof typeof TONES;

export function Badge({ tone = 'austral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center rounded-full px-2.5 py-0.5 font-semibold text-fine ${TONES[tone]}`}>
      {children}
    </span>
  );
}
