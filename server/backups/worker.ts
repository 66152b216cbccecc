import { parentPort, workerData } from 'node:worker_threads';
import { connectionsTo, type DatabaseLocation } from '#server/platform/database/connection';
import { makeBackupIfDue, type ScheduledBackup } from './scheduled-backup.ts';

export type WorkerJob = Omit<ScheduledBackup, 'connections' | 'now'> & { location: DatabaseLocation };

// Compression and encryption take seconds to hours of CPU, so they have a thread of their own.
const { location, ...job } = workerData as WorkerJob;
parentPort?.postMessage(await makeBackupIfDue({ ...job, connections: connectionsTo(location), now: () => new Date() }));
