import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { delayAfter } from '../database/back-off.ts';
import type { SharedDatabase } from '../embedded-postgres/start-database.ts';
import type { Watch } from '../embedded-postgres/supervise-embedded.ts';
import type { ProcessReport } from '../monitoring/process-report.ts';
import { MAX_RESTARTS, mayRestart, RESTART_WINDOW_MINUTES } from '../restart-limit.ts';
import { startRefused } from '../start-refused.ts';
import type { ToPrimary, ToWorker } from './messages.ts';

/** A worker answers the requests under way (4 s) and closes its connections (1 s). PostgreSQL is stopped afterwards. */
const STOP_TIMEOUT_MS = 5300;
/** A worker that is busy for longer is left out of the panel and of the metrics. */
const REPORT_TIMEOUT_MS = 1500;

interface SuperviseOptions {
  count: number;
  /** The program of a worker. */
  script: string;
  database: SharedDatabase;
  /** A worker cannot start while the database is unavailable. Its restart waits, instead of failing again and again. */
  isDatabaseAnswering(): Promise<boolean>;
  /** Takes what a worker wants printed when all of them serve. */
  sayLast(line: string): void;
  watch: Watch;
}

interface Slot {
  number: number;
  restarts: number[];
  worker: Worker | undefined;
}

interface Workers {
  /** Tells them that they will stop in a moment. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * Starts the workers, which share the port, and starts one again that ends. node:cluster hands the connections to them
 * in turn and keeps the port open meanwhile.
 */
export async function superviseWorkers(options: SuperviseOptions): Promise<Workers> {
  const { count, script, database, isDatabaseAnswering, sayLast, watch } = options;
  const stopping = new AbortController();
  /** A worker that ends now is not replaced: the new one would tell the load balancer that it serves. */
  let isDraining = false;
  const slots: Slot[] = Array.from({ length: count }, (_, i) => ({ number: i + 1, restarts: [], worker: undefined }));
  const reports = collectReports(slots);
  // Reports contain maps and dates, which JSON has not.
  cluster.setupPrimary({ exec: script, args: [], serialization: 'advanced' });

  /** Resolves when the worker serves. */
  function launch(slot: Slot, isReplacement: boolean): Promise<void> {
    const ready = Promise.withResolvers<void>();
    let hasStarted = isReplacement;
    let refusal: string | undefined;
    const worker = cluster.fork();
    slot.worker = worker;
    worker.on('message', (message: ToPrimary) => {
      if (message.type === 'ready') {
        hasStarted = true;
        ready.resolve();
      } else if (message.type === 'refused') refusal = message.reason;
      else if (message.type === 'say-last') sayLast(message.line);
      else if (message.type === 'lost') watch.onLost(message.reason);
      else reports.receive(worker, message);
    });
    const onEnd = (reason: string) => {
      slot.worker = undefined;
      if (hasStarted) void replace(slot, reason);
      ready.reject(startRefused(refusal ?? `Worker ${slot.number} did not start: ${reason}`));
    };
    worker.on('error', (error) => {
      // Without a process there is no exit. A message to a worker that has just ended fails too, and its end follows.
      if (worker.process.pid === undefined) onEnd(error.message);
    });
    worker.once('exit', (code, signal) =>
      onEnd(refusal ?? `process ${worker.process.pid} ended with ${signal ?? `exit code ${code}`}`),
    );
    send(worker, { type: 'start', worker: slot.number, isReplacement, database });
    return ready.promise;
  }

  async function replace(slot: Slot, reason: string): Promise<void> {
    if (stopping.signal.aborted || isDraining) return;
    if (!mayRestart(slot.restarts, performance.now())) {
      const often = `more than ${MAX_RESTARTS} times in ${RESTART_WINDOW_MINUTES} minutes`;
      return watch.onLost(`Worker ${slot.number} ended ${often}: ${reason}: the server stops`);
    }
    slot.restarts.push(performance.now());
    watch.report(`Worker ${slot.number} is started again: ${reason}`);
    let failures = 0;
    while (!stopping.signal.aborted && !(await isDatabaseAnswering())) {
      await delay(delayAfter(++failures), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    // A failed start is the end of another worker, which leads here again.
    if (!stopping.signal.aborted) await launch(slot, true).catch(() => undefined);
  }

  const running = () => slots.flatMap(({ worker }) => worker ?? []);

  function drain(): void {
    isDraining = true;
    for (const worker of running()) send(worker, { type: 'drain' });
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const workers = running();
    const ended = Promise.all(workers.map((worker) => worker.isDead() || once(worker, 'exit')));
    for (const worker of workers) send(worker, { type: 'stop' });
    await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    for (const worker of workers) worker.process.kill('SIGKILL');
    await ended;
  }

  try {
    // The first worker creates what a first start creates, and is refused for all when the port is taken.
    for (const slot of slots.slice(0, 1)) await launch(slot, false);
    await Promise.all(slots.slice(1).map((slot) => launch(slot, false)));
    return { drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const send = (worker: Worker, message: ToWorker) => worker.isConnected() && worker.send(message, () => undefined);

/** Asks the other workers for what a worker collects, and answers it. */
function collectReports(slots: readonly Slot[]) {
  const questions = new Map<string, (report: ProcessReport) => void>();

  async function collect(asking: Worker, question: string): Promise<void> {
    const others = slots.flatMap(({ worker }) => (worker && worker !== asking ? worker : []));
    const reports: ProcessReport[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    questions.set(question, (report) => {
      if (reports.push(report) === others.length) resolve();
    });
    for (const worker of others) send(worker, { type: 'report', question });
    if (others.length > 0) await Promise.race([all, delay(REPORT_TIMEOUT_MS, undefined, { ref: false })]);
    questions.delete(question);
    send(asking, { type: 'reports', question, reports });
  }

  return {
    receive: (worker: Worker, message: Extract<ToPrimary, { question: string }>) => {
      if (message.type === 'collect') void collect(worker, message.question);
      else questions.get(message.question)?.(message.report);
    },
  };
}
