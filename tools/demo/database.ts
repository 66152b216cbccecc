import { embeddedConnections } from '#server/platform/database/connection';
import { type Database, openDatabase } from '#server/platform/database/database';
import { migrate } from '#server/platform/database/migrate';
import { startEmbedded } from '#server/platform/embedded-postgres/embedded';
import { postgresAccount, preparePlace } from '#server/platform/embedded-postgres/embedded-place';

/** While a demonstration is made, nothing has to survive a crash: what was interrupted is made again. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const fail = (reason: string) => {
  throw new Error(reason);
};

/** Starts a PostgreSQL on an empty folder and migrates it. Disposing of the stack stops it. */
export async function openDemoDatabase(
  dataDir: string,
  say: (line: string) => void,
  parts: AsyncDisposableStack,
): Promise<Database> {
  const place = await preparePlace(dataDir, postgresAccount(), say);
  const embedded = await startEmbedded({ ...place, settings: SETTINGS }, { report: say, onLost: fail });
  parts.defer(() => embedded.stop());
  const connections = embeddedConnections(embedded);
  await migrate(connections);
  const handles = openDatabase(connections);
  parts.defer(() => handles.close());
  return handles;
}
