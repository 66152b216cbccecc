import sharp from 'sharp';
import { serveTasks } from '#server/platform/processes/serve-tasks';
import { readAttachment } from './attachment-file.ts';

sharp.cache(false);
sharp.concurrency(1);

serveTasks(() => (bytes: Uint8Array) => readAttachment(bytes));
