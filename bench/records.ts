import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { atMost, type Figure, percentile } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { type SeedSize, seedRecords } from './records-data.ts';
import { signIn } from './sign-in.ts';

const ROUNDS = 1500;
const SEARCH_ROUNDS = 300;
const OTHERS = 998;
/** About two hundred appointments a week. */
const PER_DAY = 29;

/** Compares each call for a practice of 20,000 patients and one of 100, in alternation. The p99 must not grow. */
export const benchRecords = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const small = await signIn(product.url, 'chica@ejemplo.cl');
    const big = await signIn(product.url, 'grande@ejemplo.cl');
    await seedRecords(dataDir, [
      ...(await otherAccounts(dataDir)),
      { owner: small.user._id, patients: 100, appointments: 1000, perDay: PER_DAY },
      { owner: big.user._id, patients: 20_000, appointments: 200_000, perDay: PER_DAY },
    ]);

    const figures: Figure[] = [];
    for (const [name, path] of [
      ['agenda of a day', '/api/appointments?date=2030-01-20'],
      [`agenda of a week with ${7 * PER_DAY} appointments`, '/api/appointments?from=2030-01-14&to=2030-01-20'],
      ['page of 50 patients', '/api/patients'],
      ['search by a piece of a rare name', '/api/patients?search=uilap'],
      ['search by RUT', '/api/patients?search=10.000.04'],
    ] as const) {
      const request = ({ accessToken }: typeof big) => ({ url: product.url + path, accessToken });
      const [ofSmall, ofBig] = await alternate(ROUNDS, [request(small), request(big)]);
      console.log(`${name}: p99 ${ofBig.toFixed(2)} ms with 20,000 patients, ${ofSmall.toFixed(2)} ms with 100`);
      figures.push(atMost(`${name}, p99 with 20,000 patients over p99 with 100`, ofBig / ofSmall, 1.5, ''));
    }
    return [...figures, await severalWords(product.url, big.accessToken)];
  });

/** Each word is the name of a fifth of the patients. */
async function severalWords(url: string, accessToken: string): Promise<Figure> {
  const request = (search: string) => ({
    url: `${url}/api/patients?search=${encodeURIComponent(search)}`,
    accessToken,
  });
  const [ofOne, ofThree] = await alternate(SEARCH_ROUNDS, [request('sofia'), request('rosa sofia sot')]);
  console.log(`search by three words: p99 ${ofThree.toFixed(2)} ms, by one word ${ofOne.toFixed(2)} ms`);
  return atMost('search by three words over one word, p99 with 20,000 patients', ofThree / ofOne, 2, '');
}

interface Request {
  url: string;
  accessToken: string;
}

/** The p99 of two requests, made in alternation. */
async function alternate(rounds: number, requests: readonly [Request, Request]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + 50; round++) {
    for (const [at, { url, accessToken }] of requests.entries()) {
      const before = performance.now();
      const reply = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
      // The first rounds warm up caches and query plans.
      if (round >= 50) times[at]?.push(performance.now() - before);
    }
  }
  return [percentile(times[0], 99), percentile(times[1], 99)];
}

/** The other 998 of a thousand professionals, with twenty patients each. */
async function otherAccounts(dataDir: string): Promise<SeedSize[]> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  const owners = Array.from({ length: OTHERS }, () => randomUUID());
  await client.query(
    `insert into users (id, role, name, email, password_hash, rut, profession, city, region, created_at)
     select id, 'professional', 'Otra', id || '@ejemplo.cl', 'x', '1-9', 'Médicos/as', 'Osorno', 'Región de Los Lagos', now()
       from unnest($1::uuid[]) as one (id)`,
    [owners],
  );
  await client.end();
  return owners.map((owner) => ({ owner, patients: 20, appointments: 100 }));
}
