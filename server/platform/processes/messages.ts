import type { SharedDatabase } from '../embedded-postgres/start-database.ts';
import type { ProcessReport } from '../monitoring/process-report.ts';

export interface WorkerStart {
  /** From 1 on. A worker that replaces another has its number. The first does the periodic work. */
  worker: number;
  isReplacement: boolean;
  database: SharedDatabase;
}

export type ToWorker =
  | ({ type: 'start' } & WorkerStart)
  /** It will be asked to stop in a moment. */
  | { type: 'drain' }
  | { type: 'stop' }
  | { type: 'report'; question: string }
  | { type: 'reports'; question: string; reports: ProcessReport[] };

export type ToPrimary =
  | { type: 'ready' }
  /** For the operator, when all workers serve. */
  | { type: 'say-last'; line: string }
  /** The worker cannot start, for a reason that the operator can solve. */
  | { type: 'refused'; reason: string }
  /** All workers have to stop. */
  | { type: 'lost'; reason: string }
  | { type: 'collect'; question: string }
  | { type: 'report'; question: string; report: ProcessReport };
