interface Exclusion {
  file: string;
  /** The name of the test with those of its groups. Without it, the whole file does not apply. */
  test?: string;
  reason: string;
}

const NO_BACKUP = 'a backup of one file is refused on a distributed database (server/platform/placement/citus.test.ts)';

/** The tests of the API that do not apply to a distributed database. `npm run test:citus` prints this list. */
export const NOT_ON_CITUS: readonly Exclusion[] = [
  { file: 'server/backups/backup.test.ts', reason: NO_BACKUP },
  { file: 'server/backups/restore.test.ts', reason: NO_BACKUP },
  { file: 'server/backups/scheduled-backup.test.ts', reason: NO_BACKUP },
  { file: 'server/backups/start-backups.test.ts', reason: NO_BACKUP },
  {
    file: 'server/attachments/attachment-hashes.test.ts',
    test: 'a restore reads the attachments, and refuses one that is damaged or not of its note',
    reason: NO_BACKUP,
  },
  {
    file: 'server/clinical-notes/addenda-documents.test.ts',
    test: 'a snapshot that was replaced together with its hash is found by the next addendum',
    reason: NO_BACKUP,
  },
  {
    file: 'server/clinical-notes/undecryptable-addendum.test.ts',
    test: 'is found by a restore and by its drill, which say in which table',
    reason: NO_BACKUP,
  },
  {
    file: 'server/clinical-notes/finalize.test.ts',
    test: 'the database stores no clinical text in the clear',
    reason: 'it reads the files of one PostgreSQL, and the rows are on the workers',
  },
  {
    file: 'server/inventory.test.ts',
    test: 'while the disk is nearly full, a GET that does not declare that it writes changes no table',
    reason: 'its triggers write to one table of all owners, which is on no worker',
  },
];
