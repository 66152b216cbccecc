import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessReport } from '../monitoring/process-report.ts';
import type { ToPrimary, ToWorker, WorkerStart } from './messages.ts';

/** Longer than the primary waits for the other workers. */
const REPORTS_TIMEOUT_MS = 2000;

export interface Primary {
  /** Sent by the primary to each new worker. */
  start: Promise<WorkerStart>;
  /** Resolves when the primary is about to stop, and when it asks this worker to stop. */
  drain: Promise<void>;
  stop: Promise<void>;
  tell(message: ToPrimary): Promise<void>;
  /** How the primary learns what this worker does. */
  answerReports(read: () => Promise<ProcessReport>): void;
  otherProcesses(): Promise<ProcessReport[]>;
}

/** The primary of this worker. A worker whose primary has ended is ended by node:cluster at once. */
export function connectToPrimary(): Primary {
  const start = Promise.withResolvers<WorkerStart>();
  const drain = Promise.withResolvers<void>();
  const stop = Promise.withResolvers<void>();
  const questions = new Map<string, (reports: ProcessReport[]) => void>();
  let readReport: (() => Promise<ProcessReport>) | undefined;

  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'start':
        return start.resolve(message);
      case 'drain':
        return drain.resolve();
      case 'stop':
        return stop.resolve();
      case 'reports':
        return questions.get(message.question)?.(message.reports);
      case 'report': {
        const { question } = message;
        return void readReport?.()
          .then((report) => tell({ type: 'report', question, report }))
          .catch(() => undefined);
      }
    }
  });

  return {
    start: start.promise,
    drain: drain.promise,
    stop: stop.promise,
    tell,
    answerReports: (read) => {
      readReport = read;
    },
    otherProcesses: async () => {
      const question = randomUUID();
      const { promise, resolve } = Promise.withResolvers<ProcessReport[]>();
      questions.set(question, resolve);
      void tell({ type: 'collect', question });
      const reports = await Promise.race([promise, delay(REPORTS_TIMEOUT_MS, [], { ref: false })]);
      questions.delete(question);
      return reports;
    },
  };
}

/** Resolves when the message is written. A primary that has ended reads nothing more. */
const tell = (message: ToPrimary): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
