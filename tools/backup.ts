import { createBackup } from '#server/backups/create-backup';
import { requireLongPassphrase } from '#server/backups/passphrase';
import { processConfig } from '#server/platform/config';
import { readKeyFiles } from '#server/platform/crypto/key-files';
import { connectInstallation } from '#server/platform/embedded-postgres/start-database';
import { formatBytes } from '#server/platform/format-bytes';
import { productVersion } from '#server/platform/product-version';
import { startRefused } from '#server/platform/start-refused';
import { runCommand, typedPath } from './run-command.ts';

/** `npm run backup -- FILE [--with-keys]`: writes an encrypted backup, beside a running server or without one. */
await runCommand(async (args, signal) => {
  const withKeys = args.includes('--with-keys');
  const [file, ...rest] = args.filter((arg) => arg !== '--with-keys');
  if (!file || file.startsWith('-') || rest.length > 0)
    throw startRefused('Usage: npm run backup -- FILE [--with-keys]');
  const config = processConfig();
  const passphrase = requireLongPassphrase(config.backups.passphrase, 'a backup is always encrypted');

  const database = await connectInstallation(config, console.log);
  try {
    const { rows, tables, bytes } = await createBackup({
      connections: database.connections,
      file: typedPath(file),
      encryption: { passphrase },
      productVersion: productVersion(),
      now: new Date(),
      keys: withKeys ? await readKeyFiles({ ...config, dataDir: database.dataDir }) : undefined,
      onProgress: console.log,
      signal,
    });
    console.log(`Backup verified: ${file}, ${rows} rows of ${tables} tables, ${formatBytes(bytes)}`);
    if (!withKeys) console.log('The keys are not included: without data.keys the clinical texts cannot be read');
  } finally {
    await database.close();
  }
});
