import { setTimeout as delay } from 'node:timers/promises';
import { deleteUser, listUsers, USER_ORDERS } from '#contract/admin';
import { login, SignedIn } from '#contract/auth';
import { fillPath } from '#contract/endpoint';
import { atMost, type Figure, median, percentile } from './measure.ts';
import { type Running, run, SERVER, withDataDir } from './product.ts';
import { seedRecords } from './records-data.ts';
import { signIn } from './sign-in.ts';
import { fillUsers } from './users-data.ts';

const MANY = 100_000;
const FEW = 100;
const PAGES = 200;
const OTHERS = 50;
const WARM_UP = 10;
const ADMIN = { email: 'admin@ejemplo.cl', password: 'clave-de-prueba' };

/**
 * Compares the administration panel with 100,000 and with 100 accounts. Also measures the effect of the whole list on
 * other users, and the deletion of a large account.
 */
export const benchUsers = (): Promise<Figure[]> =>
  withDataDir((fewDir) =>
    withDataDir(async (manyDir) => {
      await using few = await start(fewDir, FEW);
      await using many = await start(manyDir, MANY);
      const sides = { few: await asAdmin(few), many: await asAdmin(many) };
      return [
        ...(await comparePages(sides)),
        ...(await compareGrowingCalls(sides)),
        ...(await wholeList(many, sides.many)),
        await deletion(manyDir, many, sides.many),
      ];
    }),
  );

async function start(dataDir: string, users: number): Promise<Running> {
  const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const product = await run(SERVER, environment, '/api/health');
  await fillUsers(dataDir, users);
  return product;
}

type Ask = (path: string, method?: string) => Promise<string>;
type Sides = Record<'few' | 'many', Ask>;

async function asAdmin({ url }: Running): Promise<Ask> {
  const json = { 'content-type': 'application/json' };
  const reply = await fetch(url + login.path, { method: 'POST', headers: json, body: JSON.stringify(ADMIN) });
  const { accessToken } = SignedIn.parse(await reply.json());
  return asking(url, accessToken);
}

const asking =
  (url: string, accessToken: string): Ask =>
  async (path, method = 'GET') => {
    const reply = await fetch(url + path, { method, headers: { authorization: `Bearer ${accessToken}` } });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return text;
  };

/** The first page in each sort order. Its latency must not grow with the number of accounts. */
async function comparePages(sides: Sides): Promise<Figure[]> {
  const figures = [];
  for (const sort of USER_ORDERS) {
    const path = `${listUsers.path}?limit=50&sort=${sort}&order=desc`;
    const { few, many } = await slowest(sides, { few: path, many: path }, PAGES);
    figures.push(atMost(`first page of users by ${sort}, p99 with 100,000 over p99 with 100`, many / few, 2, ''));
  }
  return figures;
}

/** Calls whose latency grows with the number of accounts. They must stay below a fixed limit. */
async function compareGrowingCalls(sides: Sides): Promise<Figure[]> {
  const window = (page: number) => `${listUsers.path}?limit=50&page=${page}&sort=name&order=asc`;
  const searching = (text: string) => `${listUsers.path}?limit=50&search=${encodeURIComponent(text)}`;
  const calls: [name: string, many: string, few?: string][] = [
    ['page 1,000 of users', window(1000), window(2)],
    ['page 1,000 of users by patients', `${listUsers.path}?limit=50&page=1000&sort=patientCount&order=desc`],
    ['search of users by a piece of a name', searching('núñez ab')],
    ['search of users by a common name', searching('rosa')],
    ['search of users by a profession', searching('psicólogos')],
    ['search of users by two letters that nobody has', searching('xq')],
    ['count of users by a piece of a name', '/api/admin/users/count?search=nunez'],
    ['search of notifications by an email', '/api/admin/webhooks?limit=50&search=persona77%40'],
    ['statistics', '/api/admin/statistics'],
  ];
  const figures = [];
  for (const [name, many, few = many] of calls) {
    const times = await slowest(sides, { few, many }, OTHERS);
    console.log(`${name}: p99 ${(times.many / times.few).toFixed(1)} times that with 100 users`);
    figures.push(atMost(`${name}, p99 with 100,000`, times.many, 500, 'ms'));
  }
  return figures;
}

async function slowest(sides: Sides, paths: Record<keyof Sides, string>, rounds: number) {
  const times: Record<keyof Sides, number[]> = { few: [], many: [] };
  for (let round = 0; round < rounds + WARM_UP; round++) {
    for (const side of ['few', 'many'] as const) {
      const before = performance.now();
      await sides[side](paths[side]);
      if (round >= WARM_UP) times[side].push(performance.now() - before);
    }
  }
  const [few, many] = [percentile(times.few, 99), percentile(times.many, 99)];
  console.log(
    `${paths.many}: p50 ${median(times.many).toFixed(1)} ms, p99 ${many.toFixed(1)} ms; with 100 users p50 ` +
      `${median(times.few).toFixed(1)} ms, p99 ${few.toFixed(1)} ms`,
  );
  return { few, many };
}

/** Loads all accounts in one response while another user makes requests. */
async function wholeList({ url }: Running, ask: Ask): Promise<Figure[]> {
  const { accessToken } = await signIn(url, 'otra@ejemplo.cl');
  const other = asking(url, accessToken);
  const waits: number[] = [];
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      const before = performance.now();
      await other('/api/auth/me');
      waits.push(performance.now() - before);
      await delay(2);
    }
  })();
  const before = performance.now();
  const list = JSON.parse(await ask(listUsers.path)) as unknown[];
  const seconds = (performance.now() - before) / 1000;
  isOver = true;
  await working;
  console.log(
    `the whole list: ${list.length} users in ${seconds.toFixed(1)} s; others wait p50 ${median(waits).toFixed(1)} ms`,
  );
  return [
    atMost('the whole list of 100,000 users', seconds, 15, 's'),
    atMost('the longest that another call waits meanwhile', Math.max(...waits), 250, 'ms'),
  ];
}

/** Deletes an account with 20,000 patients and 200,000 appointments. */
async function deletion(dataDir: string, { url }: Running, ask: Ask): Promise<Figure> {
  const { user } = await signIn(url, 'grande@ejemplo.cl');
  await seedRecords(dataDir, [{ owner: user._id, patients: 20_000, appointments: 200_000 }]);
  const before = performance.now();
  await ask(fillPath(deleteUser.path, { id: user._id }), 'DELETE');
  return atMost('deleting an account of 20,000 patients', (performance.now() - before) / 1000, 30, 's');
}
