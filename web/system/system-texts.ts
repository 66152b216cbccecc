import type { SystemState } from '#contract/system';
import { BACKUP_LABELS } from '#web/system/backup-texts.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { formatCount, formatDuration, formatNumber } from '#web/ui/format-number.ts';
import { type Label, labelOf } from '#web/ui/status-badge.tsx';

export const SYSTEM_LABELS: Record<'well' | 'attention', Label> = {
  well: { text: 'Sin problemas', tone: 'green' },
  attention: { text: 'Atención', tone: 'orange' },
};

/** docs/operations.md suggests alerts with the same limits. */
const SLOW_MS = 1000;
const BUSY_MS = 200;
const MANY_DOCUMENTS = 10;
const LAG_SECONDS = 15 * 60;
const LEAST_FREE_SHARE = 0.1;
const LEAST_FREE_BYTES = 1e9;
const RECENT_MINUTES = 10;

/** 85.3 → '85 ms', 1430 → '1,4 s' */
export function latencyText(milliseconds: number): string {
  if (milliseconds < 10) return `${formatNumber(Math.round(milliseconds * 10) / 10)} ms`;
  if (milliseconds < 1000) return `${formatNumber(Math.round(milliseconds))} ms`;
  return `${formatNumber(Math.round(milliseconds / 100) / 10)} s`;
}

/** 0.0234 → '2,3 %' */
export const percentText = (share: number): string => `${formatNumber(Math.round(share * 1000) / 10)} %`;

/** '3 días 4 h, con 2 procesos'. The number of processes is left out where one serves. */
export function runningText({ startedAt, workers }: Pick<SystemState, 'startedAt' | 'workers'>, now: Date): string {
  const uptime = uptimeText(startedAt, now);
  return workers > 1 ? `${uptime}, con ${formatNumber(workers)} procesos` : uptime;
}

/** '3 días 4 h', or hours and minutes within the first day. */
function uptimeText(startedAt: string, now: Date): string {
  const minutes = Math.max(0, (now.getTime() - Date.parse(startedAt)) / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return formatDuration(minutes);
  const days = Math.floor(hours / 24);
  return `${formatCount(days, 'día', 'días')} ${hours % 24} h`;
}

export function connectionsText({ connections }: Pick<SystemState, 'connections'>): string {
  const sum = (read: (pool: SystemState['connections'][number]) => number) =>
    connections.reduce((total, pool) => total + read(pool), 0);
  return `${formatNumber(sum(({ inUse }) => inUse))} en uso de ${formatNumber(sum(({ size }) => size))}`;
}

export function printingText({ running, waiting }: SystemState['printing']): string {
  if (running + waiting === 0) return 'Sin documentos en espera';
  return `${formatNumber(running)} en curso, ${formatNumber(waiting)} en espera`;
}

export function reconciliationText({ lagSeconds }: SystemState['reconciliation']): string {
  if (lagSeconds === null) return 'Sin proveedor de pagos';
  return lagSeconds > LAG_SECONDS ? `Atrasada en ${formatDuration(lagSeconds / 60)}` : 'Al día';
}

/** '2 por enviar, 1 fallido en el último día' */
export function mailText(mail: SystemState['mail']): string {
  if (!mail) return 'Sin servidor de correo';
  const failed = mail.failed > 0 && `${formatCount(mail.failed, 'fallido', 'fallidos')} en el último día`;
  const pending = mail.pending > 0 && `${formatNumber(mail.pending)} por enviar`;
  return [pending, failed].filter(Boolean).join(', ') || 'Al día';
}

type Disk = SystemState['disks'][number];

export const DISK_NAMES: Record<Disk['folder'], string> = {
  data: 'Espacio libre para datos',
  backups: 'Espacio libre para respaldos',
};

export const diskText = ({ freeBytes, totalBytes }: Disk): string =>
  freeBytes === null || totalBytes === null
    ? 'No disponible'
    : `${formatBytes(freeBytes)} de ${formatBytes(totalBytes)}`;

function diskProblem({ folder, freeBytes, totalBytes }: Disk): string | undefined {
  const name = folder === 'data' ? 'datos' : 'respaldos';
  if (freeBytes === null || totalBytes === null) return `No se puede leer la carpeta de ${name}.`;
  const isLow = freeBytes < LEAST_FREE_BYTES || freeBytes < totalBytes * LEAST_FREE_SHARE;
  return isLow ? `Queda poco espacio para ${name}: ${formatBytes(freeBytes)}.` : undefined;
}

/** What needs the administrator, in whole sentences. Backups have a text of their own beside them. */
export function problemsOf({
  requests,
  connections,
  printing,
  disks,
  eventLoop,
  reconciliation,
  mail,
}: SystemState): string[] {
  const failed = requests.minutes.slice(-RECENT_MINUTES).reduce((sum, minute) => sum + minute.failed, 0);
  const waiting = connections.reduce((sum, pool) => sum + pool.waiting, 0);
  const { p95Ms } = requests.lastHour;
  // A minute that has just begun consists of few measurements, so the one before counts as well.
  const delay = Math.min(...eventLoop.p99Ms.slice(-2));
  const { lagSeconds } = reconciliation;
  const problems = [
    failed > 0 &&
      `${formatCount(failed, 'petición falló', 'peticiones fallaron')} en los últimos ${RECENT_MINUTES} minutos. Revisa el registro del servidor.`,
    p95Ms !== null && p95Ms > SLOW_MS && `Una de cada veinte peticiones tarda más de ${latencyText(p95Ms)}.`,
    waiting > 0 && `${formatCount(waiting, 'petición espera', 'peticiones esperan')} una conexión a la base de datos.`,
    printing.waiting > MANY_DOCUMENTS && `${formatNumber(printing.waiting)} documentos esperan su impresión.`,
    delay > BUSY_MS && `El proceso está sobrecargado: responde con ${latencyText(delay)} de retraso.`,
    lagSeconds !== null &&
      lagSeconds > LAG_SECONDS &&
      `La conciliación de pagos lleva ${formatDuration(lagSeconds / 60)} de atraso. Revisa el registro del servidor.`,
    mail &&
      mail.oldestPendingSeconds > LAG_SECONDS &&
      `Hay correos que esperan su envío desde hace ${formatDuration(mail.oldestPendingSeconds / 60)}. Revisa el servidor de correo.`,
    ...disks.map(diskProblem),
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

export function statusOf(state: SystemState): keyof typeof SYSTEM_LABELS {
  const isBackupAlarming = labelOf({ labels: BACKUP_LABELS, status: state.backup.status }).tone === 'red';
  return isBackupAlarming || problemsOf(state).length > 0 ? 'attention' : 'well';
}
