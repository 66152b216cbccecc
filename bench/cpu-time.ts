import { readdir, readFile } from 'node:fs/promises';

/** The clock of /proc counts hundredths of a second on every Linux. */
const TICK_MS = 10;

export interface CpuTime {
  serverMs: number;
  /** The part of the print workers in `serverMs`. */
  printMs: number;
  databaseMs: number;
}

/** The CPU time so far of the server with its print workers, and of its embedded PostgreSQL. */
export async function cpuTime(serverPid: number): Promise<CpuTime> {
  const processes = await allProcesses();
  const childrenOf = (pid: number) => processes.filter(({ parent }) => parent === pid);
  const sum = (some: Process[]) => some.reduce((ticks, one) => ticks + one.ticks, 0) * TICK_MS;
  const children = childrenOf(serverPid);
  const isPostgres = ({ name }: Process) => name.startsWith('postgres');
  const postmasters = children.filter(isPostgres);
  const printWorkers = children.filter((one) => !isPostgres(one));
  return {
    serverMs: sum([...processes.filter(({ pid }) => pid === serverPid), ...printWorkers]),
    printMs: sum(printWorkers),
    databaseMs: sum([...postmasters, ...postmasters.flatMap(({ pid }) => childrenOf(pid))]),
  };
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

interface Process {
  pid: number;
  name: string;
  parent: number;
  ticks: number;
}

async function allProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => processOf(pid).catch(() => undefined)));
  return found.filter((one) => one !== undefined);
}

/** The name of the program stands in parentheses and may contain spaces. */
async function processOf(pid: number): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  // The times of the process, and of its children that have ended: PostgreSQL ends idle connections.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, name, parent: Number(fields[1]), ticks };
}
