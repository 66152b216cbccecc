import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

type Message<Settings, Task> = { settings: Settings } | { task: Task };

/** The side of a worker of `createPool`: `start` gets the settings and returns the function that does a task. */
export function serveTasks<Settings, Task, Result>(
  start: (settings: Settings) => (task: Task) => Result | Promise<Result>,
): void {
  lowerPriority();

  // Ctrl-C reaches the whole group. The server lets a job finish, and then ends its workers.
  process.on('SIGINT', () => undefined);
  process.once('disconnect', () => process.exit());

  let doTask: ReturnType<typeof start> | undefined;
  process.on('message', async (message: Message<Settings, Task>) => {
    if ('settings' in message) {
      doTask = start(message.settings);
      process.send?.('ready');
      return;
    }
    try {
      process.send?.({ result: await doTask?.(message.task) });
    } catch (error) {
      process.send?.({ error });
    }
  });
}

/**
 * Puts the process behind those that answer requests. On Linux a priority is that of a thread, and the threads of the
 * garbage collector have started before this code. The lowest priority would be too low: beside a busy process, a worker
 * would hardly run at all.
 */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
    } catch (error) {
      const hasEnded = (error as { info?: { code?: string } }).info?.code === 'ESRCH';
      if (!hasEnded) throw error;
    }
  }
}
