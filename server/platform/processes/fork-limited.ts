import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';

const YOUNG_GENERATION_MB = 16;

export interface MemoryLimits {
  /** The heap of JavaScript, in megabytes. */
  memoryMb: number;
  /**
   * Everything that the process may allocate, in megabytes: the heap, buffers, pictures and the stacks of threads. A
   * process of Node reserves about 380 MB for stacks and uses 95. Only Linux enforces this limit.
   */
  dataMb?: number;
}

/** Starts a child process of Node with limits of memory. Nothing of it is logged. */
export function forkLimited(script: URL, { memoryMb, dataMb }: MemoryLimits): ChildProcess {
  const flags = [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${YOUNG_GENERATION_MB}`];
  // A process sets a limit for itself alone, so a shell does it and becomes the process.
  const shell = ['-c', `ulimit -d ${(dataMb ?? 0) * 1024} || :; exec "$0" "$@"`, process.execPath];
  const isLimited = dataMb !== undefined && process.platform === 'linux';
  return fork(script, {
    serialization: 'advanced',
    execPath: isLimited ? '/bin/sh' : process.execPath,
    execArgv: isLimited ? [...shell, ...flags] : flags,
    // The message of an error may contain the text of a document.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the server's own, which contains keys and passwords.
    env: inheritedEnvironment(),
  });
}

/** The folder of compiled code alone, if there is one. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const compiled = getCompileCacheDir();
  return compiled ? { NODE_COMPILE_CACHE: compiled } : {};
}
