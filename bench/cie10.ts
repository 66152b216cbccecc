import { join } from 'node:path';
import { login, SignedIn } from '#contract/auth';
import { initializeCie10, searchCie10 } from '#contract/cie10';
import { findCodes } from '#server/cie10/cie10.store';
import { embeddedConnections } from '#server/platform/database/connection';
import { type CatalogueSql, openDatabase } from '#server/platform/database/database';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { atLeast, atMost, type Figure, median, percentile, throughput } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';

const CONCURRENT = 16;
const ROUNDS = 5;
/** Enough calls for V8's compiler and garbage collector to reach a steady state. */
const WARM_UP = 12_000;
const SEARCHES_A_ROUND = 5000;
const PLAIN_A_ROUND = 200;
/** Rare and common words. 'tumor maligno' matches about four hundred codes. */
const SEARCHES = [
  'diabetes mellitus',
  'tumor maligno',
  'fractura femur',
  'hipertension esencial',
  'neumonia bacteriana',
  'trastorno ansiedad',
  'dolor abdominal',
  'insuficiencia renal',
  'infeccion intestinal',
  'parto unico',
];
const ADMIN = { email: 'admin@ejemplo.cl', password: 'clave-de-prueba' };

/** Measures the import of the catalogue, and compares its search with an ILIKE on the same table in alternation. */
export const benchCie10 = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    await using product = await run(SERVER, environment, '/api/health');
    const { accessToken } = SignedIn.parse(await post(product.url + login.path, ADMIN));
    const authorization = `Bearer ${accessToken}`;

    const before = performance.now();
    await post(product.url + initializeCie10.path, {}, { authorization });
    const initialised = (performance.now() - before) / 1000;

    const password = await superuserPassword(dataDir);
    const handles = openDatabase(
      embeddedConnections({ socket: { folder: join(dataDir, 'run'), superuser: 'postgres', password } }),
    );
    const search = (query: string) => findCodes(handles.catalogue, query);
    const slowest: number[] = [];
    const rates = { search: [] as number[], plain: [] as number[] };
    await callConcurrently(WARM_UP, search);
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      rates.search.push(await callConcurrently(SEARCHES_A_ROUND, search, times));
      slowest.push(percentile(times, 99));
      rates.plain.push(await callConcurrently(PLAIN_A_ROUND, (query) => plainSearch(handles.catalogue, query)));
    }
    await handles.close();

    const [ofSearch, ofPlain] = [median(rates.search), median(rates.plain)];
    const overHttp = await throughput(`${product.url}${searchCie10.path}?query=diabetes%20mellitus`, { authorization });
    console.log(`CIE-10 search: ${Math.round(ofSearch)}/s, ILIKE: ${Math.round(ofPlain)}/s; over HTTP: ${overHttp}/s`);
    return [
      atMost('initialising the CIE-10 catalogue', initialised, 5, 's'),
      atMost(`CIE-10 search of two words, p99 at ${CONCURRENT} at once`, median(slowest), 5, 'ms'),
      atLeast('CIE-10 search, times the rate of an ILIKE', ofSearch / ofPlain, 5, ''),
    ];
  });

/** Makes `calls` calls, sixteen at a time. Returns the calls per second. */
async function callConcurrently(
  calls: number,
  call: (query: string) => Promise<unknown>,
  times?: number[],
): Promise<number> {
  let next = 0;
  const before = performance.now();
  const caller = async () => {
    while (next < calls) {
      const query = SEARCHES[next++ % SEARCHES.length] ?? '';
      const asked = performance.now();
      await call(query);
      times?.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, caller));
  return (calls * 1000) / (performance.now() - before);
}

function plainSearch(db: CatalogueSql, query: string): Promise<unknown> {
  const [one, other] = query.split(' ');
  return db`
    select code, description from cie10_codes
     where description ilike ${`%${one}%`} and description ilike ${`%${other}%`}
     order by code limit 30`;
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const json = { ...headers, 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return reply.json();
}
