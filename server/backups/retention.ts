const NAME = /^ficha-austral-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.zst\.age$/;
const DAY_MS = 24 * 3600 * 1000;

/** How many of the latest days, weeks and months keep their last backup. */
const KEPT = { days: 7, weeks: 4, months: 12 };

/** 'ficha-austral-2026-11-15T20-00-00Z.tar.zst.age' */
export function backupName(at: Date): string {
  return `ficha-austral-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst.age`;
}

/** When the scheduled backup of that name was made. Undefined for any other file. */
export function backupTime(name: string): Date | undefined {
  const text = NAME.exec(name)?.[1];
  const at = text && new Date(text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

/**
 * The scheduled backups to delete: all but the last of each of the latest 7 days, 4 weeks and 12 months that have one.
 * Days are those of UTC, and weeks begin on Monday. Files with other names are not the product's and are never deleted.
 */
export function expiredBackups(names: readonly string[]): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const at = backupTime(name);
      return at ? [{ name, at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<string>();
  for (const [toPeriod, count] of [
    [(at: Date) => at.toISOString().slice(0, 10), KEPT.days],
    [(at: Date) => weekOf(at), KEPT.weeks],
    [(at: Date) => at.toISOString().slice(0, 7), KEPT.months],
  ] as const) {
    const newestByPeriod = new Map<string, string>();
    for (const { name, at } of newestFirst)
      if (!newestByPeriod.has(toPeriod(at))) newestByPeriod.set(toPeriod(at), name);
    for (const name of [...newestByPeriod.values()].slice(0, count)) kept.add(name);
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** The Monday with which the week of a day begins. */
function weekOf(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
