import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { NOT_ON_CITUS } from './citus-exclusions.ts';

beforeEach(({ task, skip }) => {
  const file = relative(process.cwd(), task.file.filepath);
  const name = [];
  for (let group = task.suite; group; group = group.suite) if (group.name) name.unshift(group.name);
  const full = [...name, task.name].join(' ');
  const found = NOT_ON_CITUS.find((excluded) => excluded.file === file && excluded.test === full);
  if (found) skip(found.reason);
});
