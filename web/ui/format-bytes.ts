const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** 1572864 → '1,5 MB'. A few bytes are '1 KB', so that something is never shown as nothing. */
export function formatBytes(bytes: number): string {
  let amount = bytes > 0 ? Math.max(bytes / STEP, 1) : 0;
  let unit = 0;
  // 1023,96 KB would be shown as 1.024 KB.
  while (amount >= STEP - 0.05 && unit < UNITS.length - 1) {
    amount /= STEP;
    unit += 1;
  }
  const maximumFractionDigits = unit === 0 ? 0 : 1;
  return `${amount.toLocaleString('es-CL', { useGrouping: 'always', maximumFractionDigits })} ${UNITS[unit]}`;
}
