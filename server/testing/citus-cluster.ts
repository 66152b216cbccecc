import pg from 'pg';
import { externalConnections } from '#server/platform/database/connection';
import { CITUS_SETTINGS } from '#server/platform/placement/citus';
import { distribute } from '#server/platform/placement/distribute';
import type { TestServer } from './test-server.ts';

/** The nodes of the cluster, where the test databases are distributed. */
export const nodesOf = (server: TestServer) => ('url' in server ? server.nodes : undefined);

/** Few, because every shard of every table is a table on a worker, which each test copies. */
const SHARDS = 4;

/** Sends statements to one database of one node. */
async function onDatabase(url: string, database: string, ...statements: string[]): Promise<void> {
  const pool = externalConnections(withDatabase(url, database)).asSchemaOwner(1);
  try {
    for (const statement of statements) await pool.query(statement);
  } finally {
    await pool.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = database;
  return changed.href;
}

/** The addresses of all nodes, the coordinator first. They are read from the database of the given address. */
export async function citusNodes(url: string): Promise<string[]> {
  const pool = externalConnections(url).asSchemaOwner(1);
  try {
    const { rows } = await pool.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where isactive and noderole = 'primary' order by groupid`,
    );
    if (rows.length < 2) throw new Error('TEST_CITUS_URL names a database with the extension and at least one worker');
    return rows.map(({ host, port }, i) => {
      if (i === 0) return url;
      const node = new URL(url);
      node.hostname = host;
      node.port = String(port);
      return node.href;
    });
  } finally {
    await pool.end();
  }
}

const nodeArguments = (url: string) => {
  const { hostname, port } = new URL(url);
  return `${pg.escapeLiteral(hostname)}, ${Number(port || 5432)}`;
};

/** Creates an empty database on every node. */
export async function createOnNodes(nodes: readonly string[], name: string, owner = 'current_user'): Promise<void> {
  for (const node of nodes) {
    await onDatabase(node, 'postgres', `create database ${name}`, `alter database ${name} owner to ${owner}`);
    await onDatabase(node, name, `alter schema public owner to ${owner}`);
  }
}

/** Makes the databases of that name one cluster. */
export async function formCluster(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) await onDatabase(node, name, 'create extension citus');
  const [coordinator = '', ...workers] = nodes;
  await onDatabase(
    coordinator,
    name,
    `alter database ${name} set citus.shard_count = ${SHARDS}`,
    `select citus_set_coordinator_host(${nodeArguments(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${nodeArguments(worker)})`),
  );
}

/** The distributed database that tests copy. A template has no connections, also none of Citus itself. */
export async function createCitusTemplate(nodes: readonly string[], name: string): Promise<void> {
  await createOnNodes(nodes, name);
  await formCluster(nodes, name);
  await distribute(externalConnections(withDatabase(nodes[0] ?? '', name)));
  for (const node of nodes) {
    await onDatabase(
      node,
      'postgres',
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

/** The tables of Citus name nodes and tables, and no database, so a copy on each node is a cluster of its own. */
export async function copyOnNodes(nodes: readonly string[], template: string, name: string): Promise<void> {
  await Promise.all(nodes.map((node) => onDatabase(node, 'postgres', `create database ${name} template ${template}`)));
  // The settings of a database are not part of the template.
  const settings = Object.entries(CITUS_SETTINGS).map(
    ([setting, value]) => `alter database ${name} set ${setting} = '${value}'`,
  );
  await onDatabase(nodes[0] ?? '', 'postgres', ...settings);
}

const DROP_ATTEMPTS = 5;

/** At once: each database has a background process of Citus on every node. */
export async function dropOnNodes(nodes: readonly string[], name: string): Promise<void> {
  const drop = (node: string) => onDatabase(node, 'postgres', `drop database if exists ${name} with (force)`);
  // A background process of Citus may connect again between the end of the others and the deletion.
  const dropOn = async (node: string, attempts = DROP_ATTEMPTS): Promise<void> =>
    drop(node).catch((error) => (attempts > 1 ? dropOn(node, attempts - 1) : Promise.reject(error)));
  await Promise.all(nodes.map((node) => dropOn(node)));
}
