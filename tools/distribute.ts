import { processConfig } from '#server/platform/config';
import { externalConnections, requireReachable } from '#server/platform/database/connection';
import { distribute } from '#server/platform/placement/distribute';
import { startRefused } from '#server/platform/start-refused';
import { runCommand } from './run-command.ts';

/** `npm run distribute`: spreads the database of DATABASE_URL over the workers of its Citus cluster. */
await runCommand(async (args) => {
  const { external } = processConfig();
  if (args.length > 0) throw startRefused('Usage: npm run distribute');
  if (!external) throw startRefused('DATABASE_URL is not set: the embedded PostgreSQL cannot be distributed');
  const connections = externalConnections(external.url, external);
  await requireReachable(connections);
  const placed = await distribute(connections);
  console.log(
    placed.length > 0
      ? `Distributed: ${placed.join(', ')}`
      : 'The database is distributed already: nothing was changed',
  );
});
