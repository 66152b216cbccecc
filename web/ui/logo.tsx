/** A four-point star of the Southern Cross in a rounded square, with a copper point beside it. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" fill="var(--austral-600)" />
      <path
        d="M15 7c1.1 5.6 3.4 7.9 9 9-5.6 1.1-7.9 3.4-9 9-1.1-5.6-3.4-7.9-9-9 5.6-1.1 7.9-3.4 9-9Z"
        fill="var(--on-austral)"
      />
      <circle cx="24" cy="8.5" r="2" fill="oklch(0.72 0.14 50)" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold text-lg tracking-tight">
      <LogoMark />
      Ficha Austral
    </span>
  );
}
