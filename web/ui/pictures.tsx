/** Five stars over a horizon, for empty states. */
export function NightSky() {
  return (
    <svg width="176" height="112" viewBox="0 0 176 112" fill="none" aria-hidden="true">
      <rect x="0.5" y="0.5" width="175" height="111" rx="16" fill="var(--austral-50)" stroke="var(--line)" />
      <path
        d="M1 92c28-14 46-14 74-4s58 8 100-8v16a15.5 15.5 0 0 1-15.5 15.5h-143A15.5 15.5 0 0 1 1 96Z"
        fill="var(--austral-100)"
      />
      <Star x={88} y={20} size={9} />
      <Star x={90} y={74} size={11} />
      <Star x={62} y={42} size={8} />
      <Star x={114} y={46} size={9} />
      <circle cx="102" cy="59" r="3" fill="var(--copper)" />
      <path
        d="M88 20 90 74M62 42l52 4"
        stroke="var(--austral-600)"
        strokeWidth="1"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The four-point star of the logo. */
function Star({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${size / 9})`}
      d="M0-9C1.1-3.4 3.4-1.1 9 0 3.4 1.1 1.1 3.4 0 9-1.1 3.4-3.4 1.1-9 0-3.4-1.1-1.1-3.4 0-9Z"
      fill="var(--austral-600)"
    />
  );
}
