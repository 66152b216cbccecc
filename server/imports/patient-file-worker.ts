import { serveTasks } from '#server/platform/processes/serve-tasks';
import { type FileTask, readPatientFile } from './patient-file.ts';

serveTasks(() => (task: FileTask) => readPatientFile(task));
