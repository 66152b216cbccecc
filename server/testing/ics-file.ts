/** A calendar with these events, each as its lines. */
export const icsOf = (...events: readonly string[][]): Buffer => {
  const lines = events.flatMap((event, at) => ['BEGIN:VEVENT', `UID:${at}`, ...event, 'END:VEVENT']);
  return Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
};
