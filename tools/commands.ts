import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Finished {
  name: string;
  ok: boolean;
  seconds: number;
}

const KILL_AFTER_MS = 20_000;

const running = new Set<ChildProcess>();
let stopping = false;

/** Runs a command and prefixes its output lines with its name, because several commands run at the same time. */
export async function runCommand(name: string, program: string, args: string[], env = {}): Promise<Finished> {
  const startedAt = performance.now();
  if (stopping) return { name, ok: false, seconds: 0 };
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // In a process group of its own: Ctrl-C reaches this process alone, which then asks each command once to stop.
    detached: true,
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) printLines(name, stream);
  const code = await once(child, 'close').then(
    ([exitCode]) => exitCode as number | null,
    (error: Error) => {
      console.log(`${name} │ ${error.message}`);
      return 1;
    },
  );
  running.delete(child);
  if (stopping && child.pid) signalGroup(child.pid, 'SIGTERM');
  return { name, ok: code === 0, seconds: (performance.now() - startedAt) / 1000 };
}

function printLines(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`));
}

/** On Ctrl-C or SIGTERM every command is asked to stop, and killed with its children if it does not. */
export function stopCommandsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = 130;
      if (stopping) return;
      stopping = true;
      for (const child of running) child.kill('SIGINT');
      setTimeout(() => {
        for (const { pid } of running) if (pid) signalGroup(pid, 'SIGKILL');
      }, KILL_AFTER_MS).unref();
    });
  }
}

/** Also reaches servers that a test started and did not stop. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // All processes of the group have ended.
  }
}

export const isStopping = (): boolean => stopping;
