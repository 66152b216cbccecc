const part = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`));

/** '2026-11-16' → 'lunes 16 de noviembre, 2026' */
export const longDay = (day: string): string =>
  `${part(day, { weekday: 'long' })} ${Number(day.slice(8))} de ${part(day, { month: 'long' })}, ${Number(day.slice(0, 4))}`;

export function appointmentCount(count: number): string {
  if (count === 0) return 'Sin citas';
  return count === 1 ? '1 cita' : `${count} citas`;
}
