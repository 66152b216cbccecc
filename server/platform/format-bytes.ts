const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** 1572864 → '1.5 MB', for the operator. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  // 1023.96 KB would be shown as 1024.0 KB.
  while (amount >= STEP - 0.05 && unit < UNITS.length - 1) {
    amount /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}
