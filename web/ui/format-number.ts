/** Made when it is first needed, and once: making a format takes far longer than using it. */
let numbers: Intl.NumberFormat | undefined;

/** 20000 → '20.000'. By default `es-CL` does not group four digits, but Chileans do. */
export function formatNumber(count: number): string {
  numbers ??= new Intl.NumberFormat('es-CL', { useGrouping: 'always' });
  return numbers.format(count);
}

/** 80.4 → '1 h 20 min' */
export function formatDuration(minutes: number): string {
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${rest} min`;
}

export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
