import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './wire.ts';

export const BackupState = z.object({
  /** off: BACKUP_DIR is not set. pending: the first one is being made. missed: one was due more than an hour ago. */
  status: z.enum(['off', 'pending', 'ok', 'missed', 'failed']),
  lastSuccessAt: Instant.nullable(),
  lastSuccessBytes: z.int().nullable(),
  lastFailureAt: Instant.nullable(),
  nextDueAt: Instant.nullable(),
});
export type BackupState = z.output<typeof BackupState>;

/** Requests to the API in one minute or in the last hour, without those of monitoring. No requests, no latency. */
const RequestCount = z.object({
  total: z.int(),
  /** Answered with a status of 500 or above. */
  failed: z.int(),
  p95Ms: z.number().nullable(),
});

export const PoolUse = z.object({
  pool: z.string(),
  /** The most connections that the pool may open. */
  size: z.int(),
  idle: z.int(),
  inUse: z.int(),
  /** Calls that wait for a connection. Reads of accounts and sessions wait together and count as one. */
  waiting: z.int(),
});
export type PoolUse = z.output<typeof PoolUse>;

export const FOLDERS = ['data', 'backups'] as const;

export const DiskSpace = z.object({
  folder: z.enum(FOLDERS),
  /** Null when the folder cannot be read. */
  freeBytes: z.number().nullable(),
  totalBytes: z.number().nullable(),
});
export type DiskSpace = z.output<typeof DiskSpace>;

export const OutboxState = z.object({
  /** Mails that wait for delivery. */
  pending: z.int(),
  /** Mails that were given up in the last 24 hours. */
  failed: z.int(),
  oldestPendingSeconds: z.int(),
});
export type OutboxState = z.output<typeof OutboxState>;

/**
 * The state of the installation, one part for each concern. Backups, reconciliation and mail are those of the database.
 * The rest concerns all processes of the machine that answers this request.
 */
export const SystemState = z.object({
  backup: BackupState,
  version: z.string(),
  /** How many processes serve, as WORKERS says. Fewer while one of them is started again. */
  workers: z.int(),
  /** When the process that has run longest started. */
  startedAt: Instant,
  requests: z.object({
    lastHour: RequestCount.extend({ p99Ms: z.number().nullable() }),
    /** The last 60 minutes, the current one last. */
    minutes: z.array(RequestCount),
  }),
  /** How long the busiest process was too busy to react, 99th percentile of each minute, the current one last. */
  eventLoop: z.object({ p99Ms: z.array(z.number()) }),
  connections: z.array(PoolUse),
  printing: z.object({ workers: z.int(), running: z.int(), waiting: z.int() }),
  disks: z.array(DiskSpace),
  /** How long the purchase that has waited longest is overdue for its query; null without a payment provider. */
  reconciliation: z.object({ lagSeconds: z.number().nullable() }),
  /** Null in an installation that sends no mail. */
  mail: OutboxState.nullable(),
});
export type SystemState = z.output<typeof SystemState>;

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  access: 'admin',
  summary: 'El estado de la instalación: carga, recursos, conciliación de pagos y respaldos',
  reply: SystemState,
});

/**
 * Without METRICS_TOKEN the endpoint does not exist. It has no rate limit: limits are counted in the database, and
 * metrics are needed most while the database is unavailable.
 */
export const getMetrics = endpoint({
  method: 'GET',
  path: '/api/metrics',
  access: 'monitoring',
  summary: 'Las métricas de todos los procesos de la máquina que responde, para Prometheus',
  reply: z.string(),
  text: 'text/plain; version=0.0.4; charset=utf-8',
});
